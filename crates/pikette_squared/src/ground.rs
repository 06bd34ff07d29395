//! Ground that units are on: changes by fights and moves, and effects on shots, fights and moves. *How to battle – moving; – shooting;
//! – fighting.*

use super::facts::{self, CONTACT, GROUND, MAY_FOLLOW};
use super::terms::{BetterTerrain, Cover, Ground};
use crate::ids::roles;
use rules::prelude::*;

/// Cover of a target by its recorded ground. `None` for ground without cover: players may then enter other cover. *How to battle –
/// shooting.*
pub fn cover(target: &Facts) -> Option<Cover> {
    match facts::ground(target) {
        Ground::Woods => Some(Cover::Woods),
        Ground::Building => Some(Cover::Building),
        _ => None,
    }
}

/// The unit on better ground; `None` if both or neither are. *How to battle – fighting.*
pub fn better(attacker: &Facts, defender: &Facts) -> Option<BetterTerrain> {
    match (facts::ground(attacker).is_better(), facts::ground(defender).is_better()) {
        (true, false) => Some(BetterTerrain::Attacker),
        (false, true) => Some(BetterTerrain::Defender),
        _ => None,
    }
}

/// Transfers the loser's ground to the winner when the loser leaves their square, unless the winner already has ground. The winner keeps it
/// until it leaves the square, too. A stream is not transferred, because it lies between the two units. `winner` and `loser` are roles.
/// *How to battle – fighting.* (R56)
pub fn change_hands(scene: &Scene, winner: &'static str, loser: &'static str, consequences: &mut ConsequencesBuilder) {
    let (Some(won), Some(lost)) = (scene.facts(winner), scene.facts(loser)) else { return };
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

/// Clears the ground of the unit, which moves, runs, charges or evades to another square.
pub fn leave(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    if scene.facts(roles::UNIT).is_some_and(|unit| facts::ground(unit) != Ground::Open) {
        consequences.put(roles::UNIT, GROUND, Ground::Open);
    }
}

/// Replaces the unit's contacts by the enemies in the square that it enters. The unit also loses the right to follow a loser. *How to
/// battle – moving; – fighting.*
pub fn leave_square(scene: &Scene, enters: &[String], consequences: &mut ConsequencesBuilder) {
    let Some(unit) = scene.facts(roles::UNIT) else { return };
    if facts::contacts(unit) != enters {
        consequences.put(roles::UNIT, CONTACT, enters.to_vec());
    }
    if unit.named(MAY_FOLLOW).is_some() {
        consequences.put(roles::UNIT, MAY_FOLLOW, "");
    }
}

/// True of an enemy on or behind terrain, which does not draw headstrong knights. *How to battle – moving.*
pub fn holds_off(enemy: &Facts) -> bool {
    facts::on_table(enemy) && facts::ground(enemy).is_better()
}
