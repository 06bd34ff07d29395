//! Statistics of a battle's log.

use super::unit::{figures, is_out};
use rules::battle_stats::{BattleStats, Presence};
use rules::prelude::*;

/// Statistics of a battle's log.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength,
    presence,
    counts: "figures",
    counted: |n| text!("{n} {n|figure|figures}", n = n),
    uncounted: &[("location", "where a wound is"), ("slowing", "how much bad ground slows"), ("victim", "who falls")],
};

/// Figures left. A player character without life points counts as none.
fn strength(unit: &Facts) -> i32 {
    if is_out(unit) { 0 } else { figures(unit) }
}

fn presence(unit: &Facts) -> Presence {
    if is_out(unit) { Presence::Destroyed } else { Presence::Fighting }
}
