//! Open rows of the table. They stay open while the player visits a panel, the log or the rules.

use crate::app::platform::signals::set_if_changed;
use leptos::prelude::*;

/// The open row of a battle, and the pinned rows.
#[derive(Clone, Copy, Default)]
pub struct OpenRows {
    /// The battle of these units.
    battle: StoredValue<String>,
    open: RwSignal<Option<String>>,
    pinned: StoredValue<Vec<String>>,
}

impl OpenRows {
    /// A selector of the open row of a battle. Forgets the rows of another battle. A change only notifies the row that closes and the row that
    /// opens.
    pub fn of_battle(self, battle: &str) -> Selector<Option<String>> {
        if self.battle.with_value(|shown| shown != battle) {
            self.battle.set_value(battle.to_owned());
            self.pinned.set_value(Vec::new());
            set_if_changed(self.open, None);
        }
        Selector::new(move || self.open.get())
    }

    /// Opens the row of a unit in a new battle.
    pub fn begin(self, battle: &str, unit: &str) {
        self.battle.set_value(battle.to_owned());
        self.pinned.set_value(Vec::new());
        self.show(unit);
    }

    /// The unit whose row is open.
    pub fn open(self) -> Option<String> {
        self.open.get_untracked()
    }

    /// True if the row of a unit is open. The caller follows this.
    pub fn is_open(self, unit: &str) -> bool {
        self.open.get().is_some_and(|open| open == unit) || self.is_pinned(unit)
    }

    /// Opens the row of a unit, and closes the other.
    pub fn show(self, unit: &str) {
        set_if_changed(self.open, Some(unit.to_owned()));
    }

    /// Closes the open row.
    pub fn close(self) {
        set_if_changed(self.open, None);
    }

    /// True if the row of a unit is pinned.
    pub fn is_pinned(self, unit: &str) -> bool {
        self.pinned.with_value(|pinned| pinned.iter().any(|pinned| pinned == unit))
    }

    /// Pins or unpins the row of a unit.
    pub fn pin(self, unit: &str, pin: bool) {
        self.pinned.update_value(|pinned| {
            pinned.retain(|pinned| pinned != unit);
            if pin {
                pinned.push(unit.to_owned());
            }
        });
    }
}
