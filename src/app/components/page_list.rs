//! A list next to the thing that was chosen from it, where a screen has room for both: rosters next to a roster, chapters next to what
//! they say. On a smaller screen the list is a page, or a fold, of its own.

use crate::app::platform::screen;
use leptos::prelude::*;

/// The list, each item in an `li`; nothing on a screen that has no room for it.
#[component]
pub fn PageList(
    /// Its name.
    label: &'static str,
    /// Its items.
    children: ChildrenFn,
) -> impl IntoView {
    let has_room = screen::follow(screen::LIST_AND_DETAILS);
    move || has_room.get().then(|| view! { <nav class="page-list" aria-label=label><ul>{children()}</ul></nav> })
}
