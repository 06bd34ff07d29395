//! Printing.

use leptos::prelude::request_animation_frame;
use web_sys::{Event, window};

/// Prints the page. Dispatches `beforeprint` one frame earlier, so that parts that are drawn late or folded are drawn first.
pub fn print() {
    let Some(window) = window() else { return };
    // Without a printing function, nothing happens.
    let _ = Event::new("beforeprint").map(|event| window.dispatch_event(&event));
    request_animation_frame(move || drop(window.print()));
}

/// Unfolds everything folded that belongs on paper before printing, including printing by the browser's menu.
pub fn unfold() {
    const FOLDED: &str = ".chapter:not([open])";
    let folded = || window()?.document()?.query_selector(FOLDED).ok().flatten();
    while let Some(part) = folded() {
        if part.set_attribute("open", "").is_err() {
            break;
        }
    }
}
