//! Media queries, and the theme and text size of the page.

use super::room;
use crate::app::platform::signals::set_if_changed;
use leptos::{ev, prelude::*};

/// Breakpoint for both sides of a table next to each other, as in the stylesheet (`style/tokens.css`).
const WIDE: &str = "(min-width: 48em)";
/// Breakpoint for both sides next to a panel.
pub const SIDE_PANEL: &str = "(min-width: 48em) and (min-height: 30em)";
/// Breakpoint for a list next to the details of the chosen item.
pub const LIST_AND_DETAILS: &str = "(min-width: 60em) and (min-height: 30em)";

/// Sets the theme, by an attribute that a script in the page's head reads. An empty text selects the theme of the device.
pub fn set_theme(theme: &str) {
    let Some(root) = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element())
    else {
        return;
    };
    // If this fails, the theme does not change.
    let _ = root.set_attribute("data-wanted", theme);
}

/// Sets the text size, in percent of the device's. An empty text selects the text size of the device.
pub fn set_text_size(size: &str) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
    // If this fails, the text size does not change.
    let _ = root.map(|root| root.set_attribute("data-text", size));
    room::show_whether_cramped();
}

/// True if the window matches a media query.
pub fn matches(query: &str) -> bool {
    let list = web_sys::window().and_then(|window| window.match_media(query).ok().flatten());
    list.is_some_and(|list| list.matches())
}

/// A signal that is true while the window matches a media query.
pub fn follow(query: &'static str) -> Signal<bool> {
    let is_matched = RwSignal::new(matches(query));
    let resized = window_event_listener(ev::resize, move |_| set_if_changed(is_matched, matches(query)));
    on_cleanup(move || resized.remove());
    is_matched.into()
}

/// True if the window is wide enough for both sides of a table next to each other.
pub fn is_wide() -> bool {
    matches(WIDE)
}
