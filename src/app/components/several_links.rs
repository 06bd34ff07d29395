//! Several links of one message, each with its contents.

use super::incoming::Incoming;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use exchange::share;
use exchange::storage::Item;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// Several links of one message, each with its contents and buttons that add them. After the last choice, opens the roster or battle
/// that it added, or home.
#[component]
pub fn SeveralLinks(
    /// The fragments of the links.
    links: Vec<String>,
) -> impl IntoView {
    let router = router();
    let count = links.len();
    let left = RwSignal::new((1..).zip(links).collect::<Vec<(usize, String)>>());
    // Two links can have the same contents, so the remaining ones are compared with the saved texts after each choice.
    let rows = move || {
        let row = |(number, link): (usize, String)| {
            let title = text!("Link {number} of {count}", number = number, count = count).to_string();
            let on_done = Callback::new(move |item: Option<Item>| {
                left.update(|left| left.retain(|(other, _)| *other != number));
                if left.with_untracked(Vec::is_empty) {
                    router.instead(item.as_ref().map_or(Route::Home, Route::item));
                }
            });
            let body = match share::read(rulesets::registry(), &link).ok().and_then(|shared| shared.bundle().ok()) {
                Some(bundle) => view! { <Incoming bundle on_done/> }.into_any(),
                // Links to entries of a battle or to a connection have their own page.
                None => {
                    let route = Route::link(&link);
                    view! { <p class="tools"><button on:click=move |_| router.go(&route)>{say("Open this link")}</button></p> }.into_any()
                }
            };
            view! { <section aria-label=title.clone()><h2>{title.clone()}</h2>{body}</section> }
        };
        left.get().into_iter().map(row).collect_view()
    };
    view! { <p role="status">{text!("This message contains {count} links.", count = count).to_string()}</p>{rows} }
}
