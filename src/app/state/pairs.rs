//! Answers about pairs of units, remembered for this visit.

use battle::panel::pairs::{Pair, PairAnswers};
use leptos::prelude::*;
use serde_json::Value as Json;

/// The answers of this visit.
#[derive(Clone, Copy, Default)]
pub struct RememberedPairs(StoredValue<PairAnswers>);

impl RememberedPairs {
    /// Reads the answers.
    pub fn with<T>(self, read: impl FnOnce(&PairAnswers) -> T) -> T {
        self.0.with_value(read)
    }

    /// Stores an answer for a pair under a field's path, or removes it.
    pub fn remember(self, pair: &Pair, path: &'static str, value: Option<Json>) {
        self.0.update_value(|all| all.remember(pair, path, value));
    }
}
