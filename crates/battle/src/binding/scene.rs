//! Scenes: the facts of the participants and of the battle that a procedure reads.

use super::super::State;
use super::super::participants::Participants;
use rules::procedure::{Procedure, Role, Whose};
use rules::subject::Side;
use rules::table::{Scene, TableUnit};

/// The scene for these participants on the table.
pub fn scene(procedure: &Procedure, participants: &Participants, state: &State) -> Scene {
    let table = state.table();
    let acts = Side::at(participants.side(procedure, state));
    let side = |role: &Role| if role.whose == Whose::Own { acts } else { acts.other() };
    // A unit that has left the table takes part with the facts of a unit without trackers.
    let gone = |role: &Role, id: &String| TableUnit { id: id.clone(), side: side(role), facts: state.facts(id).into() };
    let unit = |role: &Role, id: &String| table.unit(id).cloned().unwrap_or_else(|| gone(role, id));
    let units = |role: &Role| participants.units(role.id).iter().map(|id| unit(role, id)).collect();
    let roles = procedure.participants.iter().map(|role| (role.id, units(role))).collect();
    Scene { table: table.clone(), roles, acts }
}

/// The scene with only the participants that are on the table.
pub fn scene_on_table(procedure: &Procedure, participants: &Participants, state: &State) -> Scene {
    let mut scene = scene(procedure, participants, state);
    for (_, units) in &mut scene.roles {
        units.retain(|unit| scene.table.unit(&unit.id).is_some());
    }
    scene
}
