//! Which units players asked to see, and in which order, on every table.

use leptos::prelude::*;

/// The choice of units and of their order, by their places among what is offered.
#[derive(Clone, Copy, Default)]
pub struct Sorting {
    /// Which units are shown.
    pub show: RwSignal<usize>,
    /// In which order.
    pub order: RwSignal<usize>,
    /// Words in their names.
    pub name: RwSignal<String>,
}
