//! The rulesets. Their titles are known at once; the rules are large, and a browser fetches them after the page that the app opens with.

use drumhead::TITLES;
pub use drumhead::rulesets::LIST;
use rules::registry::Registry;
use rules::ruleset::{Named, Ruleset};
use std::sync::OnceLock;

static FETCHED: OnceLock<Registry> = OnceLock::new();

/// Stores the rulesets once they are fetched.
pub fn put(fetched: Registry) {
    FETCHED.get_or_init(|| fetched);
}

/// The rulesets; until they are fetched, their titles alone.
pub fn registry() -> Registry {
    FETCHED.get().copied().unwrap_or(TITLES)
}

/// The ruleset with this id, once it is fetched.
pub fn find(id: &str) -> Option<&'static Ruleset> {
    registry().find(id)
}

/// The title of the ruleset with this id; the id itself if there is none.
pub fn title(id: &str) -> &str {
    TITLES.title(id)
}

/// The name of the ruleset with this id.
pub fn named(id: &str) -> Option<Named> {
    TITLES.named(id)
}
