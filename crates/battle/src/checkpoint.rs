//! Checkpoints of a battle. With them, an event that arrives late is inserted without replaying the whole log.

use super::rolls::Rolls;
use super::{Battle, InForce, State};

/// Number of events between two checkpoints. Tabs that act at the same time differ only in the last few events.
const EVENTS: usize = 64;
/// Number of checkpoints that are kept. Events that belong before all of them are rare.
const KEPT: usize = 2;

/// A copy of the battle's state after the first events of its log.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    pub(super) events: usize,
    in_force: Vec<InForce>,
    undone: Vec<usize>,
    rolls: Rolls,
    ends: Vec<usize>,
    state: State,
}

impl Battle {
    /// Stores a checkpoint before the event at an index, if one is due there.
    pub(super) fn note_checkpoint(&mut self, place: usize) {
        let is_noted = self.checkpoints.last().is_some_and(|checkpoint| checkpoint.events == place);
        // While a long log is replayed, checkpoints that would be dropped again are not stored: each makes the next act copy the state.
        let is_dropped = self.log.len() - place > KEPT * EVENTS;
        if place == 0 || is_noted || is_dropped || !place.is_multiple_of(EVENTS) {
            return;
        }
        if self.checkpoints.len() == KEPT {
            self.checkpoints.remove(0);
        }
        self.checkpoints.push(Checkpoint {
            events: place,
            in_force: self.in_force.clone(),
            undone: self.undone.clone(),
            rolls: self.rolls.clone(),
            ends: self.ends.clone(),
            state: self.state.clone(),
        });
    }

    /// Restores the last checkpoint before the event at an index, or the beginning of the battle. Returns the number of events that the
    /// restored state includes.
    pub(super) fn go_back_before(&mut self, place: usize) -> usize {
        self.checkpoints.retain(|checkpoint| checkpoint.events <= place);
        let kept = self.checkpoints.last().map_or(0, |checkpoint| checkpoint.events);
        self.control_events.retain(|place| *place < kept);
        let Some(last) = self.checkpoints.last().cloned() else {
            self.state = State::begin(self.state.ruleset(), &self.header);
            self.in_force.clear();
            self.undone.clear();
            self.rolls = Rolls::default();
            self.ends.clear();
            return 0;
        };
        let Checkpoint { events, in_force, undone, rolls, ends, state } = last;
        (self.in_force, self.undone, self.rolls, self.ends, self.state) = (in_force, undone, rolls, ends, state);
        events
    }
}
