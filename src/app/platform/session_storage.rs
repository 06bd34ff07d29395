//! The browser's sessionStorage: it lives as long as the tab, reloads included.

use leptos::prelude::window;

/// The text of a name, if there is one and the browser lets it be read.
pub fn read(name: &str) -> Option<String> {
    window().session_storage().ok()??.get_item(name).ok()?
}

/// Writes a text. If that is not possible, the text is lost with the page.
pub fn write(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        // The page still has it.
        let _ = storage.set_item(name, text);
    }
}
