//! The window and the theme of the page.

use super::room;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    type Media;

    #[wasm_bindgen(js_name = matchMedia)]
    fn media(query: &str) -> Media;

    #[wasm_bindgen(method, getter)]
    fn matches(this: &Media) -> bool;
}

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
pub fn has_room(query: &str) -> bool {
    media(query).matches()
}

/// True if the window has room for both sides of a table next to each other, as in the stylesheet.
pub fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width >= 768.0)
}
