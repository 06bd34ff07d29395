//! The page of a text or file that another app shared with this one, or that was opened with it. It has buttons that add the contents.

use crate::app::components::incoming::Incoming;
use crate::app::components::page_header::PageHeader;
use crate::app::components::several_links::SeveralLinks;
use crate::app::platform::{fetch, launch};
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use exchange::share::found::{self, Found};
use exchange::storage::bundle::Contents;
use exchange::storage::{Bundle, Item};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text::say;

/// Path under which the service worker serves the shared text, once.
const SHARED: &str = "received";

#[component]
pub fn ReceivedPage() -> impl IntoView {
    let router = router();
    let bundle = RwSignal::new(None::<Option<Contents>>);
    let several_links = RwSignal::new(Vec::new());
    spawn_local(async move {
        let text = match launch::take() {
            Some(text) => Some(text),
            None => fetch::text_of(fetch::request(SHARED)).await,
        };
        let text = text.unwrap_or_default();
        // Apps share a file, a link, or a text that contains links or a code.
        let whole = Bundle::open(rulesets::registry(), &text).ok();
        match found::find(&text).filter(|_| whole.is_none()) {
            Some(found) => router.instead(match found {
                Ok(Found::Link(fragment)) => Route::link(&fragment),
                Ok(Found::Links(links)) => return several_links.set(links),
                Ok(Found::Pairing(pairing)) => Route::link(&pairing.link()),
                Err(_) => Route::Scan,
            }),
            None => bundle.set(Some(whole)),
        }
    });
    let on_done = Callback::new(move |item: Option<Item>| {
        router.instead(item.as_ref().map_or(Route::Home, Route::item));
    });
    let body = move || {
        match bundle.get() {
        None if several_links.with(Vec::is_empty) => ().into_any(),
        None => view! { <SeveralLinks links=several_links.get()/> }.into_any(),
        Some(Some(Contents { bundle, left_out })) => view! { <p>{say("This was shared with Drumhead:")}</p><Incoming bundle left_out on_done/> }.into_any(),
        Some(None) => view! {
            <p class="banner" role="alert">{say("This cannot be opened: it is not from Drumhead, incomplete or too large. Nothing has changed.")}</p>
            <p class="tools"><a class="button primary" href=Route::Home.href()>{say("Continue")}</a></p>
        }
        .into_any(),
    }
    };
    view! { <PageHeader back=Route::Home title=say("Shared with Drumhead")/><main>{body}</main> }
}
