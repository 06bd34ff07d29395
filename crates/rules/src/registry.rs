//! The list of rulesets that a program knows.

use crate::ruleset::{Named, Ruleset};

/// The rulesets that a program knows. Battles, storage, sharing and the contract are given one.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    named: &'static [Named],
    rulesets: &'static [&'static Ruleset],
}

impl Registry {
    /// A registry of these names and rulesets, each in the order in which they are offered. A browser shows the names before it
    /// has fetched the rulesets; until then `rulesets` is empty.
    pub const fn of(named: &'static [Named], rulesets: &'static [&'static Ruleset]) -> Self {
        Self { named, rulesets }
    }

    /// The rulesets that were fetched, in the order in which they are offered.
    pub fn rulesets(self) -> impl Iterator<Item = &'static Ruleset> {
        self.rulesets.iter().copied()
    }

    /// The ruleset with this id. `None` if there is none, or none yet.
    pub fn find(self, id: &str) -> Option<&'static Ruleset> {
        self.rulesets().find(|ruleset| ruleset.id == id)
    }

    /// The name of the ruleset with this id.
    pub fn named(self, id: &str) -> Option<Named> {
        self.named.iter().copied().find(|named| named.id == id)
    }

    /// The title of the ruleset with this id; the id itself if there is none.
    pub fn title(self, id: &str) -> &str {
        self.named(id).map_or(id, |named| named.title)
    }
}
