//! Short summaries of a log, by which another device knows what to send.
//!
//! A writer's numbers only rise, so the number of its last entry says how far a device has come with it. A checksum of all
//! its entries up to there shows gaps, and entries that differ.

use battle::{Event, Header, Stamp};
use rules::hashes;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most writers of a summary. Each page that is loaded is one; entries of those beyond are sent once more than needed.
pub const WRITERS: usize = 200;

/// Summary of a log: how far it goes for each writer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary(BTreeMap<String, UpTo>);

/// The entries of one writer: the number of the last, and a checksum of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UpTo(u32, u32);

impl Summary {
    /// Summary of a log, in the order of its stamps.
    pub fn of(log: &[(Stamp, Event)]) -> Self {
        let own = by_writer(log);
        // The latest writers, as those are the ones that go on.
        let mut all: Vec<(&str, UpTo)> = own.into_iter().map(|(tab, entries)| (tab, up_to(&entries))).collect();
        all.sort_by_key(|(_, own)| std::cmp::Reverse(own.0));
        Self(BTreeMap::from_iter(all.into_iter().take(WRITERS).map(|(tab, own)| (tab.to_owned(), own))))
    }

    /// The stamps of a log that the summarised one lacks, or may have otherwise.
    pub fn lacks(&self, log: &[(Stamp, Event)]) -> BTreeSet<Stamp> {
        let lacking = by_writer(log).into_iter().flat_map(|(tab, entries)| {
            let from = self.0.get(tab).map_or(0, |theirs| first_lacking(*theirs, &entries));
            entries.into_iter().skip(from).map(|(stamp, _)| stamp.clone())
        });
        lacking.collect()
    }

    /// True if a log holds everything that is summarised.
    pub fn is_within(&self, log: &[(Stamp, Event)]) -> bool {
        let own = by_writer(log);
        self.0.iter().all(|(tab, theirs)| {
            let upto = |entries: &[&(Stamp, Event)]| {
                let count = entries.partition_point(|(stamp, _)| stamp.number() <= theirs.0);
                up_to(&entries[..count]) == *theirs
            };
            own.get(tab.as_str()).is_some_and(|entries| upto(entries))
        })
    }

    /// True if it summarises an empty log.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if this log ends before another, for some writer: the numbers of a writer only rise, and no entry is ever removed.
    pub(super) fn ends_before(&self, other: &Summary) -> bool {
        // A summary that is full leaves writers out.
        let is_short = |(tab, theirs): (&String, &UpTo)| match self.0.get(tab) {
            Some(own) => own.0 < theirs.0,
            None => self.0.len() < WRITERS,
        };
        other.0.iter().any(is_short)
    }

    /// True if it is no longer than any that is made.
    pub(super) fn is_bounded(&self) -> bool {
        let is_tab = |tab: &String| Stamp::parse(&format!("0-{tab}")).is_some();
        self.0.len() <= WRITERS && self.0.keys().all(is_tab)
    }
}

/// Number of a writer's first entries that need not be sent to one that has come so far.
fn first_lacking(theirs: UpTo, entries: &[&(Stamp, Event)]) -> usize {
    let count = entries.partition_point(|(stamp, _)| stamp.number() <= theirs.0);
    let has_come_further = entries.last().is_some_and(|(stamp, _)| stamp.number() < theirs.0);
    // After a gap, everything of the writer is sent again.
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
    // Everything that was read can be written.
    let texts = entries.iter().map(|(stamp, event)| (stamp.number(), serde_json::to_string(event).unwrap_or_default()));
    let all: String = texts.map(|(number, text)| format!("{number} {text}\n")).collect();
    UpTo(entries.last().map_or(0, |(stamp, _)| stamp.number()), hashes::of(&[all.as_bytes()]))
}

/// Checksum of a battle's beginning. Each device may give the battle a name of its own.
pub fn beginning(header: &Header) -> u32 {
    let header = Header { name: String::new(), ..header.clone() };
    hashes::of(&[serde_json::to_string(&header).unwrap_or_default().as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_no_more_writers_than_are_made_and_each_is_a_tab() {
        let of = |tabs: &[&str]| Summary(tabs.iter().map(|tab| ((*tab).to_owned(), UpTo(1, 2))).collect());
        assert!(of(&[]).is_bounded() && of(&["k3x9", "a"]).is_bounded());
        assert!(!of(&["k3x9", "A b"]).is_bounded(), "no tab has such a name");
        let names: Vec<String> = (0..=WRITERS).map(|n| format!("t{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(of(&names[1..]).is_bounded());
        assert!(!of(&names).is_bounded(), "one more than {WRITERS}");
    }
}
