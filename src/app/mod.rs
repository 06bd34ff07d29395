//! The app: what players see and touch.
//!
//! Everything that it shows of a ruleset is drawn from the ruleset's description; nothing here knows one ruleset from another.
//! `pages` are the places with an address, `parts` what they are made of, [`desk`] what is open and saved,
//! [`storage`] the only place that touches localStorage, [`offline`] the copy of the app that opens without a signal,
//! [`device`] what else the browser may offer, [`awake`] the screen that stays on while a battle is open.

mod awake;
mod calls;
mod desk;
mod device;
mod offline;
mod pages;
mod parts;
mod route;
mod storage;

use awake::Awake;
use desk::Desk;
use leptos::prelude::*;
use offline::Offline;
use parts::bars::Reading;
use parts::notice::Notices;
use parts::update::Update;
use route::{Route, Router};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let desk = Desk::open();
    provide_context(desk);
    let router = Router::listen();
    provide_context(router);
    provide_context(Offline::keep());
    provide_context(Awake::keep(desk, router));
    provide_context(pages::table::Sorting::default());
    provide_context(RwSignal::new(Reading::default()));

    view! {
        <button class="skip" on:click=|_| skip()>"Skip to the page"</button>
        <Notices/>
        <Update/>
        {move || match router.here() {
            Route::Home => pages::home::page().into_any(),
            Route::Rosters => pages::rosters::page().into_any(),
            Route::Roster(id) => pages::roster::page(id).into_any(),
            Route::NewBattle => pages::new_battle::page().into_any(),
            Route::Table(id) => desk.in_battle(&id, pages::table::page),
            Route::Resolve { battle, procedure, unit } => {
                desk.in_battle(&battle, move |battle| pages::resolve::in_battle(battle, &procedure, unit.as_deref()))
            }
            Route::Log(id) => desk.in_battle(&id, pages::log::page),
            Route::Rules(ruleset) => pages::rules::page(&ruleset).into_any(),
            Route::Saved => pages::saved::page().into_any(),
            Route::Settings => pages::settings::page().into_any(),
            Route::Share(key) => pages::share::page(key).into_any(),
            Route::Open(link) => pages::open::page(&link).into_any(),
            Route::Quick { ruleset, procedure } => pages::quick::page(&ruleset, procedure.as_deref()).into_any(),
        }}
    }
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
