//! Memory from one page to the next: where the focus goes, the last answers.

use super::AppState;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// A procedure in a battle.
pub(super) type Asked = (String, &'static str);

impl AppState {
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

    /// Last answers to a procedure in a battle.
    pub fn remembered(self, battle: &str, procedure: &'static str) -> Map<String, Json> {
        self.remembered.with_untracked(|all| all.get(&(battle.to_owned(), procedure)).cloned()).unwrap_or_default()
    }

    /// Remembers what was said of a procedure in a battle.
    pub fn remember(self, battle: &str, procedure: &'static str, said: Map<String, Json>) {
        self.remembered.update(|all| {
            all.insert((battle.to_owned(), procedure), said);
        });
    }
}
