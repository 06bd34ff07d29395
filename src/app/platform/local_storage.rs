//! The browser's localStorage. No other module uses it.
//!
//! Browsers write it to disk later; until then the [`journal`] has the saved texts. If the browser has no localStorage, or it is full,
//! texts are kept in memory, and the app shows a warning. They are saved as soon as there is room.

use super::journal;
use battle::Stamp;
use exchange::storage::{self, Bundle, EVENTS, Key, PREFIX};
use gloo_storage::{LocalStorage, Storage as _};
use leptos::ev;
use leptos::prelude::window_event_listener;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use web_sys::js_sys::{Object, Reflect};

thread_local! {
    /// Texts that could not be saved, by name; `None` for a name that could not be removed.
    static MEMORY: RefCell<BTreeMap<String, Option<String>>> = RefCell::default();
}

thread_local! {
    /// Number of changes by this page, and of known changes by other tabs.
    static CHANGES: Cell<u32> = const { Cell::new(0) };
}

/// Number of known changes. While it stays the same, nothing needs to be read again.
pub fn changes() -> u32 {
    CHANGES.get()
}

/// Counts a change, or a possible change by another tab.
pub fn note_change() {
    CHANGES.set(CHANGES.get().wrapping_add(1));
}

thread_local! {
    /// Read once, because a long battle has thousands of texts.
    static STORAGE: Option<web_sys::Storage> = {
        // If storage is blocked, reading this property throws. gloo does not expect that, so it is tried first.
        let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
        storage.map(|_| LocalStorage::raw())
    };
}

fn storage() -> Option<web_sys::Storage> {
    STORAGE.with(Clone::clone)
}

/// True if the browser can save texts.
pub fn works() -> bool {
    const PROBE: &str = "drumhead-probe";
    storage().is_some_and(|storage| storage.set_item(PROBE, "").is_ok() && storage.remove_item(PROBE).is_ok())
}

/// True if some text is only in memory, and lost when the page closes.
pub fn in_memory() -> bool {
    MEMORY.with_borrow(|memory| !memory.is_empty())
}

/// The text saved under a key.
pub fn read(key: &Key) -> Option<String> {
    read_name(&key.to_string())
}

/// True if a text is saved under a key.
pub fn has(key: &Key) -> bool {
    let name = key.to_string();
    let in_storage = || storage().is_some_and(|storage| Reflect::has(&storage, &name.as_str().into()).unwrap_or(false));
    MEMORY.with_borrow(|memory| memory.get(&name).map(Option::is_some)).unwrap_or_else(in_storage)
}

/// The text saved under the name of a key.
pub fn read_name(name: &str) -> Option<String> {
    match MEMORY.with_borrow(|memory| memory.get(name).cloned()) {
        Some(text) => text,
        None => storage()?.get_item(name).ok()?,
    }
}

/// Saves a text under the name of a key.
pub fn write_name(name: &str, text: &str) {
    put(name, Some(text));
}

/// Removes the text under the name of a key.
pub fn remove_name(name: &str) {
    put(name, None);
}

fn put(name: &str, text: Option<&str>) {
    note_change();
    let before = storage().and_then(|storage| storage.get_item(name).ok().flatten());
    let saved = put_in_storage(name, text);
    journal::note(name, text, before.as_deref());
    MEMORY.with_borrow_mut(|memory| {
        if saved {
            memory.remove(name);
            // There may be room now for texts that did not fit before.
            memory.retain(|name, text| !put_in_storage(name, text.as_deref()));
        } else {
            memory.insert(name.to_owned(), text.map(str::to_owned));
        }
    });
}

fn put_in_storage(name: &str, text: Option<&str>) -> bool {
    storage().is_some_and(|storage| match text {
        Some(text) => storage.set_item(name, text).is_ok(),
        None => storage.remove_item(name).is_ok(),
    })
}

/// All names of Drumhead's saved texts, including names that this version does not know.
pub fn names() -> Vec<String> {
    // The names come from JavaScript as one text, which is faster than thousands of texts. No name of Drumhead's contains the separator.
    const SEPARATOR: &str = "\n";
    let all = storage().map(|storage| String::from(Object::keys(&storage).join(SEPARATOR))).unwrap_or_default();
    let mut names: Vec<String> = all.split(SEPARATOR).map(str::to_owned).collect();
    MEMORY.with_borrow(|memory| {
        names.retain(|name| name.starts_with(PREFIX) && !memory.contains_key(name));
        names.extend(memory.iter().filter(|(_, text)| text.is_some()).map(|(name, _)| name.clone()));
    });
    names
}

/// The keys of all saved texts except the events of battles, of which there may be thousands.
pub fn keys() -> Vec<Key> {
    names().iter().filter(|name| !name.starts_with(EVENTS)).filter_map(|name| Key::parse(name)).collect()
}

/// Number of events of each battle's log, by the battle's id.
pub fn event_counts() -> BTreeMap<String, usize> {
    storage::event_counts(names().iter().map(String::as_str))
}

/// The saved events of a battle, each with its name in storage.
pub fn events(battle: &str) -> Vec<(Stamp, String)> {
    let begin = format!("{EVENTS}{battle}/");
    let stamp = |name: String| Some((Stamp::parse(name.strip_prefix(&begin)?)?, name));
    names().into_iter().filter_map(stamp).collect()
}

/// All saved texts except those about this device alone.
pub fn all() -> Bundle {
    let names = names().into_iter().filter(|name| !Key::parse(name).is_some_and(|key| key.stays()));
    Bundle(BTreeMap::from_iter(names.filter_map(|name| read_name(&name).map(|text| (name, text)))))
}

/// Calls `changed` for each change by another tab, with the name of the key and its new text. The text is `None` if it was removed, the
/// name if everything may have changed.
pub fn follow_others(changed: impl Fn(Option<String>, Option<String>) + 'static) {
    let changed = window_event_listener(ev::storage, move |event| match event.key() {
        Some(name) if !name.starts_with(PREFIX) => {}
        name => {
            note_change();
            changed(name, event.new_value());
        }
    });
    // The app lives as long as its page.
    std::mem::forget(changed);
}
