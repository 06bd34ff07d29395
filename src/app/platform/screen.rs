//! The window and the theme of the page.

use super::room;
use crate::app::platform::signals::set_if_changed;
use leptos::{ev, prelude::*};

/// Room for both sides of a table next to each other, as in the stylesheet (`style/tokens.css`).
const WIDE: &str = "(min-width: 48em)";
/// Room for both sides next to a panel.
pub const SIDE_PANEL: &str = "(min-width: 48em) and (min-height: 30em)";
/// Room for a list next to what was chosen from it.
pub const LIST_AND_DETAILS: &str = "(min-width: 60em) and (min-height: 30em)";

/// Tells the script in the page's head which theme is wanted; an empty one is the device's.
pub fn show_theme(theme: &str) {
    let Some(root) = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element())
    else {
        return;
    };
    // It follows this attribute. A page that takes none stays as it is.
    let _ = root.set_attribute("data-wanted", theme);
}

/// Tells the stylesheet the size of letters that is wanted, in percent of the device's; an empty one is the device's.
pub fn show_text_size(size: &str) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
    // A page that takes no attribute stays as it is.
    let _ = root.map(|root| root.set_attribute("data-text", size));
    room::show_whether_cramped();
}

/// True if the window matches a media query.
pub fn matches(query: &str) -> bool {
    let list = web_sys::window().and_then(|window| window.match_media(query).ok().flatten());
    list.is_some_and(|list| list.matches())
}

/// True while the window matches a media query.
pub fn follow(query: &'static str) -> Signal<bool> {
    let is_matched = RwSignal::new(matches(query));
    let resized = window_event_listener(ev::resize, move |_| set_if_changed(is_matched, matches(query)));
    on_cleanup(move || resized.remove());
    is_matched.into()
}

/// True if the window has room for both sides of a table next to each other.
pub fn is_wide() -> bool {
    matches(WIDE)
}
