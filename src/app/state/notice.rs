//! Notices: short messages to the player.

use rules::text::say;
use std::sync::Arc;
use std::time::Duration;

/// Time for which a notice is shown.
const DURATION: Duration = Duration::from_secs(6);
/// Time for which a notice with a button is shown.
const DURATION_WITH_BUTTON: Duration = Duration::from_secs(20);

/// A message that disappears after a time.
#[derive(Clone)]
pub struct Notice {
    /// The text.
    pub words: String,
    /// The label and the function of its button, if it has one.
    pub way_back: Option<(&'static str, WayBack)>,
    /// True if the next act in a battle removes it.
    pub until_next_act: bool,
    /// True if it is about the current page, so that it disappears with the page.
    pub of_this_page: bool,
    /// True if taps go through it to the page below.
    pub lets_taps_through: bool,
}

/// The function of a notice's button, mostly an undo. Not a `Callback`, which would be disposed with its component: deleting a unit or a
/// battle often removes the component, too.
pub type WayBack = Arc<dyn Fn() + Send + Sync>;

impl Notice {
    /// A notice without a button.
    pub fn new(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            way_back: None,
            until_next_act: false,
            of_this_page: false,
            lets_taps_through: false,
        }
    }

    /// Adds a button Undo.
    pub fn undo(self, undo: impl Fn() + Send + Sync + 'static) -> Self {
        self.way_back(say("Undo"), undo)
    }

    /// Adds a button with this label.
    pub fn way_back(mut self, label: &'static str, back: impl Fn() + Send + Sync + 'static) -> Self {
        self.way_back = Some((label, Arc::new(back)));
        self
    }

    /// Removes it at the next act in a battle.
    pub fn until_next_act(self) -> Self {
        Self { until_next_act: true, ..self }
    }

    /// Removes it with the current page, or at the next act in a battle.
    pub fn of_this_page(self) -> Self {
        Self { until_next_act: true, of_this_page: true, ..self }
    }

    /// Lets taps through to the page below, because it has no button.
    pub fn lets_taps_through(self) -> Self {
        Self { lets_taps_through: true, ..self }
    }

    /// Time for which it is shown.
    pub fn stays(&self) -> Duration {
        if self.way_back.is_some() { DURATION_WITH_BUTTON } else { DURATION }
    }
}
