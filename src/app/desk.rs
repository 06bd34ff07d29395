//! What is open and saved: rosters, battles, the battle in play. Every change is saved as it is made.

use super::pages::resolve::Prepared;
use super::parts::notice::Notice;
use super::storage::{self, Saved};
use drumhead::battle::{Act, Battle, Change, Deed, Event, Header};
use drumhead::chance::Seed;
use drumhead::roster::Roster;
use drumhead::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::store::{self, Key, Unreadable};
use drumhead::turn;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;

/// What is open and saved.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The rosters, in the player's order.
    pub rosters: RwSignal<Vec<Kept<Roster>>>,
    /// The battles, the last played first.
    pub battles: RwSignal<Vec<Kept<Header>>>,
    /// The battle in play.
    pub battle: RwSignal<Option<Kept<Battle>>>,
    /// What could not be read.
    pub unreadable: RwSignal<Vec<Trouble>>,
    /// Whether the last save only reached memory.
    pub unsaved: RwSignal<bool>,
    /// What the player is being told.
    pub notice: RwSignal<Option<Notice>>,
    /// What the next procedure already knows: who takes part and what was said, from what was due.
    pub prepared: RwSignal<Option<Prepared>>,
    /// The side whose units a narrow screen shows.
    pub shown_side: RwSignal<usize>,
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
}

/// A saved text that could not be read: left where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// Where it is.
    pub key: Key,
    /// What is wrong with it.
    pub why: Unreadable,
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
            unreadable: RwSignal::default(),
            unsaved: RwSignal::new(false),
            notice: RwSignal::default(),
            prepared: RwSignal::default(),
            shown_side: RwSignal::new(0),
            remembered: RwSignal::default(),
        };
        desk.read_all();
        desk
    }

    fn read_all(self) {
        let (mut rosters, mut battles) = (Vec::new(), Vec::new());
        for key in storage::keys() {
            match &key {
                Key::Roster(id) => {
                    rosters.extend(self.load(&key).map(|it| Kept { id: id.clone(), it, touched: 0.0 }));
                }
                Key::Battle(id) => {
                    battles.extend(self.load(&key).map(|it: Header| Kept { id: id.clone(), touched: it.began, it }));
                }
                Key::Event(..) | Key::RosterOrder | Key::Settings => {}
            }
        }
        let order: Vec<String> = self.load(&Key::RosterOrder).unwrap_or_default();
        rosters.sort_by_key(|kept| order.iter().position(|id| *id == kept.id).unwrap_or(usize::MAX));
        battles.sort_by(|a, b| b.touched.total_cmp(&a.touched));
        self.rosters.set(rosters);
        self.battles.set(battles);
    }

    /// Reads what is saved under a key; what cannot be read is left where it is, and told.
    fn load<T: serde::de::DeserializeOwned>(self, key: &Key) -> Option<T> {
        match store::open(&storage::read(key)?) {
            Ok(it) => Some(it),
            Err(why) => {
                self.unreadable.update(|troubles| {
                    let trouble = Trouble { key: key.clone(), why };
                    if !troubles.contains(&trouble) {
                        troubles.push(trouble);
                    }
                });
                None
            }
        }
    }

    fn save(self, key: &Key, it: &impl serde::Serialize) {
        let in_memory = storage::write(key, &store::seal(it)) == Saved::InMemory;
        if self.unsaved.get_untracked() != in_memory {
            self.unsaved.set(in_memory);
        }
    }

    // Rosters.

    /// Adds a roster; hands back its id.
    pub fn add_roster(self, roster: Roster) -> String {
        let id = new_id();
        self.save(&Key::Roster(id.clone()), &roster);
        self.rosters.update(|rosters| rosters.push(Kept { id: id.clone(), it: roster, touched: now() }));
        self.save_order();
        id
    }

    /// Changes a roster.
    pub fn change_roster(self, id: &str, change: impl FnOnce(&mut Roster)) {
        self.rosters.update(|rosters| {
            if let Some(kept) = rosters.iter_mut().find(|kept| kept.id == id) {
                change(&mut kept.it);
                kept.touched = now();
                self.save(&Key::Roster(id.to_owned()), &kept.it);
            }
        });
    }

    /// A roster as it is now.
    pub fn roster(self, id: &str) -> Option<Roster> {
        self.rosters.with(|rosters| rosters.iter().find(|kept| kept.id == id).map(|kept| kept.it.clone()))
    }

    /// Removes a roster; the notice offers to bring it back.
    pub fn remove_roster(self, id: &str) {
        let Some(place) = self.rosters.with_untracked(|rosters| rosters.iter().position(|kept| kept.id == id)) else {
            return;
        };
        let Some(removed) = self.rosters.try_update(|rosters| rosters.remove(place)) else { return };
        storage::remove(&Key::Roster(id.to_owned()));
        self.save_order();
        let words = format!("“{}” is deleted.", removed.it.name);
        self.notice.set(Some(Notice::new(words).undo(move || {
            self.save(&Key::Roster(removed.id.clone()), &removed.it);
            self.rosters.update(|rosters| rosters.insert(place.min(rosters.len()), removed.clone()));
            self.save_order();
        })));
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
    pub fn begin_battle(self, header: impl FnOnce(Seed, f64) -> Header) -> String {
        let id = new_id();
        let header = header(new_seed(), now());
        self.save(&Key::Battle(id.clone()), &header);
        self.battles
            .update(|battles| battles.insert(0, Kept { id: id.clone(), touched: header.began, it: header.clone() }));
        self.battle.set(Some(Kept { id: id.clone(), it: Battle::begin(header), touched: now() }));
        id
    }

    /// Removes a battle and its log; the notice offers to bring it back.
    pub fn remove_battle(self, id: &str) {
        let mut keys: Vec<Key> = storage::keys()
            .into_iter()
            .filter(|key| matches!(key, Key::Battle(own) | Key::Event(own, _) if own == id))
            .collect();
        keys.sort();
        let texts: Vec<(Key, String)> =
            keys.into_iter().filter_map(|key| storage::read(&key).map(|text| (key, text))).collect();
        for (key, _) in &texts {
            storage::remove(key);
        }
        let Some(place) = self.battles.with_untracked(|battles| battles.iter().position(|kept| kept.id == id)) else {
            return;
        };
        let Some(removed) = self.battles.try_update(|battles| battles.remove(place)) else { return };
        self.battle.update(|battle| {
            if battle.as_ref().is_some_and(|battle| battle.id == removed.id) {
                *battle = None;
            }
        });
        let words = format!("“{}” is deleted.", removed.it.name);
        self.notice.set(Some(Notice::new(words).undo(move || {
            for (key, text) in &texts {
                storage::write(key, text);
            }
            self.battles.update(|battles| battles.insert(place.min(battles.len()), removed.clone()));
        })));
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
    pub fn in_battle<V: IntoView + 'static>(self, id: &str, page: impl FnOnce(InBattle) -> V) -> AnyView {
        if self.battle.with_untracked(|battle| battle.as_ref().is_none_or(|battle| battle.id != id)) {
            self.battle.set(self.load_battle(id));
        }
        let ruleset = self.battle.with_untracked(|battle| rulesets::find(&battle.as_ref()?.it.header().ruleset));
        match ruleset {
            Some(ruleset) => page(InBattle { desk: self, ruleset }).into_any(),
            None => super::pages::home::not_here("This battle is not on this device.").into_any(),
        }
    }

    fn load_battle(self, id: &str) -> Option<Kept<Battle>> {
        let header: Header = self.load(&Key::Battle(id.to_owned()))?;
        let mut numbers: Vec<usize> = storage::keys()
            .into_iter()
            .filter_map(|key| match key {
                Key::Event(battle, number) if battle == id => Some(number),
                _ => None,
            })
            .collect();
        numbers.sort_unstable();
        let events = numbers.into_iter().filter_map(|number| self.load::<Event>(&Key::Event(id.to_owned(), number)));
        let battle = Battle::replay(header, events);
        Some(Kept { id: id.to_owned(), it: battle, touched: now() })
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
    /// Reads something of the battle, and again whenever it changes.
    pub fn with<T>(self, read: impl FnOnce(&Battle) -> T) -> T {
        self.desk.battle.with(|battle| read(&battle.as_ref().expect("pages of a battle are shown while it is open").it))
    }

    /// Reads something of the battle once.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Battle) -> T) -> T {
        untrack(|| self.with(read))
    }

    /// Something of the battle that is followed as it changes.
    pub fn follow<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Battle) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.with(&read))
    }

    /// The battle's id.
    pub fn id(self) -> String {
        self.desk.battle.with_untracked(|battle| battle.as_ref().map(|battle| battle.id.clone()).unwrap_or_default())
    }

    /// Does something: it changes the table, and is saved.
    pub fn act(self, deed: Deed, mut changes: Vec<Change>) {
        changes.extend(self.with_untracked(|battle| turn::follow_on(self.ruleset, battle.state(), &changes)));
        self.add(Event::Act(Box::new(Act { at: now(), deed, changes })));
    }

    /// Undoes the last act in force.
    pub fn undo(self) {
        if self.with_untracked(|battle| battle.to_undo().is_some()) {
            self.add(Event::Undo);
        }
    }

    /// Redoes the last act undone.
    pub fn redo(self) {
        if self.with_untracked(|battle| battle.to_redo().is_some()) {
            self.add(Event::Redo);
        }
    }

    fn add(self, event: Event) {
        self.desk.battle.update(|battle| {
            if let Some(battle) = battle {
                let number = next_number(&battle.id, battle.it.events().len());
                self.desk.save(&Key::Event(battle.id.clone(), number), &event);
                battle.it.add(event);
            }
        });
    }
}

/// The first number from `from` under which no event is saved: one that could not be read keeps its place.
fn next_number(battle: &str, from: usize) -> usize {
    (from..).find(|number| storage::read(&Key::Event(battle.to_owned(), *number)).is_none()).unwrap_or(from)
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
