//! Conflicts: two authors changed one tracker, and neither had seen the change of the other.

use super::relation::Clash;
use super::{Action, Battle, Change, Device, Event, Stamp};
use serde_json::Value as Json;
use std::collections::BTreeSet;

impl Battle {
    /// The trackers that a newly arrived act changed while an author who had not seen it also changed them. Two changes conflict if they
    /// set different values, or if one of them counts. Only acts in force are compared. Both changes stay in the log: counts add up, and
    /// otherwise the later change applies.
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

    /// True if the act counts relative to values that its writer saw. Earlier versions of Drumhead cannot read such an act.
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
