//! The second module: the rulesets, and every page except home. It is fetched when it is first needed, or once the page is idle.
//!
//! The release build splits it off (`xtask/src/split.rs`), as a single part. A part for each ruleset would save a first visitor a moment. But the
//! offline copy would be a tenth larger, and a start would load thirty files. A build without the feature `split` is one module, and fetches nothing.

mod answers;
mod lazy_pages;

use crate::app::components::page_header::PageHeader;
use crate::app::platform::clock::wait;
use crate::app::platform::service_worker::offline;
use crate::app::state::AppState;
use crate::app::state::route::{Route, Router};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text::say;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::Duration;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::js_sys::{Array, Promise};

/// The functions of the second module that the main module calls.
pub struct Part {
    /// Opens everything that home does not show. Called once. `late` is true if home was shown before.
    pub begin: fn(AppState, Router, late: bool),
    /// Handles a change of the page. `left` is true if the player came from another page.
    pub follow: fn(page: &Route, left: bool, AppState, Router),
    /// Renders every page except home.
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

/// A function that is called when the part is fetched.
type OnArrival = Box<dyn FnOnce(&'static Part)>;

thread_local! {
    /// `begin` of the part, while the part is missing.
    static ON_ARRIVAL: RefCell<Option<OnArrival>> = const { RefCell::new(None) };
}

/// Calls the part's `begin`: at once if the part is fetched, else as soon as it is, before it renders a page.
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

/// Fetches the part unless it is fetched already. Returns false if that fails.
pub async fn fetch() -> bool {
    let Some(part) = lazy_pages::load().await else { return false };
    if is_at_home() {
        // Home does not need the part, so pending taps are handled first.
        wait(Duration::ZERO).await;
    }
    PART.get_or_init(|| part);
    if let Some(begin) = ON_ARRIVAL.take() {
        begin(part);
    }
    true
}

/// Fetches the part at once if the app opens with another page than home.
pub fn fetch_early() {
    if !is_at_home() {
        // Leptos's own function only works once the app is mounted.
        wasm_bindgen_futures::spawn_local(async {
            fetch().await;
        });
    }
}

/// If the app opens with another page than home, waits briefly for the part before the app is mounted. From the offline copy it usually
/// arrives in that time, so that no message about loading appears.
pub async fn wait_briefly() {
    const MAX_WAIT: Duration = Duration::from_millis(150);
    if is_at_home() {
        return;
    }
    let fetched = future_to_promise(async {
        fetch().await;
        Ok(JsValue::UNDEFINED)
    });
    let timeout = Promise::new(&mut |done, _| {
        set_timeout(
            move || {
                // Resolving a promise cannot fail.
                let _ = done.call0(&JsValue::UNDEFINED);
            },
            MAX_WAIT,
        );
    });
    // Neither promise is ever rejected.
    let _ = JsFuture::from(Promise::race(&Array::of2(&fetched, &timeout))).await;
}

/// True if the address is that of home. False in the worker, which has no page.
fn is_at_home() -> bool {
    let fragment = web_sys::window().and_then(|page| page.location().hash().ok());
    fragment.is_some_and(|fragment| fragment.len() <= "#/".len())
}

/// Time after which a message offers to try again.
const FETCH_TIMEOUT: Duration = Duration::from_secs(20);

#[wasm_bindgen]
extern "C" {
    /// Fetches every file of the app without the browser's cache, and reloads the page (`public/page/failures.js`).
    #[wasm_bindgen(catch, js_name = drumheadRetry)]
    fn refetch_and_reload() -> Result<JsValue, JsValue>;
}

fn try_again(missing: RwSignal<bool>) {
    if refetch_and_reload().is_err() {
        missing.set(false);
    }
}

/// The pages of the second module.
#[derive(Clone, Copy)]
pub struct LazyPages {
    /// Notified when the part is fetched.
    fetched: Trigger,
    /// True if the part could not be fetched.
    missing: RwSignal<bool>,
}

impl LazyPages {
    pub fn new() -> Self {
        Self { fetched: Trigger::new(), missing: RwSignal::new(false) }
    }

    /// Shows a page other than home, once the part is fetched.
    pub fn show(self, page: Route, app: AppState) -> AnyView {
        if let Some(part) = part() {
            return (part.render)(page, app);
        }
        self.fetched.track();
        if self.missing.get() {
            return view! { <NotFetched missing=self.missing/> }.into_any();
        }
        spawn_local(async move {
            if fetch().await {
                self.fetched.notify();
            } else {
                self.missing.set(true);
            }
        });
        let on_timeout = move || {
            if part().is_none() {
                self.missing.set(true);
            }
        };
        set_timeout(on_timeout, FETCH_TIMEOUT);
        view! { <main><p class="empty" role="status">{say("Loading the rules…")}</p></main> }.into_any()
    }
}

/// Shows that the part is missing. If a newer version waits, offers to update: the host may no longer have the files of this version.
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
    let retry = move || {
        (!offline.newer.get()).then(|| view! {
            <div class="actions"><button class="primary" on:click=move |_| try_again(missing)>{say("Try again")}</button></div>
        })
    };
    view! {
        <PageHeader back=Route::Home title=say("Not loaded")/>
        <main>
            <p class="empty" role="alert">{say("This part of the app could not be loaded. Go online and try again. Your saved data is safe.")}</p>
            {newer}
            {retry}
        </main>
    }
}
