//! Values for the next page, such as the focus, and unsettled answers for a reload of the page.

use super::viewer::Viewer;
use super::{AppState, BattleState};
use crate::app::platform::session_storage;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Name in the session storage of the answers to procedures without a battle.
const QUICK: &str = "drumhead/quick";

/// The answers to procedures without a battle from before a reload.
pub(super) fn quick_answers() -> BTreeMap<String, Map<String, Json>> {
    session_storage::read(QUICK).unwrap_or_default()
}

/// The draft of a page from before it was left or reloaded.
pub fn read_draft(of: &str) -> Option<Json> {
    session_storage::read(&draft_name(of))
}

/// Stores the draft of a page until the tab is closed. `Null` deletes it.
pub fn keep_draft_of(of: &str, draft: &Json) {
    if draft.is_null() {
        session_storage::remove(&draft_name(of))
    } else {
        session_storage::write(&draft_name(of), draft)
    }
}

fn draft_name(of: &str) -> String {
    format!("drumhead/draft/{of}")
}

/// An outcome that was just applied.
#[derive(Clone)]
pub struct Applied {
    /// Id of the battle.
    pub battle: String,
    /// The outcome in words.
    pub words: String,
    /// True if its notice has a button Undo, because one tap applied it.
    pub can_undo: bool,
}

impl AppState {
    /// Answers to a procedure without a battle, by its address.
    pub fn quick_answers(self, address: &str) -> Option<Map<String, Json>> {
        self.storage.quick_answers.with_value(|all| all.get(address).cloned())
    }

    /// Stores answers to a procedure without a battle until the tab is closed.
    pub fn keep_quick_answers(self, address: String, answers: Map<String, Json>) {
        self.storage.quick_answers.update_value(|all| {
            all.insert(address, answers);
            // If this fails, a reload loses the answers.
            session_storage::write(QUICK, all);
        });
    }

    /// The ruleset of the newest battle.
    pub fn last_rules(self) -> Option<String> {
        self.storage.battles.with_untracked(|battles| battles.first().map(|last| last.value.ruleset.clone()))
    }

    /// Indexes of the newest battle's rosters among `rosters`. They are found by the names of the sides.
    pub fn last_sides(self, ruleset: &str, rosters: &[Roster]) -> [Option<usize>; 2] {
        let sides = self.storage.battles.with_untracked(|battles| {
            battles.iter().find(|battle| battle.value.ruleset == ruleset).map(|last| last.value.sides.clone())
        });
        let index = |name: &String| rosters.iter().position(|roster| roster.name == *name);
        sides.map_or([None; 2], |[a, b]| {
            let same = b.strip_suffix(" (2)").filter(|name| *name == a);
            [index(&a), index(&b).or_else(|| same.and(index(&a)))]
        })
    }

    /// Stores an outcome that was just applied, which the table then shows.
    pub fn store_applied(self, applied: Applied) {
        self.battle.applied.set_value(Some(applied).filter(|applied| !applied.words.is_empty()));
    }

    /// The outcome that was just applied in this battle. A second call returns `None`.
    pub fn take_applied(self, battle: &str) -> Option<Applied> {
        self.battle.applied.try_update_value(Option::take).flatten().filter(|applied| applied.battle == battle)
    }

    /// Sets the unit whose card gets the focus when the table is shown again.
    pub fn return_to(self, unit: Option<String>) {
        self.battle.back_to.set_value(unit);
    }

    /// The unit whose card gets the focus now that the table is shown.
    pub fn returned_to(self) -> Option<String> {
        let unit = self.battle.back_to.try_update_value(Option::take).flatten();
        self.battle.arrived_at.set_value(unit.clone());
        unit
    }

    /// The side that a narrow screen switches to: the acting side, if it has changed. For a newly opened battle there is always one. If no side
    /// is acting, it is the side of this device's player, else that of the first duty.
    pub fn side_that_begins(self, battle: BattleState, acting: Option<usize>) -> Option<usize> {
        let now = (battle.id(), acting);
        let before = self.battle.acted_last.try_update_value(|last| last.replace(now.clone())).flatten();
        let is_other = before.as_ref().is_none_or(|(id, _)| *id != now.0);
        if before == Some(now) {
            return None;
        }
        let of_device = || match untrack(|| self.viewer(&battle.id())) {
            Some(Viewer::Side(side)) if untrack(|| battle.has_secrets()) => Some(side.index()),
            _ => None,
        };
        let first = || of_device().or_else(|| battle.side_of_first_duty()).unwrap_or_default();
        acting.or_else(|| is_other.then(first))
    }

    /// The unit whose card has the focus, or gets it when the table is drawn.
    pub fn arrived_at(self) -> Option<String> {
        self.battle.arrived_at.get_value()
    }
}
