//! Statistics of battles: strength, rolls that are no luck, and chances that decide battles.

use crate::core::facts::Facts;

/// Statistics of a ruleset's battles.
#[derive(Debug)]
pub struct BattleStats {
    /// Strength of a unit, in the unit of `counts`: its losses in a battle are counted by this. 0 or more.
    pub strength: fn(&Facts) -> i32,
    /// Unit of strength: `figures`.
    pub counts: &'static str,
    /// Rolls that decide which or how much, and so are no luck: (purpose, in words).
    pub uncounted: &'static [(&'static str, &'static str)],
    /// The labels of the [chances](crate::rules::procedure::OddsQuery) that decide battles.
    pub fateful: &'static [&'static str],
}
