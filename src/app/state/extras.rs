//! Additions to the first page once all of the app is fetched. The first load does not include them.

use super::{AppState, app_state};
use leptos::prelude::*;

/// Functions that render the additions.
pub struct Extras {
    /// Parts of every page: notices, the list of keys, and the offer of a newer version.
    pub frame: fn() -> AnyView,
    /// Saved texts that cannot be read.
    pub unreadable: fn() -> AnyView,
    /// The current armies of the saved battle with this id.
    pub saved_armies: fn(AppState, String) -> AnyView,
}

/// Renders an addition once it is fetched.
pub fn extra(render: impl Fn(&Extras) -> AnyView + Send + 'static) -> impl IntoView {
    let app = app_state();
    move || app.extras.get().map(&render)
}
