//! Links between the events of a log. They show whether an event was removed or changed later.

use super::{Battle, Event, Stamp};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::ops::Range;

/// Hexadecimal digits of an event's digest in a link: enough to exclude chance matches, few enough to keep shared links short.
const DIGITS: usize = 12;
/// The highest number of events that one event links; the latest are chosen. Old logs have no links, so each of their events is an end.
pub(super) const MOST: usize = 64;

/// A link to an earlier event: the stamp and the digest of that event.
///
/// A new act or roll links all ends of its writer's log. Mostly this is the previous event; if two tabs acted at once, it is the last event of
/// each. The digest of an event covers the links in it, so the last digest covers the whole log before it. Digests are no signature: a program
/// can alter a log and compute all later digests again. The [fingerprint](Battle::fingerprint) of that log then differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Link {
    /// Stamp of the linked event.
    pub stamp: Stamp,
    digest: String,
}

impl Link {
    pub(super) fn to(stamp: &Stamp, event: &Event) -> Self {
        Self { stamp: stamp.clone(), digest: HEXLOWER.encode(&digest(stamp, event)[..DIGITS / 2]) }
    }
}

fn digest(stamp: &Stamp, event: &Event) -> [u8; 32] {
    // Every event can be written as JSON.
    let text = serde_json::to_string(event).unwrap_or_default();
    Sha256::digest(format!("{stamp} {text}")).into()
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.stamp, self.digest)
    }
}

impl From<Link> for String {
    fn from(link: Link) -> Self {
        link.to_string()
    }
}

impl TryFrom<String> for Link {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = "a link is a stamp, a colon and a digest";
        let (stamp, digest) = text.split_once(':').ok_or(wrong)?;
        let digits = digest.len() == DIGITS && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let stamp = Stamp::parse(stamp).filter(|_| digits).ok_or(wrong)?;
        Ok(Self { stamp, digest: digest.to_owned() })
    }
}

impl Battle {
    /// The ends of the log: the events that no later event links, latest first.
    pub(super) fn ends(&self) -> impl Iterator<Item = &(Stamp, Event)> {
        self.ends.iter().rev().filter_map(|place| self.log.get(*place)).take(MOST)
    }

    /// Makes the event at an index an end of the log, in place of the events that it links.
    pub(super) fn end_with(&mut self, place: usize) {
        let named = self.log[place].1.after().iter().filter_map(|link| self.place_before(&link.stamp, place));
        for earlier in named.collect::<Vec<_>>() {
            if let Ok(at) = self.ends.binary_search(&earlier) {
                self.ends.remove(at);
            }
        }
        self.ends.push(place);
    }

    /// Returns the event with links to the current ends of the log, and with the tracker values that an act counts from.
    #[must_use]
    pub fn linked(&self, mut event: Event) -> Event {
        let after = || self.ends().map(|(stamp, event)| Link::to(stamp, event)).collect();
        match &mut event {
            Event::Action(act) => {
                act.after = after();
                act.seen = self.state.seen_by(act);
            }
            Event::Rolled(rolled) => rolled.after = after(),
            Event::Control(own) => own.after = after(),
            Event::Chain(own) => own.after = after(),
            // Without a device in control and without seats, nothing depends on what the author of an undo had seen. So undos have no links,
            // and the log stays shorter.
            Event::Undo(own) | Event::Redo(own) if self.control().is_some() || self.has_seats() => own.after = after(),
            Event::Undo(_) | Event::Redo(_) => {}
        }
        event
    }

    /// True if one of the events at these indexes links an event that has changed since. A missing event does not count: it may arrive
    /// later from another tab.
    pub fn links_altered(&self, events: Range<usize>) -> bool {
        let altered = |link: &Link| self.event(&link.stamp).is_some_and(|event| Link::to(&link.stamp, event) != *link);
        let events = self.log.get(events.start..events.end.min(self.log.len())).unwrap_or_default();
        events.iter().any(|(_, event)| event.after().iter().any(altered))
    }

    /// Fingerprint of header and log, in hexadecimal digits. Devices with equal fingerprints have equal battles. A fingerprint that was
    /// noted on paper shows later whether the log up to that point was changed.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(serde_json::to_string(&self.header).unwrap_or_default());
        for (stamp, event) in &self.log {
            hash.update(digest(stamp, event));
        }
        HEXLOWER.encode(&hash.finalize()[..8])
    }
}
