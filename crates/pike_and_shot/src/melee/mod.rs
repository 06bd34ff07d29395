//! Melee: contacts, groups, results, and the loser. *Melee.*
//!
//! An *attack* is the fight of one unit in one contact. Dice are rolled in the order of attacks: contact by contact, side a before side b.

mod attacks;
pub mod contacts;
pub mod groups;
mod loser;
mod results;
pub mod round;
mod suffered;
mod table;
mod units;

use self::contacts::Contact;
use self::units::MeleeUnit;
use super::relations::UNITS_MAX;
use rules::prelude::*;
use std::fmt;

choices! {
    /// R6: troops that fight cavalry with an extra half rank, from the second bound of a melee on.
    pub enum IrregularHalfRank {
        Starred = "starred" "Horse and mounted dragoons",
        AllCavalry = "all_cavalry" "Irregulars too",
    }
}

choices! {
    /// R7: figures that fire pistols in melee, and the size of their groups.
    pub enum PistolsInMelee {
        FiringGroup = "firing_group" "Groups as for firing",
        FightingGroup = "fighting_group" "Groups as for swords",
    }
}

choices! {
    /// R8: effect of being outnumbered more than three to one.
    pub enum Outnumbered {
        LimitAndLose = "limit_and_lose" "The surplus does not fight, and the side loses",
        LoseOnly = "lose_only" "All fight, and the side loses",
    }
}

choices! {
    /// R9: rounding of half a rank with an odd number of figures.
    pub enum HalfRank {
        Up = "up" "Rounded up",
        Down = "down" "Rounded down",
    }
}

choices! {
    /// R10: losses and counters that belong to "this bound" in the tests for the loser.
    pub enum ThisBound {
        MeleeOnly = "melee_only" "The melee only",
        WholeBound = "whole_bound" "The whole bound",
    }
}

choices! {
    /// R12: groups against a flank or a rear that give a counter each.
    pub enum FlankCounters {
        EachGroup = "each_group" "Every group that fights there",
        GroupsThatHit = "groups_that_hit" "Only groups that hit",
    }
}

choices! {
    /// R40: enemies against whom a charge makes groups smaller.
    pub enum ChargingBonus {
        ChargedEnemy = "charged_enemy" "Against the enemy that it charges",
        AllGroups = "all_groups" "Against every enemy in the melee",
    }
}

form! {
    /// Rulings that affect a melee.
    pub struct MeleeRulings {
        r6_irregular_half_rank: IrregularHalfRank = choice_of(choice::<IrregularHalfRank>()).or_id("starred"),
        r7_pistols_in_melee: PistolsInMelee = choice_of(choice::<PistolsInMelee>()).or_id("firing_group"),
        r8_outnumbered: Outnumbered = choice_of(choice::<Outnumbered>()).or_id("limit_and_lose"),
        r9_half_rank: HalfRank = choice_of(choice::<HalfRank>()).or_id("up"),
        r10_this_bound: ThisBound = choice_of(choice::<ThisBound>()).or_id("melee_only"),
        r12_flank_counters: FlankCounters = choice_of(choice::<FlankCounters>()).or_id("each_group"),
        r40_charging_bonus: ChargingBonus = choice_of(choice::<ChargingBonus>()).or_id("charged_enemy"),
    }
}

form! {
    /// Both sides of a melee, their contacts, and the rulings. *Melee.*
    pub struct Melee {
        side_a: Vec<MeleeUnit> = situation(list::<MeleeUnit>(1, UNITS_MAX)),
        side_b: Vec<MeleeUnit> = situation(list::<MeleeUnit>(1, UNITS_MAX)),
        /// Contacts. Needed unless each side has one unit.
        contacts: Option<Vec<Contact>> = situation(list::<Contact>(1, UNITS_MAX * UNITS_MAX)).optional().label("Contacts")
            .help("Each pair of units that touch. With one unit a side, front to front unless said otherwise."),
        rulings: MeleeRulings = situation(object::<MeleeRulings>()).or_empty(),
    }
    validate(Melee::validate)
}

/// Reference to a unit of a melee, written `a1` or `b2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRef {
    /// Its side.
    pub side: Side,
    /// Index among its side's units, from 0.
    pub index: usize,
}

impl UnitRef {
    /// Id of the unit, such as `a1`.
    pub fn id(self) -> String {
        self.to_string()
    }

    /// Placeholder in a text, replaced by the unit's name.
    pub fn gap(self) -> Gap {
        Gap::Unit(self.side.id(), self.index + 1)
    }
}

impl From<UnitRef> for Value {
    fn from(unit_ref: UnitRef) -> Self {
        Value::from(unit_ref.id())
    }
}

impl fmt::Display for UnitRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side.id(), self.index + 1)
    }
}

impl Melee {
    /// The units of a side.
    pub fn side(&self, side: Side) -> &[MeleeUnit] {
        match side {
            Side::A => &self.side_a,
            Side::B => &self.side_b,
        }
    }

    /// The unit of this reference. Panics if the melee has no such unit.
    pub fn unit(&self, unit_ref: UnitRef) -> &MeleeUnit {
        &self.side(unit_ref.side)[unit_ref.index]
    }

    /// Every unit, side a first.
    pub fn unit_refs(&self) -> impl Iterator<Item = UnitRef> {
        Side::BOTH.into_iter().flat_map(|side| (0..self.side(side).len()).map(move |index| UnitRef { side, index }))
    }

    /// Contacts of the input. Without contacts, the only two units touch front to front.
    pub fn contacts(&self) -> &[Contact] {
        const FRONT_TO_FRONT: &[Contact] = &[Contact::FRONT_TO_FRONT];
        self.contacts.as_deref().unwrap_or(FRONT_TO_FRONT)
    }

    fn validate(&self) -> Result<(), Refusal> {
        let two_units = self.side_a.len() == 1 && self.side_b.len() == 1;
        if self.contacts.is_none() && !two_units {
            return Err(Refusal::missing(field!(Melee, contacts)));
        }
        contacts::check(self)
    }

    /// Number of front-rank figures of a side.
    pub fn front(&self, side: Side) -> i32 {
        self.side(side).iter().map(|unit| unit.front_rank().iter().sum::<i32>()).sum()
    }

    /// True if a group against a flank or a rear gives the extra counter only if it hits (R12). *Melee.*
    pub fn flank_counters_need_hits(&self) -> bool {
        self.rulings.r12_flank_counters == FlankCounters::GroupsThatHit
    }

    /// The side whose front rank is outnumbered by more than three to one. `None` if there is none. *Melee.*
    pub fn outnumbered(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| 3 * self.front(side) < self.front(side.other()))
    }
}
