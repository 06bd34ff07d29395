//! The browser's localStorage: the only place that touches it.
//!
//! Browsers write it to disk later; until then the [`journal`] has what is saved. Where there is none, or it is full, what would be saved is kept in memory and the app says so; as soon as there is room
//! again, it is saved.

use super::journal;
use drumhead::battle::Stamp;
use drumhead::storage::{self, Bundle, EVENTS, Key, PREFIX};
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
    /// Number of changes that this page knows of, its own and those of other tabs.
    static CHANGES: Cell<u32> = const { Cell::new(0) };
}

/// Number of changes that this page knows of: while it stays the same, nothing needs to be read again.
pub fn changes() -> u32 {
    CHANGES.get()
}

/// Counts a change, or a moment after which other tabs may have changed something.
pub fn note_change() {
    CHANGES.set(CHANGES.get().wrapping_add(1));
}

thread_local! {
    /// Asked for once: a long battle is thousands of texts.
    static STORAGE: Option<web_sys::Storage> = {
        // A browser that blocks storage throws when it is asked for: ask before gloo does, which does not expect that.
        let there = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
        there.map(|_| LocalStorage::raw())
    };
}

fn storage() -> Option<web_sys::Storage> {
    STORAGE.with(Clone::clone)
}

/// True if the browser lets anything be saved.
pub fn works() -> bool {
    const PROBE: &str = "drumhead-probe";
    storage().is_some_and(|storage| storage.set_item(PROBE, "").is_ok() && storage.remove_item(PROBE).is_ok())
}

/// True if something is in memory only, and gone when the page closes.
pub fn in_memory() -> bool {
    MEMORY.with_borrow(|memory| !memory.is_empty())
}

/// The text saved under a key.
pub fn read(key: &Key) -> Option<String> {
    read_name(&key.to_string())
}

/// True if something is saved under a key.
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

/// Removes what is saved under the name of a key.
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
            // There may be room now for what did not fit before.
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

/// Every name of Drumhead's under which something is saved, also those that this Drumhead does not know.
pub fn names() -> Vec<String> {
    // Handed over as one text, as each text by itself costs time, and long battles have thousands. No name of Drumhead's has
    // this letter.
    const BETWEEN: &str = "\n";
    let all = storage().map(|storage| String::from(Object::keys(&storage).join(BETWEEN))).unwrap_or_default();
    let mut names: Vec<String> = all.split(BETWEEN).map(str::to_owned).collect();
    MEMORY.with_borrow(|memory| {
        names.retain(|name| name.starts_with(PREFIX) && !memory.contains_key(name));
        names.extend(memory.iter().filter(|(_, text)| text.is_some()).map(|(name, _)| name.clone()));
    });
    names
}

/// Every key under which something is saved, but for the events of battles: there may be thousands.
pub fn keys() -> Vec<Key> {
    names().iter().filter(|name| !name.starts_with(EVENTS)).filter_map(|name| Key::parse(name)).collect()
}

/// Number of events of each battle's log, by the battle's id.
pub fn event_counts() -> BTreeMap<String, usize> {
    storage::event_counts(names().iter().map(String::as_str))
}

/// The events of a battle that are saved, each with the name under which it is.
pub fn events(battle: &str) -> Vec<(Stamp, String)> {
    let begin = format!("{EVENTS}{battle}/");
    let stamp = |name: String| Some((Stamp::parse(name.strip_prefix(&begin)?)?, name));
    names().into_iter().filter_map(stamp).collect()
}

/// Everything that is saved, but for what concerns this device alone.
pub fn all() -> Bundle {
    let names = names().into_iter().filter(|name| !Key::parse(name).is_some_and(|key| key.stays()));
    Bundle(BTreeMap::from_iter(names.filter_map(|name| read_name(&name).map(|text| (name, text)))))
}

/// Says what other tabs save: the name of a key and its new text, if it has one; no name if everything may have changed.
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
