//! Statistics of battles: strength, presence of units, and rolls that do not count as luck.

use crate::facts::Facts;
use crate::text::Text;

/// Statistics of a ruleset's battles.
#[derive(Debug)]
pub struct BattleStats {
    /// Returns the strength that a unit has left, measured in `counts`: 0 or more. A unit that is broken or has left the table still has
    /// its strength. Losses are the differences of this number.
    pub strength: fn(&Facts) -> i32,
    /// How a unit takes part in the battle.
    pub presence: fn(&Facts) -> Presence,
    /// Noun for the unit of strength: `figures`.
    pub counts: &'static str,
    /// Returns a strength in words: `1 figure`, `4 figures`.
    pub counted: fn(i32) -> Text,
    /// Rolls that do not count as luck, because they only choose which unit or how many: (purpose, words for players).
    pub uncounted: &'static [(&'static str, &'static str)],
}

/// How a unit takes part in the battle, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// On the table and able to fight.
    Fighting,
    /// On the table but not fighting: broken or routed.
    Broken,
    /// Gone from the table with its remaining strength.
    LeftTable,
    /// Without strength, or a dead general.
    Destroyed,
}

impl BattleStats {
    /// Returns the strength of a unit on the table; 0 if it has left or is destroyed.
    pub fn on_table(&self, unit: &Facts) -> i32 {
        if (self.presence)(unit) <= Presence::Broken { (self.strength)(unit) } else { 0 }
    }

    /// Returns the strength of a unit that can fight; 0 for any other unit.
    pub fn fighting(&self, unit: &Facts) -> i32 {
        if (self.presence)(unit) == Presence::Fighting { (self.strength)(unit) } else { 0 }
    }
}
