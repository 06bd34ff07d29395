//! A guided first battle: two small armies, fixed dice, and the acts of one turn with explanations.
//!
//! A step holds the next act and the reason for it. The app builds its instructions from the act, so they use the labels on the screen.

use crate::form::Constant;
use crate::subject::Side;

/// A guided first battle.
#[derive(Debug)]
pub struct Guide {
    /// The two armies, as the text of a shared file. On the table their units have the ids `u1`, `u2` …, in order.
    pub armies: &'static str,
    /// Trackers set when the battle begins: (a unit, a side (`a`, `b`) or the `battle`; the tracker; its value). They make the first shot possible,
    /// although the phases that usually set them were not played.
    pub start_values: &'static [(&'static str, &'static str, Constant)],
    /// Seed of the dice.
    pub seed: [u8; 32],
    /// The acts of a turn.
    pub steps: &'static [Step],
}

/// Returns the seed with this number. For each guide a number was chosen whose dice give instructive results.
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
    /// Reason for the act, in one or two sentences.
    pub why: &'static str,
    /// Meaning of its result, in one or two sentences; empty if the result needs no explanation.
    pub then: &'static str,
}

impl Step {
    /// Returns a step that goes on to the next phase.
    pub const fn next(why: &'static str) -> Self {
        Self { act: StepKind::Next, why, then: "" }
    }

    /// Returns a step that resolves a procedure.
    pub const fn act(act: Doing, why: &'static str) -> Self {
        Self { act: StepKind::Do(act), why, then: "" }
    }

    /// Sets the meaning of the result.
    #[must_use]
    pub const fn then(mut self, then: &'static str) -> Self {
        self.then = then;
        self
    }

    /// Returns the words for a result that is not applied yet: its meaning, or the reason for the step if it has none.
    pub fn meaning(&self) -> &'static str {
        if self.then.is_empty() { self.why } else { self.then }
    }
}

/// Kind of a step's act.
#[derive(Debug)]
pub enum StepKind {
    /// The next phase begins.
    Next,
    /// A procedure is resolved.
    Do(Doing),
}

/// A procedure to be resolved.
#[derive(Debug)]
pub struct Doing {
    /// The procedure.
    pub procedure: &'static str,
    /// The unit or side that acts.
    pub who: Who,
    /// The control that opens the procedure's panel.
    pub by: Control,
    /// Units that players still have to pick in the panel: (role, unit).
    pub picks: &'static [(&'static str, &'static str)],
    /// Answers that the panel opens with: (field, value). They match the guide's description of the table.
    pub answers: &'static [(&'static str, Constant)],
}

impl Doing {
    /// Returns an act that is offered on the row of a unit.
    pub const fn unit(unit: &'static str, procedure: &'static str) -> Self {
        Self { procedure, who: Who::Unit(unit), by: Control::Offer, picks: &[], answers: &[] }
    }

    /// Returns an act that is due, with this unit as the first of those that act.
    pub const fn due(unit: &'static str, procedure: &'static str) -> Self {
        Self { by: Control::Strip, ..Self::unit(unit, procedure) }
    }

    /// Returns an act that is due and concerns both sides.
    pub const fn due_to_both(procedure: &'static str) -> Self {
        Self { procedure, who: Who::Nobody, by: Control::Strip, picks: &[], answers: &[] }
    }

    /// Returns an act of a side as a whole, due or not.
    pub const fn side(side: Side, procedure: &'static str) -> Self {
        Self { procedure, who: Who::Side(side), by: Control::Strip, picks: &[], answers: &[] }
    }

    /// Resolves it by the answer with this label to the unit's quick question.
    #[must_use]
    pub const fn quick_answer(mut self, label: &'static str) -> Self {
        self.by = Control::QuickAnswer(label);
        self
    }

    /// Lists units that players have to pick in the panel: (role, unit).
    #[must_use]
    pub const fn pick(mut self, picks: &'static [(&'static str, &'static str)]) -> Self {
        self.picks = picks;
        self
    }

    /// Opens the panel with these answers: (field, value).
    #[must_use]
    pub const fn say(mut self, answers: &'static [(&'static str, Constant)]) -> Self {
        self.answers = answers;
        self
    }
}

/// The unit or side that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A unit.
    Unit(&'static str),
    /// A side as a whole.
    Side(Side),
    /// No single side: the act concerns both.
    Nobody,
}

/// A control on the table page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// An offer on the unit's row.
    Offer,
    /// An answer to the unit's quick question, by its label.
    QuickAnswer(&'static str),
    /// An entry below the status line: an act that is due, or that a side can do.
    Strip,
}
