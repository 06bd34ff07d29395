//! The players' choice of units to see, and of their order, on every table.

use leptos::prelude::*;

/// The choice of units and of their order, by their indexes among the options.
#[derive(Clone, Copy, Default)]
pub struct Sorting {
    /// Selection of units.
    pub show: RwSignal<usize>,
    /// In which order.
    pub order: RwSignal<usize>,
    /// Words in their names.
    pub name: RwSignal<String>,
}
