//! Printing.

use leptos::prelude::{document, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, window};

/// Prints the page. Dispatches `beforeprint` one frame earlier, so that parts that are drawn late or folded are drawn first.
pub fn print() {
    let Some(window) = window() else { return };
    // Without a printing function, nothing happens.
    let _ = Event::new("beforeprint").map(|event| window.dispatch_event(&event));
    request_animation_frame(move || drop(window.print()));
}

/// Sizes of text on a sheet that is filled, in tenths of a point.
const SIZES: std::ops::RangeInclusive<u32> = 48..=96;

/// Once the page is drawn, sets the text of each part with this class as large as fits into its columns.
pub fn fit(class: &'static str) {
    request_animation_frame(move || {
        let parts = document().get_elements_by_class_name(class);
        let parts = (0..parts.length()).filter_map(|n| parts.item(n)?.dyn_into::<HtmlElement>().ok());
        for part in parts {
            // Contents that do not fit are in further columns, beside the part.
            let fits = |tenths: &u32| {
                let size = format!("{}pt", f64::from(*tenths) / 10.0);
                let is_set = part.style().set_property("font-size", &size).is_ok();
                !is_set || part.scroll_width() <= part.client_width()
            };
            SIZES.rev().step_by(2).find(fits);
        }
    });
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
