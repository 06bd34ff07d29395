//! Short summaries of a log, from which another device finds the entries to send.
//!
//! The numbers of a writer's entries only increase, so the number of the last entry shows how many a device has. A checksum of the writer's
//! entries up to that number reveals gaps and differences.

use battle::{Event, Header, Stamp};
use rules::hashes;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of writers in a summary. Each loaded page is a writer. Entries of further writers are sent again unnecessarily.
pub const WRITERS: usize = 200;

/// Summary of a log: the last entry of each writer, with a checksum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary(BTreeMap<String, UpTo>);

/// The entries of one writer: the number of the last, and a checksum of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UpTo(u32, u32);

impl Summary {
    /// Returns the summary of a log, which is sorted by stamps.
    pub fn of(log: &[(Stamp, Event)]) -> Self {
        let writers = by_writer(log);
        // The latest writers are kept, because only they continue to write.
        let mut all: Vec<(&str, UpTo)> = writers.into_iter().map(|(tab, entries)| (tab, up_to(&entries))).collect();
        all.sort_by_key(|(_, up_to)| std::cmp::Reverse(up_to.0));
        Self(BTreeMap::from_iter(all.into_iter().take(WRITERS).map(|(tab, up_to)| (tab.to_owned(), up_to))))
    }

    /// Returns the stamps of a log's entries that the summarised log lacks or may have with other contents.
    pub fn lacks(&self, log: &[(Stamp, Event)]) -> BTreeSet<Stamp> {
        let lacking = by_writer(log).into_iter().flat_map(|(tab, entries)| {
            let from = self.0.get(tab).map_or(0, |theirs| first_lacking(*theirs, &entries));
            entries.into_iter().skip(from).map(|(stamp, _)| stamp.clone())
        });
        lacking.collect()
    }

    /// True if a log contains all summarised entries.
    pub fn is_within(&self, log: &[(Stamp, Event)]) -> bool {
        let writers = by_writer(log);
        self.0.iter().all(|(tab, theirs)| {
            let upto = |entries: &[&(Stamp, Event)]| {
                let count = entries.partition_point(|(stamp, _)| stamp.number() <= theirs.0);
                up_to(&entries[..count]) == *theirs
            };
            writers.get(tab.as_str()).is_some_and(|entries| upto(entries))
        })
    }

    /// True if it is the summary of an empty log.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if for some writer this log ends before the other. Numbers only increase and entries are never removed, so this shows a loss.
    pub(super) fn ends_before(&self, other: &Summary) -> bool {
        // A full summary omits writers.
        let is_short = |(tab, theirs): (&String, &UpTo)| match self.0.get(tab) {
            Some(ours) => ours.0 < theirs.0,
            None => self.0.len() < WRITERS,
        };
        other.0.iter().any(is_short)
    }

    /// True if it has no more writers than a summary may have, and all their ids are valid.
    pub(super) fn is_bounded(&self) -> bool {
        let is_tab = |tab: &String| Stamp::parse(&format!("0-{tab}")).is_some();
        self.0.len() <= WRITERS && self.0.keys().all(is_tab)
    }
}

/// Returns how many of a writer's first entries a device with this summary already has.
fn first_lacking(theirs: UpTo, entries: &[&(Stamp, Event)]) -> usize {
    let count = entries.partition_point(|(stamp, _)| stamp.number() <= theirs.0);
    let has_come_further = entries.last().is_some_and(|(stamp, _)| stamp.number() < theirs.0);
    // If there is a gap, all entries of the writer are sent again.
    if has_come_further || up_to(&entries[..count]) == theirs { count } else { 0 }
}

fn by_writer(log: &[(Stamp, Event)]) -> BTreeMap<&str, Vec<&(Stamp, Event)>> {
    let mut all: BTreeMap<&str, Vec<&(Stamp, Event)>> = BTreeMap::new();
    for entry in log {
        all.entry(entry.0.tab()).or_default().push(entry);
    }
    all
}

fn up_to(entries: &[&(Stamp, Event)]) -> UpTo {
    // Entries that were read can always be written.
    let texts = entries.iter().map(|(stamp, event)| (stamp.number(), serde_json::to_string(event).unwrap_or_default()));
    let all: String = texts.map(|(number, text)| format!("{number} {text}\n")).collect();
    UpTo(entries.last().map_or(0, |(stamp, _)| stamp.number()), hashes::of(&[all.as_bytes()]))
}

/// Returns a checksum of a battle's beginning. The battle's name is not included, because each device may give it another.
pub fn beginning(header: &Header) -> u32 {
    let header = Header { name: String::new(), ..header.clone() };
    hashes::of(&[serde_json::to_string(&header).unwrap_or_default().as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_a_limited_number_of_writers_with_valid_ids() {
        let of = |tabs: &[&str]| Summary(tabs.iter().map(|tab| ((*tab).to_owned(), UpTo(1, 2))).collect());
        assert!(of(&[]).is_bounded() && of(&["k3x9", "a"]).is_bounded());
        assert!(!of(&["k3x9", "A b"]).is_bounded(), "no tab has such a name");
        let names: Vec<String> = (0..=WRITERS).map(|n| format!("t{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(of(&names[1..]).is_bounded());
        assert!(!of(&names).is_bounded(), "one more than {WRITERS}");
    }
}
