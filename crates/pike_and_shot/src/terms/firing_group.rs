//! Number of figures that roll one die of fire together.

use super::Ability;

/// Rule for the number of figures that roll one die of fire together. Used by the fire procedures and by the derived facts of a unit.
#[derive(Clone, Copy, Debug)]
pub struct FiringGroup {
    base: i32,
    /// Number of counters that add one figure.
    counters_each: i32,
}

impl FiringGroup {
    /// Pistols. *Cavalry Firing.*
    pub const PISTOLS: Self = Self { base: 4, counters_each: 2 };
    /// Bows on horseback: every counter adds a figure. *Appendix I, Bows.*
    pub const BOWS_ON_HORSEBACK: Self = Self { base: 4, counters_each: 1 };

    /// Muskets or bows on foot: deeper units need fewer figures for a die. *Infantry Firing.*
    pub fn of_infantry(ranks: i32) -> Self {
        let base = match ranks {
            1 => 5,
            2 => 4,
            _ => 3,
        };
        Self { base, counters_each: 2 }
    }

    /// Number of figures before modifiers.
    pub fn base(self) -> i32 {
        self.base
    }

    /// Ids and values of the modifiers: raw +1, veteran -1, and the counters. *Infantry Firing; Cavalry Firing.*
    pub fn modifiers(self, ability: Ability, counters: i32) -> [(&'static str, i32); 2] {
        [ability.group_modifier(), ("counters", counters / self.counters_each)]
    }

    /// Number of figures after these modifiers; at least 1 (R23).
    pub fn with(self, modifiers: impl IntoIterator<Item = i32>) -> i32 {
        (self.base + modifiers.into_iter().sum::<i32>()).max(1)
    }
}
