//! Conflicts: two authors changed one tracker, and neither had seen the change of the other.

use super::relation::Clash;
use super::{Action, Battle, Change, Device, Event, Stamp};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Number of earlier acts with which an act is compared. It bounds the work for a forged log.
const NEAR: usize = 64;

/// Two acts of different devices that conflict. Neither author had seen the other act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConcurrentActs {
    /// Index of the earlier act in the log.
    pub earlier: usize,
    /// Index of the later act in the log.
    pub later: usize,
    /// True if one of them ended the phase of the other; false if both change the same tracker.
    pub ends_phase: bool,
}

impl Battle {
    /// The conflicts of a newly arrived act with acts of other tabs: both acts changed one tracker, and neither author had seen the other act.
    /// Two changes conflict if they set different values, or if one of them counts. Only acts in force are compared. Both changes stay in the
    /// log: counts add up, and otherwise the later change applies.
    pub fn clashes_of(&self, arrived: &Stamp) -> Vec<Clash> {
        let Some(place) = self.place(arrived).filter(|own| self.is_in_force(*own)) else { return Vec::new() };
        let changes = self.set_by(place);
        let mut clashes: Vec<Clash> = Vec::new();
        if changes.is_empty() {
            return clashes;
        }
        let others = self.in_force.iter().rev().map(|own| own.event);
        for other in others.filter(|own| self.log[*own].0.tab() != arrived.tab()) {
            let theirs = self.set_by(other);
            for (of, key, to, counts) in &changes {
                let is_known = clashes.iter().any(|clash| clash.of == *of && clash.key == *key);
                let found =
                    theirs.iter().find(|own| (own.0, own.1) == (*of, *key) && (own.2 != *to || own.3 || *counts));
                let Some((_, _, own, own_counts)) = found.filter(|_| !is_known) else { continue };
                let (earlier, later) = (place.min(other), place.max(other));
                if !self.had_seen(later, earlier) {
                    let held = self.state.tracked(of).and_then(|facts| facts.get(key));
                    clashes.push(Clash {
                        of: (*of).to_owned(),
                        key: (*key).to_owned(),
                        theirs: (*to).clone(),
                        own: (*own).clone(),
                        merged: held.cloned().unwrap_or(Json::Null),
                        adds: *counts && *own_counts,
                    });
                }
            }
        }
        clashes
    }

    /// The pairs of conflicting acts in force, in the order of the later act; empty in a battle without [seats](super::seat). Two devices made
    /// the acts of a pair, and neither author had seen the other act. Each act is compared with the latest `NEAR` acts before it, and is the
    /// later act of at most one pair.
    pub fn concurrent_acts(&self) -> Vec<ConcurrentActs> {
        let mut met = Vec::new();
        if !self.has_seats() {
            return met;
        }
        let (mut ends, mut earlier): (BTreeSet<usize>, Vec<usize>) = (BTreeSet::new(), Vec::new());
        for (place, (_, event)) in self.log.iter().enumerate() {
            for linked in event.after().iter().filter_map(|link| self.place_before(&link.stamp, place)) {
                ends.remove(&linked);
            }
            // An author who links all ends had seen everything.
            let has_seen_all = ends.is_empty();
            ends.insert(place);
            if !self.is_in_force(place) {
                continue;
            }
            if !has_seen_all {
                met.extend(earlier.iter().rev().take(NEAR).find_map(|other| self.conflict(place, *other)));
            }
            earlier.push(place);
        }
        met
    }

    /// The conflict of two acts; `None` if they do not conflict.
    fn conflict(&self, later: usize, earlier: usize) -> Option<ConcurrentActs> {
        if self.log[later].0.device() == self.log[earlier].0.device() {
            return None;
        }
        let [one, other] = [later, earlier].map(|place| self.act(place).map(|act| &act.action));
        let ends_phase = match (one, other) {
            (Some(Action::Phase), Some(Action::Resolved(done)))
            | (Some(Action::Resolved(done)), Some(Action::Phase)) => !done.discarded,
            _ => false,
        };
        let theirs = self.set_by(earlier);
        let is_same = |(of, key, to, counts): &(&str, &str, &Json, bool)| {
            theirs.iter().any(|own| (own.0, own.1) == (*of, *key) && (own.2 != *to || own.3 || *counts))
        };
        let meets = ends_phase || self.set_by(later).iter().any(is_same);
        (meets && !self.had_seen(later, earlier)).then_some(ConcurrentActs { earlier, later, ends_phase })
    }

    /// True if an act of the log counts relative to values that its author saw. Earlier versions of Drumhead cannot read such an act.
    pub fn has_counts(&self) -> bool {
        self.events().any(|event| matches!(event, Event::Action(act) if !act.seen.is_empty()))
    }

    pub(super) fn is_in_force(&self, place: usize) -> bool {
        self.in_force.binary_search_by_key(&place, |own| own.event).is_ok()
    }

    /// The trackers that an act sets, each with its last value and true if the act counts. Empty for a correction, which sets trackers that
    /// other acts had set before.
    fn set_by(&self, place: usize) -> Vec<(&str, &str, &Json, bool)> {
        let Some(act) = self.act(place).filter(|act| !matches!(act.action, Action::Corrected(_))) else {
            return Vec::new();
        };
        let mut all: Vec<(&str, &str, &Json, bool)> = Vec::new();
        for (index, change) in act.changes.iter().enumerate() {
            let Change::Set { of, key, to } = change else { continue };
            all.retain(|own| (own.0, own.1) != (of.id(), key.as_str()));
            all.push((of.id(), key, to, act.seen.iter().any(|own| own.0 == index)));
        }
        all
    }

    /// Number of these entries that the device may lack: it did not write them, and no entry that it wrote links back to them.
    pub fn unseen_by(&self, device: &Device, entries: &BTreeSet<Stamp>) -> usize {
        let places: BTreeSet<usize> = entries.iter().filter_map(|stamp| self.place(stamp)).collect();
        let Some(first) = places.first().copied() else { return 0 };
        let own = (first..self.log.len()).filter(|place| self.log[*place].0.device() == *device);
        let mut open: Vec<usize> = own.collect();
        let mut seen: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            let linked = self.log[place].1.after().iter().filter_map(|link| self.place(&link.stamp));
            open.extend(linked.filter(|own| (first..place).contains(own) && seen.insert(*own)));
        }
        places.difference(&seen).count()
    }

    /// True if the author of the later event had seen the earlier one: its links lead back to it.
    fn had_seen(&self, later: usize, earlier: usize) -> bool {
        let (mut open, mut visited) = (vec![later], BTreeSet::new());
        while let Some(place) = open.pop() {
            let (stamp, event) = &self.log[place];
            // Events of the first versions have no links. Their authors had seen every event with a lower number.
            let is_unlinked = event.after().is_empty() && matches!(event, Event::Action(_) | Event::Rolled(_));
            if place == earlier || is_unlinked && stamp.number() > self.log[earlier].0.number() {
                return true;
            }
            let linked = event.after().iter().filter_map(|link| self.place(&link.stamp));
            open.extend(linked.filter(|own| (earlier..place).contains(own) && visited.insert(*own)));
        }
        false
    }
}
