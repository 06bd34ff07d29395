//! The app: what players see and touch.
//!
//! Everything that it shows of a ruleset is drawn from the ruleset's description; nothing here knows one ruleset from another.
//! `pages` are the places with an address, `parts` what they are made of, [`element`] and [`reactive`] what all of that is written
//! in, in as little code as can be, [`desk`] what is open and saved,
//! [`storage`] the only place that touches localStorage, [`offline`] the copy of the app that opens without a signal,
//! [`language`] what it speaks,
//! [`beside`] the thread that weighs what is long in the weighing, [`device`] what else the browser may offer, [`awake`] the screen that stays on while a battle is open.

#![allow(
    clippy::redundant_closure,
    reason = "a view forgets the type of a closure that is written in it, not of one that is named in it"
)]

mod awake;
mod beside;
mod calls;
mod camera;
mod desk;
mod device;
pub mod language;
mod offline;
mod pages;
mod parts;
mod route;
pub mod shelf;
mod storage;

use awake::Awake;
use desk::Desk;
use drumhead::core::text::say;
use leptos::prelude::*;
use offline::Offline;
use parts::bars::Reading;
use parts::keys;
use parts::notice::{Notice, notices};
use parts::update::update;
use route::{Route, Router};
use shelf::Shelf;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The whole page; `whole` unless some of the language that was chosen is missing.
pub fn page(whole: bool) -> impl IntoView {
    let desk = Desk::open();
    if !whole {
        desk.notice.set(Some(Notice::new(say(
            "Not all of the language that you chose could be fetched: the rest is in English.",
        ))));
    }
    provide_context(desk);
    let router = Router::listen();
    provide_context(router);
    provide_context(Offline::keep());
    provide_context(Awake::keep(desk, router));
    provide_context(pages::table::Sorting::default());
    provide_context(RwSignal::new(Reading::default()));

    let shelf = Shelf::new();
    keys::close_by_escape();
    // For as long as the page is there.
    let _ = window_event_listener(leptos::ev::beforeprint, |_| device::unfold());
    let (first, left) = (router.here_untracked(), StoredValue::new(false));

    view! {
        <button class="skip" on:click=|_| skip()>{say("Skip to the page")}</button>
        {notices()}
        {update()}
        {move || {
            let here = router.here();
            left.update_value(|left| *left |= here != first);
            if left.get_value() {
                arrive(&here, desk);
            }
            if here == Route::Home { pages::home::page().into_any() } else { shelf.show(here, desk) }
        }}
    }
}

/// Who goes somewhere by keyboard goes on from the top of the page, or from the card that he left.
fn arrive(place: &Route, desk: Desk) {
    let unit = if let Route::Table(_) = place { desk.returned_to() } else { None };
    keys::focus_on_arrival(unit.map(|unit| keys::card_id(&unit)));
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
