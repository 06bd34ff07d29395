//! Statistics of a battle.

use super::terms::Fate;
use crate::facts::*;
use rules::battle_stats::{BattleStats, Presence};
use rules::prelude::*;

/// Statistics of a battle.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    presence,
    counts: "stands",
    counted: |n| text!("{n} {n|stand|stands}", n = n),
    uncounted: &[
        ("card", "which card is turned"),
        ("side_a", "who goes first, and how many pieces of terrain each side places"),
        ("side_b", "who goes first, and how many pieces of terrain each side places"),
        ("morale_chips", "how many morale chips an army begins with"),
        ("chips", "how many chips go with a leader"),
        ("nightfall", "when night falls"),
        ("extra_unit", "which units an army has besides"),
    ],
};

/// Stands left; 0 for a destroyed unit.
fn strength(unit: &Facts) -> i32 {
    // In an incomplete roster, a unit may lack its number of stands.
    unit.value(STANDS).filter(|_| !unit.equals(STATE, Fate::Destroyed)).unwrap_or(0)
}

/// State of a unit at the end of a battle. A routed unit stays on the table until it leaves over an edge. *Units.*
fn presence(unit: &Facts) -> Presence {
    match unit.value(STATE) {
        Some(Fate::Destroyed) => Presence::Destroyed,
        Some(Fate::LeftTable) => Presence::LeftTable,
        Some(Fate::Routed) => Presence::Broken,
        Some(Fate::Ok | Fate::Disordered) | None => Presence::Fighting,
    }
}
