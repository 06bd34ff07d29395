//! The saved rosters: adding, changing, ordering and removing them.

use super::{AppState, Saved, load};
use crate::app::platform::clock::new_id;
use crate::app::platform::local_storage;
use crate::app::platform::signals::{set_if_changed, update_if_changed};
use crate::app::state::notice::Notice;
use exchange::storage::limits;
use exchange::storage::roster::Roster;
use exchange::storage::{Key, Opened};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

impl AppState {
    /// Reads the rosters, in the player's order.
    pub(super) fn read_rosters(self) {
        let saved = |key: Key| {
            let Key::Roster(id) = &key else { return None };
            let opened: Opened<Roster> = load(&key)?;
            Some(Saved { id: id.clone(), value: opened.value, touched: 0.0, read_only: opened.newer })
        };
        let mut rosters: Vec<_> = local_storage::keys().into_iter().filter_map(saved).collect();
        let order: Vec<String> = load(&Key::RosterOrder).map(|opened| opened.value).unwrap_or_default();
        rosters.sort_by_key(|saved| order.iter().position(|id| *id == saved.id).unwrap_or(usize::MAX));
        set_if_changed(self.storage.rosters, rosters);
    }

    /// Adds a roster, and returns its id.
    pub fn add_roster(self, roster: Roster) -> String {
        let id = new_id();
        self.save_roster(&id, &roster);
        let saved = Saved { id: id.clone(), value: roster, touched: 0.0, read_only: false };
        set_if_changed(self.storage.has_prepared, true);
        self.storage.rosters.update(|rosters| rosters.push(saved));
        self.save_order();
        id
    }

    /// Adds a roster under a name that no other roster has, and returns its id.
    pub fn add_roster_untaken(self, roster: Roster) -> String {
        let name = |saved: &Saved<Roster>| saved.value.name.clone();
        let names: Vec<String> = self.storage.rosters.with_untracked(|rosters| rosters.iter().map(name).collect());
        self.add_roster(if names.contains(&roster.name) { roster.copied(&names) } else { roster })
    }

    /// Changes a roster.
    pub fn change_roster(self, id: &str, change: impl FnOnce(&mut Roster)) {
        let held = self.storage.rosters.with_untracked(|rosters| rosters.iter().position(|saved| saved.id == id));
        let Some(index) = held else {
            self.notice.set(Some(Notice::new(say("This roster was deleted in another tab. Nothing has changed."))));
            return;
        };
        if self.storage.rosters.with_untracked(|rosters| rosters[index].read_only) {
            self.refuse_newer();
            return;
        }
        let mut changed = self.storage.rosters.with_untracked(|rosters| rosters[index].value.clone());
        let was_within = limits::roster(&changed).is_ok();
        change(&mut changed);
        if self.storage.rosters.with_untracked(|rosters| rosters[index].value == changed) {
            return;
        }
        // A roster of an earlier version may exceed the limits, and can still be edited until it is within them.
        if was_within && limits::roster(&changed).is_err() {
            let words = if changed.units.len() > limits::UNITS {
                text!("A roster has {n} units at most.", n = limits::UNITS).to_string()
            } else {
                say("This is more than a roster can hold. Nothing has changed.").to_owned()
            };
            self.notice.set(Some(Notice::new(words)));
            return;
        }
        self.storage.rosters.update(|rosters| {
            let saved = &mut rosters[index];
            saved.value = changed;
            self.save_roster(id, &saved.value);
        });
    }

    /// A roster.
    pub fn roster(self, id: &str) -> Option<Roster> {
        self.storage
            .rosters
            .with(|rosters| rosters.iter().find(|saved| saved.id == id).map(|saved| saved.value.clone()))
    }

    /// Removes a roster. The notice offers to restore it.
    pub fn remove_roster(self, id: &str) {
        if let Some(roster) = untrack(|| self.roster(id)) {
            self.remove_part(&Key::Roster(id.to_owned()), &roster.name);
        }
    }

    /// Moves a roster up (or down) the list.
    pub fn move_roster(self, id: &str, down: bool) {
        update_if_changed(self.storage.rosters, |rosters| move_by_one(rosters, |saved| saved.id == id, down));
        self.save_order();
    }

    fn save_order(self) {
        let order: Vec<String> =
            self.storage.rosters.with_untracked(|rosters| rosters.iter().map(|saved| saved.id.clone()).collect());
        self.save(&Key::RosterOrder, &order);
    }
}

/// Moves the first item for which `is` is true up (or down) by one.
pub fn move_by_one<T>(list: &mut [T], is: impl Fn(&T) -> bool, down: bool) {
    if let Some(index) = list.iter().position(is) {
        let other = if down { index + 1 } else { index.wrapping_sub(1) };
        if other < list.len() {
            list.swap(index, other);
        }
    }
}
