//! Group acts in the log: several acts that are one entry, undone and redone as one.
//!
//! Each part is an event of its own, with its own input, dice and changes. Every part but the first has the stamp of the first in its field
//! `group`. Acts of other devices may come between them. The rolls of the app for the parts name their first roll in the same way.

use super::seat::sets_seats;
use super::{Action, ActionEvent, Battle, Event, Now, Rolled, Stamp};
use rules::facts::FactValue;
use rules::own::{OWN_RULES, OwnRules};
use rules::subject::Subject;
use rules::table::Change;
use std::collections::BTreeMap;

/// The longest time between two changes by hand that are one entry, in milliseconds.
const MAX_MS_BETWEEN_TAPS: f64 = 2_500.0;

/// For the first part of each group act, the stamps of the later parts in the log, in order.
pub(super) type Parts = BTreeMap<Stamp, Vec<Stamp>>;

impl ActionEvent {
    /// Makes the act a part of a group that has begun; `None` makes it the first part.
    #[must_use]
    pub fn in_group(self, first: Option<Stamp>) -> Self {
        Self { at_once: self.at_once && first.is_some(), group: first, ..self }
    }
}

/// Writes the parts of a group act to a log, in order. `add` writes one event and returns its stamp; `None` stops. Returns the stamps.
pub fn write_acts(
    parts: impl IntoIterator<Item = ActionEvent>,
    mut add: impl FnMut(Event) -> Option<Stamp>,
) -> Vec<Stamp> {
    let mut stamps: Vec<Stamp> = Vec::new();
    for part in parts {
        let part = part.in_group(stamps.first().cloned());
        let Some(stamp) = add(Event::Action(Box::new(part))) else { break };
        stamps.push(stamp);
    }
    stamps
}

/// Writes the rolls of a group act to a log, in order. `first` is the first roll of the group, if it is in the log already. `add` writes one
/// event and returns its stamp; `None` stops. Returns the stamps.
pub fn write_rolls(
    rolls: impl IntoIterator<Item = Rolled>,
    first: Option<Stamp>,
    mut add: impl FnMut(Event) -> Option<Stamp>,
) -> Vec<Stamp> {
    let mut stamps: Vec<Stamp> = Vec::new();
    for rolled in rolls {
        let group = first.clone().or_else(|| stamps.first().cloned());
        let Some(stamp) = add(Event::Rolled(Box::new(Rolled { group, ..rolled }))) else { break };
        stamps.push(stamp);
    }
    stamps
}

impl Event {
    /// True if version 1.0.0 does not know all of the event's fields, so that its stored text and its battle have to be marked.
    pub fn is_marked(&self) -> bool {
        match self {
            Self::Action(act) => is_marked(act),
            Self::Rolled(rolled) => rolled.group.is_some(),
            Self::Undo(_) | Self::Redo(_) | Self::Control(_) | Self::Chain(_) => false,
        }
    }
}

fn is_marked(act: &ActionEvent) -> bool {
    let replaced = match &act.action {
        Action::Corrected(corrected) => corrected.acts.as_slice(),
        _ => &[],
    };
    let is_replaced = |now: &Now| matches!(now, Now::Changed(act) if is_marked(act));
    let has_command = |change: &Change| matches!(change, Change::Add(unit) if !unit.command.is_empty());
    act.group.is_some()
        || act.at_once
        || act.changes.iter().any(|change| sets_marked_rules(change) || has_command(change) || sets_seats(change))
        || replaced.iter().any(|redone| is_replaced(&redone.now))
}

/// True if a change sets own rules with fields that version 1.0.0 does not know.
fn sets_marked_rules(change: &Change) -> bool {
    let Change::Set { of, key, to } = change else { return false };
    *of == Subject::Battle && key == OWN_RULES.id() && OwnRules::read(to).is_some_and(|rules| rules.is_marked())
}

impl ActionEvent {
    /// Stamp of the first part of the group act, if this act is a later part. `stamp` is that of this act. `None` if the log refers to an entry
    /// that cannot be the first part, because it is of another tab or not earlier.
    pub fn first_part(&self, stamp: &Stamp) -> Option<&Stamp> {
        self.group.as_ref().filter(|first| *first < stamp && first.tab() == stamp.tab())
    }
}

impl Battle {
    /// True if version 1.0.0 does not know all fields of the header and of the log.
    pub fn is_marked(&self) -> bool {
        self.header.is_marked() || self.events().any(Event::is_marked)
    }

    /// Records which of the new events are later parts of group acts. Only parts that the author of the first part wrote after it count.
    pub(super) fn note_parts(&mut self, new: &[Stamp]) {
        for stamp in new {
            let Some(Event::Action(act)) = self.event(stamp) else { continue };
            let Some(first) = act.first_part(stamp).cloned() else { continue };
            let parts = self.parts.entry(first).or_default();
            if let Err(place) = parts.binary_search(stamp) {
                parts.insert(place, stamp.clone());
            }
        }
    }

    /// The stamps of all parts of the group act to which an act belongs, in order; the act alone if it belongs to none.
    pub fn parts_of(&self, act: &Stamp) -> Vec<&Stamp> {
        let group = match self.event(act) {
            Some(Event::Action(act)) => act.group.as_ref(),
            _ => None,
        };
        let known = group.and_then(|first| self.parts.get_key_value(first)).filter(|(_, parts)| parts.contains(act));
        let Some((first, later)) = known.or_else(|| self.parts.get_key_value(act)) else {
            return self.stamp_of(act).into_iter().collect();
        };
        self.stamp_of(first).into_iter().chain(later).collect()
    }

    /// The waiting rolls of group acts, each list with the stamp of the group's first roll, in order. A first roll that waits alone is left
    /// out, because it does not differ from a roll without a group.
    pub fn awaiting_groups(&self) -> Vec<(Stamp, Vec<(Stamp, Rolled)>)> {
        let mut groups: Vec<(Stamp, Vec<(Stamp, Rolled)>)> = Vec::new();
        for (stamp, rolled) in self.awaiting() {
            let first = rolled.group.as_ref().unwrap_or(stamp);
            let roll = (stamp.clone(), rolled.clone());
            match groups.iter_mut().find(|(known, _)| known == first) {
                Some((_, rolls)) => rolls.push(roll),
                None => groups.push((first.clone(), vec![roll])),
            }
        }
        groups.retain(|(first, rolls)| rolls.len() > 1 || rolls.iter().any(|(stamp, _)| stamp != first));
        groups
    }

    fn stamp_of(&self, act: &Stamp) -> Option<&Stamp> {
        self.place(act).map(|place| &self.log[place].0)
    }

    /// Indexes in the log of all acts that an undo or a redo of this act concerns: the parts of its group, without discarded rolls.
    pub(super) fn places_of_parts(&self, act: &Stamp) -> Vec<usize> {
        let parts = self.parts_of(act);
        let is_alone = parts.len() < 2;
        let places = parts.into_iter().filter_map(|stamp| self.place(stamp));
        places.filter(|place| is_alone || self.act(*place).is_some_and(|act| !act.is_discarded())).collect()
    }

    /// The acts that the next undo takes back: one, or the parts of a group act, in order. Empty if there is none.
    pub fn acts_to_undo(&self) -> Vec<&ActionEvent> {
        // The beginning is the last step in a new battle, and cannot be undone.
        let Some(last) = self.last_step().filter(|_| self.to_undo().is_some()) else { return Vec::new() };
        let parts = self.places_of_parts(&self.log[last].0).into_iter().filter(|act| self.is_in_force(*act));
        parts.filter_map(|act| self.act(act)).collect()
    }

    /// The acts that the next redo puts in force again: one, or the parts of a group act, in order. Empty if there is none.
    pub fn acts_to_redo(&self) -> Vec<&ActionEvent> {
        let Some(last) = self.undone.last() else { return Vec::new() };
        let parts = self.places_of_parts(&self.log[*last].0).into_iter().filter(|act| self.undone.contains(act));
        parts.filter_map(|act| self.act(act)).collect()
    }

    /// Number of consecutive entries at the end of the first `events` entries of the log that are parts of one group act; 1 for an act in no
    /// group.
    pub fn parts_before(&self, events: usize) -> usize {
        let Some((stamp, _)) = events.checked_sub(1).and_then(|last| self.log.get(last)) else { return 1 };
        let parts = self.parts_of(stamp);
        let before = self.log[..events].iter().rev().take_while(|(stamp, _)| parts.contains(&stamp));
        before.count().max(1)
    }

    /// Stamp of the group to which new changes by hand of this tab belong, so that several taps on one tracker are one entry. The last event of
    /// the log is part of that group: the same tab made it just before, and its first change sets the same tracker. `None` if the new changes
    /// begin an entry.
    pub fn group_by_hand(&self, tab: &str, at: f64, changes: &[Change]) -> Option<Stamp> {
        let (stamp, Event::Action(act)) = self.log.last()? else { return None };
        let is_continued = stamp.tab() == tab
            && matches!(act.action, Action::ByHand)
            && !act.begins
            && !act.together
            && (0.0..=MAX_MS_BETWEEN_TAPS).contains(&(at - act.at))
            && act.verdict().is_none()
            && set_by(changes) == set_by(&act.changes);
        is_continued.then(|| act.group.clone().unwrap_or_else(|| stamp.clone()))
    }
}

/// The tracker that players tapped, as owner and id: the first change sets it. `None` if the first change sets no tracker.
fn set_by(changes: &[Change]) -> Option<(&str, &str)> {
    match changes.first()? {
        Change::Set { of, key, .. } => Some((of.id(), key.as_str())),
        Change::Add(_) | Change::Remove(_) => None,
    }
}
