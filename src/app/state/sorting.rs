//! The players' filter and sort order of units, for every table.

use leptos::prelude::*;

/// The filter and the sort order, by their indexes among the options.
#[derive(Clone, Copy, Default)]
pub struct Sorting {
    /// The filter.
    pub show: RwSignal<usize>,
    /// The sort order.
    pub order: RwSignal<usize>,
    /// Text that the units' names must contain.
    pub name: RwSignal<String>,
}
