//! Moves, bridges, limbering guns, and mounting.

pub mod allowance;
pub mod bridges;
pub mod limbering;
pub mod mounting;

use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Gives the unit a new whole move if a ban says its move is spent, so that players can override the ban. *Movement.*
fn renew_move(spent: &Ban, scene: &Scene, input: &mut Input) {
    if scene.unit(roles::UNIT).is_some_and(|unit| !spent.permits(unit)) {
        put(input, HALF_MOVES_SPENT, 0);
    }
}
