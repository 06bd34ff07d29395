//! The players' filter and sort order of units, for every table.

use leptos::prelude::*;

/// The filter and the sort order, by their indexes among the options.
#[derive(Clone, Copy)]
pub struct Sorting {
    /// The filter.
    pub show: RwSignal<usize>,
    /// The sort order.
    pub order: RwSignal<usize>,
    /// Text that the units' names must contain.
    pub name: RwSignal<String>,
    /// True if units are grouped by their commands, where a battle has commands.
    pub by_command: RwSignal<bool>,
}

impl Default for Sorting {
    fn default() -> Self {
        Self {
            show: RwSignal::new(0),
            order: RwSignal::new(0),
            name: RwSignal::default(),
            by_command: RwSignal::new(true),
        }
    }
}
