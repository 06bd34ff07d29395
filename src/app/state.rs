//! The app's state, in four stores of signals: the battle in play, connections, things that are saved, settings. Every change is
//! saved as it is made.
//!
//! | module | holds |
//! | --- | --- |
//! | [`rosters`], [`battles`] | what is done with the saved rosters and battles; [`AppState::battle`] reads any battle |
//! | [`battle_state`], [`rolls`] | what is done in the battle in play; no roll of it is lost |
//! | [`in_play`] | the battle in play, what is shown of it, or an earlier table of it |
//! | [`viewer`] | for whom this device shows a battle with hidden counters |
//! | [`pen`] | who may roll, apply, undo and end phases |
//! | [`correcting`] | the correction of an earlier act that is being made |
//! | [`following`] | wakes what shows something that changed |
//! | [`tabs`] | keeps step with other tabs |
//! | [`live`] | direct connections to other devices |
//! | [`chronicle`] | entries of all battles, which outlast their logs |
//! | [`backup`] | what players can do with all that is saved |
//! | [`new_battle`] | the answers on the page of a battle that is to begin |
//! | [`session`], [`open_rows`] | what one page leaves for the next |
//! | [`guides`] | guided battles |
//! | [`preferences`], [`language`], [`wake_lock`] | settings |
//! | [`route`] | the places with an address |
//! | [`notice`] | short messages to the player |
//! | [`bin`] | things deleted in this visit |
//! | [`extras`] | what is added to the first page once all of the app is there |

mod backup;
mod battle_state;
mod battles;
mod bin;
mod chronicle;
pub mod correcting;
pub mod extras;
mod following;
mod guides;
mod in_play;
pub mod known;
pub mod language;
pub mod live;
mod new_battle;
pub mod notice;
pub mod open_rows;
pub mod pairs;
pub mod pen;
mod preferences;
mod rolls;
mod rosters;
pub mod route;
mod saved;
pub mod session;
pub mod sorting;
mod tabs;
pub mod viewer;
pub mod wake_lock;

pub use backup::{Promise, Trouble};
pub use battle_state::BattleState;
pub use preferences::{GUIDES, HINTS, LANGUAGE, SEEN, SHORTCUTS, TEXT_SIZE, TEXT_SIZES, THEME, VIBRATE, WAKE_LOCK};
pub use rolls::WaitingRoll;
pub use rosters::move_by_one;
pub use saved::Saved;

use crate::app::platform::clock::{has_secure_random, new_id, watch_for_sleep};
use crate::app::platform::signals::set_if_changed;
use crate::app::platform::{journal, local_storage};
use crate::app::state::battles::Moment;
use crate::app::state::notice::Notice;
use crate::app::state::open_rows::OpenRows;
use correcting::Correcting;
use drumhead::analysis::chronicle::Entry;
use drumhead::battle::{Act, Stamp};
use drumhead::core::text::say;
use drumhead::panel::TableAnswers;
use drumhead::storage::bin::Bin;
use drumhead::storage::listed::Listed;
use drumhead::storage::roster::Roster;
use drumhead::storage::writer::Writer;
use drumhead::storage::{Key, Opened, envelope};
use extras::Extras;
use following::Followed;
use in_play::InPlay;
use leptos::ev;
use leptos::prelude::*;
use saved::{load, load_event};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::time::Duration;

/// The state of the app. There is one, for as long as the page is open: a handle of one pointer, as every closure of a page
/// holds a copy.
#[derive(Clone, Copy)]
pub struct AppState(&'static Stores);

/// The stores of the [`AppState`]. That of the connections is [`live::Live`], which the first page does not need.
pub struct Stores {
    /// The battle in play.
    pub battle: BattleStore,
    /// Things that are saved.
    pub storage: StorageStore,
    /// Settings.
    pub settings: SettingsStore,
    /// Message in passing.
    pub notice: RwSignal<Option<Notice>>,
    /// Additions to the first page, once all of the app is there.
    pub extras: RwSignal<Option<&'static Extras>>,
}

/// The battle in play, and what its pages hand on to each other.
#[derive(Default)]
pub struct BattleStore {
    /// The battle in play: put there and changed by [`in_play`] alone.
    in_play: RwSignal<Option<InPlay>>,
    /// The battle that was in play last, while none is.
    shown_last: StoredValue<Option<InPlay>>,
    /// The correction that is being made: put there and changed by [`correcting`] alone.
    correcting: RwSignal<Option<Correcting>>,
    /// Answers about its table as a whole.
    answers: StoredValue<TableAnswers>,
    /// Trackers of it that are shown, by subject.
    followed: StoredValue<Vec<Followed>>,
    /// Notified when dice that are entered by hand are saved or removed, here or in another tab.
    entered: RwSignal<u32>,
    /// The discard that the next undo passes over: see [`BattleState::pass_discard`].
    passed_discard: RwSignal<Option<Stamp>>,
    /// Answers that the next procedure is opened with.
    pub prepared: RwSignal<Option<Act>>,
    /// The unit whose card is to have the focus when the table is shown again.
    back_to: StoredValue<Option<String>>,
    /// The outcome that was applied just now, until the table tells it: its battle's id, and its words.
    applied: StoredValue<Option<(String, String)>>,
    /// The unit whose card has it now that the table is shown.
    arrived_at: StoredValue<Option<String>>,
    /// The battle that was shown last, by its id, and the side whose move it was.
    acted_last: StoredValue<Option<(String, Option<usize>)>>,
    /// Rows of units that are open on the table.
    pub rows: OpenRows,
    /// The side whose units a narrow screen shows.
    pub shown_side: RwSignal<usize>,
    /// Signals of who looks at it.
    looking: viewer::Looking,
}

/// Things that are saved, or should be.
pub struct StorageStore {
    /// The rosters, in the player's order.
    pub rosters: RwSignal<Vec<Saved<Roster>>>,
    /// True if there are rosters, also before they are read.
    has_rosters: RwSignal<bool>,
    /// The battles, the last played first.
    pub battles: RwSignal<Vec<Saved<Listed>>>,
    /// Turn and phase of battles that the list of battles shows, by their ids.
    moments: RwSignal<BTreeMap<String, Moment>>,
    /// Number of changes to what is saved after which all of these were read.
    moments_after: StoredValue<Option<u32>>,
    /// Entries of the chronicle that are saved, by the ids of their battles.
    pub chronicle: RwSignal<BTreeMap<String, Entry>>,
    /// Saved texts that could not be read.
    pub unreadable: RwSignal<Vec<Trouble>>,
    /// True if something is in memory only.
    pub unsaved: RwSignal<bool>,
    /// The browser's promise to keep what is saved.
    pub promise: RwSignal<Promise>,
    /// Time of the last backup, in milliseconds since 1970.
    pub backup: RwSignal<Option<f64>>,
    /// Name of this tab among those of its device: drawn afresh, so that no two tabs share it.
    tab: StoredValue<String>,
    /// This device as an author of logs, once it was asked for.
    writer: RwSignal<Option<Writer>>,
    /// Things deleted in this visit.
    pub bin: RwSignal<Bin>,
    /// Answers to procedures without a battle, by their addresses.
    quick_answers: StoredValue<BTreeMap<String, Map<String, Json>>>,
}

impl StorageStore {
    fn new() -> Self {
        Self {
            rosters: RwSignal::default(),
            has_rosters: RwSignal::default(),
            battles: RwSignal::default(),
            moments: RwSignal::default(),
            moments_after: StoredValue::default(),
            chronicle: RwSignal::default(),
            unreadable: RwSignal::default(),
            unsaved: RwSignal::new(!local_storage::works()),
            promise: RwSignal::new(Promise::Unknown),
            backup: RwSignal::default(),
            tab: StoredValue::new(new_id()),
            writer: RwSignal::default(),
            bin: RwSignal::default(),
            quick_answers: StoredValue::new(session::quick_answers()),
        }
    }
}

/// The player's settings.
#[derive(Default)]
pub struct SettingsStore {
    /// Preferences, by name.
    preferences: RwSignal<Map<String, Json>>,
}

impl Deref for AppState {
    type Target = Stores;

    fn deref(&self) -> &Stores {
        self.0
    }
}

impl AppState {
    /// Opens what the home page shows. [`open_rest`](Self::open_rest) opens everything else.
    pub fn open() -> Self {
        let stores = Stores {
            battle: BattleStore::default(),
            storage: StorageStore::new(),
            settings: SettingsStore::default(),
            notice: RwSignal::default(),
            extras: RwSignal::default(),
        };
        let app = Self(Box::leak(Box::new(stores)));
        app.read_lists();
        app
    }

    /// Opens everything else that is saved, and keeps step with other tabs. `late` if another tab may have saved something since
    /// [`open`](Self::open).
    pub fn open_rest(self, late: bool) {
        self.storage.bin.set(bin::left_here());
        self.follow_other_tabs();
        if late {
            self.read_lists();
        }
        self.read_rosters();
        // Reads every saved text, so it waits until the page is shown.
        set_timeout(move || self.see_troubles(), Duration::from_millis(200));
        self.see_promise();
        self.ask_before_leaving();
        watch_for_sleep();
        journal::on_slow(move || {
            self.notice.set(Some(Notice::new(say(
                "This device takes long to save. You can go on, but if the browser is closed by force, the last actions can be lost.",
            ))));
        });
        if !has_secure_random() {
            self.notice.set(Some(Notice::new(say(
                "This browser has no secure random numbers. Somebody who knows it well could foresee the app’s dice: use dice from the table.",
            ))));
        }
    }

    /// Has the browser ask before the page is left while something is in memory only.
    fn ask_before_leaving(self) {
        let leaving = window_event_listener(ev::beforeunload, |event| {
            if local_storage::in_memory() {
                event.prevent_default();
            }
        });
        std::mem::forget(leaving); // the app lives as long as its page
    }

    /// Reads what is saved, except the acts of battles. Texts that cannot be read are left where they are, and reported.
    fn read_all(self) {
        self.read_lists();
        self.read_rosters();
        self.see_troubles();
    }

    /// Reads the list of battles, the time of the last backup, and what is preferred.
    fn read_lists(self) {
        let (mut battles, mut has_rosters) = (Vec::new(), false);
        for key in local_storage::keys() {
            has_rosters |= matches!(key, Key::Roster(_));
            if let Some(battle) = listed(&key) {
                // The one that was begun last comes first.
                let place = battles.partition_point(|other: &Saved<Listed>| other.touched >= battle.touched);
                battles.insert(place, battle);
            }
        }
        set_if_changed(self.storage.has_rosters, has_rosters);
        set_if_changed(self.storage.battles, battles);
        set_if_changed(self.storage.backup, load(&Key::Device).and_then(|saved: Opened<Json>| saved.it.as_f64()));
        self.read_preferences();
    }

    /// Saves a thing under its key, as one save more of it.
    fn save(self, key: &Key, it: &impl serde::Serialize) {
        let name = key.to_string();
        let before = local_storage::read_name(&name).map_or(0, |text| envelope::revision(&text));
        if let Ok(text) = envelope::seal(it, before.saturating_add(1)) {
            self.write(&name, &text);
        }
    }

    fn write(self, name: &str, text: &str) {
        local_storage::write_name(name, text);
        self.see_unsaved();
        self.ask_promise();
    }

    fn remove(self, names: impl IntoIterator<Item = String>) {
        for name in names {
            local_storage::remove_name(&name);
        }
        self.see_unsaved();
    }

    fn see_unsaved(self) {
        let unsaved = local_storage::in_memory() || self.storage.unsaved.get_untracked() && !local_storage::works();
        set_if_changed(self.storage.unsaved, unsaved);
    }

    /// Says why what was saved by a newer Drumhead is not changed.
    fn refuse_newer(self) {
        self.notice.set(Some(Notice::new(say(
            "A newer version of Drumhead saved this. You can read it here, but not change it.",
        ))));
    }
}

/// A battle as lists show it, if this is the key of one that can be read.
fn listed(key: &Key) -> Option<Saved<Listed>> {
    let Key::Battle(id) = key else { return None };
    let opened: Opened<Json> = load(key)?;
    let it = Listed::read(opened.it.as_object()?)?;
    Some(Saved { id: id.clone(), touched: it.began, it, read_only: opened.newer })
}

/// The state of the app, for components.
pub fn app_state() -> AppState {
    expect_context()
}
