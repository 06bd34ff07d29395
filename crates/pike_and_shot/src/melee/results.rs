//! Results of a bound of melee: of every unit, of both sides, or of one unit.

use super::super::casualties::Losses;
use super::Place;
use super::loser::{Balance, DecidedBy, Loser, Taken};
use rules::outcome::Outcome;
use rules::prelude::*;

outcome! {
    /// Result for a unit.
    pub struct UnitResult {
        /// Dice that it rolled, one a group.
        pub groups: i32,
        /// Hits that it took, a counter each.
        pub hits: i32,
        /// Counters: for hits, for groups on its flank or rear, for losing.
        pub counters_gained: i32,
        /// Counters after: 0 or more.
        pub counters: i32,
        /// Figures lost: no more than it had.
        pub figures_lost: i32,
        /// Pikemen among them.
        pub pikes_lost: i32,
        /// Musketeers among them.
        pub muskets_lost: i32,
        /// True if it is at its breaking number.
        pub breaks: bool,
        /// True if no figure is left.
        pub destroyed: bool,
        /// True if a general may be hurt.
        pub general_test_due: bool,
    }
}

outcome! {
    /// A bound of melee, unit by unit.
    pub struct UnitsFought {
        /// Loser.
        pub loser: Loser,
        /// By which difference it was decided.
        pub decided_by: DecidedBy,
        /// The units of side a.
        pub a: Vec<UnitResult>,
        /// The units of side b.
        pub b: Vec<UnitResult>,
    }
}

outcome! {
    /// A bound of melee, side by side.
    pub struct SidesFought {
        /// Loser.
        pub loser: Loser,
        /// By which difference it was decided.
        pub decided_by: DecidedBy,
        /// Counters of side a for hits and for groups on flank or rear.
        pub a_counters_taken: i32,
        /// Counters that side b took in this bound.
        pub b_counters_taken: i32,
        /// Figures that side a lost in this bound.
        pub a_figures_lost: i32,
        /// Figures that side b lost in this bound.
        pub b_figures_lost: i32,
    }
}

outcome! {
    /// A bound of melee for one unit.
    pub struct UnitFought {
        /// Loser.
        pub loser: Loser,
        /// Result for the unit.
        pub unit: UnitResult,
    }
}

/// A bound of melee, shown as asked. A melee that is resolved at the table has the results of all units too, whatever is
/// shown of it; odds have them only where they are shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Fought {
    /// Unit by unit.
    Units(UnitsFought),
    /// Side by side.
    Sides(SidesFought, Option<UnitsFought>),
    /// One unit, with its place.
    OneUnit(Place, UnitFought, Option<UnitsFought>),
}

impl Fought {
    /// The results of all units, if they are known.
    pub fn units(&self) -> Option<&UnitsFought> {
        match self {
            Fought::Units(units) => Some(units),
            Fought::Sides(_, units) | Fought::OneUnit(_, _, units) => units.as_ref(),
        }
    }
}

impl UnitsFought {
    /// Result of a unit.
    pub fn of(&self, place: Place) -> &UnitResult {
        match place.side {
            Side::A => &self.a[place.index],
            Side::B => &self.b[place.index],
        }
    }
}

impl Outcome for Fought {
    /// Those of the one that it is.
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
    /// Results of both sides, and the loser that follows.
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
    /// The figures that it lost.
    pub fn losses(&self) -> Losses {
        Losses { figures: self.figures_lost, pikes: self.pikes_lost, muskets: self.muskets_lost }
    }
}
