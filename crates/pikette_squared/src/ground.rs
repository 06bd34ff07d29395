//! Ground under units: who keeps it, and what it means for shots, fights and moves. *How to battle – moving; – shooting; –
//! fighting.*

use super::facts::{self, CONTACT, GROUND, MAY_FOLLOW};
use super::terms::{BetterTerrain, Cover, Ground};
use crate::ids::roles;
use rules::prelude::*;

/// Cover of a target by its ground; `None` where that gives none, as players may know better. *How to battle – shooting.*
pub fn cover(target: &Facts) -> Option<Cover> {
    match facts::ground(target) {
        Ground::Woods => Some(Cover::Woods),
        Ground::Building => Some(Cover::Building),
        _ => None,
    }
}

/// The unit in the better terrain, if the ground of one alone is better. *How to battle – fighting.*
pub fn better(attacker: &Facts, defender: &Facts) -> Option<BetterTerrain> {
    match (facts::ground(attacker).is_better(), facts::ground(defender).is_better()) {
        (true, false) => Some(BetterTerrain::Attacker),
        (false, true) => Some(BetterTerrain::Defender),
        _ => None,
    }
}

/// A loser who leaves the square gives up its ground, and the winner takes it over until it leaves the square itself. A stream
/// lies between them. Both are named by their roles. *How to battle – fighting.* (R56)
pub fn change_hands(scene: &Scene, winner: &'static str, loser: &'static str, consequences: &mut ConsequencesBuilder) {
    let (Some(won), Some(lost)) = (scene.unit(winner), scene.unit(loser)) else { return };
    let ground = facts::ground(lost);
    if ground != Ground::Open {
        consequences.put(loser, GROUND, Ground::Open);
    }
    let is_taken =
        matches!(ground, Ground::Woods | Ground::Building | Ground::Hill) && facts::ground(won) == Ground::Open;
    if is_taken {
        consequences.put(winner, GROUND, ground);
    }
}

/// Clears the ground of the unit, which goes elsewhere than a move of its own records: it runs, charges or evades.
pub fn leave(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    if scene.unit(roles::UNIT).is_some_and(|unit| facts::ground(unit) != Ground::Open) {
        consequences.put(roles::UNIT, GROUND, Ground::Open);
    }
}

/// Ends every contact of the unit as it leaves its square, but for the enemies in the square that it enters. A unit that has gone
/// elsewhere no longer follows a loser. *How to battle – moving; – fighting.*
pub fn leave_square(scene: &Scene, enters: &[String], consequences: &mut ConsequencesBuilder) {
    let Some(unit) = scene.unit(roles::UNIT) else { return };
    if facts::contacts(unit) != enters {
        consequences.put(roles::UNIT, CONTACT, enters.to_vec());
    }
    if unit.named(MAY_FOLLOW).is_some() {
        consequences.put(roles::UNIT, MAY_FOLLOW, "");
    }
}

/// True if an enemy on or behind terrain does not draw headstrong knights. *How to battle – moving.*
pub fn holds_off(enemy: &Facts) -> bool {
    facts::on_table(enemy) && facts::ground(enemy).is_better()
}
