//! Moving: how far, over bridges, with guns, and into the saddle.

pub mod allowance;
pub mod bridges;
pub mod limbering;
pub mod mounting;

use super::facts::HALF_MOVES_SPENT;
use crate::rules::condition::Condition;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// Gives a whole move to a unit that moves although a condition says that its move is spent. *Movement.*
fn renew_move(spent: &Condition, scene: &Scene, input: &mut Map<String, Json>) {
    if scene.unit("unit").is_some_and(|unit| !spent.permits(unit)) {
        input.insert(HALF_MOVES_SPENT.id().to_owned(), 0.into());
    }
}
