//! Scenes: the facts of the participants, and of the battle.

use super::super::State;
use super::super::participants::Participants;
use crate::core::subject::Side;
use crate::rules::procedure::Procedure;
use crate::rules::table::Scene;

/// The scene of a procedure's participants on the table.
pub fn scene(procedure: &Procedure, participants: &Participants, state: &State) -> Scene {
    let units = |role: &str| participants.units(role).iter().map(|id| state.facts(id)).collect();
    Scene {
        ids: procedure.participants.iter().map(|role| (role.id, participants.units(role.id).to_vec())).collect(),
        participants: procedure.participants.iter().map(|role| (role.id, units(role.id))).collect(),
        ..empty_scene(participants.side(procedure, state), state)
    }
}

/// The scene of a side's act (0 or 1) before any participant has been picked.
pub fn empty_scene(side: usize, state: &State) -> Scene {
    let own = Side::at(side);
    Scene {
        table: state.table(),
        ids: Vec::new(),
        participants: Vec::new(),
        acts: side,
        side: state.side(own).clone(),
        enemy_side: state.side(own.other()).clone(),
        battle: state.battle_facts(),
        sides: Side::BOTH.map(|side| state.side(side).clone()),
        armies: state.armies(),
    }
}
