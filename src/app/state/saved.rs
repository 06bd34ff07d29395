//! Saved values with an id, and reading them.

use crate::app::platform::local_storage;
use battle::{Event, Stamp};
use exchange::storage::{Key, Opened, envelope};
use serde::de::DeserializeOwned;

/// A saved value with an id.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<T> {
    /// The id.
    pub id: String,
    /// The value.
    pub value: T,
    /// Time of the last change, in milliseconds since 1970; 0 if unknown.
    pub touched: f64,
    /// True if a newer Drumhead has saved it. Its known fields are shown, and it is never written.
    pub read_only: bool,
}

/// Reads the value under a key; `None` if there is none or it cannot be read.
pub(super) fn load<T: DeserializeOwned>(key: &Key) -> Option<Opened<T>> {
    envelope::open(key, &local_storage::read(key)?).ok()
}

/// Reads an event of a battle's log under a name; `None` if it cannot be read.
pub(super) fn load_event(battle: &str, stamp: &Stamp, name: &str) -> Option<Opened<Event>> {
    envelope::open(&Key::Event(battle.to_owned(), stamp.clone()), &local_storage::read_name(name)?).ok()
}
