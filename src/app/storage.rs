//! The browser's localStorage: the only place that touches it.
//!
//! Where there is none, or it is full, what would be saved is kept in memory and the app says so.

use drumhead::store::Key;
use gloo_storage::{LocalStorage, Storage as _};
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    /// What could not be saved.
    static MEMORY: RefCell<HashMap<String, Option<String>>> = RefCell::default();
}

/// Whether something was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It was.
    Yes,
    /// It is in memory only, and gone when the page closes.
    InMemory,
}

fn storage() -> Option<web_sys::Storage> {
    // A browser that blocks storage throws when it is asked for: ask before gloo does, which does not expect that.
    web_sys::window()?.local_storage().ok()??;
    Some(LocalStorage::raw())
}

/// The text saved under a key.
pub fn read(key: &Key) -> Option<String> {
    let name = key.to_string();
    match MEMORY.with_borrow(|memory| memory.get(&name).cloned()) {
        Some(text) => text,
        None => storage()?.get_item(&name).ok()?,
    }
}

/// Saves a text under a key.
pub fn write(key: &Key, text: &str) -> Saved {
    let name = key.to_string();
    if storage().is_some_and(|storage| storage.set_item(&name, text).is_ok()) {
        MEMORY.with_borrow_mut(|memory| memory.remove(&name));
        return Saved::Yes;
    }
    MEMORY.with_borrow_mut(|memory| memory.insert(name, Some(text.to_owned())));
    Saved::InMemory
}

/// Removes what is saved under a key.
pub fn remove(key: &Key) {
    let name = key.to_string();
    if storage().is_some_and(|storage| storage.remove_item(&name).is_ok()) {
        MEMORY.with_borrow_mut(|memory| memory.remove(&name));
    } else {
        MEMORY.with_borrow_mut(|memory| memory.insert(name, None));
    }
}

/// Every key under which something is saved.
pub fn keys() -> Vec<Key> {
    let mut names: Vec<String> = Vec::new();
    if let Some(storage) = storage() {
        let count = storage.length().unwrap_or(0);
        names.extend((0..count).filter_map(|index| storage.key(index).ok().flatten()));
    }
    MEMORY.with_borrow(|memory| {
        names.retain(|name| !memory.contains_key(name));
        names.extend(memory.iter().filter(|(_, text)| text.is_some()).map(|(name, _)| name.clone()));
    });
    names.iter().filter_map(|name| Key::parse(name)).collect()
}
