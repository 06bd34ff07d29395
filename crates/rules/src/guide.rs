//! A guided first battle: two small armies, dice that fall the same every time, and the steps of a turn.
//!
//! A step says which act comes next and why. The app makes the words of each tap from it, so they name what is on the screen.

use crate::form::Constant;
use crate::subject::Side;

/// A guided first battle.
#[derive(Debug)]
pub struct Guide {
    /// The two armies, as the text of a shared file. Their units are `u1`, `u2` … on the table, in their order.
    pub armies: &'static str,
    /// Trackers that are set as the battle begins: a unit, a side (`a`, `b`) or the `battle`, the tracker and its value. The first shot
    /// need not wait for the phases before it.
    pub marks: &'static [(&'static str, &'static str, Constant)],
    /// Seed of the dice.
    pub seed: [u8; 32],
    /// The acts of a turn, in order.
    pub steps: &'static [Step],
}

/// Seed with this number. Of the numbers tried from 0 on, a guide takes one whose dice show something.
pub const fn seed(number: u16) -> [u8; 32] {
    let mut seed = [0; 32];
    [seed[0], seed[1]] = number.to_le_bytes();
    seed
}

/// An act of a guided battle.
#[derive(Debug)]
pub struct Step {
    /// The act.
    pub act: StepKind,
    /// Reason for it, in a sentence or two.
    pub why: &'static str,
    /// Meaning of its result, in a sentence or two; empty where the result says it all.
    pub then: &'static str,
}

impl Step {
    /// Goes on to the next phase.
    pub const fn next(why: &'static str) -> Self {
        Self { act: StepKind::Next, why, then: "" }
    }

    /// Does something.
    pub const fn act(act: Doing, why: &'static str) -> Self {
        Self { act: StepKind::Do(act), why, then: "" }
    }

    /// Says what its result means.
    #[must_use]
    pub const fn then(mut self, then: &'static str) -> Self {
        self.then = then;
        self
    }

    /// Words for a result that is not applied yet: what it means, or the reason for the step.
    pub fn meaning(&self) -> &'static str {
        if self.then.is_empty() { self.why } else { self.then }
    }
}

/// The kind of an act.
#[derive(Debug)]
pub enum StepKind {
    /// The next phase begins.
    Next,
    /// A procedure is resolved.
    Do(Doing),
}

/// A procedure that somebody resolves.
#[derive(Debug)]
pub struct Doing {
    /// The procedure.
    pub procedure: &'static str,
    /// Actor.
    pub who: Who,
    /// The control of the table that leads to it.
    pub by: Control,
    /// Units that are still to be picked in its panel: role and unit.
    pub picks: &'static [(&'static str, &'static str)],
    /// Answers that the panel opens with, as the guide describes the table: field and value.
    pub answers: &'static [(&'static str, Constant)],
}

impl Doing {
    /// An act from the open row of a unit.
    pub const fn unit(unit: &'static str, procedure: &'static str) -> Self {
        Self { procedure, who: Who::Unit(unit), by: Control::Offer, picks: &[], answers: &[] }
    }

    /// An act that is due, with this unit as the first of those that act.
    pub const fn due(unit: &'static str, procedure: &'static str) -> Self {
        Self { by: Control::Strip, ..Self::unit(unit, procedure) }
    }

    /// An act that is due, and that concerns both sides.
    pub const fn due_to_both(procedure: &'static str) -> Self {
        Self { procedure, who: Who::Nobody, by: Control::Strip, picks: &[], answers: &[] }
    }

    /// An act that a side does as a whole, due or not.
    pub const fn side(side: Side, procedure: &'static str) -> Self {
        Self { procedure, who: Who::Side(side), by: Control::Strip, picks: &[], answers: &[] }
    }

    /// Takes this answer on the unit's board.
    #[must_use]
    pub const fn board(mut self, label: &'static str) -> Self {
        self.by = Control::Board(label);
        self
    }

    /// Picks these units in the panel.
    #[must_use]
    pub const fn pick(mut self, picks: &'static [(&'static str, &'static str)]) -> Self {
        self.picks = picks;
        self
    }

    /// Opens the panel with these answers.
    #[must_use]
    pub const fn say(mut self, answers: &'static [(&'static str, Constant)]) -> Self {
        self.answers = answers;
        self
    }
}

/// The one who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A unit.
    Unit(&'static str),
    /// A side as a whole.
    Side(Side),
    /// No one side: something that concerns both.
    Nobody,
}

/// A control of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// An offer on the unit's row.
    Offer,
    /// An answer on the unit's board, by its label.
    Board(&'static str),
    /// Something due, or that a side can do, under the status line.
    Strip,
}
