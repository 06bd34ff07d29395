//! The parts of the app that are fetched when they are first needed, and all of them once the page is at rest: the rulesets, and
//! every page but the one that the app opens with.
//!
//! Each is cut out of the bundle after the release build (`cargo xtask seal`). A debug build is in one piece, and fetches nothing.

mod parts;

use super::desk::Desk;
use super::parts::frame::head;
use super::route::Route;
use drumhead::rulesets;
use drumhead::text::say;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::OnceLock;

/// What shows every page but home.
pub type Door = fn(Route, Desk) -> AnyView;

/// Something that is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A ruleset, by id.
    Ruleset(&'static str),
    /// Every page but home. They have so much in common that they are one part.
    Pages,
}

static DOOR: OnceLock<Door> = OnceLock::new();

/// Shows a place other than home, once [`Part::Pages`] is here.
pub fn show(place: Route, desk: Desk) -> AnyView {
    DOOR.get().map_or_else(|| ().into_any(), |door| door(place, desk))
}

impl Part {
    /// All of them.
    fn all() -> impl Iterator<Item = Self> {
        [Part::Pages].into_iter().chain(rulesets::LIST.iter().map(|named| Part::Ruleset(named.id)))
    }

    fn is_here(self) -> bool {
        match self {
            Part::Ruleset(id) => rulesets::find(id).is_some(),
            Part::Pages => DOOR.get().is_some(),
        }
    }

    /// Fetches it and puts it into its place; whether that could be done.
    async fn fetch(self) -> bool {
        match self {
            Part::Ruleset(id) => parts::ruleset(id).await.map(rulesets::put).is_some(),
            Part::Pages => parts::door().await.map(|door| DOOR.get_or_init(|| door)).is_some(),
        }
    }
}

/// What is here of it.
#[derive(Clone, Copy)]
pub struct Shelf {
    /// Changes whenever something comes.
    come: Trigger,
    /// Whether something could not be fetched.
    missing: RwSignal<bool>,
}

impl Shelf {
    /// An empty shelf.
    pub fn new() -> Self {
        Self { come: Trigger::new(), missing: RwSignal::new(false) }
    }

    /// Shows what needs these parts, as soon as they are here.
    pub fn with(self, needed: &[Part], page: impl FnOnce() -> AnyView) -> AnyView {
        let lacking: Vec<Part> = needed.iter().copied().filter(|part| !part.is_here()).collect();
        if lacking.is_empty() {
            return page();
        }
        self.come.track();
        if self.missing.get() {
            return self.not_fetched();
        }
        self.fetch(lacking);
        view! { <main><p class="empty" role="status">{say("Fetching the rules…")}</p></main> }.into_any()
    }

    fn not_fetched(self) -> AnyView {
        view! {
            {head(Some(Route::Home), say("Not here yet"), ())}
            <main>
                <p class="empty" role="alert">{say("This could not be fetched, and the device does not keep it yet. What is saved is safe.")}</p>
                <div class="actions"><button class="primary" on:click=move |_| self.missing.set(false)>{say("Try again")}</button></div>
            </main>
        }
        .into_any()
    }

    fn fetch(self, lacking: Vec<Part>) {
        spawn_local(async move {
            // All are on their way before the first is waited for.
            for &part in &lacking {
                spawn_local(async move {
                    part.fetch().await;
                });
            }
            let mut all_came = true;
            for part in lacking {
                all_came &= part.fetch().await;
            }
            if all_came {
                self.come.notify();
            } else {
                self.missing.set(true);
            }
        });
    }
}

/// Fetches everything that is not here yet.
pub async fn fetch_all() {
    for part in Part::all() {
        part.fetch().await;
    }
}

/// The ruleset with this id, as something to be fetched; none if no ruleset has it.
pub fn ruleset(id: &str) -> Option<Part> {
    rulesets::named(id).map(|named| Part::Ruleset(named.id))
}

/// The shelf, for components.
pub fn shelf() -> Shelf {
    expect_context()
}
