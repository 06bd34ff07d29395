//! The app: the user interface.
//!
//! Everything about a ruleset is drawn from its descriptions; no code here depends on a particular ruleset.
//! A folder uses only those below it:
//!
//! | folder | contents |
//! | --- | --- |
//! | [`mod@lazy`] | the split point: every page except home, fetched when it is needed |
//! | [`pages`] | pages, each of which has an address |
//! | [`components`] | parts of pages |
//! | [`state`] | the app's and the battle's stores of signals, preferences, tabs |
//! | [`platform`] | functions of the browser: storage, the service worker, the odds worker, the wake lock, the camera |
//!
//! A page is a row in a table of `state/route/address.rs`, which gives it its address. A new page needs that row, a file in `pages`, an
//! arm in `lazy/lazy_pages.rs` and a link to it. "Adding a page" in the handbook, `src/lib.rs`, has the steps.
//!
//! If players hide counters from each other, pages only draw values from `BattleState::with`, which reads what the onlooker may see. Acts are
//! checked and made on [`BattleState::judged`](state::BattleState::judged), which includes hidden values. An act that depends on a hidden
//! value has a separate panel (`pages/resolve/hidden.rs`), and pages that need hidden values are not shown. [`state::viewer`] has the player
//! for whom a device shows a battle. Before a page of a battle is rendered, [`access`](state::AppState::access) is checked.

#![allow(
    clippy::redundant_closure,
    reason = "with --cfg=erase_components, a view erases the type of a closure literal, but not of a named function"
)]

mod calls;
mod components;
pub mod lazy;
mod pages;
pub mod platform;
pub mod state;

use lazy::LazyPages;
use leptos::prelude::*;
use pages::home::HomePage;
use platform::service_worker::OfflineCopy;
use platform::{keyboard, taps};
use rules::text::say;
use state::extras::extra;
use state::notice::Notice;
use state::route::{Route, Router};
use state::{AppState, language};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The whole app.
#[component]
pub fn App(
    /// False if a part of the chosen language could not be fetched.
    is_translated: bool,
) -> impl IntoView {
    let app = AppState::open();
    if !is_translated {
        app.notice.set(Some(Notice::new(say("Some translations could not be loaded. The rest is in English."))));
    }
    provide_context(app);
    let router = Router::listen();
    taps::watch();
    keyboard::refuse_held();
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
            language::lead(app, &here);
            if let Some(part) = lazy::part() {
                (part.follow)(&here, left.get_value(), app, router);
            }
            if here == Route::Home { view! { <HomePage/> }.into_any() } else { lazy_pages.show(here, app) }
        }}
    }
}

/// Moves the focus past the page's header. Not a link, because its fragment would be an address of the app.
fn skip() {
    if let Ok(Some(Ok(main))) =
        document().query_selector("main").map(|found| found.map(|main| main.dyn_into::<HtmlElement>()))
    {
        // If this fails, the focus does not move.
        let _ = main.set_attribute("tabindex", "-1").and_then(|()| main.focus());
    }
}
