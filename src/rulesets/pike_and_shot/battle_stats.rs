//! Statistics of a battle's log.

use crate::core::facts::Facts;
use crate::rules::battle_stats::BattleStats;

/// Statistics of a battle's log.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    counts: "figures",
    uncounted: &[
        ("identify", "who of a mixed unit is hit"),
        ("morale_class", "which class a unit is of"),
        ("recovery", "how long a general takes to recover"),
    ],
    fateful: &[
        "breaks",
        "breaks again",
        "the unit breaks",
        "a1 breaks",
        "b1 breaks",
        "side a loses",
        "side b loses",
        "nobody left",
        "dead",
        "off the table wounded",
    ],
};

/// The figures that still fight: none of a unit that is broken or out of the battle.
fn strength(unit: &Facts) -> i32 {
    if unit.flag("broken") || unit.flag("lost") {
        return 0;
    }
    ["pikes", "muskets", "figures"].map(|kind| unit.whole(kind)).iter().sum()
}
