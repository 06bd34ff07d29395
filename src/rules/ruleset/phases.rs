//! A turn: its phases, what units do in them, and what the table calls for.

use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::rules::procedure::Way;
use crate::rules::table::Scene;
use serde_json::Value as Json;

/// A part of a turn, and what its units do in it.
#[derive(Debug)]
pub struct Phase {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its tasks, in our own words.
    pub needs: &'static str,
    /// The procedures that are used in it.
    pub procedures: &'static [&'static str],
    /// Which units it concerns.
    pub concerns: fn(&Facts) -> bool,
    /// Text on a unit's part in it, or on why it has none: `may shoot: pistol`. With such texts, the app lists units one
    /// by one, otherwise by their names alone. The text may be empty.
    pub says: Option<fn(&Facts) -> Text>,
    /// Which trackers of such a unit are at hand.
    pub marks: fn(&Facts) -> Vec<&'static str>,
    /// Rank in the order of a side's units. The lowest comes first; it may be below 0.
    pub rank: fn(&Facts) -> i32,
    /// Questions on the unit's card, where a tap there is better than the way through its procedures.
    pub board: Option<Board>,
}

impl Phase {
    /// A phase of which nothing is said and which concerns nobody: what a description leaves out.
    pub const PLAIN: Self = Self {
        id: "",
        title: "",
        needs: "",
        procedures: &[],
        concerns: |_| false,
        says: None,
        marks: |_| Vec::new(),
        rank: |_| 0,
        board: None,
    };
}

/// A question on a unit's card, with answers at a tap.
#[derive(Debug)]
pub struct Board {
    /// Its words, where the procedure's title is not enough.
    pub asks: &'static str,
    /// True for units that it concerns, given the trackers of their side; in a phase, only for units that the phase concerns.
    pub concerns: fn(&Facts, &Facts) -> bool,
    /// The procedure; the unit takes its first role.
    pub procedure: &'static str,
    /// The field whose choices are so many things to do, each shown with its odds. Empty: the procedure is one thing to
    /// do, done at a tap if it needs no dice.
    pub field: &'static str,
    /// Answers that are each done at a tap, if they need no dice: instead of the field.
    pub taps: &'static [Way],
}

impl Board {
    /// A board of this procedure that concerns all units and asks nothing else.
    pub const fn of(procedure: &'static str) -> Self {
        Self { asks: "", concerns: |_, _| true, procedure, field: "", taps: &[] }
    }
}

/// Agenda of the table: the side to move, and what should be done next.
#[derive(Debug)]
pub struct Agenda {
    /// The side that is to act, 0 or 1, if it is one of them.
    pub acting: fn(&Scene) -> Option<usize>,
    /// Notes for players now.
    pub notes: fn(&Scene) -> Vec<Text>,
    /// Procedures that are called for, the most urgent first.
    pub calls: fn(&Scene) -> Vec<Call>,
}

/// A procedure that the table calls for, filled in as far as is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The procedure; `None` if the tap itself answers the call.
    pub procedure: &'static str,
    /// In words, short enough for a button.
    pub words: Text,
    /// For which side, 0 or 1.
    pub side: usize,
    /// Participant: the role, and the unit's index among those of [`Scene::armies`] of that side.
    pub unit: Option<(&'static str, usize)>,
    /// Fields already known.
    pub fields: Vec<(&'static str, Json)>,
    /// Flags that a tap sets at once, where there is no procedure to open: (the unit's place, the tracker).
    pub ticks: Vec<(usize, &'static str)>,
}

impl Call {
    /// A call for a side.
    pub fn of(procedure: &'static str, side: usize, words: impl Into<Text>) -> Self {
        Self { procedure, words: words.into(), side, unit: None, fields: Vec::new(), ticks: Vec::new() }
    }

    /// A call that is answered by the tap: it sets this flag of these units of the side, by their places.
    pub fn tick(
        side: usize,
        words: impl Into<Text>,
        flag: &'static str,
        units: impl IntoIterator<Item = usize>,
    ) -> Self {
        Self { ticks: units.into_iter().map(|unit| (unit, flag)).collect(), ..Self::of("", side, words) }
    }

    /// By a unit of the side, in a role.
    #[must_use]
    pub fn by(mut self, role: &'static str, unit: usize) -> Self {
        self.unit = Some((role, unit));
        self
    }

    /// With a field that is already known.
    #[must_use]
    pub fn with(mut self, field: &'static str, value: impl Into<Json>) -> Self {
        self.fields.push((field, value.into()));
        self
    }
}
