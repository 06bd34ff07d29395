//! The router. The [address] of a page is in the URL's fragment, so that the app runs from any folder of any static host, and every page can
//! be reloaded.

mod address;

pub use address::{BattlePage, RosterPage, Route, ScenarioPage};

use crate::app::platform::{scrolling, session_storage};
use battle::Act;
use exchange::share::found;
use exchange::storage::{Item, ItemKind};
use leptos::ev::{hashchange, popstate};
use leptos::prelude::*;
use rules::scenario;
use rules::trail::Trail;
use wasm_bindgen::JsValue;

/// `history.state` of a closed dialog or other openable part.
const CLOSED: &str = "closed";

/// Name of the tab's [`Trail`] in the session storage.
const TRAIL: &str = "drumhead/trail";

/// A part of a page that can be opened, and that Back closes.
#[derive(Clone, Copy)]
struct Openable {
    kind: &'static str,
    /// The id of the open thing; `None` if closed.
    open: Signal<Option<String>>,
    set: Callback<Option<String>>,
}

impl Openable {
    fn is_open(&self) -> bool {
        self.open.try_get_untracked().flatten().is_some()
    }

    /// Opens or closes the part according to the browser's history.
    fn follow(&self, noted: Option<&String>) {
        let wanted = noted.and_then(|noted| noted.strip_prefix(self.kind)?.strip_prefix(':'));
        if self.open.try_get_untracked().is_some_and(|open| open.as_deref() != wanted) {
            self.set.run(wanted.map(str::to_owned));
        }
    }
}

impl Route {
    /// The page of a roster, a scenario or a battle.
    pub fn item(item: &Item) -> Self {
        match item.kind {
            ItemKind::Roster => Self::roster(item.id.clone()),
            ItemKind::Scenario => Self::scenario(item.id.clone()),
            ItemKind::Battle => Self::table(item.id.clone()),
        }
    }

    /// The panel of an act. The acting unit, or the event or arrival of the scenario, is in the address, so that players who come back find
    /// the same panel.
    pub fn act(battle: impl Into<String>, act: &Act) -> Self {
        let item = || scenario::item_of(act.procedure.id, &act.answers);
        Self::resolve(battle, act.procedure.id, act.actor().or_else(item).map(str::to_owned))
    }
}

/// The router: the current page, and the browser's history.
#[derive(Clone, Copy)]
pub struct Router {
    here: RwSignal<Route>,
    /// All parts of the page that Back closes.
    openable: StoredValue<Vec<Openable>>,
    /// The openable part that the current history entry notes.
    noted: StoredValue<Option<String>>,
    /// The pages of the tab's history.
    trail: StoredValue<Trail>,
    /// True while the current history entry is being replaced.
    replaces: StoredValue<bool>,
    /// The table that was left last, and its scroll position.
    scrolled: StoredValue<Option<(Route, f64)>>,
}

impl Router {
    /// Starts to follow the browser's address.
    pub fn listen() -> Self {
        let fragment = || {
            let here = window().location();
            // Some services encode the `#` of an address, so that it becomes a part of the path.
            let encoded_link = || found::link(&here.href().ok()?).map(|link| format!("#{link}"));
            here.hash().ok().filter(|hash| !hash.is_empty()).or_else(encoded_link).unwrap_or_default()
        };
        let here = RwSignal::new(Route::parse(&fragment()));
        let scrolled = StoredValue::new(None);
        let (openable, noted) = (StoredValue::new(Vec::<Openable>::new()), StoredValue::new(noted_here().note));
        let trail = StoredValue::new(session_storage::read::<Trail>(TRAIL).unwrap_or_default());
        let router = Self { here, openable, noted, trail, replaces: StoredValue::new(false), scrolled };
        router.keep_trail(|trail| trail.load(&trail_address(&here.get_untracked()), noted_here().index));
        scrolling::restore_by_hand();
        let follow = move || {
            let route = Route::parse(&fragment());
            let before = here.get_untracked();
            let was_noted = noted.get_value();
            let Noted { index, note: is_noted } = noted_here();
            noted.set_value(is_noted.clone());
            router.follow_trail(&route, index);
            if before == route {
                let is_any_open = openable.get_value().iter().any(Openable::is_open);
                if was_noted.is_some() && is_noted.is_none() && !is_any_open {
                    // The part was closed in another way, so Back continues to the page before.
                    return go_back();
                }
                openable.get_value().iter().for_each(|openable| openable.follow(is_noted.as_ref()));
            } else {
                if before.is_table() {
                    scrolled.set_value(Some((before.clone(), scrolling::position())));
                }
                here.set(route);
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        };
        let changed = window_event_listener(hashchange, move |_| follow());
        // Two history entries can have the same address: an applied panel is replaced by the table.
        let moved = window_event_listener(popstate, move |_| follow());
        on_cleanup(move || {
            changed.remove();
            moved.remove();
        });
        router
    }

    /// The current page. The caller follows this.
    pub fn here(self) -> Route {
        self.here.get()
    }

    /// The last page that is not [brief](Route::is_brief); home if there is none.
    pub fn left(self) -> Route {
        let is_lasting = |place: &str| !Route::parse(place).is_brief();
        self.trail.with_value(|trail| trail.last_before(is_lasting).map_or(Route::Home, Route::parse))
    }

    /// True if the previous page is this one.
    pub fn came_from(self, route: &Route) -> bool {
        self.trail.with_value(|trail| trail.last_before(|_| true) == Some(trail_address(route).as_str()))
    }

    /// Changes the trail, and stores the index that `change` returns in the current history entry.
    fn keep_trail(self, change: impl FnOnce(&mut Trail) -> usize) {
        let Some(index) = self.trail.try_update_value(change) else { return };
        self.trail.with_value(|trail| session_storage::write(TRAIL, trail));
        if noted_here().index != Some(index) {
            let state = state_of(index, self.noted.get_value().as_deref());
            // If this fails, the page's back link adds a history entry, as other links do.
            let _ = window().history().and_then(|history| history.replace_state_with_url(&state, "", None));
        }
    }

    /// Updates the trail after a change of the page. `index` is the one in the history entry, or `None` for a new entry.
    fn follow_trail(self, route: &Route, index: Option<usize>) {
        let address = trail_address(route);
        let replaces = self.replaces.try_update_value(std::mem::take) == Some(true) && index.is_none();
        self.keep_trail(|trail| if replaces { trail.replace(&address) } else { trail.arrive(&address, index) });
    }

    /// Returns to a page: by the browser's history if the page is there, else in place of the current entry. Back does then not lead here
    /// again.
    pub fn back_to(self, route: &Route) {
        let steps = self.trail.with_value(|trail| trail.steps_back(&trail_address(route)));
        match steps.and_then(|steps| i32::try_from(steps).ok()) {
            // If this fails, the page does not change.
            Some(steps) => drop(window().history().and_then(|history| history.go_with_delta(-steps))),
            None => self.swap(route),
        }
    }

    /// Scroll position of a table when the player left it.
    pub fn scrolled(self, table: &Route) -> Option<f64> {
        self.scrolled
            .with_value(|left| left.as_ref().filter(|(place, _)| place == table).map(|(_, position)| *position))
    }

    /// The current page, without following it.
    pub fn here_untracked(self) -> Route {
        self.here.get_untracked()
    }

    /// Goes to a page. If it is shown already, or its address is current already, it is drawn again.
    pub fn go(self, route: &Route) {
        let there = window().location().hash().is_ok_and(|hash| hash == route.href());
        let shown = self.here.with_untracked(|here| here == route);
        // If this fails, the page does not change. A history entry with an open part is replaced.
        let _ = match self.noted.get_value() {
            Some(_) if !there => {
                self.replaces.set_value(true);
                window().location().replace(&route.href())
            }
            _ => window().location().set_hash(&route.href()),
        };
        if there || shown {
            self.here.set(route.clone());
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }

    /// For links: if the address already is that of `route` while another page is still shown, goes there and returns true. Otherwise returns
    /// false, and the browser follows the link.
    pub fn go_if_there(self, route: &Route) -> bool {
        let there = window().location().hash().is_ok_and(|hash| hash == route.href());
        if there && self.here.with_untracked(|here| here != route) {
            self.go(route);
        }
        there
    }

    /// Replaces the current history entry by another page, while this page stays visible. Back does then not lead to a finished panel.
    pub fn replace_history(self, route: &Route) {
        // If this fails, the address stays. That is harmless, because the panel shows that it was applied.
        self.replace(route);
    }

    /// Replaces the current history entry, without going to the page.
    fn replace(self, route: &Route) {
        self.noted.set_value(None);
        let Some(index) = self.trail.try_update_value(|trail| trail.replace(&trail_address(route))) else { return };
        self.trail.with_value(|trail| session_storage::write(TRAIL, trail));
        let _ = window()
            .history()
            .and_then(|history| history.replace_state_with_url(&state_of(index, None), "", Some(&route.href())));
    }

    /// Goes to a page and removes the current address from the browser's history: for opened links, which should not be opened again.
    pub fn instead(self, route: Route) {
        // If this fails, the link stays in the address, which is harmless.
        self.replace(&route);
        self.here.set(route);
    }

    /// Makes Back close an open part before it leaves the page. The history entry notes the part, so that a reload opens it again.
    pub fn close_by_back(
        self,
        kind: &'static str,
        open: impl Into<Signal<Option<String>>>,
        set: impl Fn(Option<String>) + Send + Sync + 'static,
    ) {
        let openable = Openable { kind, open: open.into(), set: Callback::new(set) };
        self.openable.update_value(|all| all.push(openable));
        on_cleanup(move || {
            // The page can be rebuilt at the moment in which the part is closed, before the effect below runs. The new page would then
            // open the part again.
            let is_closed = openable.open.try_get_untracked().is_some_and(|open| open.is_none());
            let is_noted = |noted: &String| noted.split_once(':').is_some_and(|(of, _)| of == kind);
            if is_closed && self.noted.try_get_value().flatten().as_ref().is_some_and(is_noted) {
                self.note(CLOSED.to_owned());
            }
            // This fails only when the whole app is removed.
            let _ = self.openable.try_update_value(|all| all.retain(|other| other.open != openable.open));
        });
        openable.follow(self.noted.get_value().filter(|noted| noted.starts_with(kind)).as_ref());
        Effect::new(move |was: Option<Option<String>>| {
            let open = openable.open.get();
            let note = |what: &String| format!("{kind}:{what}");
            match (&open, was.flatten()) {
                (Some(what), _) => self.note(note(what)),
                (None, Some(was)) if self.noted.get_value() == Some(note(&was)) => self.note(CLOSED.to_owned()),
                _ => {}
            }
            open
        });
    }

    /// Makes Back close a part that a signal opens.
    pub fn close_switch_by_back(self, kind: &'static str, open: RwSignal<bool>) {
        let shown = Signal::derive(move || open.get().then(String::new));
        self.close_by_back(kind, shown, move |to: Option<String>| open.set(to.is_some()));
    }

    /// Adds a history entry for an open part, so that Back leads to the entry before it.
    fn note(self, note: String) {
        let before = self.noted.get_value();
        if before.as_ref() == Some(&note) {
            return;
        }
        let address = trail_address(&self.here.get_untracked());
        let index = self.trail.try_update_value(|trail| match before {
            Some(_) => trail.replace(&address),
            None => trail.push(&address),
        });
        self.trail.with_value(|trail| session_storage::write(TRAIL, trail));
        let state = state_of(index.unwrap_or_default(), Some(&note));
        // If this fails, Back leaves the page.
        let _ = window().history().and_then(|history| match before {
            Some(_) => history.replace_state_with_url(&state, "", None),
            None => history.push_state_with_url(&state, "", None),
        });
        self.noted.set_value(Some(note));
    }

    /// Goes to a page that replaces the current history entry.
    pub fn swap(self, route: &Route) {
        self.replaces.set_value(window().location().hash().is_ok_and(|hash| hash != route.href()));
        let _ = window().location().replace(&route.href());
    }
}

/// State of a history entry.
#[derive(Default)]
struct Noted {
    /// Its index in the [`Trail`]; `None` for a new entry.
    index: Option<usize>,
    /// The open part.
    note: Option<String>,
}

/// The state of the current history entry. It is stored as the index, followed by a space and the open part.
fn noted_here() -> Noted {
    let state = window().history().and_then(|history| history.state()).ok().and_then(|state| state.as_string());
    let Some(state) = state else { return Noted::default() };
    let (index, note) = state.split_once(' ').unwrap_or((state.as_str(), ""));
    Noted { index: index.parse().ok(), note: Some(note).filter(|note| !note.is_empty()).map(str::to_owned) }
}

/// The state that [`noted_here`] reads.
fn state_of(index: usize, note: Option<&str>) -> JsValue {
    JsValue::from(format!("{index} {}", note.unwrap_or_default()))
}

/// The address of a page for the trail. Links with contents are left out, because they are long.
fn trail_address(route: &Route) -> String {
    if let Route::Open { link } = route { format!("#open {}", link.0.len()) } else { route.href() }
}

/// Goes to a page as a link does, for code without the router, such as the button of a notice.
pub fn follow_link(route: &Route) {
    // If this fails, the page does not change.
    let _ = window().location().set_hash(&route.href());
}

fn go_back() {
    // If this fails, the page does not change.
    let _ = window().history().and_then(|history| history.back());
}

/// The router, for components.
pub fn router() -> Router {
    expect_context()
}
