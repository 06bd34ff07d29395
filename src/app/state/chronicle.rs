//! The chronicle: entries of the battles on this device, made one after the other when they are asked for, and kept when a battle is
//! deleted.

use super::{AppState, load};
use crate::app::platform::local_storage;
use crate::app::platform::signals::set_if_changed;
use crate::app::platform::slices::in_slices;
use drumhead::analysis::chronicle::{Entry, EntryBuilder};
use drumhead::battle::{Action, Event};
use drumhead::storage::bin::Thing;
use drumhead::storage::{Key, Opened};
use drumhead::text;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// An entry that is being made: of a battle, and with how many events of its log.
struct Making {
    id: String,
    events: usize,
    builder: EntryBuilder,
}

impl AppState {
    /// Reads the entries that are saved. Those that exceed a limit are left where they are.
    pub(super) fn read_chronicle(self) {
        let saved = |key: Key| {
            let Key::Chronicle(id) = &key else { return None };
            let opened: Opened<Entry> = load(&key)?;
            opened.it.is_within_limits().then(|| (id.clone(), opened.it))
        };
        let entries: BTreeMap<String, Entry> = local_storage::keys().into_iter().filter_map(saved).collect();
        set_if_changed(self.storage.chronicle, entries);
    }

    /// Makes the entries of all battles whose log went on since theirs was made, one after the other, while `goes_on`. Calls
    /// `cannot` with the id of each battle that cannot be read.
    pub fn learn_chronicle(self, goes_on: impl Fn() -> bool + 'static, cannot: impl Fn(String) + 'static) {
        self.read_chronicle();
        let mut making: Option<Making> = None;
        let mut begun: Vec<String> = Vec::new();
        let counts = local_storage::event_counts();
        let step = move || {
            let Some(now) = making.as_mut() else {
                let Some((id, events)) = self.next_to_chronicle(&begun, &counts) else { return false };
                begun.push(id.clone());
                match self.battle(&id) {
                    Ok(battle) => making = Some(Making { id, events, builder: EntryBuilder::begin(&battle) }),
                    Err(_) => cannot(id),
                }
                return true;
            };
            if now.builder.step() {
                return true;
            }
            if let Some(Making { id, events, builder }) = making.take() {
                self.save_entry(&id, Entry { events, ..builder.end() });
            }
            true
        };
        in_slices(goes_on, step);
    }

    /// The next battle whose entry is to be made, and the number of events of its log.
    fn next_to_chronicle(self, begun: &[String], counts: &BTreeMap<String, usize>) -> Option<(String, usize)> {
        self.storage.battles.with_untracked(|all| {
            let mut left = all.iter().map(|saved| &saved.id).filter(|id| !begun.contains(id));
            left.find_map(|id| {
                let events = counts.get(id).copied().unwrap_or_default();
                (!self.is_chronicled(id, events)).then(|| (id.clone(), events))
            })
        })
    }

    /// True if the entry of a battle was made when its log had so many events.
    fn is_chronicled(self, id: &str, events: usize) -> bool {
        self.storage.chronicle.with_untracked(|known| known.get(id).is_some_and(|entry| entry.events == events))
    }

    fn save_entry(self, id: &str, entry: Entry) {
        let key = Key::Chronicle(id.to_owned());
        // One that a newer Drumhead made knows more.
        if load::<Entry>(&key).is_some_and(|opened| opened.newer) {
            return;
        }
        self.save(&key, &entry);
        if self.storage.chronicle.with_untracked(|known| known.get(id) != Some(&entry)) {
            self.storage.chronicle.update(|known| drop(known.insert(id.to_owned(), entry)));
        }
    }

    /// Keeps the entry of a battle that is about to be deleted, if anything was played in it. What takes the odds of its acts is
    /// kept as far as it is known.
    pub(super) fn keep_in_chronicle(self, id: &str) {
        let events = local_storage::events(id).len();
        self.read_chronicle();
        if self.is_chronicled(id, events) {
            return;
        }
        if let Some(battle) = self.battle(id).ok().filter(|battle| battle.events().any(is_played)) {
            self.save_entry(id, Entry { events, ..Entry::without_odds(&battle) });
        }
    }

    /// Deletes the entry of a battle whose log is gone; the notice offers to bring it back.
    pub fn remove_entry(self, id: &str) {
        let key = Key::Chronicle(id.to_owned());
        let Some(text) = local_storage::read(&key) else { return };
        let name = self.storage.chronicle.with_untracked(|known| known.get(id).map(|entry| entry.name.clone()));
        let name = name.unwrap_or_default();
        self.remove([key.to_string()]);
        self.read_chronicle();
        let notice = text!("“{name}” is deleted.", name = name.clone()).to_string();
        self.put_in_bin(name, notice, Thing::Texts([(key.to_string(), text)].into()));
    }
}

/// True of an event in which something was played.
fn is_played(event: &Event) -> bool {
    matches!(event, Event::Action(act) if matches!(act.action, Action::Resolved(_)))
}
