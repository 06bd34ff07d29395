//! Moves, bridges, limbering guns, and mounting.

pub mod allowance;
pub mod bridges;
pub mod limbering;
pub mod mounting;

use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Fills in 0 half moves spent if the ban `spent` forbids the unit to move. If players override the ban, the unit then has a whole move.
/// *Movement.*
fn renew_move(spent: &Ban, scene: &Scene, input: &mut Input) {
    if scene.facts(roles::UNIT).is_some_and(|unit| !spent.permits(unit)) {
        put(input, HALF_MOVES_SPENT, 0);
    }
}
