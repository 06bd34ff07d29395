//! Statistics of battles: strength, how units end, rolls that are no luck, and chances that decide battles.

use crate::facts::Facts;
use crate::text::Text;

/// Statistics of a ruleset's battles.
#[derive(Debug)]
pub struct BattleStats {
    /// Returns the strength that is left of a unit, in the unit of `counts`, whether or not it is broken or has left the table. 0 or more. The losses of a
    /// unit are the differences of this number.
    pub strength: fn(&Facts) -> i32,
    /// How a unit takes part in the battle.
    pub presence: fn(&Facts) -> Presence,
    /// Unit of strength: `figures`.
    pub counts: &'static str,
    /// Returns a strength in words: `1 figure`, `4 figures`.
    pub counted: fn(i32) -> Text,
    /// Rolls that decide which or how much, and so are no luck: (purpose, in words).
    pub uncounted: &'static [(&'static str, &'static str)],
    /// The labels of the [chances](crate::procedure::OddsQuery) that decide battles.
    pub fateful: &'static [&'static str],
}

/// How a unit takes part in the battle. Each is worse than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// It can fight.
    Fighting,
    /// It is on the table, and does not fight: it is broken, or has routed.
    Broken,
    /// It has left the table with what is left of it.
    LeftTable,
    /// Nothing is left of it; a general is dead.
    Destroyed,
}

impl BattleStats {
    /// Strength of a unit on the table: 0 if it has left, or is destroyed.
    pub fn on_table(&self, unit: &Facts) -> i32 {
        if (self.presence)(unit) <= Presence::Broken { (self.strength)(unit) } else { 0 }
    }

    /// Strength of a unit that can fight; 0 of any other.
    pub fn fighting(&self, unit: &Facts) -> i32 {
        if (self.presence)(unit) == Presence::Fighting { (self.strength)(unit) } else { 0 }
    }
}
