//! Figures that make one die of fire.

use super::Ability;

/// Rule for the number of figures that make one die of fire. The fire itself and the facts of a unit both work it out here.
#[derive(Clone, Copy, Debug)]
pub struct FiringGroup {
    base: i32,
    /// Counters that add one figure.
    counters_each: i32,
}

impl FiringGroup {
    /// Pistols. *Cavalry Firing.*
    pub const PISTOLS: Self = Self { base: 4, counters_each: 2 };
    /// Bows from the saddle: every counter spoils their aim. *Appendix I, Bows.*
    pub const BOWS_ON_HORSEBACK: Self = Self { base: 4, counters_each: 1 };

    /// Musketeers or bowmen on foot: the deeper the unit, the faster it fires. *Infantry Firing.*
    pub fn of_infantry(ranks: i32) -> Self {
        let base = match ranks {
            1 => 5,
            2 => 4,
            _ => 3,
        };
        Self { base, counters_each: 2 }
    }

    /// Figures before modifiers.
    pub fn base(self) -> i32 {
        self.base
    }

    /// Modifiers with their ids: one figure more if raw, one fewer if veteran, and more for counters.
    /// *Infantry Firing; Cavalry Firing.*
    pub fn modifiers(self, ability: Ability, counters: i32) -> [(&'static str, i32); 2] {
        [ability.group_modifier(), ("counters", counters / self.counters_each)]
    }

    /// Figures with these modifiers: 1 or more (R23).
    pub fn with(self, modifiers: impl IntoIterator<Item = i32>) -> i32 {
        (self.base + modifiers.into_iter().sum::<i32>()).max(1)
    }
}
