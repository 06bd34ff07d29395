//! The page of an address that leads nowhere.

use super::page_header::PageHeader;
use crate::app::state::route::Route;
use leptos::prelude::*;
use rules::text::say;

/// A page for an address that leads nowhere.
#[component]
pub fn NotHere(
    /// Text that says what is missing.
    #[prop(into)]
    words: String,
) -> impl IntoView {
    view! {
        <PageHeader back=Route::Home title=say("Not found")/>
        <main><p class="empty">{words}</p></main>
    }
}
