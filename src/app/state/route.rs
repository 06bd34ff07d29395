//! The place that is shown. Its [address] is in the fragment, so that the app runs from any folder of any static host, and
//! every page can be reloaded.

mod address;

pub use address::{BattlePage, RosterPage, Route};

use crate::app::platform::{scrolling, session_storage};
use drumhead::battle::Act;
use drumhead::core::trail::Trail;
use drumhead::share::found;
use drumhead::storage::Item;
use leptos::ev::{hashchange, popstate};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// Note of a place in the browser's history at which something was open that was closed since.
const CLOSED: &str = "closed";

/// Name under which the tab keeps its [`Trail`].
const TRAIL: &str = "drumhead/trail";

/// Something that a page can open, and that Back closes.
#[derive(Clone, Copy)]
struct Openable {
    kind: &'static str,
    /// The thing of its kind that is open.
    open: Signal<Option<String>>,
    set: Callback<Option<String>>,
}

impl Openable {
    fn is_open(&self) -> bool {
        self.open.try_get_untracked().flatten().is_some()
    }

    /// Opens or closes what the browser's history says.
    fn follow(&self, noted: Option<&String>) {
        let wanted = noted.and_then(|noted| noted.strip_prefix(self.kind)?.strip_prefix(':'));
        if self.open.try_get_untracked().is_some_and(|open| open.as_deref() != wanted) {
            self.set.run(wanted.map(str::to_owned));
        }
    }
}

impl Route {
    /// The page of a roster or a battle.
    pub fn item(item: &Item) -> Self {
        if item.battle { Self::table(item.id.clone()) } else { Self::roster(item.id.clone()) }
    }

    /// The panel of an act. The unit that acts is in its address, so that players who come back find the same panel.
    pub fn act(battle: impl Into<String>, act: &Act) -> Self {
        Self::resolve(battle, act.procedure.id, act.actor().map(str::to_owned))
    }
}

/// The place that is shown.
#[derive(Clone, Copy)]
pub struct Router {
    here: RwSignal<Route>,
    /// Everything on the page that Back closes.
    openable: StoredValue<Vec<Openable>>,
    /// State of the present place in the browser's history: what is open there.
    noted: StoredValue<Option<String>>,
    /// The places of the tab's history.
    trail: StoredValue<Trail>,
    /// True while the browser puts a place where the present one was.
    replaces: StoredValue<bool>,
    /// The table that was left last, and how far it was scrolled.
    scrolled: StoredValue<Option<(Route, f64)>>,
}

impl Router {
    /// Follows the browser's address.
    pub fn listen() -> Self {
        let fragment = || {
            let here = window().location();
            // Some services encode the `#` of an address, so that it becomes a part of the path.
            let whole = || found::link(&here.href().ok()?).map(|link| format!("#{link}"));
            here.hash().ok().filter(|hash| !hash.is_empty()).or_else(whole).unwrap_or_default()
        };
        let here = RwSignal::new(Route::parse(&fragment()));
        let scrolled = StoredValue::new(None);
        let (openable, noted) = (StoredValue::new(Vec::<Openable>::new()), StoredValue::new(noted_here().note));
        let trail = StoredValue::new(session_storage::read::<Trail>(TRAIL).unwrap_or_default());
        let router = Self { here, openable, noted, trail, replaces: StoredValue::new(false), scrolled };
        router.keep_trail(|trail| trail.load(&place_of(&here.get_untracked()), noted_here().index));
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
                    // What was open here was closed otherwise: Back leads on to the page before.
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
        // Two places in the browser's history can have one address: that of a panel that was applied is the table's.
        let moved = window_event_listener(popstate, move |_| follow());
        on_cleanup(move || {
            changed.remove();
            moved.remove();
        });
        router
    }

    /// The place where the player is.
    pub fn here(self) -> Route {
        self.here.get()
    }

    /// The place before the player looked something up; home if the page was opened there.
    pub fn left(self) -> Route {
        let is_lasting = |place: &str| !Route::parse(place).is_brief();
        self.trail.with_value(|trail| trail.last_before(is_lasting).map_or(Route::Home, Route::parse))
    }

    /// True if a place is the last one before this.
    pub fn came_from(self, route: &Route) -> bool {
        self.trail.with_value(|trail| trail.last_before(|_| true) == Some(place_of(route).as_str()))
    }

    /// Changes the trail, and notes in the browser's history the index that this returns.
    fn keep_trail(self, change: impl FnOnce(&mut Trail) -> usize) {
        let Some(index) = self.trail.try_update_value(change) else { return };
        self.trail.with_value(|trail| session_storage::write(TRAIL, trail));
        if noted_here().index != Some(index) {
            let state = state_of(index, self.noted.get_value().as_deref());
            // Without an index, the way back of a page adds a place, as a link does.
            let _ = window().history().and_then(|history| history.replace_state_with_url(&state, "", None));
        }
    }

    /// Follows the browser to a place; its entry notes this index, or none if it is new.
    fn follow_trail(self, route: &Route, index: Option<usize>) {
        let place = place_of(route);
        let replaces = self.replaces.try_update_value(std::mem::take) == Some(true) && index.is_none();
        self.keep_trail(|trail| if replaces { trail.replace(&place) } else { trail.arrive(&place, index) });
    }

    /// Returns to a place: along the browser's history if it lies there, else in place of the present one. Back from there does not
    /// lead here again.
    pub fn back_to(self, route: &Route) {
        let steps = self.trail.with_value(|trail| trail.steps_back(&place_of(route)));
        match steps.and_then(|steps| i32::try_from(steps).ok()) {
            // A browser that refuses leaves the player where they are.
            Some(steps) => drop(window().history().and_then(|history| history.go_with_delta(-steps))),
            None => self.swap(route),
        }
    }

    /// Scroll position of a table when the player left it.
    pub fn scrolled(self, table: &Route) -> Option<f64> {
        self.scrolled
            .with_value(|left| left.as_ref().filter(|(place, _)| place == table).map(|(_, position)| *position))
    }

    /// The place where the player is, without following it.
    pub fn here_untracked(self) -> Route {
        self.here.get_untracked()
    }

    /// Goes to a place. One that is shown already, or whose address is there already, is drawn anew.
    pub fn go(self, route: &Route) {
        let there = window().location().hash().is_ok_and(|hash| hash == route.href());
        let shown = self.here.with_untracked(|here| here == route);
        // An address that the browser refuses leaves the player where he is. A place at which something is open is not left behind.
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

    /// Goes to a place whose address is there already, while another is still shown: for links, which the browser follows
    /// otherwise. False if the address is another.
    pub fn go_if_there(self, route: &Route) -> bool {
        let there = window().location().hash().is_ok_and(|hash| hash == route.href());
        if there && self.here.with_untracked(|here| here != route) {
            self.go(route);
        }
        there
    }

    /// Replaces the present place in the browser's history, but still shows it: Back does not lead to something that is done.
    pub fn leave_behind(self, route: &Route) {
        // A browser that refuses leaves the address, which harms nothing: the panel says that it was applied.
        self.replace(route);
    }

    /// Puts a place where the present one was in the browser's history, without going there.
    fn replace(self, route: &Route) {
        self.noted.set_value(None);
        let Some(index) = self.trail.try_update_value(|trail| trail.replace(&place_of(route))) else { return };
        self.trail.with_value(|trail| session_storage::write(TRAIL, trail));
        let _ = window()
            .history()
            .and_then(|history| history.replace_state_with_url(&state_of(index, None), "", Some(&route.href())));
    }

    /// Goes to a place and takes the present address out of the browser's history, without loading anything: for links that
    /// were opened and should not be opened again.
    pub fn instead(self, route: Route) {
        // A browser that refuses leaves the link in the address, which harms nothing.
        self.replace(&route);
        self.here.set(route);
    }

    /// Has Back close what is open before it leaves the page. The browser's history notes what that is, so a page that is loaded
    /// again opens it again if it can.
    pub fn close_by_back(
        self,
        kind: &'static str,
        open: impl Into<Signal<Option<String>>>,
        set: impl Fn(Option<String>) + Send + Sync + 'static,
    ) {
        let openable = Openable { kind, open: open.into(), set: Callback::new(set) };
        self.openable.update_value(|all| all.push(openable));
        on_cleanup(move || {
            // A page can be made anew in the moment in which something on it is closed, before the effect below runs. The new page
            // would open it again.
            let is_closed = openable.open.try_get_untracked().is_some_and(|open| open.is_none());
            let is_noted = |noted: &String| noted.split_once(':').is_some_and(|(of, _)| of == kind);
            if is_closed && self.noted.try_get_value().flatten().as_ref().is_some_and(is_noted) {
                self.note(CLOSED.to_owned());
            }
            // With the app, this goes, too.
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

    /// Has Back close what a switch opens.
    pub fn close_switch_by_back(self, kind: &'static str, open: RwSignal<bool>) {
        let shown = Signal::derive(move || open.get().then(String::new));
        self.close_by_back(kind, shown, move |to: Option<String>| open.set(to.is_some()));
    }

    /// Notes in the browser's history what is open: at a place of its own, so that Back leads to that before it.
    fn note(self, note: String) {
        let before = self.noted.get_value();
        if before.as_ref() == Some(&note) {
            return;
        }
        let place = place_of(&self.here.get_untracked());
        let index = self.trail.try_update_value(|trail| match before {
            Some(_) => trail.replace(&place),
            None => trail.push(&place),
        });
        self.trail.with_value(|trail| session_storage::write(TRAIL, trail));
        let state = state_of(index.unwrap_or_default(), Some(&note));
        // A browser that refuses leaves Back as it is.
        let _ = window().history().and_then(|history| match before {
            Some(_) => history.replace_state_with_url(&state, "", None),
            None => history.push_state_with_url(&state, "", None),
        });
        self.noted.set_value(Some(note));
    }

    /// Goes to a place that replaces the present one in the browser's history.
    pub fn swap(self, route: &Route) {
        self.replaces.set_value(window().location().hash().is_ok_and(|hash| hash != route.href()));
        let _ = window().location().replace(&route.href());
    }
}

/// State of an entry in the browser's history.
#[derive(Default)]
struct Noted {
    /// Its index in the [`Trail`]; `None` for an entry that is new.
    index: Option<usize>,
    /// The thing that is open there.
    note: Option<String>,
}

/// State of the place that is shown, in the browser's history: its index, and after a space what is open there.
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

/// A place in the trail: its address. Links that bring something are not kept, as they are long.
fn place_of(route: &Route) -> String {
    if let Route::Open { link } = route { format!("#open {}", link.0.len()) } else { route.href() }
}

fn go_back() {
    // A browser that refuses leaves the player where he is.
    let _ = window().history().and_then(|history| history.back());
}

/// The way to go to places, for components.
pub fn router() -> Router {
    expect_context()
}
