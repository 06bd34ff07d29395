//! Scenes: the facts of who takes part, and of the battle as it stands.

use super::super::State;
use super::super::participants::{Participants, SIDES};
use crate::rules::procedure::Procedure;
use crate::rules::table::Scene;

/// The scene that a cast makes on the table.
pub fn scene(procedure: &Procedure, participants: &Participants, state: &State) -> Scene {
    let units = |role: &str| participants.units(role).iter().map(|id| state.facts(id)).collect();
    Scene {
        ids: procedure.participants.iter().map(|role| (role.id, participants.units(role.id).to_vec())).collect(),
        participants: procedure.participants.iter().map(|role| (role.id, units(role.id))).collect(),
        ..empty_scene(participants.side(procedure, state), state)
    }
}

/// The table as it lies, when this side, 0 or 1, acts and nobody has been picked yet.
pub fn empty_scene(side: usize, state: &State) -> Scene {
    let tracked = |of: &str| state.tracked(of).cloned().unwrap_or_default();
    Scene {
        table: state.table(),
        ids: Vec::new(),
        participants: Vec::new(),
        acts: side,
        side: tracked(SIDES[side]),
        enemy_side: tracked(SIDES[1 - side]),
        battle: state.battle_facts(),
        sides: SIDES.map(tracked),
        armies: state.armies(),
    }
}
