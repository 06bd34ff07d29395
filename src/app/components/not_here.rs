//! The page of an address whose battle, roster or rules do not exist.

use super::page_header::PageHeader;
use crate::app::state::route::Route;
use leptos::prelude::*;
use rules::text::say;

#[component]
pub fn NotHere(
    /// The message about the missing thing.
    #[prop(into)]
    words: String,
) -> impl IntoView {
    view! {
        <PageHeader back=Route::Home title=say("Not found")/>
        <main><p class="empty">{words}</p></main>
    }
}
