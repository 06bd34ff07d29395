//! The tables of a group act: the one on which its parts are judged, and the one to which their outcomes are applied.

use super::changes::completed_in_group;
use crate::binding::{own_changes, own_changes_elsewhere, scene};
use crate::participants::Participants;
use crate::state::State;
use rules::procedure::{GroupOrder, Procedure, Resolved};
use rules::ruleset::Ruleset;
use rules::table::Change;
use rules::turn::By;
use serde_json::{Map, Value as Json};

/// The tables of an act: the one on which it is judged, and the one to which its outcome is applied. They differ only for later parts of
/// group acts whose parts are judged at once.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The table on which the act is judged.
    pub on: &'a State,
    /// The table to which its outcome is applied.
    pub applied_to: &'a State,
    /// The table before the first part of its group act, or before the act itself if it is in no group.
    pub began: &'a State,
}

impl<'a> Judged<'a> {
    /// The tables of an act by itself.
    pub fn on(state: &'a State) -> Self {
        Self { on: state, applied_to: state, began: state }
    }

    /// All changes of a procedure that was resolved on the table `on`, converted to the table `applied_to`.
    pub fn changes(
        self,
        ruleset: &'static Ruleset,
        procedure: &'static Procedure,
        participants: &Participants,
        input: &Map<String, Json>,
        resolved: &Resolved,
    ) -> Vec<Change> {
        let (now, scene) = (self.applied_to, scene(procedure, participants, self.on));
        let changes = if std::ptr::eq(self.on, now) {
            own_changes(ruleset, procedure, participants, &scene, now, input, resolved)
        } else {
            own_changes_elsewhere(ruleset, procedure, participants, &scene, [self.on, now], input, resolved)
        };
        completed_in_group(ruleset, self.began, now, changes, By::Procedure(procedure.id)).0
    }

    /// True if the act is judged as if it were in no group.
    pub fn is_alone(self) -> bool {
        std::ptr::eq(self.on, self.applied_to) && std::ptr::eq(self.began, self.applied_to)
    }
}

/// The tables of a group act while its parts are done.
#[derive(Clone, Debug)]
pub struct GroupTable {
    order: GroupOrder,
    before: State,
    now: Option<State>,
}

impl GroupTable {
    /// The table before the first part.
    pub fn begin(order: GroupOrder, before: State) -> Self {
        Self { order, before, now: None }
    }

    /// The table after the parts so far.
    pub fn now(&self) -> &State {
        self.now.as_ref().unwrap_or(&self.before)
    }

    /// The tables of the next part.
    pub fn next(&self) -> Judged<'_> {
        let on = match self.order {
            GroupOrder::InTurn => self.now(),
            GroupOrder::AtOnce => &self.before,
        };
        Judged { on, applied_to: self.now(), began: &self.before }
    }

    /// Applies changes of a part.
    pub fn apply(&mut self, changes: &[Change]) {
        if !changes.is_empty() {
            self.now = Some(self.now().after(changes));
        }
    }
}
