//! Contacts between units, and the front-rank figures that fight in each.

use super::super::terms::{Edge, FIGURES_MAX, TroopType};
use super::units::{ByArm, MUSKETS, OTHERS, PIKES};
use super::{Melee, UnitRef};
use crate::ids::roles;
use rules::form::TouchedEdge;
use rules::prelude::*;

choices! {
    /// Contact of two units.
    pub enum ContactKind {
        Front = "front" "Front to front",
        AFlank = "a_flank" "On the flank of {side a}",
        ARear = "a_rear" "In the rear of {side a}",
        BFlank = "b_flank" "On the flank of {side b}",
        BRear = "b_rear" "In the rear of {side b}",
    }
}

impl ContactKind {
    /// Edges of both units that touch, side a's first.
    pub fn edges(self) -> (Edge, Edge) {
        match self {
            ContactKind::Front => (Edge::Front, Edge::Front),
            ContactKind::AFlank => (Edge::Flank, Edge::Front),
            ContactKind::ARear => (Edge::Rear, Edge::Front),
            ContactKind::BFlank => (Edge::Front, Edge::Flank),
            ContactKind::BRear => (Edge::Front, Edge::Rear),
        }
    }

    /// Returns the contact of two units that touch with these edges. If neither edge is a front, `b` counts
    /// as a front, because units fight only to their front.
    pub fn of(a: Edge, b: Edge) -> Self {
        match (a, b) {
            (Edge::Flank, _) => ContactKind::AFlank,
            (Edge::Rear, _) => ContactKind::ARear,
            (Edge::Front, Edge::Flank) => ContactKind::BFlank,
            (Edge::Front, Edge::Rear) => ContactKind::BRear,
            (Edge::Front, Edge::Front) => ContactKind::Front,
        }
    }
}

/// Edges that touch in the contact with this id, or `None` for an unknown id.
fn touched(contact: &str) -> Option<[TouchedEdge; 2]> {
    let (a, b) = ContactKind::ALL.iter().find(|known| known.id() == contact)?.edges();
    Some([a.into(), b.into()])
}

form! {
    /// Front-rank figures with which a unit fights in one contact.
    pub struct Share {
        pikes: i32 = choice_of(of(crate::facts::PIKES)),
        muskets: i32 = choice_of(of(crate::facts::MUSKETS)),
        figures: i32 = choice_of(whole(0, FIGURES_MAX)).or(0).label("Figures"),
    }
}

form! {
    /// Two units that touch, and where.
    pub struct Contact {
        /// Number of the unit of side a, from 1.
        a: usize = situation(place(8)).names(roles::A).label("Unit of {side a}"),
        /// Number of the unit of side b, from 1.
        b: usize = situation(place(8)).names(roles::B).label("Unit of {side b}"),
        r#where: ContactKind = situation(choice::<ContactKind>()).or_id("front").label("Contact").edges(touched),
        a_front: Option<Share> = choice_of(object::<Share>()).optional().label("Front of {side a} used here").rare(),
        b_front: Option<Share> = choice_of(object::<Share>()).optional().label("Front of {side b} used here").rare(),
        a_cover: bool = situation(flag()).or(false).label("{Side a} in cover"),
        b_cover: bool = situation(flag()).or(false).label("{Side b} in cover"),
        /// True if a charging unit of side a charges this enemy (R40).
        a_charges: bool = situation(flag()).or(true).label("Charging here: {Side a}").rare()
            .help("Of a unit that charges: whether this enemy is the one that it charges, counter-charges or ran into."),
        /// True if a charging unit of side b charges this enemy (R40).
        b_charges: bool = situation(flag()).or(true).label("Charging here: {Side b}").rare()
            .help("Of a unit that charges: whether this enemy is the one that it charges, counter-charges or ran into."),
    }
}

impl Share {
    fn by_arm(&self) -> ByArm {
        [self.pikes, self.muskets, self.figures]
    }
}

impl Contact {
    /// Contact of a melee of two units, if the input has no contacts.
    pub const FRONT_TO_FRONT: Contact = Contact {
        a: 1,
        b: 1,
        r#where: ContactKind::Front,
        a_front: None,
        b_front: None,
        a_cover: false,
        b_cover: false,
        a_charges: true,
        b_charges: true,
    };

    /// The unit of a side in this contact.
    pub fn unit_ref(&self, side: Side) -> UnitRef {
        let number = match side {
            Side::A => self.a,
            Side::B => self.b,
        };
        UnitRef { side, index: number - 1 }
    }

    /// True if the unit of a side fights in this contact: units fight only to their front. *Melee.*
    pub fn fights(&self, side: Side) -> bool {
        match self.r#where {
            ContactKind::Front => true,
            ContactKind::BFlank | ContactKind::BRear => side == Side::A,
            ContactKind::AFlank | ContactKind::ARear => side == Side::B,
        }
    }

    /// True if the attack in this contact is against a flank or a rear.
    pub fn on_flank_or_rear(&self) -> bool {
        self.r#where != ContactKind::Front
    }

    /// True if the unit of a side is in cover in this contact.
    pub fn cover(&self, side: Side) -> bool {
        match side {
            Side::A => self.a_cover,
            Side::B => self.b_cover,
        }
    }

    /// True if the unit of a side, provided that it charges, charges the enemy of this contact.
    pub fn charges(&self, side: Side) -> bool {
        match side {
            Side::A => self.a_charges,
            Side::B => self.b_charges,
        }
    }

    /// Front-rank figures with which the unit of a side fights in this contact. `None` if its owner did not divide them.
    pub fn share(&self, side: Side) -> Option<ByArm> {
        let share = match side {
            Side::A => &self.a_front,
            Side::B => &self.b_front,
        };
        share.as_ref().map(Share::by_arm)
    }
}

fn share_field(side: Side) -> &'static str {
    match side {
        Side::A => field!(Contact, a_front),
        Side::B => field!(Contact, b_front),
    }
}

/// Checks the contacts of a melee against its units and against each other.
pub fn check(melee: &Melee) -> Result<(), Refusal> {
    let contacts = melee.contacts();
    let at = |index: usize| move |refusal: Refusal| refusal.at_index(index).within(field!(Melee, contacts));
    for (index, contact) in contacts.iter().enumerate() {
        check_pair(melee, &contacts[..index], contact).map_err(at(index))?;
    }
    for unit_ref in melee.unit_refs() {
        let touches = contacts.iter().any(|contact| contact.unit_ref(unit_ref.side) == unit_ref);
        bad_if(!touches, field!(Melee, contacts), "Every unit of a melee touches an enemy.")?;
    }
    for (index, contact) in contacts.iter().enumerate() {
        check_share(melee, contact, Side::A).map_err(at(index))?;
        check_share(melee, contact, Side::B).map_err(at(index))?;
    }
    melee.unit_refs().try_for_each(|unit_ref| check_shares(melee, unit_ref))
}

/// Refuses a contact whose units do not exist or already touch in another contact.
fn check_pair(melee: &Melee, before: &[Contact], contact: &Contact) -> Result<(), Refusal> {
    let there = |side: Side| contact.unit_ref(side).index < melee.side(side).len();
    bad_if(!there(Side::A), field!(Contact, a), "There is no such unit of {side a}.")?;
    bad_if(!there(Side::B), field!(Contact, b), "There is no such unit of {side b}.")?;
    let twice = before.iter().any(|other| (other.a, other.b) == (contact.a, contact.b));
    bad_if(twice, "", "Two units are in contact once.")
}

/// Refuses a share of a unit that does not fight in this contact, or of arms that the unit does not have.
fn check_share(melee: &Melee, contact: &Contact, side: Side) -> Result<(), Refusal> {
    let field = share_field(side);
    let Some(share) = contact.share(side) else { return Ok(()) };
    bad_if(!contact.fights(side), field, "No fight here for a unit taken in flank or rear.")?;
    let foot = melee.unit(contact.unit_ref(side)).troop_type == TroopType::Foot;
    let wrong = |arm: usize| share[arm] > 0 && foot == (arm == OTHERS);
    let check =
        |arm: usize, id: &str| bad_if(wrong(arm), id, "Foot is counted in pikes and muskets, others in figures.");
    check(PIKES, field!(Share, pikes))
        .and_then(|()| check(MUSKETS, field!(Share, muskets)))
        .and_then(|()| check(OTHERS, field!(Share, figures)))
        .map_err(|refusal| refusal.within(field))
}

/// Refuses shares in only some of the contacts in which a unit fights, and shares of more figures than its front rank has (R14).
fn check_shares(melee: &Melee, unit_ref: UnitRef) -> Result<(), Refusal> {
    let field = share_field(unit_ref.side);
    let fights =
        |contact: &&(usize, &Contact)| contact.1.unit_ref(unit_ref.side) == unit_ref && contact.1.fights(unit_ref.side);
    let contacts: Vec<_> = melee.contacts().iter().enumerate().collect();
    let of_unit: Vec<_> = contacts.iter().filter(fights).collect();
    let shares: Vec<ByArm> = of_unit.iter().filter_map(|(_, contact)| contact.share(unit_ref.side)).collect();
    if shares.is_empty() {
        return Ok(());
    }
    let at = |index: usize| move |refusal: Refusal| refusal.at_index(index).within(field!(Melee, contacts));
    if let Some((index, _)) = of_unit.iter().find(|(_, contact)| contact.share(unit_ref.side).is_none()) {
        return Err(at(*index)(Refusal::missing(field)));
    }
    let front = melee.unit(unit_ref).front_rank();
    let too_many = (0..front.len()).any(|arm| shares.iter().map(|share| share[arm]).sum::<i32>() > front[arm]);
    let last = of_unit.last().map_or(0, |(index, _)| *index);
    // `permit` comes after the other checks: of two faults, the other would then be reported first.
    forbid_if(too_many, field, "More figures than stand in the front rank.").map_err(at(last))
}
