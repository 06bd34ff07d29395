//! What is open and saved: rosters, battles, the battle in play. Every change is saved as it is made.
//!
//! [`following`] wakes what shows something that changed; [`tabs`] keeps step with other tabs; [`keeping`] is what players can do with all that is saved; [`throws`] sees to it that
//! no throw is lost; [`preferences`] is how players like it.

mod following;
mod keeping;
mod preferences;
mod tabs;
mod throws;

use following::Followed;
pub use keeping::{Promise, Trouble};
pub use preferences::{AWAKE, HINTS, LANGUAGE, THEME, TREMBLE, preferred_unopened};

use super::pages::resolve::Prepared;
use super::parts::notice::Notice;
use super::storage;
use crate::app::prelude::*;
use drumhead::battle::{Act, Battle, Change, Deed, Event, Header, Stamp};
use drumhead::chance::Seed;
use drumhead::lists::put_in_order;
use drumhead::roster::Roster;
use drumhead::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::store::{self, Bundle, Key, Opened, envelope};
use drumhead::text;
use drumhead::text::say;
use drumhead::turn;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::time::Duration;

/// What is open and saved.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The rosters, in the player's order.
    pub rosters: RwSignal<Vec<Kept<Roster>>>,
    /// The battles, the last played first.
    pub battles: RwSignal<Vec<Kept<Header>>>,
    /// The battle in play: put there and changed by [`following`] alone.
    battle: RwSignal<Option<Kept<Battle>>>,
    /// What is tracked in it, by whose it is, of whatever is shown.
    followed: StoredValue<Vec<Followed>>,
    /// What could not be read.
    pub unreadable: RwSignal<Vec<Trouble>>,
    /// Whether something is in memory only.
    pub unsaved: RwSignal<bool>,
    /// Whether the browser promises to keep what is saved.
    pub promise: RwSignal<Promise>,
    /// When the last backup was made, in milliseconds since 1970.
    pub backup: RwSignal<Option<f64>>,
    /// What this tab calls itself in the logs of battles: drawn afresh, so that no two tabs share it.
    tab: StoredValue<String>,
    /// What the player is being told.
    pub notice: RwSignal<Option<Notice>>,
    /// What the next procedure already knows: who takes part and what was said, from what was due.
    pub prepared: RwSignal<Option<Prepared>>,
    /// The unit whose card is to have the focus when the table is shown again.
    back_to: StoredValue<Option<String>>,
    /// The unit whose card has it now that the table is shown.
    arrived_at: StoredValue<Option<String>>,
    /// The side whose units a narrow screen shows.
    pub shown_side: RwSignal<usize>,
    /// What the player prefers, by name.
    preferences: RwSignal<Map<String, Json>>,
    /// What was said last of each procedure, by battle: the next begins there.
    remembered: RwSignal<HashMap<Asked, Map<String, Json>>>,
}

/// What was asked: a procedure in a battle.
type Asked = (String, &'static str);

/// Something saved under an id.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    /// Its id.
    pub id: String,
    /// The thing.
    pub it: T,
    /// When it was last changed, in milliseconds since 1970; 0 if that is not known.
    pub touched: f64,
    /// A newer Drumhead saved it: shown as far as it is understood, and never written.
    pub read_only: bool,
}

/// The time, in milliseconds since 1970.
pub fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// An id that nothing has.
fn new_id() -> String {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(b"0123456789abcdefghjkmnpqrstvwxyz"[usize::from(byte % 32)])).collect()
}

/// A seed that nobody knows.
pub fn new_seed() -> Seed {
    let mut bytes = [0; 32];
    fill_random(&mut bytes);
    Seed(bytes)
}

fn fill_random(bytes: &mut [u8]) {
    // A browser without randomness cannot throw fair dice: better to stop than to pretend.
    getrandom::fill(bytes).expect("the browser gives random numbers");
}

impl Desk {
    /// Opens what is saved.
    pub fn open() -> Self {
        let desk = Self {
            rosters: RwSignal::default(),
            battles: RwSignal::default(),
            battle: RwSignal::default(),
            followed: StoredValue::default(),
            unreadable: RwSignal::default(),
            unsaved: RwSignal::new(!storage::works()),
            promise: RwSignal::new(Promise::Unknown),
            backup: RwSignal::default(),
            tab: StoredValue::new(new_id()),
            notice: RwSignal::default(),
            prepared: RwSignal::default(),
            back_to: StoredValue::default(),
            arrived_at: StoredValue::default(),
            shown_side: RwSignal::new(0),
            preferences: RwSignal::default(),
            remembered: RwSignal::default(),
        };
        desk.follow_other_tabs();
        desk.read_lists();
        // Looks at every text there is: once there is something to see.
        set_timeout(move || desk.see_troubles(), Duration::from_millis(200));
        desk.see_promise();
        desk
    }

    /// Reads what is saved, but for the acts of battles; what cannot be read is left where it is, and told.
    fn read_all(self) {
        self.read_lists();
        self.see_troubles();
    }

    fn read_lists(self) {
        let (mut rosters, mut battles) = (Vec::new(), Vec::new());
        for key in storage::keys() {
            match &key {
                Key::Roster(id) => {
                    let kept = |own: Opened<Roster>| Kept::opened(id, own, |_| 0.0);
                    rosters.extend(load(&key).map(kept));
                }
                Key::Battle(id) => {
                    let kept = |own: Opened<Header>| Kept::opened(id, own, |header| header.began);
                    battles.extend(load(&key).map(kept));
                }
                Key::Event(..) | Key::Draft(_) | Key::RosterOrder | Key::Settings | Key::Device => {}
            }
        }
        let order: Vec<String> = load(&Key::RosterOrder).map(|own| own.it).unwrap_or_default();
        let place = |kept: &Kept<Roster>| order.iter().position(|id| *id == kept.id).unwrap_or(usize::MAX);
        put_in_order(&mut rosters, |a, b| place(a) < place(b));
        put_in_order(&mut battles, |a, b| a.touched > b.touched);
        self.rosters.set(rosters);
        self.battles.set(battles);
        self.backup.set(load(&Key::Device).map(|own| own.it));
        self.read_preferences();
    }

    fn save(self, key: &Key, it: &impl serde::Serialize) {
        let name = key.to_string();
        let before = storage::read_name(&name).map_or(0, |text| envelope::revision(&text));
        if let Ok(text) = store::seal(it, before.saturating_add(1)) {
            self.write(&name, &text);
        }
    }

    fn write(self, name: &str, text: &str) {
        storage::write_name(name, text);
        self.see_unsaved();
        self.ask_promise();
    }

    fn remove(self, names: impl IntoIterator<Item = String>) {
        for name in names {
            storage::remove_name(&name);
        }
        self.see_unsaved();
    }

    fn see_unsaved(self) {
        let unsaved = storage::in_memory() || self.unsaved.get_untracked() && !storage::works();
        if self.unsaved.get_untracked() != unsaved {
            self.unsaved.set(unsaved);
        }
    }

    /// Says why what was saved by a newer Drumhead is not changed.
    fn refuse_newer(self) {
        self.notice.set(Some(Notice::new(say("A newer Drumhead saved this: it can be read here, but not changed."))));
    }

    /// Removes a roster or a battle with all that belongs to it; the notice offers to bring it back, byte for byte.
    fn remove_with_way_back(self, key: &Key, name: &str) {
        let mut removed = storage::all().part(key);
        let draft = key.battle().map(|id| Key::Draft(id.to_owned()).to_string());
        removed.0.extend(draft.and_then(|name| Some((name.clone(), storage::read_name(&name)?))));
        self.remove(removed.0.keys().cloned());
        self.read_all();
        let words = text!("“{name}” is deleted.", name = name.to_owned()).to_string();
        self.notice.set(Some(Notice::new(words).undo(move || self.bring_back(&removed))));
    }

    fn bring_back(self, removed: &Bundle) {
        for (name, text) in &removed.0 {
            self.write(name, text);
        }
        self.read_all();
    }

    // Rosters.

    /// Adds a roster; hands back its id.
    pub fn add_roster(self, roster: Roster) -> String {
        let id = new_id();
        self.save(&Key::Roster(id.clone()), &roster);
        let kept = Kept { id: id.clone(), it: roster, touched: now(), read_only: false };
        self.rosters.update(|rosters| rosters.push(kept));
        self.save_order();
        id
    }

    /// Changes a roster.
    pub fn change_roster(self, id: &str, change: impl FnOnce(&mut Roster)) {
        let held = self.rosters.with_untracked(|rosters| rosters.iter().position(|kept| kept.id == id));
        let Some(place) = held else {
            self.notice.set(Some(Notice::new(say("This roster was deleted in another tab: nothing is changed."))));
            return;
        };
        if self.rosters.with_untracked(|rosters| rosters[place].read_only) {
            self.refuse_newer();
            return;
        }
        self.rosters.update(|rosters| {
            let kept = &mut rosters[place];
            change(&mut kept.it);
            kept.touched = now();
            self.save(&Key::Roster(id.to_owned()), &kept.it);
        });
    }

    /// A roster as it is now.
    pub fn roster(self, id: &str) -> Option<Roster> {
        self.rosters.with(|rosters| rosters.iter().find(|kept| kept.id == id).map(|kept| kept.it.clone()))
    }

    /// Removes a roster; the notice offers to bring it back.
    pub fn remove_roster(self, id: &str) {
        if let Some(roster) = untrack(|| self.roster(id)) {
            self.remove_with_way_back(&Key::Roster(id.to_owned()), &roster.name);
        }
    }

    /// Moves a roster up (or down) the list.
    pub fn move_roster(self, id: &str, down: bool) {
        self.rosters.update(|rosters| move_by_one(rosters, |kept| kept.id == id, down));
        self.save_order();
    }

    fn save_order(self) {
        let order: Vec<String> =
            self.rosters.with_untracked(|rosters| rosters.iter().map(|kept| kept.id.clone()).collect());
        self.save(&Key::RosterOrder, &order);
    }

    // Battles.

    /// Begins a battle; hands back its id.
    pub fn begin_battle(self, header: impl FnOnce(f64) -> Header) -> String {
        let id = new_id();
        let header = header(now());
        self.save(&Key::Battle(id.clone()), &header);
        let touched = header.began;
        let listed = Kept { id: id.clone(), touched, it: header.clone(), read_only: false };
        self.battles.update(|battles| battles.insert(0, listed));
        self.put_in_play(Some(Kept { id: id.clone(), it: Battle::begin(header), touched, read_only: false }));
        id
    }

    /// Removes a battle and its log; the notice offers to bring it back.
    pub fn remove_battle(self, id: &str) {
        let held = self.battles.with_untracked(|battles| battles.iter().find(|kept| kept.id == id).cloned());
        let Some(held) = held else { return };
        self.remove_with_way_back(&Key::Battle(id.to_owned()), &held.it.name);
        self.put_away(id);
    }

    /// Puts the battle in play away if it is this one: it is read again when it is opened again.
    fn put_away(self, id: &str) {
        if self.battle.with_untracked(|battle| battle.as_ref().is_some_and(|battle| battle.id == id)) {
            self.put_in_play(None);
        }
    }

    /// The table will be shown again: with the focus on this unit's card.
    pub fn return_to(self, unit: Option<String>) {
        self.back_to.set_value(unit);
    }

    /// The unit whose card is to have the focus now that the table is shown.
    pub fn returned_to(self) -> Option<String> {
        let unit = self.back_to.try_update_value(Option::take).flatten();
        self.arrived_at.set_value(unit.clone());
        unit
    }

    /// The unit whose card has the focus, or will have it when the table is drawn.
    pub fn arrived_at(self) -> Option<String> {
        self.arrived_at.get_value()
    }

    /// What was said last of a procedure in a battle.
    pub fn remembered(self, battle: &str, procedure: &'static str) -> Map<String, Json> {
        self.remembered.with_untracked(|all| all.get(&(battle.to_owned(), procedure)).cloned()).unwrap_or_default()
    }

    /// Remembers what was said of a procedure in a battle.
    pub fn remember(self, battle: &str, procedure: &'static str, said: Map<String, Json>) {
        self.remembered.update(|all| {
            all.insert((battle.to_owned(), procedure), said);
        });
    }

    /// Shows a page of a battle, opening it first if it is not the one in play.
    pub fn in_battle(self, id: &str, page: impl FnOnce(InBattle) -> AnyView) -> AnyView {
        if self.battle.with_untracked(|battle| battle.as_ref().is_none_or(|battle| battle.id != id)) {
            self.put_in_play(self.load_battle(id));
        }
        let ruleset = self.battle.with_untracked(|battle| rulesets::find(&battle.as_ref()?.it.header().ruleset));
        match ruleset {
            Some(ruleset) => page(InBattle { desk: self, ruleset }),
            None => super::pages::home::not_here(say("This battle is not on this device.")),
        }
    }

    fn load_battle(self, id: &str) -> Option<Kept<Battle>> {
        let header: Opened<Header> = load(&Key::Battle(id.to_owned()))?;
        let mut newer = header.newer;
        let events = storage::events(id).into_iter().filter_map(|(stamp, name)| {
            let own = load_event(id, &stamp, &name)?;
            newer |= own.newer;
            Some((stamp, own.it))
        });
        let battle = Battle::replay(header.it, events);
        Some(Kept { id: id.to_owned(), it: battle, touched: now(), read_only: newer })
    }
}

/// Reads what is saved under a key, if it can be read.
fn load<T: serde::de::DeserializeOwned>(key: &Key) -> Option<Opened<T>> {
    store::open(key, &storage::read(key)?).ok()
}

/// Reads an event of a battle's log, whose name is known, if it can be read.
fn load_event(battle: &str, stamp: &Stamp, name: &str) -> Option<Opened<Event>> {
    store::open(&Key::Event(battle.to_owned(), stamp.clone()), &storage::read_name(name)?).ok()
}

impl<T> Kept<T> {
    fn opened(id: &str, own: Opened<T>, touched: impl FnOnce(&T) -> f64) -> Self {
        Self { id: id.to_owned(), touched: touched(&own.it), it: own.it, read_only: own.newer }
    }
}

/// The battle in play, for the pages that show it.
#[derive(Clone, Copy)]
pub struct InBattle {
    /// The desk that it lies on.
    pub desk: Desk,
    /// Its ruleset.
    pub ruleset: &'static Ruleset,
}

impl InBattle {
    /// The battle's id.
    pub fn id(self) -> String {
        self.desk.battle.with_untracked(|battle| battle.as_ref().map(|battle| battle.id.clone()).unwrap_or_default())
    }

    /// Does something: it changes the table, and is saved.
    pub fn act(self, deed: Deed, mut changes: Vec<Change>) {
        if matches!(deed, Deed::ByHand) {
            changes.extend(self.with_untracked(|battle| turn::tolls(self.ruleset, battle.state(), &changes)));
            let moved = self.with_untracked(|battle| turn::moved_from(self.ruleset, battle.state(), &changes));
            self.tell_moved(&moved);
            changes.extend(moved);
        }
        changes.extend(self.with_untracked(|battle| turn::follow_on(self.ruleset, battle.state(), &changes)));
        self.add(Event::Act(Box::new(Act { at: now(), deed, changes, after: Vec::new() })));
    }

    /// Says of whom something is no longer true, because it was ticked for another.
    fn tell_moved(self, moved: &[Change]) {
        let told = moved.iter().find_map(|change| {
            let Change::Set { of, key, .. } = change else { return None };
            let tracker = self.ruleset.trackers.iter().find(|tracker| tracker.id == *key)?;
            let who = self.with_untracked(|battle| Some(battle.state().unit(of)?.name().to_owned()))?;
            Some(text!("{what}: no longer {who}.", what = tracker.label, who = who))
        });
        if let Some(told) = told {
            self.desk.notice.set(Some(Notice::new(told.to_string())));
        }
    }

    /// Adds the act with which a battle that goes on from another one begins.
    pub fn begin_with(self, event: Event) {
        self.add(event);
    }

    /// Undoes the last act in force.
    pub fn undo(self) {
        if !self.must_settle_first()
            && let Some(event) = self.with_untracked(Battle::undoing)
        {
            self.add(event);
        }
    }

    /// Redoes the last act undone.
    pub fn redo(self) {
        if !self.must_settle_first()
            && let Some(event) = self.with_untracked(Battle::redoing)
        {
            self.add(event);
        }
    }

    /// An id that no unit has, nor one that another tab adds at this moment.
    pub fn free_id(self) -> String {
        self.desk.tab.with_value(|tab| self.with_untracked(|open| open.state().free_id(tab)))
    }

    /// Adds an event to the log, and saves it; hands back its stamp, if that was possible.
    fn add(self, event: Event) -> Option<Stamp> {
        let desk = self.desk;
        desk.tremble(10);
        if desk.battle.with_untracked(|battle| battle.as_ref().is_some_and(|battle| battle.read_only)) {
            desk.refuse_newer();
            return None;
        }
        desk.change(|Kept { id, it: battle, .. }| {
            if !storage::has(&Key::Battle(id.clone())) {
                desk.save_again(id, battle);
            }
            let (event, stamp) = (battle.linked(event), desk.tab.with_value(|tab| battle.next_stamp(tab)));
            desk.save(&Key::Event(id.clone(), stamp.clone()), &event);
            battle.add(stamp.clone(), event);
            stamp
        })
    }
}

/// Moves the member that `is` finds one place up (or down).
pub fn move_by_one<T>(list: &mut [T], is: impl Fn(&T) -> bool, down: bool) {
    if let Some(place) = list.iter().position(is) {
        let other = if down { place + 1 } else { place.wrapping_sub(1) };
        if other < list.len() {
            list.swap(place, other);
        }
    }
}

/// The desk, for components.
pub fn desk() -> Desk {
    expect_context()
}
