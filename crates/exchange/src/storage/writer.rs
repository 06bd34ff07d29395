//! This device as an author of logs: its name in stamps, and the name that its player gave it.

use battle::Device;
use battle::control::{self, Named};
use serde::{Deserialize, Serialize};

/// This device as an author of logs. It is not in backups: otherwise two devices could have the same name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Writer {
    /// Its name in stamps.
    pub id: Device,
    /// The name that its player gave it; empty if none did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

impl Writer {
    /// Returns a device with a new random name in stamps, and without a player's name.
    pub fn new(id: Device) -> Self {
        Self { id, name: String::new() }
    }

    /// Returns the device with its name.
    pub fn named(&self) -> Named {
        Named { device: self.id.clone(), name: self.name.clone() }
    }

    /// Renames it. Spaces around the name are removed, and a long name is cut.
    pub fn rename(&mut self, name: &str) {
        self.name = name.trim().chars().filter(|letter| !letter.is_control()).take(control::NAME).collect();
    }
}
