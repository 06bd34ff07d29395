//! Hands the place of the focus to the next page, and what was said without being settled to the page that is loaded again.

use super::viewer::Viewer;
use super::{AppState, BattleState};
use crate::app::platform::session_storage;
use drumhead::storage::roster::Roster;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Name of the answers to procedures without a battle, in the session's storage.
const QUICK: &str = "drumhead/quick";

/// The answers to procedures without a battle that were given before the page was loaded again.
pub(super) fn quick_answers() -> BTreeMap<String, Map<String, Json>> {
    session_storage::read(QUICK).unwrap_or_default()
}

/// Something that was said on a page, as it was left or loaded again.
pub fn read_draft(of: &str) -> Option<Json> {
    session_storage::read(&draft_name(of))
}

/// Keeps what is said on a page for as long as the tab is open; `Null` forgets it.
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

impl AppState {
    /// Answers to a procedure without a battle, by its address.
    pub fn quick_answers(self, address: &str) -> Option<Map<String, Json>> {
        self.storage.quick_answers.with_value(|all| all.get(address).cloned())
    }

    /// Keeps answers to a procedure without a battle, for as long as the tab is open.
    pub fn keep_quick_answers(self, address: String, answers: Map<String, Json>) {
        self.storage.quick_answers.update_value(|all| {
            all.insert(address, answers);
            // Answers that cannot be written are lost with the page.
            session_storage::write(QUICK, all);
        });
    }

    /// The rules of the battle that was begun last.
    pub fn last_rules(self) -> Option<String> {
        self.storage.battles.with_untracked(|battles| battles.first().map(|last| last.it.ruleset.clone()))
    }

    /// Indexes of the rosters, among those of a ruleset, that the battle that was begun last took. Rosters are known by the
    /// names of the sides.
    pub fn last_sides(self, ruleset: &str, rosters: &[Roster]) -> [Option<usize>; 2] {
        let sides = self.storage.battles.with_untracked(|battles| {
            battles.iter().find(|battle| battle.it.ruleset == ruleset).map(|last| last.it.sides.clone())
        });
        let index = |name: &String| rosters.iter().position(|roster| roster.name == *name);
        sides.map_or([None; 2], |[a, b]| {
            let same = b.strip_suffix(" (2)").filter(|name| *name == a);
            [index(&a), index(&b).or_else(|| same.and(index(&a)))]
        })
    }

    /// The table will say what an outcome that was applied just now has changed.
    pub fn tell_applied(self, battle: String, words: String) {
        self.battle.applied.set_value((!words.is_empty()).then_some((battle, words)));
    }

    /// Words of the outcome that was applied just now in this battle, once.
    pub fn applied_words(self, battle: &str) -> Option<String> {
        let (in_battle, words) = self.battle.applied.try_update_value(Option::take).flatten()?;
        (in_battle == battle).then_some(words)
    }

    /// The table will be shown again: with the focus on this unit's card.
    pub fn return_to(self, unit: Option<String>) {
        self.battle.back_to.set_value(unit);
    }

    /// The unit whose card is to have the focus now that the table is shown.
    pub fn returned_to(self) -> Option<String> {
        let unit = self.battle.back_to.try_update_value(Option::take).flatten();
        self.battle.arrived_at.set_value(unit.clone());
        unit
    }

    /// The side that comes to the front: the one whose move it is if it was not its move before. In a battle that was not shown
    /// just now there always is one: where it is nobody's move, the side of the player whose device this is, else that of the first
    /// thing due.
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

    /// The unit whose card has the focus, or will have it when the table is drawn.
    pub fn arrived_at(self) -> Option<String> {
        self.battle.arrived_at.get_value()
    }
}
