//! A list next to the item chosen from it, on screens with room for both: rosters next to a roster, chapters next to their text. On a
//! smaller screen, the list is a page of its own, or folded.

use crate::app::platform::screen;
use leptos::prelude::*;

/// The list next to the chosen item; nothing on a screen without room for both.
#[component]
pub fn PageList(
    /// Its accessible name.
    label: &'static str,
    /// Its items, each an `li`.
    children: ChildrenFn,
) -> impl IntoView {
    let has_room = screen::follow(screen::LIST_AND_DETAILS);
    move || has_room.get().then(|| view! { <nav class="page-list" aria-label=label><ul>{children()}</ul></nav> })
}
