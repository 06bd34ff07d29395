//! The list of rulesets that a program knows.

use crate::ruleset::{Named, Ruleset};

/// The rulesets that a program knows. Battles, storage, sharing and the contract take a registry as an argument.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    named: &'static [Named],
    rulesets: &'static [&'static Ruleset],
}

impl Registry {
    /// Returns a registry of these names and rulesets, each in display order. A browser shows the names before the rulesets are downloaded;
    /// until then `rulesets` is empty.
    pub const fn of(named: &'static [Named], rulesets: &'static [&'static Ruleset]) -> Self {
        Self { named, rulesets }
    }

    /// Iterates over the downloaded rulesets, in display order.
    pub fn rulesets(self) -> impl Iterator<Item = &'static Ruleset> {
        self.rulesets.iter().copied()
    }

    /// Returns the ruleset with this id. `None` if it is not known or not downloaded yet.
    pub fn find(self, id: &str) -> Option<&'static Ruleset> {
        self.rulesets().find(|ruleset| ruleset.named.id == id)
    }

    /// Returns the name of the ruleset with this id. `None` if it is not known.
    pub fn named(self, id: &str) -> Option<Named> {
        self.named.iter().copied().find(|named| named.id == id)
    }

    /// Returns the title of the ruleset with this id; if it is not known, the id itself.
    pub fn title(self, id: &str) -> &str {
        self.named(id).map_or(id, |named| named.title)
    }
}
