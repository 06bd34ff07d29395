//! What every page and part begins with: Leptos's prelude, with a `view!` of elements of [one type](super::element), [signals](super::reactive) whose types are forgotten.

pub use super::element::{Child, Found, View};
pub use super::reactive::{
    Callback, Memo, RwSignal, Signal, StoredValue, effect, listen, memo, memo_after, memo_unless,
};
pub use leptos::prelude::*;

pub use drumhead_view::view;

/// Puts views into a list, as Leptos's trait of the same name does.
pub trait CollectView {
    /// The list.
    fn collect_view(self) -> Vec<View>;
}

impl<I: IntoIterator<Item = View>> CollectView for I {
    fn collect_view(self) -> Vec<View> {
        let mut views = Vec::new();
        // `collect` would bring code that makes room ahead to each place that has a list.
        for view in self {
            views.push(view);
        }
        views
    }
}
