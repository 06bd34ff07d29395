//! This device as an author of logs: its name in stamps, and the name that its player gave it.

use battle::Device;
use battle::pen::{self, Named};
use serde::{Deserialize, Serialize};

/// This device as an author of logs. It stays on the device: with a backup, two devices would have one name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Writer {
    /// Its name in stamps.
    pub id: Device,
    /// The name that its player gave it; empty if none did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

impl Writer {
    /// A device with a name in stamps that was drawn afresh.
    pub fn new(id: Device) -> Self {
        Self { id, name: String::new() }
    }

    /// The device with its name.
    pub fn named(&self) -> Named {
        Named { device: self.id.clone(), name: self.name.clone() }
    }

    /// Gives it a name. Spaces around it do not count, and what is too long is cut off.
    pub fn rename(&mut self, name: &str) {
        self.name = name.trim().chars().filter(|own| !own.is_control()).take(pen::NAME).collect();
    }
}
