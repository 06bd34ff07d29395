//! The app: what players see and touch.
//!
//! Everything that it shows of a ruleset is drawn from the ruleset's description; nothing here knows one ruleset from another.
//! A folder uses only those below it:
//!
//! | folder | holds |
//! | --- | --- |
//! | [`mod@lazy`] | the split point: every page but the first, fetched when it is needed |
//! | [`pages`] | the places with an address |
//! | [`components`] | what pages are made of |
//! | [`state`] | the app's and the battle's stores of signals, preferences, tabs |
//! | [`platform`] | what the browser offers: storage, the service worker, the worker of odds, the wake lock, the camera |
//!
//! A place is a row in a table of `state/route/address.rs`, which gives it its address. A new page needs that row, a file in `pages`, an
//! arm in `lazy/lazy_pages.rs` and a link to it. "Adding a page" in the handbook, `src/lib.rs`, has the steps.
//!
//! Where players hide counters from each other, `BattleState::with` reads what the onlooker may know, and that is all that pages draw.
//! Acts are judged and made on [`BattleState::judged`](state::BattleState::judged). An act that depends on something hidden has a panel
//! of its own (`pages/resolve/hidden.rs`), and pages that cannot do without what is hidden are not shown. For whom a device shows a
//! battle is in [`state::viewer`]; before a page of a battle is made, [`access`](state::AppState::access) is asked.

#![allow(
    clippy::redundant_closure,
    reason = "with --cfg=erase_components a view erases the type of a closure that is written in it, not of one that is named in it"
)]

mod calls;
mod components;
pub mod lazy;
mod pages;
pub mod platform;
pub mod state;

use drumhead::core::text::say;
use lazy::LazyPages;
use leptos::prelude::*;
use pages::home::HomePage;
use platform::service_worker::OfflineCopy;
use platform::taps;
use state::extras::extra;
use state::notice::Notice;
use state::route::{Route, Router};
use state::{AppState, language};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The whole app.
#[component]
pub fn App(
    /// False if some of the language that was chosen is missing.
    whole: bool,
) -> impl IntoView {
    let app = AppState::open();
    if !whole {
        app.notice.set(Some(Notice::new(say("Some translations could not be loaded. The rest is in English."))));
    }
    provide_context(app);
    let router = Router::listen();
    taps::watch();
    provide_context(router);
    provide_context(OfflineCopy::keep(language::folder));

    lazy::begin_with_part(app, router);
    let lazy_pages = LazyPages::new();
    let (first, left) = (router.here_untracked(), StoredValue::new(false));

    view! {
        <button class="skip" on:click=|_| skip()>{say("Skip to the page")}</button>
        {extra(|part| (part.frame)())}
        {move || {
            let here = router.here();
            left.update_value(|left| *left |= here != first);
            if let Some(part) = lazy::part() {
                (part.follow)(&here, left.get_value(), app, router);
            }
            if here == Route::Home { view! { <HomePage/> }.into_any() } else { lazy_pages.show(here, app) }
        }}
    }
}

/// Moves the focus past the head of the page. Not a link: its fragment would be an address.
fn skip() {
    if let Ok(Some(Ok(main))) =
        document().query_selector("main").map(|found| found.map(|main| main.dyn_into::<HtmlElement>()))
    {
        // If the browser refuses, the focus stays where it is.
        let _ = main.set_attribute("tabindex", "-1").and_then(|()| main.focus());
    }
}
