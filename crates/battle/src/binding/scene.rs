//! Scenes: the facts of the participants and of the battle that a procedure reads.

use super::super::State;
use super::super::participants::Participants;
use rules::procedure::Procedure;
use rules::subject::Side;
use rules::table::Scene;

/// The scene for these participants on the table.
pub fn scene(procedure: &Procedure, participants: &Participants, state: &State) -> Scene {
    let units = |role: &str| participants.units(role).iter().map(|id| state.facts(id)).collect();
    Scene {
        ids: procedure.participants.iter().map(|role| (role.id, participants.units(role.id).to_vec())).collect(),
        participants: procedure.participants.iter().map(|role| (role.id, units(role.id))).collect(),
        ..empty_scene(participants.side(procedure, state), state)
    }
}

/// The scene of an act of a side (0 or 1) before any participant has been picked.
pub fn empty_scene(side: usize, state: &State) -> Scene {
    Scene { table: state.table(), acts: Side::at(side), ..Scene::default() }
}
