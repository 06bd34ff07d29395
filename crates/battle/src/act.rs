//! An act as a value: the procedure, the units that take part, the players' answers, and the rules that players overrode for it.

use super::participants::Participants;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json};

/// A procedure that a unit or a side does, or is about to do.
///
/// Its odds, its outcome, its changes and the rules that forbid it are functions of this value and of a table. Panels, the controls that open
/// them, chains of acts, and rows that show a chance each contain an act. A duty is converted to one.
#[derive(Clone, Debug)]
pub struct Act {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// The units in each role, and the side that acts.
    pub participants: Participants,
    /// The players' answers, shaped like the input. Their own modifiers are part of them.
    pub answers: Map<String, Json>,
    /// Ids of the rules of the turn that the players overrode. Any other rule can still forbid the act.
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
    /// Returns an act that overrides no rule.
    pub fn new(procedure: &'static Procedure, participants: Participants, answers: Map<String, Json>) -> Self {
        Self { procedure, participants, answers, overrides: Vec::new() }
    }

    /// Returns an act without participants and answers.
    pub fn of_nobody(procedure: &'static Procedure) -> Self {
        Self::new(procedure, Participants::nobody(), Map::new())
    }

    /// Returns an act in which this unit takes the first role.
    pub fn of_unit(procedure: &'static Procedure, unit: &str, answers: Map<String, Json>) -> Self {
        let mut act = Self { answers, ..Self::of_nobody(procedure) };
        if let Some(role) = procedure.participants.first() {
            act.participants.set(role.id, vec![unit.to_owned()]);
        }
        act
    }

    /// The first unit of the first role; `None` if no unit has that role.
    pub fn actor(&self) -> Option<&str> {
        let role = self.procedure.participants.first()?;
        self.participants.units(role.id).first().map(String::as_str)
    }

    /// Index of the first role that still needs a unit; `None` if every role has the units that it needs.
    pub fn missing_role(&self) -> Option<usize> {
        let lacks = |role: &rules::procedure::Role| self.participants.units(role.id).len() < role.min;
        self.procedure.participants.iter().position(lacks)
    }
}
