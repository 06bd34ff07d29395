//! The phases of a turn, and the procedures and texts for units in them.

use crate::facts::Facts;
use crate::procedure::Variant;
use crate::text::{Text, say};
use serde_json::{Map, Value as Json};

/// Returns the text on a unit's part in a phase. The second argument holds the battle's rulings.
pub type Says = fn(&Facts, &Map<String, Json>) -> Text;

/// A part of a turn.
#[derive(Debug)]
pub struct Phase {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Short name for the status line; empty if the name is short enough.
    pub short: &'static str,
    /// Tasks of the phase, in our own words.
    pub needs: &'static str,
    /// Ids of the procedures that are used in it.
    pub procedures: &'static [&'static str],
    /// True for units that it concerns.
    pub concerns: fn(&Facts) -> bool,
    /// Returns the text on a unit's part in it, or on why it has none: `may shoot: pistol`. The text may be empty. If this is `None`, the
    /// app lists only the units' names.
    pub says: Option<Says>,
    /// Returns the ids of the trackers of a unit that the phase shows immediately.
    pub shown_trackers: fn(&Facts) -> Vec<&'static str>,
    /// Returns the rank of a unit among those of its side. The lowest comes first; ranks may be negative.
    pub rank: fn(&Facts) -> i32,
}

impl Phase {
    /// Returns its name for the status line.
    pub fn brief(&self) -> &'static str {
        say(if self.short.is_empty() { self.title } else { self.short })
    }

    /// Returns a phase that concerns no unit, with defaults for everything else.
    pub const fn new(id: &'static str, title: &'static str) -> Self {
        Self {
            id,
            title,
            short: "",
            needs: "",
            procedures: &[],
            concerns: |_| false,
            says: None,
            shown_trackers: |_| Vec::new(),
            rank: |_| 0,
        }
    }

    /// Sets a short name for the status line.
    /// Only *Pikette Squared* has such names, because its phases are named by the side that begins.
    #[must_use]
    pub const fn short(mut self, short: &'static str) -> Self {
        self.short = short;
        self
    }

    /// Sets the tasks, in our own words.
    #[must_use]
    pub const fn needs(mut self, needs: &'static str) -> Self {
        self.needs = needs;
        self
    }

    /// Sets the ids of the procedures that are used in it.
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

    /// Sets the text on a unit's part in it. With it, the app lists each unit in a row.
    /// Only *Argad!* has such phases, because each of its figures has an act of its own in a phase.
    #[must_use]
    pub const fn says(mut self, says: Says) -> Self {
        self.says = Some(says);
        self
    }

    /// Sets the trackers of a unit that are shown immediately, by id.
    #[must_use]
    pub const fn shown_trackers(mut self, shown_trackers: fn(&Facts) -> Vec<&'static str>) -> Self {
        self.shown_trackers = shown_trackers;
        self
    }

    /// Sets the rank of a unit among those of its side. The lowest comes first.
    /// Only *Arquebusier!* ranks units, because its Irregulars receive commands last, and ordered units move first.
    #[must_use]
    pub const fn rank(mut self, rank: fn(&Facts) -> i32) -> Self {
        self.rank = rank;
        self
    }
}

/// A quick question on a unit's card, with answers that need one tap.
/// Only *Arquebusier!* asks them, because nearly all its formations answer the same question in a phase.
#[derive(Debug)]
pub struct QuickQuestion {
    /// Id of the phase in which it is asked. Empty: in every phase.
    pub phase: &'static str,
    /// Text of the question; empty if the procedure's title is enough.
    pub asks: &'static str,
    /// True for units that it concerns. The second argument holds the trackers of their side. In a phase, only units that the phase
    /// concerns are asked.
    pub concerns: fn(&Facts, &Facts) -> bool,
    /// Id of the procedure. The unit takes its first role.
    pub procedure: &'static str,
    /// Id of the field whose choices are the answers, each shown with its odds. Empty: there is one answer, the procedure itself. An answer
    /// without dice is done at a tap.
    pub field: &'static str,
    /// Answers that replace the choices of the field. Each is done at a tap if it needs no dice.
    pub answers: &'static [Variant],
}

impl QuickQuestion {
    /// Returns a quick question for this procedure that concerns all units and has one answer.
    pub const fn of(procedure: &'static str) -> Self {
        Self { phase: "", asks: "", concerns: |_, _| true, procedure, field: "", answers: &[] }
    }

    /// Asks it only in this phase.
    #[must_use]
    pub const fn during(mut self, phase: &'static str) -> Self {
        self.phase = phase;
        self
    }

    /// Sets the text of the question, if the procedure's title is not enough.
    #[must_use]
    pub const fn asks(mut self, asks: &'static str) -> Self {
        self.asks = asks;
        self
    }

    /// Sets the units that it concerns, given their facts and the trackers of their side.
    #[must_use]
    pub const fn concerns(mut self, concerns: fn(&Facts, &Facts) -> bool) -> Self {
        self.concerns = concerns;
        self
    }

    /// Sets the field whose choices are the answers.
    #[must_use]
    pub const fn field(mut self, field: &'static str) -> Self {
        self.field = field;
        self
    }

    /// Sets answers that are done at a tap if they need no dice.
    #[must_use]
    pub const fn answers(mut self, answers: &'static [Variant]) -> Self {
        self.answers = answers;
        self
    }
}
