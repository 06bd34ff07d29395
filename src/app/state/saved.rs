//! Things saved under an id, and how they are read.

use crate::app::platform::local_storage;
use drumhead::battle::{Event, Stamp};
use drumhead::storage::{Key, Opened, envelope};
use serde::de::DeserializeOwned;

/// Something saved under an id.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<T> {
    /// Its id.
    pub id: String,
    /// The thing.
    pub it: T,
    /// Time of the last change, in milliseconds since 1970; 0 if that is not known.
    pub touched: f64,
    /// A newer Drumhead saved it: shown as far as it is understood, and never written.
    pub read_only: bool,
}

/// Reads what is saved under a key, if it can be read.
pub(super) fn load<T: DeserializeOwned>(key: &Key) -> Option<Opened<T>> {
    envelope::open(key, &local_storage::read(key)?).ok()
}

/// Reads an event of a battle's log, whose name is known, if it can be read.
pub(super) fn load_event(battle: &str, stamp: &Stamp, name: &str) -> Option<Opened<Event>> {
    envelope::open(&Key::Event(battle.to_owned(), stamp.clone()), &local_storage::read_name(name)?).ok()
}
