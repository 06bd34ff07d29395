//! Ground under units: who keeps it, and what it means for shots, fights and moves. *How to battle – moving; – shooting; –
//! fighting.*

use super::facts::{self, GROUND, Input, answer, put};
use super::fighting::BetterTerrain;
use super::movement::Terrain;
use super::shooting::Cover;
use crate::choices;
use crate::core::facts::{Fact, Facts};
use crate::outcome::{Record, Value};
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::Scene;

choices! {
    /// Ground under a unit.
    pub enum Ground {
        Open = "none" "Open ground",
        Woods = "woods" "In woods",
        Building = "building" "In a building",
        Hill = "hill" "On a hill",
        BehindStream = "behind_stream" "Behind a stream",
        Edge = "edge" "At the edge of terrain",
    }
}

impl Ground {
    /// Ground of a unit whose move enters this terrain. A stream lies behind the unit once it is crossed.
    pub fn entered(terrain: Terrain) -> Self {
        match terrain {
            Terrain::None | Terrain::Stream => Ground::Open,
            Terrain::Woods => Ground::Woods,
            Terrain::Building => Ground::Building,
            Terrain::Hill => Ground::Hill,
        }
    }

    /// True if a unit on this ground has halted at such terrain, or is in it: its next move may enter. *How to battle – moving.*
    fn halted_at(self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::None => false,
            Terrain::Stream => matches!(self, Ground::Edge | Ground::BehindStream),
            _ => self == Ground::Edge || self == Ground::entered(terrain),
        }
    }

    /// True of ground that is better than open ground in a fight. *How to battle – fighting.*
    fn is_better(self) -> bool {
        !matches!(self, Ground::Open | Ground::Edge)
    }
}

/// Ground under a unit.
pub fn of(unit: &Facts) -> Ground {
    unit.value(GROUND).unwrap_or(Ground::Open)
}

/// Cover of a target by its ground; `None` where that gives none, as players may know better. *How to battle – shooting.*
pub fn cover(target: &Facts) -> Option<Cover> {
    match of(target) {
        Ground::Woods => Some(Cover::Woods),
        Ground::Building => Some(Cover::Building),
        _ => None,
    }
}

/// The unit in the better terrain, if the ground of one alone is better. *How to battle – fighting.*
pub fn better(attacker: &Facts, defender: &Facts) -> Option<BetterTerrain> {
    match (of(attacker).is_better(), of(defender).is_better()) {
        (true, false) => Some(BetterTerrain::Attacker),
        (false, true) => Some(BetterTerrain::Defender),
        _ => None,
    }
}

const ENTERS_TERRAIN: Fact<Terrain> = Fact::new("enters_terrain");
const AT_TERRAIN_EDGE: Fact<bool> = Fact::new("at_terrain_edge");
const ENDS_ON: Fact<Ground> = Fact::new("ends_on");

/// Fills in what a move finds and where it ends: on what it enters, and on nothing of its own in an enemy's square (R56).
pub fn fill_move(scene: &Scene, input: &mut Input) {
    let Some(unit) = scene.unit("unit") else { return };
    let enters = answer(input, ENTERS_TERRAIN).unwrap_or(Terrain::None);
    if of(unit).halted_at(enters) {
        put(input, AT_TERRAIN_EDGE, true);
    }
    if super::movement::has_steps(input) {
        let ends_on = if scene.unit("enters").is_some() { Ground::Open } else { Ground::entered(enters) };
        put(input, ENDS_ON, ends_on);
    }
}

/// A loser who leaves the square gives up its ground, and the winner takes it over until it leaves the square itself. A stream
/// lies between them. *How to battle – fighting.* (R56)
pub fn change_hands(scene: &Scene, outcome: &Record, consequences: &mut ConsequencesBuilder) {
    let (winner, loser) = match outcome.word("winner") {
        Some("attacker") => ("attacker", "defender"),
        Some("defender") => ("defender", "attacker"),
        _ => return,
    };
    let state = if loser == "attacker" { "attacker_state" } else { "defender_state" };
    let gone = matches!(outcome.word(state), Some("routed" | "destroyed"));
    let falls_back = outcome.at("fall_back_squares").is_some_and(|squares| *squares != Value::Whole(0));
    let (Some(won), Some(lost)) = (scene.unit(winner), scene.unit(loser)) else { return };
    if !gone && !falls_back {
        return;
    }
    let ground = of(lost);
    if ground != Ground::Open {
        consequences.put(loser, GROUND, Ground::Open);
    }
    let is_taken = matches!(ground, Ground::Woods | Ground::Building | Ground::Hill) && of(won) == Ground::Open;
    if is_taken {
        consequences.put(winner, GROUND, ground);
    }
}

/// A unit that goes elsewhere than a move of its own says leaves its ground: it runs, charges, evades, marches.
pub fn leave(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    if scene.unit("unit").is_some_and(|unit| of(unit) != Ground::Open) {
        consequences.put("unit", GROUND, Ground::Open);
    }
}

/// True if an enemy on or behind terrain does not draw headstrong knights. *How to battle – moving.*
pub fn holds_off(enemy: &Facts) -> bool {
    facts::on_table(enemy) && of(enemy).is_better()
}
