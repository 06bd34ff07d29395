//! Hands the place of the focus to the next page.

use super::AppState;
use leptos::prelude::*;

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
}
