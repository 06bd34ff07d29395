//! Refusals of attacks in melee. *Melee Combat.*

use super::super::terms::TroopType;
use super::matrix::to_strike_down;
use super::{Attack, Melee, MeleeGroup};
use rules::prelude::*;

impl Melee {
    pub(super) fn permit_all(&self) -> Result<(), Refusal> {
        self.attacks.iter().enumerate().try_for_each(|(index, attack)| {
            self.permit_attack(attack, &self.attacks[..index])
                .map_err(|refusal| refusal.at_index(index).within(field!(Melee, attacks)))
        })
    }

    fn permit_attack(&self, attack: &Attack, earlier: &[Attack]) -> Result<(), Refusal> {
        let Some((by, on)) = self.ends(attack) else { return Ok(()) };
        forbid_if(by.side == on.side, field!(Attack, on), "That element is of its own side.")?;
        forbid_if(
            attack.rank > deepest_rank(by.troop),
            field!(Attack, rank),
            "Only Bills strike from the second rank, and Pikes from the second and third.",
        )?;
        let struck = |other: &Attack| other.by == attack.by && other.element == attack.element;
        forbid_if(
            earlier.iter().any(struck),
            field!(Attack, element),
            "Each element strikes at one enemy element only.",
        )?;
        forbid_if(need(by, on).is_none(), field!(Attack, on), {
            let (striker, target, how) = (by.troop.label(), on.troop.label(), on.state.label());
            text!("{striker} cannot harm {target} ({how}).", striker = striker, target = target, how = how)
        })
    }
}

/// Deepest rank from which a type strikes.
pub(super) fn deepest_rank(troop: TroopType) -> i32 {
    match troop {
        TroopType::Pike => 3,
        TroopType::Bill => 2,
        _ => 1,
    }
}

/// Face with which a side kills, which players' own modifiers can change.
pub(super) const fn kills(side: Side) -> Adjustable {
    match side {
        Side::A => Adjustable::of("a_kills_on", "Number with which side a kills"),
        Side::B => Adjustable::of("b_kills_on", "Number with which side b kills"),
    }
}

impl Melee {
    /// The least face with which a group kills an element of another, changed by own modifiers. `None` if it cannot.
    pub(super) fn need(&self, by: &MeleeGroup, on: &MeleeGroup) -> Option<i32> {
        need(by, on).map(|need| need + self.own.sum(kills(by.side)))
    }
}

/// The least face with which a group kills an element of another. `None` if it cannot.
pub(super) fn need(by: &MeleeGroup, on: &MeleeGroup) -> Option<i32> {
    to_strike_down(by.troop, on.troop, on.state)
}
