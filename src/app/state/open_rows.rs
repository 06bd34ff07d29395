//! Rows of the table that are open. They stay so while the player looks at a panel, the log or the rules.

use crate::app::platform::signals::set_if_changed;
use leptos::prelude::*;

/// The open row of a battle, and those that were pinned.
#[derive(Clone, Copy, Default)]
pub struct OpenRows {
    /// The battle whose units these are.
    battle: StoredValue<String>,
    open: RwSignal<Option<String>>,
    pinned: StoredValue<Vec<String>>,
}

impl OpenRows {
    /// Follows the rows of a battle, and forgets those of another. Only two rows hear of a change: the one that closes and the one
    /// that opens.
    pub fn of_battle(self, battle: &str) -> Selector<Option<String>> {
        if self.battle.with_value(|shown| shown != battle) {
            self.battle.set_value(battle.to_owned());
            self.pinned.set_value(Vec::new());
            set_if_changed(self.open, None);
        }
        Selector::new(move || self.open.get())
    }

    /// Opens the row of a unit in a battle that is just begun.
    pub fn begin(self, battle: &str, unit: &str) {
        self.battle.set_value(battle.to_owned());
        self.pinned.set_value(Vec::new());
        self.show(unit);
    }

    /// The unit whose row is open.
    pub fn open(self) -> Option<String> {
        self.open.get_untracked()
    }

    /// True if the row of a unit is open, followed as rows open and close.
    pub fn is_open(self, unit: &str) -> bool {
        self.open.get().is_some_and(|open| open == unit) || self.is_pinned(unit)
    }

    /// Opens the row of a unit, and closes the other.
    pub fn show(self, unit: &str) {
        set_if_changed(self.open, Some(unit.to_owned()));
    }

    /// Closes the row that is open.
    pub fn close(self) {
        set_if_changed(self.open, None);
    }

    /// True if the row of a unit is pinned.
    pub fn is_pinned(self, unit: &str) -> bool {
        self.pinned.with_value(|pinned| pinned.iter().any(|pinned| pinned == unit))
    }

    /// Pins the row of a unit, or lets it go.
    pub fn pin(self, unit: &str, pin: bool) {
        self.pinned.update_value(|pinned| {
            pinned.retain(|pinned| pinned != unit);
            if pin {
                pinned.push(unit.to_owned());
            }
        });
    }
}
