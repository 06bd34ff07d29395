//! Record of the logs of other devices, as they were last heard of: what to send when they meet again, and the mark by which
//! a log that was shortened or changed since gives itself away.
//!
//! A log only grows. So of two summaries of one device the later holds the earlier. One that does not was made of a log that
//! lost entries, or of one that was replaced by an older copy and went on from there. Codes may be read late, or twice: a summary
//! that is merely older says nothing.
//!
//! It stays on the device, and is no proof: whoever can send codes in another's name can also make a device look bad.

use super::summary::Summary;
use battle::Device;
use battle::pen::Named;
use serde::{Deserialize, Serialize};

/// The most devices of a battle that are kept: the last ones that were heard of.
const MOST: usize = 12;
/// Letters of a mark, with the space between.
const MARK: usize = 7;

/// A device, and its log as it was last heard of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownDevice {
    /// Its name in stamps.
    pub device: Device,
    /// The name that its player gave it; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Summary of its log.
    pub has: Summary,
    /// [Mark](battle::Battle::mark) of its log; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// True if it was heard of over a direct connection, false if by codes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub direct: bool,
    /// True if players no longer wait for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// The mark that its log once had, if it came back without some of those entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_of: Option<String>,
}

/// The devices of a battle, the last one that was heard of at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownDevices(Vec<KnownDevice>);

/// Relation of a log to what was known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It goes on, or nothing was known.
    On,
    /// It is an earlier one: it was told of before, or the device lost what came after.
    Earlier,
    /// Entries that it had are gone. That is kept.
    Short,
}

impl KnownDevice {
    /// The device, with the name that its player gave it.
    pub fn named(&self) -> Named {
        Named { device: self.device.clone(), name: self.name.clone() }
    }
}

impl KnownDevices {
    /// Reads what was saved; nothing of what is too long.
    pub fn bounded(self) -> Self {
        let is_bounded = |own: &KnownDevice| {
            let name = own.name.chars().count() <= battle::pen::NAME;
            let marks = is_mark(&own.mark) && own.short_of.as_deref().is_none_or(is_mark);
            name && marks && own.has.is_bounded()
        };
        if self.0.len() <= MOST && self.0.iter().all(is_bounded) { self } else { Self::default() }
    }

    /// The devices, the last one that was heard of at the end.
    pub fn all(&self) -> &[KnownDevice] {
        &self.0
    }

    /// The device that was heard of last.
    pub fn last(&self) -> Option<&KnownDevice> {
        self.0.last()
    }

    /// Notes what a device has, as it tells over a connection (`direct`) or by codes.
    pub fn note(&mut self, from: &Named, has: &Summary, mark: &str, direct: bool) -> Stands {
        let before = self.0.iter().position(|own| own.device == from.device).map(|place| self.0.remove(place));
        let mut now = KnownDevice {
            device: from.device.clone(),
            name: from.name.clone(),
            has: has.clone(),
            mark: if is_mark(mark) { mark.to_owned() } else { String::new() },
            direct,
            left: false,
            short_of: before.as_ref().and_then(|own| own.short_of.clone()),
        };
        let mut stands = Stands::On;
        if let Some(before) = before {
            stands = stands_to(&before.has, has, direct);
            if now.name.is_empty() {
                now.name = before.name;
            }
            match stands {
                Stands::On => {}
                Stands::Earlier => (now.has, now.mark) = (before.has, before.mark),
                Stands::Short => now.short_of = now.short_of.or(Some(before.mark)),
            }
        }
        self.0.push(now);
        let more = self.0.len().saturating_sub(MOST);
        self.0.drain(..more);
        stands
    }

    /// Notes what a device has come to have of this log, over a connection that is open.
    pub fn follow(&mut self, device: &Device, has: Summary, mark: String) {
        if let Some(own) = self.0.iter_mut().find(|own| own.device == *device) {
            (own.has, own.mark) = (has, mark);
        }
    }

    /// Notes that players no longer wait for a device. What is known of its log stays.
    pub fn leave(&mut self, device: &Device) {
        if let Some(own) = self.0.iter_mut().find(|own| own.device == *device) {
            own.left = true;
        }
    }
}

fn stands_to(before: &Summary, now: &Summary, direct: bool) -> Stands {
    // A device that has nothing of the battle is about to get it, and can have rolled nothing meanwhile.
    if now.is_empty() || !now.ends_before(before) {
        return Stands::On;
    }
    // Codes that only are earlier may have been read late. Over a connection, a device tells what it has now.
    if direct || before.ends_before(now) { Stands::Short } else { Stands::Earlier }
}

fn is_mark(text: &str) -> bool {
    text.len() <= MARK && text.bytes().all(|own| own.is_ascii_alphanumeric() || own == b' ')
}

#[cfg(test)]
mod tests;
