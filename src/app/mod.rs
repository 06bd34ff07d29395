//! The app: what players see and touch.

use leptos::prelude::*;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    view! { <h1>"Drumhead"</h1> }
}
