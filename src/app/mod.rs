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

use components::charts::Reading;
use components::notices::Notices;
use components::shortcuts::Shortcuts;
use components::stopped::Stopped;
use components::update::UpdateNotice;
use drumhead::core::text::say;
use lazy::LazyPages;
use leptos::prelude::*;
use leptos::task::spawn_local;
use pages::home::HomePage;
use platform::service_worker::OfflineCopy;
use platform::{keyboard, launch, printing, room};
use state::notice::Notice;
use state::route::{Route, Router};
use state::sorting::Sorting;
use state::wake_lock::WakeLock;
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
    provide_context(router);
    provide_context(OfflineCopy::keep(|| spawn_local(language::keep())));
    provide_context(WakeLock::keep(app, router));
    provide_context(Sorting::default());
    provide_context(RwSignal::new(Reading::default()));

    let lazy_pages = LazyPages::new();
    keyboard::close_by_escape();
    room::watch();
    launch::listen(move || router.go(&Route::Received));
    // For as long as the page is there.
    let _ = window_event_listener(leptos::ev::beforeprint, |_| printing::unfold());
    let (first, left) = (router.here_untracked(), StoredValue::new(false));

    view! {
        <button class="skip" on:click=|_| skip()>{say("Skip to the page")}</button>
        <Notices/>
        <UpdateNotice/>
        <Shortcuts/>
        <Stopped/>
        {move || {
            let here = router.here();
            app.leave_panel_of_correction(&here);
            left.update_value(|left| *left |= here != first);
            if left.get_value() {
                arrive(&here, app, router);
            }
            if here == Route::Home { view! { <HomePage/> }.into_any() } else { lazy_pages.show(here, app) }
        }}
    }
}

/// Moves the focus to the top of the page that a player went to, or to the card that he left.
fn arrive(place: &Route, app: AppState, router: Router) {
    let Route::Table(_) = place else { return keyboard::focus_on_arrival(None, None, false) };
    let acted = app.returned_to();
    let unit = acted.clone().or_else(|| app.rows.open());
    keyboard::focus_on_arrival(unit.map(|unit| keyboard::card_id(&unit)), router.scrolled(place), acted.is_some());
}

/// Past what stands at the head of every page. Not a link: its fragment would be an address.
fn skip() {
    if let Ok(Some(Ok(main))) =
        document().query_selector("main").map(|found| found.map(|main| main.dyn_into::<HtmlElement>()))
    {
        // Asked for by the player: a browser that refuses leaves him where he is.
        let _ = main.set_attribute("tabindex", "-1").and_then(|()| main.focus());
    }
}
