//! Statistics of a battle's log.

use crate::facts::*;
use rules::battle_stats::{BattleStats, Presence};
use rules::prelude::*;

/// Statistics of a battle's log.
pub const BATTLE_STATS: BattleStats = BattleStats {
    strength: figures_left,
    presence,
    counts: "figures",
    counted: |n| text!("{n} {n|figure|figures}", n = n),
    uncounted: &[
        ("identify", "who of a mixed unit is hit"),
        ("morale_class", "which class a unit is of"),
        ("general_wound", "what a general suffers"),
        ("recovery", "how long a general takes to recover"),
    ],
};

/// State of a unit at the end of a battle. Units without figures and dead generals are destroyed. Units that ran or pursued off the table,
/// and wounded generals, have left the table and are not counted as destroyed. *Morale; Reaction Tests 3; Generals.*
fn presence(unit: &Facts) -> Presence {
    if unit.holds(DEAD) || unit.holds(DESTROYED) {
        Presence::Destroyed
    } else if unit.holds(LOST) {
        Presence::LeftTable
    } else if unit.holds(BROKEN) {
        Presence::Broken
    } else {
        Presence::Fighting
    }
}
