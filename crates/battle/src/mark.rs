//! Marks: short codes of a log, which players of both sides can note. A log that was shortened or changed later no longer has the code.

use super::{Battle, Event, Header, Link};
use sha2::{Digest, Sha256};

/// Letters and digits of a mark, without those that are easily confused.
const SYMBOLS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Number of symbols in a mark: 30 bits, so that nobody finds another log with the same mark in a few trials.
const LENGTH: usize = 6;

impl Battle {
    /// The mark of the current log: `K3Q F7X`. It covers the ends of the log and all events to which they link, so the whole log.
    pub fn mark(&self) -> String {
        let ends: Vec<Link> = self.ends().map(|(stamp, event)| Link::to(stamp, event)).collect();
        shown(&self.mark_of(&ends))
    }

    /// Number of log entries that a noted mark covers; `None` if the log never had this mark. Case, spaces and hyphens of the noted text
    /// are ignored.
    pub fn entries_under(&self, noted: &str) -> Option<usize> {
        let noted: String = noted.chars().filter(|own| own.is_ascii_alphanumeric()).collect::<String>().to_uppercase();
        let links: Vec<Link> = self.log.iter().map(|(stamp, event)| Link::to(stamp, event)).collect();
        // The log after each entry, in the current order. A device may have had this log when the mark was noted.
        let mut so_far = self.at_start();
        let is_noted = |ends: &[usize]| {
            let ends: Vec<Link> = ends.iter().rev().take(super::link::MOST).map(|own| links[*own].clone()).collect();
            self.mark_of(&ends) == noted
        };
        if is_noted(&[]) {
            return Some(0);
        }
        let mut found = None;
        for (place, (stamp, event)) in self.log.iter().enumerate() {
            // The log as the author of this entry had it, without entries that other devices wrote at the same time.
            let seen: Vec<usize> = event.after().iter().filter_map(|link| self.place(&link.stamp)).collect();
            if let Some(last) = seen.iter().max().filter(|_| is_noted(&in_order(&seen))) {
                found = found.max(Some(last + 1));
            }
            so_far.note_end(stamp.clone(), event.clone());
            if is_noted(&so_far.ends) {
                found = found.max(Some(place + 1));
            }
        }
        found
    }

    /// Adds the last event of the log without applying it. Only the ends of the log are updated.
    fn note_end(&mut self, stamp: super::Stamp, event: Event) {
        self.log.push((stamp, event));
        self.end_with(self.log.len() - 1);
    }

    fn mark_of(&self, ends: &[Link]) -> String {
        // The name is left out, because each device may rename the battle.
        let header = Header { name: String::new(), ..self.header.clone() };
        let mut ends: Vec<String> = ends.iter().map(Link::to_string).collect();
        ends.sort_unstable();
        let mut hash = Sha256::new();
        hash.update(serde_json::to_string(&header).unwrap_or_default());
        ends.iter().for_each(|end| hash.update(format!(" {end}")));
        let hash = hash.finalize();
        hash.iter().take(LENGTH).map(|byte| char::from(SYMBOLS[usize::from(byte % 32)])).collect()
    }
}

/// The indexes in ascending order, in which a battle stores its ends.
fn in_order(places: &[usize]) -> Vec<usize> {
    let mut places = places.to_vec();
    places.sort_unstable();
    places
}

fn shown(mark: &str) -> String {
    let (a, b) = mark.split_at(LENGTH / 2);
    format!("{a} {b}")
}
