//! How the events of a log hold on to each other, so that an event taken out or changed afterwards is missed.

use super::{Battle, Event, Stamp};
use crate::dice::rng::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Hexadecimal digits of an event's mark: as many as chance needs to be ruled out, as few as keep links short.
const DIGITS: usize = 12;
/// The most events that one names, the latest: logs from before there were marks are all ends.
const MOST: usize = 64;

/// An event that was there when another was written: its stamp and its mark.
///
/// An act or a throw names all events that no earlier one had named, as its writer saw the log: mostly the one before it,
/// and both where two tabs had acted at once. An event's mark covers the marks that it names, so the last mark stands for
/// the whole log before it. Marks are no signature: whoever alters a log with a tool made for it can make all later marks
/// anew. What he cannot do is to leave the [fingerprint](Battle::fingerprint) as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Link {
    /// The event.
    pub stamp: Stamp,
    mark: String,
}

impl Link {
    pub(super) fn to(stamp: &Stamp, event: &Event) -> Self {
        let mut mark = hex(&digest(stamp, event));
        mark.truncate(DIGITS);
        Self { stamp: stamp.clone(), mark }
    }
}

fn digest(stamp: &Stamp, event: &Event) -> [u8; 32] {
    // What was read can always be written.
    let text = serde_json::to_string(event).unwrap_or_default();
    Sha256::digest(format!("{stamp} {text}")).into()
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.stamp, self.mark)
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
        let wrong = "a link is a stamp, a colon and a mark";
        let (stamp, mark) = text.split_once(':').ok_or(wrong)?;
        let digits = mark.len() == DIGITS && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
        let stamp = Stamp::parse(stamp).filter(|_| digits).ok_or(wrong)?;
        Ok(Self { stamp, mark: mark.to_owned() })
    }
}

impl Battle {
    /// The events that none after them names, the latest first: the ends of the log.
    fn ends(&self) -> impl Iterator<Item = &(Stamp, Event)> {
        self.ends.iter().rev().filter_map(|place| self.log.get(*place)).take(MOST)
    }

    /// The event at `place` of the log is an end now, and what it names is none any more.
    pub(super) fn end_with(&mut self, place: usize) {
        let named = self.log[place].1.after().iter().filter_map(|link| self.place(&link.stamp));
        for earlier in named.filter(|own| *own < place).collect::<Vec<_>>() {
            if let Ok(at) = self.ends.binary_search(&earlier) {
                self.ends.remove(at);
            }
        }
        self.ends.push(place);
    }

    /// The event, holding on to the log as it is now.
    #[must_use]
    pub fn linked(&self, mut event: Event) -> Event {
        let after = || self.ends().map(|(stamp, event)| Link::to(stamp, event)).collect();
        match &mut event {
            Event::Action(act) => act.after = after(),
            Event::Rolled(rolled) => rolled.after = after(),
            Event::Undo(_) | Event::Redo(_) => {}
        }
        event
    }

    /// The fingerprint of battle and log, in hexadecimal digits: two devices that show the same hold the same. Noted on
    /// paper, it shows later that nothing of the log up to there was changed.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(serde_json::to_string(&self.header).unwrap_or_default());
        for (stamp, event) in &self.log {
            hash.update(digest(stamp, event));
        }
        hex(&hash.finalize())[..16].to_owned()
    }
}
