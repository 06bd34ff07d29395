//! The phases of a turn, and what units do in them.

use crate::facts::Facts;
use crate::procedure::Way;
use crate::text::{Text, say};
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

    /// A phase that concerns nobody, with defaults for everything else.
    pub const fn new(id: &'static str, title: &'static str) -> Self {
        Self {
            id,
            title,
            short: "",
            needs: "",
            procedures: &[],
            concerns: |_| false,
            says: None,
            marks: |_| Vec::new(),
            rank: |_| 0,
            board: None,
        }
    }

    /// Sets a shorter name for the status line.
    #[must_use]
    pub const fn short(mut self, short: &'static str) -> Self {
        self.short = short;
        self
    }

    /// Sets its tasks, in our own words.
    #[must_use]
    pub const fn needs(mut self, needs: &'static str) -> Self {
        self.needs = needs;
        self
    }

    /// Sets the procedures that are used in it.
    #[must_use]
    pub const fn procedures(mut self, procedures: &'static [&'static str]) -> Self {
        self.procedures = procedures;
        self
    }

    /// Sets the units that it concerns.
    #[must_use]
    pub const fn concerns(mut self, concerns: fn(&Facts) -> bool) -> Self {
        self.concerns = concerns;
        self
    }

    /// Sets the text on a unit's part in it; with one, the app lists units one by one.
    #[must_use]
    pub const fn says(mut self, says: Says) -> Self {
        self.says = Some(says);
        self
    }

    /// Sets the trackers of a unit that are shown at once, by id.
    #[must_use]
    pub const fn marks(mut self, marks: fn(&Facts) -> Vec<&'static str>) -> Self {
        self.marks = marks;
        self
    }

    /// Sets the rank in the order of a side's units; the lowest comes first.
    #[must_use]
    pub const fn rank(mut self, rank: fn(&Facts) -> i32) -> Self {
        self.rank = rank;
        self
    }

    /// Sets questions on the unit's card.
    #[must_use]
    pub const fn board(mut self, board: Board) -> Self {
        self.board = Some(board);
        self
    }
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

    /// Sets its words, where the procedure's title is not enough.
    #[must_use]
    pub const fn asks(mut self, asks: &'static str) -> Self {
        self.asks = asks;
        self
    }

    /// Sets the units that it concerns, given their trackers and those of their side.
    #[must_use]
    pub const fn concerns(mut self, concerns: fn(&Facts, &Facts) -> bool) -> Self {
        self.concerns = concerns;
        self
    }

    /// Sets the field whose choices are so many things to do.
    #[must_use]
    pub const fn field(mut self, field: &'static str) -> Self {
        self.field = field;
        self
    }

    /// Sets answers that are each done at a tap, if they need no dice.
    #[must_use]
    pub const fn taps(mut self, taps: &'static [Way]) -> Self {
        self.taps = taps;
        self
    }
}
