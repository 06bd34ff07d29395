//! Content of `index.html` before the app runs: the head of the home page, in the languages of the app.

use leptos::prelude::*;

/// Takes it away, as the app now stands in its place.
pub fn replace() {
    if let Some(first) = document().get_element_by_id("first-paint") {
        first.remove();
    }
}
