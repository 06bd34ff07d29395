//! The phases of a turn, and what units do in them.

use crate::core::facts::Facts;
use crate::core::text::{Text, say};
use crate::rules::procedure::Way;
use serde_json::{Map, Value as Json};

/// Text on a unit's part in a phase, given the battle's rulings.
pub type Says = fn(&Facts, &Map<String, Json>) -> Text;

/// A part of a turn, and what its units do in it.
#[derive(Debug)]
pub struct Phase {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// A shorter name for the status line, where its name is long; else empty.
    pub short: &'static str,
    /// Its tasks, in our own words.
    pub needs: &'static str,
    /// The procedures that are used in it.
    pub procedures: &'static [&'static str],
    /// The units that it concerns.
    pub concerns: fn(&Facts) -> bool,
    /// Text on a unit's part in it, or on why it has none: `may shoot: pistol`. With such texts, the app lists units one
    /// by one, otherwise by their names alone. The text may be empty.
    pub says: Option<Says>,
    /// Ids of the trackers of such a unit that are shown at once.
    pub marks: fn(&Facts) -> Vec<&'static str>,
    /// Rank in the order of a side's units. The lowest comes first; it may be below 0.
    pub rank: fn(&Facts) -> i32,
    /// Questions on the unit's card, where a tap there is better than the way through its procedures.
    pub board: Option<Board>,
}

impl Phase {
    /// Its name in the status line.
    pub fn brief(&self) -> &'static str {
        say(if self.short.is_empty() { self.title } else { self.short })
    }

    /// A phase without a description that concerns nobody: defaults for the fields that a description leaves out.
    pub const PLAIN: Self = Self {
        id: "",
        title: "",
        short: "",
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
