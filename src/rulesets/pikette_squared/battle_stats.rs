//! Statistics of a battle.

use super::facts::{STANDS, STATE};
use super::terms::Fate;
use crate::core::facts::Facts;
use crate::rules::battle_stats::BattleStats;

/// Statistics of a battle.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    counts: "stands",
    uncounted: &[
        ("card", "which card is turned"),
        ("side_a", "who goes first, and how many pieces of terrain each side places"),
        ("side_b", "who goes first, and how many pieces of terrain each side places"),
        ("morale_chips", "how many morale chips an army begins with"),
        ("chips", "how many chips go with a leader"),
        ("nightfall", "when night falls"),
        ("extra_unit", "which units an army has besides"),
    ],
    fateful: &[
        "routs",
        "{defender 1} to rout",
        "{attacker 1} to rout",
        "destroyed",
        "{attacker 1} to win",
        "{defender 1} to win",
        "the leader is lost",
    ],
};

/// Returns the stands that still fight: none of a unit that has routed, is destroyed or has left the table. *How to battle – moving:
/// a unit that leaves the table is lost for the battle.*
fn strength(unit: &Facts) -> i32 {
    let fights = !matches!(unit.value(STATE), Some(Fate::Routed | Fate::Destroyed | Fate::LeftTable));
    // Every unit of a battle has stands; one without has none that fight.
    unit.value(STANDS).filter(|_| fights).unwrap_or(0)
}
