//! Notices: short messages to the player.

use drumhead::core::text::say;
use std::sync::Arc;
use std::time::Duration;

/// Time that a notice stays; one that offers a way back stays longer.
const STAYS: Duration = Duration::from_secs(6);
const STAYS_WITH_A_WAY_BACK: Duration = Duration::from_secs(20);

/// A few words that go away by themselves.
#[derive(Clone)]
pub struct Notice {
    /// The words.
    pub words: String,
    /// The way back, where there is one, with the label of its button.
    pub way_back: Option<(&'static str, WayBack)>,
    /// True if the way back is closed by the next act in a battle.
    pub until_next_act: bool,
    /// True if it concerns the page that it appears on, so that it disappears with the page.
    pub of_this_page: bool,
    /// True if taps go through it, to the page below.
    pub lets_taps_through: bool,
}

/// A way back. Not a `Callback`: that would go with the part of the page that made it, which deleting something often takes
/// away.
pub type WayBack = Arc<dyn Fn() + Send + Sync>;

impl Notice {
    /// A notice without a way back.
    pub fn new(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            way_back: None,
            until_next_act: false,
            of_this_page: false,
            lets_taps_through: false,
        }
    }

    /// Adds an undo.
    pub fn undo(self, undo: impl Fn() + Send + Sync + 'static) -> Self {
        self.way_back(say("Undo"), undo)
    }

    /// Adds a way back with a label.
    pub fn way_back(mut self, label: &'static str, back: impl Fn() + Send + Sync + 'static) -> Self {
        self.way_back = Some((label, Arc::new(back)));
        self
    }

    /// Closes the way back at the next act in a battle.
    pub fn until_next_act(self) -> Self {
        Self { until_next_act: true, ..self }
    }

    /// Removes it with the page that it concerns, or at the next act in a battle.
    pub fn of_this_page(self) -> Self {
        Self { until_next_act: true, of_this_page: true, ..self }
    }

    /// Lets taps through to the page below: there is nothing to be tapped on it.
    pub fn lets_taps_through(self) -> Self {
        Self { lets_taps_through: true, ..self }
    }

    /// Time that it stays.
    pub fn stays(&self) -> Duration {
        if self.way_back.is_some() { STAYS_WITH_A_WAY_BACK } else { STAYS }
    }
}
