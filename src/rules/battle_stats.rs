//! Descriptions by which a battle's log is read: strength, throws that are no luck, and chances that decide battles.

use crate::core::facts::Facts;

/// What a ruleset says of its battles.
#[derive(Debug)]
pub struct BattleStats {
    /// How strong a unit is, in what `counts` says: what it loses in a battle. 0 or more.
    pub strength: fn(&Facts) -> i32,
    /// What strength counts: `figures`.
    pub counts: &'static str,
    /// The throws that say which or how much, not whether: (purpose, in words). No face of theirs is luck.
    pub uncounted: &'static [(&'static str, &'static str)],
    /// The labels of the [chances](crate::rules::procedure::OddsQuery) that decide battles.
    pub fateful: &'static [&'static str],
}
