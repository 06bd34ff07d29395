//! A notice: what the player is told in passing.

use std::sync::Arc;
use std::time::Duration;

/// How long a notice stays; one that offers a way back stays longer.
const STAYS: Duration = Duration::from_secs(6);
const STAYS_WITH_A_WAY_BACK: Duration = Duration::from_secs(20);

/// A few words that go away by themselves.
#[derive(Clone)]
pub struct Notice {
    /// The words.
    pub words: String,
    /// The way back, where there is one. Not a `Callback`: that would go with the part of the page that made it, which
    /// deleting something often takes away.
    pub undo: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Notice {
    /// A notice without a way back.
    pub fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), undo: None }
    }

    /// Adds a way back.
    pub fn undo(mut self, undo: impl Fn() + Send + Sync + 'static) -> Self {
        self.undo = Some(Arc::new(undo));
        self
    }

    /// How long it stays.
    pub fn stays(&self) -> Duration {
        if self.undo.is_some() { STAYS_WITH_A_WAY_BACK } else { STAYS }
    }
}
