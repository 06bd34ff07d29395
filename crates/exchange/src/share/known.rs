//! Record of the logs of other devices as last received. It shows what to send at the next meeting, and reveals a log that was shortened or
//! changed since.
//!
//! A log only grows, so a later summary of a device contains an earlier one. If it does not, the log lost entries, or an older copy
//! replaced it and grew from there. Codes may be read late or twice, so a summary that is only older proves nothing.
//!
//! The record stays on the device and proves nothing to others: players who send codes in the name of a device can also make it look
//! suspicious.

use super::summary::Summary;
use battle::Device;
use battle::control::Named;
use serde::{Deserialize, Serialize};

/// The greatest number of devices that are kept for a battle: the latest ones.
const MOST: usize = 12;
/// Letters of a fingerprint, with the space in the middle.
const MARK: usize = 7;

/// A device, and its log as last received.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownDevice {
    /// Its name in stamps.
    pub device: Device,
    /// The name that its player gave it; empty if not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Summary of its log.
    pub has: Summary,
    /// [Fingerprint](battle::Battle::mark) of its log; empty if not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// True if the last summary came over a direct connection, false if by codes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub direct: bool,
    /// True if players no longer wait for the device.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// Fingerprint of its log before it lost entries. `None` if it has lost none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_of: Option<String>,
}

/// The devices of a battle, the latest at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownDevices(Vec<KnownDevice>);

/// Relation of a received log to the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogRelation {
    /// It contains the recorded log, or none was recorded.
    Continues,
    /// It is older: the code was read late, or the device lost later entries.
    Earlier,
    /// Recorded entries are missing. The record notes this.
    Shortened,
}

impl KnownDevice {
    /// Returns the device, with the name that its player gave it.
    pub fn named(&self) -> Named {
        Named { device: self.device.clone(), name: self.name.clone() }
    }
}

impl KnownDevices {
    /// Returns the saved devices without those that exceed a limit. Of too many devices, the latest are returned.
    pub fn bounded(mut self) -> Self {
        let is_bounded = |device: &KnownDevice| {
            let name = device.name.chars().count() <= battle::control::NAME;
            let marks = is_mark(&device.mark) && device.short_of.as_deref().is_none_or(is_mark);
            name && marks && device.has.is_bounded()
        };
        self.0.retain(is_bounded);
        self.forget_oldest();
        self
    }

    fn forget_oldest(&mut self) {
        let more = self.0.len().saturating_sub(MOST);
        self.0.drain(..more);
    }

    /// Returns the devices, the latest at the end.
    pub fn all(&self) -> &[KnownDevice] {
        &self.0
    }

    /// Returns the latest device. `None` if there is none.
    pub fn last(&self) -> Option<&KnownDevice> {
        self.0.last()
    }

    /// Records the log of a device, received over a connection (`direct`) or by codes. Returns its relation to the earlier record.
    pub fn note(&mut self, from: &Named, has: &Summary, mark: &str, direct: bool) -> LogRelation {
        let before = self.0.iter().position(|known| known.device == from.device).map(|place| self.0.remove(place));
        let mut now = KnownDevice {
            device: from.device.clone(),
            name: from.name.clone(),
            has: has.clone(),
            mark: if is_mark(mark) { mark.to_owned() } else { String::new() },
            direct,
            left: false,
            short_of: before.as_ref().and_then(|before| before.short_of.clone()),
        };
        let mut relation = LogRelation::Continues;
        if let Some(before) = before {
            relation = log_relation(&before.has, has, direct);
            if now.name.is_empty() {
                now.name = before.name;
            }
            match relation {
                LogRelation::Continues => {}
                LogRelation::Earlier => (now.has, now.mark) = (before.has, before.mark),
                LogRelation::Shortened => now.short_of = now.short_of.or(Some(before.mark)),
            }
        }
        self.0.push(now);
        self.forget_oldest();
        relation
    }

    /// Records which entries of this log a device now has, over an open connection.
    pub fn follow(&mut self, device: &Device, has: Summary, mark: String) {
        if let Some(known) = self.0.iter_mut().find(|known| known.device == *device) {
            (known.has, known.mark) = (has, mark);
        }
    }

    /// Records that players no longer wait for a device. The record of its log stays.
    pub fn leave(&mut self, device: &Device) {
        if let Some(known) = self.0.iter_mut().find(|known| known.device == *device) {
            known.left = true;
        }
    }
}

fn log_relation(before: &Summary, now: &Summary, direct: bool) -> LogRelation {
    // A device with an empty log is about to receive the battle, and cannot have rolled in the meantime.
    if now.is_empty() || !now.ends_before(before) {
        return LogRelation::Continues;
    }
    // Older codes may have been read late. Over a connection, a device sends its current summary.
    if direct || before.ends_before(now) { LogRelation::Shortened } else { LogRelation::Earlier }
}

fn is_mark(text: &str) -> bool {
    text.len() <= MARK && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
}

#[cfg(test)]
mod tests;
