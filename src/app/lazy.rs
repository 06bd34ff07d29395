//! The part of the app that is fetched when it is first needed, and else once the page is at rest: the rulesets, and every
//! page but the one that it opens with.
//!
//! It is cut out of the bundle after the release build (`xtask/src/split.rs`), as one part: rulesets that come one by one save
//! a first visitor a moment, and cost every phone a tenth more to keep and a start in thirty pieces. A build without the feature `split` is in one
//! piece, and fetches nothing.

mod answers;
mod lazy_pages;

use crate::app::components::page_header::PageHeader;
use crate::app::platform::clock::wait;
use crate::app::platform::service_worker::offline;
use crate::app::state::AppState;
use crate::app::state::route::{Route, Router};
use drumhead::core::text::say;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::Duration;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::js_sys::{Array, Promise};

/// The part: what it does for the main module.
pub struct Part {
    /// Opens what home does not show, once. `late` if home has been shown for a while.
    pub begin: fn(AppState, Router, late: bool),
    /// Follows the player to a place, from another if `left` is true.
    pub follow: fn(place: &Route, left: bool, AppState, Router),
    /// Renders every page but home.
    pub render: fn(Route, AppState) -> AnyView,
    /// The contract's `odds`.
    pub odds: fn(&str) -> String,
    /// The contract's `resolve`.
    pub resolve: fn(&str, &str) -> String,
    /// The contract's `battle`.
    pub battle: fn(&str) -> String,
    /// The contract's `chain`.
    pub chain: fn(&str) -> String,
    /// Odds for the odds worker.
    pub evaluate: fn(&str, &str, &str) -> Option<String>,
    /// Forecasts for the odds worker.
    pub forecast: fn(&str) -> Option<String>,
}

static PART: OnceLock<&'static Part> = OnceLock::new();

/// Called when the part comes.
type OnArrival = Box<dyn FnOnce(&'static Part)>;

thread_local! {
    /// Called when the part comes.
    static ON_ARRIVAL: RefCell<Option<OnArrival>> = const { RefCell::new(None) };
}

/// Opens what the part opens: at once if it is here, else as soon as it comes, and before it shows anything.
pub fn begin_with_part(app: AppState, router: Router) {
    let owner = Owner::current().unwrap_or_default();
    let begin = move |part: &'static Part, late| owner.with(|| (part.begin)(app, router, late));
    match part() {
        Some(part) => begin(part, false),
        None => ON_ARRIVAL.set(Some(Box::new(move |part| begin(part, true)))),
    }
}

/// The part, once it is fetched.
pub fn part() -> Option<&'static Part> {
    PART.get().copied()
}

/// Fetches the part, if it is not here yet; false if it could not be.
pub async fn fetch() -> bool {
    let Some(part) = lazy_pages::load().await else { return false };
    if is_at_home() {
        // Nothing on the page waits for it, so it leaves time for taps.
        wait(Duration::ZERO).await;
    }
    PART.get_or_init(|| part);
    if let Some(begin) = ON_ARRIVAL.take() {
        begin(part);
    }
    true
}

/// Fetches the part at once where the page is opened elsewhere than at home.
pub fn fetch_early() {
    if !is_at_home() {
        // Before the app is mounted there is no other.
        wasm_bindgen_futures::spawn_local(async {
            fetch().await;
        });
    }
}

/// Waits a moment before the app is mounted, for the part, where the page is opened elsewhere than at home. From the browser's copy
/// it comes as quickly as the rest of the app, so that no message is needed.
pub async fn await_a_moment() {
    const MOMENT: Duration = Duration::from_millis(150);
    if is_at_home() {
        return;
    }
    let fetched = future_to_promise(async {
        fetch().await;
        Ok(JsValue::UNDEFINED)
    });
    let passed = Promise::new(&mut |done, _| {
        set_timeout(
            move || {
                // A promise that is kept already stays so.
                let _ = done.call0(&JsValue::UNDEFINED);
            },
            MOMENT,
        );
    });
    // Neither is ever broken.
    let _ = JsFuture::from(Promise::race(&Array::of2(&fetched, &passed))).await;
}

/// False in the worker, which has no page.
fn is_at_home() -> bool {
    let fragment = web_sys::window().and_then(|page| page.location().hash().ok());
    fragment.is_some_and(|fragment| fragment.len() <= "#/".len())
}

/// Time after which the player is asked whether to go on waiting.
const PATIENCE: Duration = Duration::from_secs(20);

#[wasm_bindgen]
extern "C" {
    /// Fetches every file of the app past the browser's cache, and loads the page again: a script of `index.html`.
    #[wasm_bindgen(catch, js_name = drumheadRetry)]
    fn load_again() -> Result<JsValue, JsValue>;
}

fn try_again(missing: RwSignal<bool>) {
    if load_again().is_err() {
        missing.set(false);
    }
}

/// The pages that are fetched when they are needed.
#[derive(Clone, Copy)]
pub struct LazyPages {
    /// Changes when it comes.
    come: Trigger,
    /// True if it could not be fetched.
    missing: RwSignal<bool>,
}

impl LazyPages {
    /// Nothing fetched yet.
    pub fn new() -> Self {
        Self { come: Trigger::new(), missing: RwSignal::new(false) }
    }

    /// Shows a place other than home, as soon as that can be done.
    pub fn show(self, place: Route, app: AppState) -> AnyView {
        if let Some(part) = part() {
            return (part.render)(place, app);
        }
        self.come.track();
        if self.missing.get() {
            return view! { <NotFetched missing=self.missing/> }.into_any();
        }
        spawn_local(async move {
            if fetch().await {
                self.come.notify();
            } else {
                self.missing.set(true);
            }
        });
        let late = move || {
            if part().is_none() {
                self.missing.set(true);
            }
        };
        set_timeout(late, PATIENCE);
        view! { <main><p class="empty" role="status">{say("Loading the rules…")}</p></main> }.into_any()
    }
}

/// Says that the part is missing. If a newer version waits, that is the way on: the host may have no part of this one any more.
#[component]
fn NotFetched(missing: RwSignal<bool>) -> impl IntoView {
    let offline = offline();
    offline.check();
    let newer = move || {
        offline.newer.get().then(|| view! {
            <p class="empty">{say("A new version of Drumhead is available.")}</p>
            <div class="actions"><button class="primary" on:click=move |_| offline.update()>{say("Update: reload")}</button></div>
        })
    };
    let again = move || {
        (!offline.newer.get()).then(|| view! {
            <div class="actions"><button class="primary" on:click=move |_| try_again(missing)>{say("Try again")}</button></div>
        })
    };
    view! {
        <PageHeader back=Route::Home title=say("Not loaded")/>
        <main>
            <p class="empty" role="alert">{say("This part of the app could not be loaded. Go online and try again. Your saved data is safe.")}</p>
            {newer}
            {again}
        </main>
    }
}
