//! The first paint: the part of `index.html` that is shown before the app runs.

use leptos::prelude::*;

/// Removes the first paint, because the app is mounted.
pub fn remove() {
    if let Some(first) = document().get_element_by_id("first-paint") {
        first.remove();
    }
}
