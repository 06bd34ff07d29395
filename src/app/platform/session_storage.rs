//! The browser's sessionStorage. It lasts until the tab is closed, also across reloads. Values are JSON.

use gloo_storage::{SessionStorage, Storage as _};
use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// True if the browser has it. If storage is blocked, reading the property throws, which gloo does not expect.
fn is_available() -> bool {
    window().session_storage().is_ok_and(|storage| storage.is_some())
}

/// The value under a name; `None` if there is none or it cannot be read.
pub fn read<T: DeserializeOwned>(name: &str) -> Option<T> {
    if is_available() { SessionStorage::get(name).ok() } else { None }
}

/// Writes a value. After a failure, a reload loses it.
pub fn write(name: &str, value: &impl Serialize) {
    if is_available() {
        // After a failure, the page still has the value.
        let _ = SessionStorage::set(name, value);
    }
}

/// Removes the value under a name.
pub fn remove(name: &str) {
    if is_available() {
        SessionStorage::delete(name);
    }
}
