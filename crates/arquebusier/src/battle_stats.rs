//! Statistics of a battle's log.

use rules::battle_stats::{BattleStats, Presence};
use rules::prelude::*;

/// Statistics of a battle's log.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    presence,
    counts: "elements",
    counted: |n| text!("{n} {n|element|elements}", n = n),
    uncounted: &[],
};

/// Number of elements left.
fn strength(unit: &Facts) -> i32 {
    super::unit::left(unit).iter().map(|group| group.elements).sum()
}

fn presence(unit: &Facts) -> Presence {
    if strength(unit) == 0 { Presence::Destroyed } else { Presence::Fighting }
}
