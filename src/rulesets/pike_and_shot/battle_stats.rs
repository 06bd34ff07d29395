//! Statistics of a battle's log.

use super::facts::{BROKEN, LOST, figures_left};
use crate::core::facts::Facts;
use crate::rules::battle_stats::BattleStats;

/// Statistics of a battle's log.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    counts: "figures",
    uncounted: &[
        ("identify", "who of a mixed unit is hit"),
        ("morale_class", "which class a unit is of"),
        ("general_wound", "what a general suffers"),
        ("recovery", "how long a general takes to recover"),
    ],
    fateful: &[
        "breaks",
        "breaks again",
        "the unit breaks",
        "{a1} to break",
        "{b1} to break",
        "{side a} to lose",
        "{side b} to lose",
        "nobody left",
        "dead",
        "off the table wounded",
    ],
};

/// Figures that still fight: none of a unit that is broken or out of the battle.
fn strength(unit: &Facts) -> i32 {
    if unit.holds(BROKEN) || unit.holds(LOST) { 0 } else { figures_left(unit) }
}
