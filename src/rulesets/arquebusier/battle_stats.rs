//! What the log of a battle tells.

use crate::core::facts::Facts;
use crate::rules::battle_stats::BattleStats;

/// What the log of a battle tells.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    counts: "elements",
    uncounted: &[],
    fateful: &["destroyed", "its General killed", "loses its commander", "shaken by its losses", "becomes Irregular"],
};

/// The elements that are left.
fn strength(unit: &Facts) -> i32 {
    super::unit::left(unit).iter().map(|group| group.elements).sum()
}
