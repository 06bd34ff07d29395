//! What is shown only at times.

use crate::app::prelude::*;

/// Shows its children for as long as `when` holds. Leptos's own has a type, and code, for each place that it is used at.
#[component(transparent)]
pub fn Show(
    children: ChildrenFn,
    #[prop(into)] when: Signal<bool>,
    #[prop(optional, into)] fallback: ViewFn,
) -> impl IntoView {
    let is = memo(move || when.get());
    move || if is.get() { children() } else { fallback.run() }
}
