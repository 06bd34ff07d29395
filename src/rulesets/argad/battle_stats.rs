//! Contents of a battle's log.

use super::unit::figures;
use crate::core::facts::Facts;
use crate::rules::battle_stats::BattleStats;

/// Contents of a battle's log.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    counts: "figures",
    uncounted: &[("location", "where a wound is"), ("slowing", "how much bad ground slows"), ("victim", "who falls")],
    fateful: &["{fighter 1}: out", "{opponent #}: out", "dies"],
};

/// The figures that still stand.
fn strength(unit: &Facts) -> i32 {
    figures(unit)
}
