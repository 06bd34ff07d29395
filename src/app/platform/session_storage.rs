//! The browser's sessionStorage: it lives as long as the tab, reloads included. Values are JSON.

use gloo_storage::{SessionStorage, Storage as _};
use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// True if the browser has it. One that blocks storage throws when it is asked for, which gloo does not expect.
fn is_there() -> bool {
    window().session_storage().is_ok_and(|storage| storage.is_some())
}

/// The value of a name, if there is one and it can be read.
pub fn read<T: DeserializeOwned>(name: &str) -> Option<T> {
    if is_there() { SessionStorage::get(name).ok() } else { None }
}

/// Writes a value. If that is not possible, it is lost with the page.
pub fn write(name: &str, value: &impl Serialize) {
    if is_there() {
        // The page still has it.
        let _ = SessionStorage::set(name, value);
    }
}

/// Removes the value of a name.
pub fn remove(name: &str) {
    if is_there() {
        SessionStorage::delete(name);
    }
}
