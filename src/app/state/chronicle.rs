//! The chronicle: entries of the battles on this device. They are made when the chronicle is opened, one after the other, and kept when a
//! battle is deleted.

use super::{AppState, load};
use crate::app::platform::local_storage;
use crate::app::platform::signals::set_if_changed;
use crate::app::platform::slices::in_slices;
use battle::analysis::chronicle::{Entry, EntryBuilder};
use battle::{Action, Event};
use exchange::storage::bin::Thing;
use exchange::storage::{Key, Opened};
use leptos::prelude::*;
use rules::text;
use std::collections::BTreeMap;

/// An unfinished entry: the battle, and the number of events of its log.
struct Making {
    id: String,
    events: usize,
    builder: EntryBuilder,
}

impl AppState {
    /// Reads the saved entries. Entries that exceed a limit are ignored, but stay saved.
    pub(super) fn read_chronicle(self) {
        let saved = |key: Key| {
            let Key::Chronicle(id) = &key else { return None };
            let opened: Opened<Entry> = load(&key)?;
            opened.value.is_within_limits().then(|| (id.clone(), opened.value))
        };
        let entries: BTreeMap<String, Entry> = local_storage::keys().into_iter().filter_map(saved).collect();
        set_if_changed(self.storage.chronicle, entries);
    }

    /// Makes the entries of all battles whose logs have new events, one after the other, while `goes_on` is true. Calls `cannot` with the id
    /// of each unreadable battle.
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

    /// The next battle that needs an entry, and the number of events of its log.
    fn next_to_chronicle(self, begun: &[String], counts: &BTreeMap<String, usize>) -> Option<(String, usize)> {
        self.storage.battles.with_untracked(|all| {
            let mut left = all.iter().map(|saved| &saved.id).filter(|id| !begun.contains(id));
            left.find_map(|id| {
                let events = counts.get(id).copied().unwrap_or_default();
                (!self.is_chronicled(id, events)).then(|| (id.clone(), events))
            })
        })
    }

    /// True if a battle's entry was made with this number of events in its log.
    fn is_chronicled(self, id: &str, events: usize) -> bool {
        self.storage.chronicle.with_untracked(|known| known.get(id).is_some_and(|entry| entry.events == events))
    }

    fn save_entry(self, id: &str, entry: Entry) {
        let key = Key::Chronicle(id.to_owned());
        // An entry of a newer Drumhead may have more, so it is not replaced.
        if load::<Entry>(&key).is_some_and(|opened| opened.newer) {
            return;
        }
        self.save(&key, &entry);
        if self.storage.chronicle.with_untracked(|known| known.get(id) != Some(&entry)) {
            self.storage.chronicle.update(|known| drop(known.insert(id.to_owned(), entry)));
        }
    }

    /// Saves the entry of a battle before it is deleted, if there were any acts. Statistics that need odds only include the odds that are
    /// already computed.
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

    /// Deletes the entry of a deleted battle. The notice offers to restore it.
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

/// True for an event with an act or a roll.
fn is_played(event: &Event) -> bool {
    matches!(event, Event::Action(act) if matches!(act.action, Action::Resolved(_)))
}
