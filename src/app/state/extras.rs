//! Additions to the first page once all of the app is there. The first load does not carry them.

use super::{AppState, app_state};
use leptos::prelude::*;

/// Functions that render the additions.
pub struct Extras {
    /// Notices, the list of keys, and news of a newer version: on every page.
    pub frame: fn() -> AnyView,
    /// Saved texts that cannot be read.
    pub unreadable: fn() -> AnyView,
    /// Troops of a ruleset's samples, by the ruleset's id.
    pub sample_armies: fn(&'static str) -> AnyView,
    /// Both armies of a saved battle as they stand, by its id.
    pub saved_armies: fn(AppState, String) -> AnyView,
}

/// Renders an addition as soon as that can be done.
pub fn extra(render: impl Fn(&Extras) -> AnyView + Send + 'static) -> impl IntoView {
    let app = app_state();
    move || app.extras.get().map(&render)
}
