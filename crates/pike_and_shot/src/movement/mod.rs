//! Moving: how far, over bridges, with guns, and into the saddle.

pub mod allowance;
pub mod bridges;
pub mod limbering;
pub mod mounting;

use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Gives a whole move to a unit that moves although a condition says that its move is spent. *Movement.*
fn renew_move(spent: &Condition, scene: &Scene, input: &mut Input) {
    if scene.unit(roles::UNIT).is_some_and(|unit| !spent.permits(unit)) {
        put(input, HALF_MOVES_SPENT, 0);
    }
}
