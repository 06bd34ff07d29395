//! The app's state, in four stores of signals: the battle in play, connections, saved data, and settings. Every change is saved at
//! once.
//!
//! | module | holds |
//! | --- | --- |
//! | [`rosters`], [`scenarios`], [`battles`] | changes to the saved rosters, scenarios and battles; [`AppState::battle`] reads any battle |
//! | [`battle_state`], [`rolls`], [`groups`] | acts and group acts in the battle in play, and its rolls that are not applied yet |
//! | [`in_play`] | the battle in play, its view for an onlooker, or an earlier table of it |
//! | [`scenario_in_play`] | the scenario of the battle in play, as far as this device shows it |
//! | [`viewer`] | the player for whom this device shows a battle with hidden counters |
//! | [`control`] | control of a battle: the device that may roll, apply, undo and end phases |
//! | [`seats`] | whose units are whose, and the end of a phase that several devices share |
//! | [`correcting`] | the unfinished correction of an earlier act |
//! | [`following`] | signals of parts of a battle |
//! | [`tabs`] | changes by other tabs |
//! | [`live`] | direct connections to other devices, and their mesh |
//! | [`known`] | the other devices of a battle, and the entries that they lack |
//! | [`seats`] | seats of the battle in play |
//! | [`chronicle`] | entries of all battles, which outlast their logs |
//! | [`backup`] | backups, and other actions on all saved data |
//! | [`new_battle`] | the answers on the page New battle |
//! | [`session`], [`open_rows`] | values that one page leaves for the next |
//! | [`guides`] | guided battles |
//! | [`preferences`], [`language`], [`wake_lock`] | settings |
//! | [`route`] | the pages and their addresses |
//! | [`notice`] | short messages to the player |
//! | [`bin`] | things deleted in this visit |
//! | [`extras`] | additions to the first page once all of the app is fetched |

mod backup;
mod battle_state;
mod battles;
mod bin;
mod chronicle;
pub mod control;
pub mod correcting;
pub mod extras;
mod following;
mod groups;
mod guides;
mod in_play;
pub mod known;
pub mod language;
pub mod live;
mod new_battle;
pub mod notice;
pub mod open_rows;
pub mod pairs;
mod preferences;
mod rolls;
mod rosters;
pub mod route;
pub mod rulesets;
mod saved;
mod scenario_in_play;
mod scenarios;
pub mod seats;
pub mod session;
pub mod sorting;
mod tabs;
pub mod viewer;
pub mod wake_lock;

pub use backup::{Promise, Trouble};
pub use battle_state::BattleState;
pub use groups::{LastOffer, OfferedGroup, page_of_draft};
pub use preferences::{GUIDES, HINTS, LANGUAGE, SEEN, SHORTCUTS, TEXT_SIZE, TEXT_SIZES, THEME, VIBRATE, WAKE_LOCK};
pub use rolls::WaitingRoll;
pub use rosters::move_by_one;
pub use saved::Saved;
pub use scenario_in_play::reader_words;

use crate::app::platform::clock::{has_secure_random, new_id, watch_for_sleep};
use crate::app::platform::signals::set_if_changed;
use crate::app::platform::{journal, local_storage};
use crate::app::state::battles::Moment;
use crate::app::state::notice::Notice;
use crate::app::state::open_rows::OpenRows;
use battle::analysis::chronicle::Entry;
use battle::panel::TableAnswers;
use battle::{Act, Event, Stamp};
use correcting::Correcting;
use exchange::storage::bin::Bin;
use exchange::storage::listed::Listed;
use exchange::storage::roster::Roster;
use exchange::storage::scenario::Scenario;
use exchange::storage::writer::Writer;
use exchange::storage::{Key, Opened, envelope};
use extras::Extras;
use following::Followed;
use in_play::InPlay;
use leptos::ev;
use leptos::prelude::*;
use rules::text::say;
use saved::{load, load_event};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::time::Duration;

/// The state of the app. There is one, for the lifetime of the page. This handle is a single pointer, because every closure of a page has a
/// copy of it.
#[derive(Clone, Copy)]
pub struct AppState(&'static Stores);

/// The stores of the [`AppState`]. The store of connections is [`live::Live`], which the first page does not need.
pub struct Stores {
    /// The battle in play.
    pub battle: BattleStore,
    /// Saved data.
    pub storage: StorageStore,
    /// Settings.
    pub settings: SettingsStore,
    /// The current notice.
    pub notice: RwSignal<Option<Notice>>,
    /// Additions to the first page, once all of the app is fetched.
    pub extras: RwSignal<Option<&'static Extras>>,
}

/// The battle in play, and values that its pages leave for each other.
#[derive(Default)]
pub struct BattleStore {
    /// The battle in play. Only [`in_play`] changes it.
    in_play: RwSignal<Option<InPlay>>,
    /// The last battle in play, while there is none.
    shown_last: StoredValue<Option<InPlay>>,
    /// The unfinished correction. Only [`correcting`] changes it.
    correcting: RwSignal<Option<Correcting>>,
    /// Cached answers about its table.
    answers: StoredValue<TableAnswers>,
    /// Signals of its visible trackers, by unit or side.
    followed: StoredValue<Vec<Followed>>,
    /// Notified when entered dice are saved or removed, here or in another tab.
    entered: RwSignal<u32>,
    /// The discard that the next undo skips: see [`BattleState::pass_discard`].
    passed_discard: RwSignal<Option<Stamp>>,
    /// Answers for the next opened procedure.
    pub prepared: RwSignal<Option<Act>>,
    /// The unit whose card gets the focus when the table is shown again.
    back_to: StoredValue<Option<String>>,
    /// The outcome that was just applied, until the table shows it.
    applied: StoredValue<Option<session::Applied>>,
    /// The unit whose card got the focus when the table was shown.
    arrived_at: StoredValue<Option<String>>,
    /// The id of the last shown battle, and its acting side.
    acted_last: StoredValue<Option<(String, Option<usize>)>>,
    /// Rows of units that are open on the table.
    pub rows: OpenRows,
    /// The side whose units a narrow screen shows.
    pub shown_side: RwSignal<usize>,
    /// Signals of the viewer.
    looking: viewer::Looking,
    /// Signals of the seats.
    seats: seats::SeatSignals,
}

/// Saved data.
pub struct StorageStore {
    /// The rosters, in the player's order.
    pub rosters: RwSignal<Vec<Saved<Roster>>>,
    /// The scenarios, by their names.
    pub scenarios: RwSignal<Vec<Saved<Scenario>>>,
    /// True if there are rosters or scenarios, even if they are not read yet.
    has_prepared: RwSignal<bool>,
    /// The battles, the last played first.
    pub battles: RwSignal<Vec<Saved<Listed>>>,
    /// Turn, phase and further facts for the list of battles, by the battles' ids.
    moments: RwSignal<BTreeMap<String, Moment>>,
    /// Number of known changes to storage when all of these had been read.
    moments_after: StoredValue<Option<u32>>,
    /// Saved entries of the chronicle, by the ids of their battles.
    pub chronicle: RwSignal<BTreeMap<String, Entry>>,
    /// Saved texts that could not be read.
    pub unreadable: RwSignal<Vec<Trouble>>,
    /// True if some text is only in memory.
    pub unsaved: RwSignal<bool>,
    /// The browser's promise to keep saved data.
    pub promise: RwSignal<Promise>,
    /// Time of the last backup, in milliseconds since 1970.
    pub backup: RwSignal<Option<f64>>,
    /// Random name of this tab, so that no two tabs of a device have the same name.
    tab: StoredValue<String>,
    /// This device as an author of logs, once it was needed.
    writer: RwSignal<Option<Writer>>,
    /// Deleted things of this visit.
    pub bin: RwSignal<Bin>,
    /// Answers to procedures without a battle, by their addresses.
    quick_answers: StoredValue<BTreeMap<String, Map<String, Json>>>,
}

impl StorageStore {
    fn new() -> Self {
        Self {
            rosters: RwSignal::default(),
            scenarios: RwSignal::default(),
            has_prepared: RwSignal::default(),
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
    /// Reads the data of the home page. [`open_rest`](Self::open_rest) reads everything else.
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

    /// Reads all other saved data, and follows other tabs from now on. `late` is true if another tab may have saved something since
    /// [`open`](Self::open).
    pub fn open_rest(self, late: bool) {
        self.storage.bin.set(bin::load());
        self.follow_other_tabs();
        if late {
            self.read_lists();
        }
        self.read_rosters();
        self.read_scenarios();
        // Delayed until the page is shown, because it reads every saved text.
        set_timeout(move || self.update_unreadable(), Duration::from_millis(200));
        self.update_promise();
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

    /// Makes the browser ask before the page is left, while some text is only in memory.
    fn ask_before_leaving(self) {
        let leaving = window_event_listener(ev::beforeunload, |event| {
            if local_storage::in_memory() {
                event.prevent_default();
            }
        });
        std::mem::forget(leaving); // the app lives as long as its page
    }

    /// Reads all saved data except the acts of battles. Unreadable texts are left unchanged, and reported.
    fn read_all(self) {
        self.read_lists();
        self.read_rosters();
        self.read_scenarios();
        self.update_unreadable();
    }

    /// Reads the list of battles, the time of the last backup, and the preferences.
    fn read_lists(self) {
        let (mut battles, mut has_prepared) = (Vec::new(), false);
        for key in local_storage::keys() {
            has_prepared |= matches!(key, Key::Roster(_) | Key::Scenario(_));
            if let Some(battle) = listed(&key) {
                // The newest battle comes first.
                let index = battles.partition_point(|other: &Saved<Listed>| other.touched >= battle.touched);
                battles.insert(index, battle);
            }
        }
        set_if_changed(self.storage.has_prepared, has_prepared);
        set_if_changed(self.storage.battles, battles);
        set_if_changed(self.storage.backup, load(&Key::Device).and_then(|saved: Opened<Json>| saved.value.as_f64()));
        self.read_preferences();
    }

    /// Saves a value under its key, with the next revision.
    fn save(self, key: &Key, value: &impl serde::Serialize) {
        let name = key.to_string();
        let before = local_storage::read_name(&name).map_or(0, |text| envelope::revision(&text));
        if let Ok(text) = envelope::seal(value, before.saturating_add(1)) {
            self.write(&name, &text);
        }
    }

    /// Saves a roster, with the next revision.
    fn save_roster(self, id: &str, roster: &Roster) {
        let name = Key::Roster(id.to_owned()).to_string();
        let before = local_storage::read_name(&name).map_or(0, |text| envelope::revision(&text));
        if let Ok(text) = envelope::seal_roster(roster, before.saturating_add(1)) {
            self.write(&name, &text);
        }
    }

    /// Saves an event of a battle's log. If version 1.0.0 does not know all of its fields, the battle's header is marked, too.
    fn save_event(self, battle: &str, stamp: &Stamp, event: &Event) {
        if let Ok(text) = envelope::seal_event(event, 1) {
            self.write(&Key::Event(battle.to_owned(), stamp.clone()).to_string(), &text);
        }
        let header = Key::Battle(battle.to_owned()).to_string();
        let unmarked = local_storage::read_name(&header).filter(|_| event.is_marked());
        if let Some(text) = unmarked.and_then(|text| envelope::marked(&text)) {
            self.write(&header, &text);
        }
    }

    fn write(self, name: &str, text: &str) {
        local_storage::write_name(name, text);
        self.update_unsaved();
        self.ask_promise();
    }

    fn remove(self, names: impl IntoIterator<Item = String>) {
        for name in names {
            local_storage::remove_name(&name);
        }
        self.update_unsaved();
    }

    fn update_unsaved(self) {
        let unsaved = local_storage::in_memory() || self.storage.unsaved.get_untracked() && !local_storage::works();
        set_if_changed(self.storage.unsaved, unsaved);
    }

    /// Shows a notice: data of a newer Drumhead cannot be changed.
    fn refuse_newer(self) {
        self.notice.set(Some(Notice::new(say(
            "A newer version of Drumhead saved this. You can read it here, but not change it.",
        ))));
    }
}

/// The battle with this key, as lists show it. `None` for another key, or if it cannot be read.
fn listed(key: &Key) -> Option<Saved<Listed>> {
    let Key::Battle(id) = key else { return None };
    let opened: Opened<Json> = load(key)?;
    let value = Listed::read(opened.value.as_object()?)?;
    Some(Saved { id: id.clone(), touched: value.began, value, read_only: opened.newer })
}

/// The state of the app, for components.
pub fn app_state() -> AppState {
    expect_context()
}
