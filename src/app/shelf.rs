//! What the app fetches when it is first needed, and else once the page is at rest: the rulesets, and every page but the one
//! that it opens with.
//!
//! It is cut out of the bundle after the release build (`cargo xtask seal`), as one part: rulesets that come one by one save
//! a first visitor a moment, and cost every phone a tenth more to keep and a start in thirty pieces. A debug build is in one
//! piece, and fetches nothing.

mod rest;

use super::desk::Desk;
use super::parts::frame::head;
use super::route::Route;
use drumhead::core::text::say;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::OnceLock;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::js_sys::{Array, Promise};

/// What shows every page but home.
pub type Door = fn(Route, Desk) -> AnyView;

static DOOR: OnceLock<Door> = OnceLock::new();

/// Fetches what is not here yet; whether it is here now.
pub async fn fetch() -> bool {
    rest::door().await.map(|door| DOOR.get_or_init(|| door)).is_some()
}

/// Waits a moment for it where the page is opened elsewhere than at home. From the copy that the browser keeps it comes as
/// quickly as the rest of the app, and then nobody need be told that it is being fetched.
pub async fn await_a_moment() {
    const MOMENT: Duration = Duration::from_millis(150);
    if window().location().hash().is_ok_and(|fragment| fragment.len() <= "#/".len()) {
        return;
    }
    let fetched = future_to_promise(async {
        fetch().await;
        Ok(JsValue::UNDEFINED)
    });
    let moment = Promise::new(&mut |done, _| {
        set_timeout(
            move || {
                // A promise that is kept already stays so.
                let _ = done.call0(&JsValue::UNDEFINED);
            },
            MOMENT,
        );
    });
    // Neither is ever broken.
    let _ = JsFuture::from(Promise::race(&Array::of2(&fetched, &moment))).await;
}

/// What is here of it.
#[derive(Clone, Copy)]
pub struct Shelf {
    /// Changes when it comes.
    come: Trigger,
    /// Whether it could not be fetched.
    missing: RwSignal<bool>,
}

impl Shelf {
    /// An empty shelf.
    pub fn new() -> Self {
        Self { come: Trigger::new(), missing: RwSignal::new(false) }
    }

    /// Shows a place other than home, as soon as that can be done.
    pub fn show(self, place: Route, desk: Desk) -> AnyView {
        if let Some(door) = DOOR.get() {
            return door(place, desk);
        }
        self.come.track();
        if self.missing.get() {
            return self.not_fetched().into_any();
        }
        spawn_local(async move {
            if fetch().await {
                self.come.notify();
            } else {
                self.missing.set(true);
            }
        });
        view! { <main><p class="empty" role="status">{say("Fetching the rules…")}</p></main> }.into_any()
    }

    fn not_fetched(self) -> impl IntoView {
        view! {
            {head(Some(Route::Home), say("Not here yet"), ())}
            <main>
                <p class="empty" role="alert">{say("This could not be fetched, and the device does not keep it yet. What is saved is safe.")}</p>
                <div class="actions"><button class="primary" on:click=move |_| self.missing.set(false)>{say("Try again")}</button></div>
            </main>
        }
    }
}
