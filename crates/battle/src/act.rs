//! An act as a value: who does what, with which answers, and which rules players overrode for it.

use super::participants::Participants;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json};

/// A procedure that somebody does, or is about to do.
///
/// Its odds, its outcome, the changes it makes and the rules that forbid it are functions of this value and of a table. What opens a
/// panel, a panel itself, a duty, a chain of acts and a row that shows a chance all hold one.
#[derive(Clone, Debug)]
pub struct Act {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Units of each role, and the side that acts.
    pub participants: Participants,
    /// Answers of players, shaped like the input; their own modifiers are among them.
    pub answers: Map<String, Json>,
    /// Ids of the rules of the turn that the players overrode. A rule that is not among them forbids the act.
    pub overrides: Vec<String>,
}

impl PartialEq for Act {
    fn eq(&self, other: &Self) -> bool {
        let all = |act: &Self| (act.procedure.id, std::ptr::from_ref(act.procedure));
        all(self) == all(other)
            && self.participants == other.participants
            && self.answers == other.answers
            && self.overrides == other.overrides
    }
}

impl Act {
    /// An act without overrides.
    pub fn new(procedure: &'static Procedure, participants: Participants, answers: Map<String, Json>) -> Self {
        Self { procedure, participants, answers, overrides: Vec::new() }
    }

    /// An act of nobody, without answers.
    pub fn of_nobody(procedure: &'static Procedure) -> Self {
        Self::new(procedure, Participants::nobody(), Map::new())
    }

    /// An act of a unit, which takes the first role.
    pub fn of_unit(procedure: &'static Procedure, unit: &str, answers: Map<String, Json>) -> Self {
        let mut act = Self { answers, ..Self::of_nobody(procedure) };
        if let Some(role) = procedure.participants.first() {
            act.participants.set(role.id, vec![unit.to_owned()]);
        }
        act
    }

    /// The unit that acts: the first of the first role.
    pub fn actor(&self) -> Option<&str> {
        let role = self.procedure.participants.first()?;
        self.participants.units(role.id).first().map(String::as_str)
    }

    /// Index of the first role that lacks a unit it needs.
    pub fn missing_role(&self) -> Option<usize> {
        let lacks = |role: &rules::procedure::Role| self.participants.units(role.id).len() < role.min;
        self.procedure.participants.iter().position(lacks)
    }
}
