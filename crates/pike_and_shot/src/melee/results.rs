//! Results of a bound of melee: for every unit, for both sides, or for one unit.

use super::super::casualties::Losses;
use super::UnitRef;
use super::loser::{Balance, DecidedBy, Loser, Taken};
use rules::outcome::Outcome;
use rules::prelude::*;

outcome! {
    /// Result for a unit.
    pub struct UnitResult {
        /// Number of dice that the unit rolled, one for each group.
        pub groups: i32,
        /// Hits taken; each gives a counter.
        pub hits: i32,
        /// Counters gained: for hits, for groups on the unit's flank or rear, and for losing.
        pub counters_gained: i32,
        /// Counters after: 0 or more.
        pub counters: i32,
        /// Figures lost: no more than the unit had.
        pub figures_lost: i32,
        /// Pikemen among them.
        pub pikes_lost: i32,
        /// Musketeers among them.
        pub muskets_lost: i32,
        /// True if the unit is at its breaking number.
        pub breaks: bool,
        /// True if no figure is left.
        pub destroyed: bool,
        /// True if a casualty roll is due for a general.
        pub general_test_due: bool,
    }
}

outcome! {
    /// A bound of melee, with the result of each unit.
    pub struct UnitsFought {
        /// Loser.
        pub loser: Loser,
        /// The test that decided.
        pub decided_by: DecidedBy,
        /// The units of side a.
        pub a: Vec<UnitResult>,
        /// The units of side b.
        pub b: Vec<UnitResult>,
    }
}

outcome! {
    /// A bound of melee, with the totals of each side.
    pub struct SidesFought {
        /// Loser.
        pub loser: Loser,
        /// The test that decided.
        pub decided_by: DecidedBy,
        /// Counters that side a took for hits and for groups on flank or rear, without those for losing.
        pub a_counters_taken: i32,
        /// Counters that side b took for hits and for groups on flank or rear, without those for losing.
        pub b_counters_taken: i32,
        /// Figures that side a lost in this bound of melee.
        pub a_figures_lost: i32,
        /// Figures that side b lost in this bound of melee.
        pub b_figures_lost: i32,
    }
}

outcome! {
    /// A bound of melee, with the result of one unit.
    pub struct UnitFought {
        /// Loser.
        pub loser: Loser,
        /// Result for the unit.
        pub unit: UnitResult,
    }
}

/// Result of a bound of melee, in the detail that the player asked for. A resolved act also stores the results of all units, because they
/// change trackers. Odds store only the results that are shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Fought {
    /// All units.
    Units(UnitsFought),
    /// Both sides, and all units when resolved.
    Sides(SidesFought, Option<UnitsFought>),
    /// One unit with its reference, and all units when resolved.
    OneUnit(UnitRef, UnitFought, Option<UnitsFought>),
}

impl Fought {
    /// Results of all units. `None` in odds of less detail.
    pub fn units(&self) -> Option<&UnitsFought> {
        match self {
            Fought::Units(units) => Some(units),
            Fought::Sides(_, units) | Fought::OneUnit(_, _, units) => units.as_ref(),
        }
    }
}

impl UnitsFought {
    /// Result of a unit.
    pub fn of(&self, unit_ref: UnitRef) -> &UnitResult {
        match unit_ref.side {
            Side::A => &self.a[unit_ref.index],
            Side::B => &self.b[unit_ref.index],
        }
    }
}

impl Outcome for Fought {
    /// Empty: the names depend on the variant.
    const NAMES: &'static [&'static str] = &[];

    fn names(&self) -> &'static [&'static str] {
        match self {
            Fought::Units(units) => units.names(),
            Fought::Sides(sides, _) => sides.names(),
            Fought::OneUnit(_, unit, _) => unit.names(),
        }
    }

    fn write(self, into: &mut Vec<Value>) {
        match self {
            Fought::Units(units) => units.write(into),
            Fought::Sides(sides, _) => sides.write(into),
            Fought::OneUnit(_, unit, _) => unit.write(into),
        }
    }
}

impl SidesFought {
    /// Returns the loser, and the totals of both sides, given the figures lost and the counters taken by each side.
    pub fn of(a: Taken, b: Taken, balance: &Balance) -> Self {
        let (loser, decided_by) = balance.verdict([a[0] - b[0], a[1] - b[1]]);
        Self {
            loser,
            decided_by,
            a_counters_taken: a[1],
            b_counters_taken: b[1],
            a_figures_lost: a[0],
            b_figures_lost: b[0],
        }
    }
}

impl UnitResult {
    /// Figures that the unit lost.
    pub fn losses(&self) -> Losses {
        Losses { figures: self.figures_lost, pikes: self.pikes_lost, muskets: self.muskets_lost }
    }
}
