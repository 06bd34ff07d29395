//! Undo and redo of one device's acts, while other devices act.

use crate::correct::{Now, Step};
use crate::{Action, ActionEvent, Battle, Change, Device, Event, InForce, Rolled, Stamp};
use rules::subject::Subject;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// The undo of the last act of a device's seats.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatUndo {
    /// Nothing depends on the act: this event undoes it.
    Plain(Event),
    /// Entries of other devices depend on the act. Players decide about each, in a [correction](Battle::correction) that leaves the act out.
    Asks {
        /// The act; the first part of a group act.
        act: Stamp,
        /// The entries that depend on it, in the log's order: acts in force, and rolls that wait.
        dependent: Vec<Stamp>,
    },
}

impl Battle {
    /// The undo of the last act of a device's seats. `None` while a roll of the device waits, or if there is no such act. Unless
    /// [everybody acts](Battle::everybody_acts), it is [`Battle::undoing`].
    pub fn undo_of(&self, device: &Device) -> Option<SeatUndo> {
        if !self.everybody_acts() {
            return self.undoing().map(SeatUndo::Plain);
        }
        if !self.awaiting_of(device).is_empty() {
            return None;
        }
        let parts = self.last_parts_of(device);
        let act = (*parts.first()?).clone();
        let dependent = self.dependent_on(&parts);
        Some(match dependent.is_empty() {
            true => SeatUndo::Plain(Event::Undo(act.into())),
            false => SeatUndo::Asks { act, dependent },
        })
    }

    /// The redo of the act that the device's seats undid last. `None` while a roll of the device waits, if there is no such act, or if another
    /// roll has taken its dice. Unless [everybody acts](Battle::everybody_acts), it is [`Battle::redoing`].
    pub fn redo_of(&self, device: &Device) -> Option<Event> {
        if !self.everybody_acts() {
            return self.redoing();
        }
        if !self.awaiting_of(device).is_empty() {
            return None;
        }
        let last = self.last_undone_of(device)?;
        let parts = self.places_of_parts(&self.log[last].0);
        let is_free = !parts.iter().any(|part| self.has_lost_its_numbers(*part));
        is_free.then(|| Event::Redo(self.log[last].0.clone().into()))
    }

    /// The acts that the next undo of a device takes back: one, or the parts of a group act, in order. Empty if there is none.
    pub fn acts_to_undo_of(&self, device: &Device) -> Vec<&ActionEvent> {
        if !self.everybody_acts() {
            return self.acts_to_undo();
        }
        self.last_parts_of(device).into_iter().filter_map(|stamp| self.act(self.place(stamp)?)).collect()
    }

    /// The acts that the next redo of a device puts in force again: one, or the parts of a group act, in order. Empty if there is none.
    pub fn acts_to_redo_of(&self, device: &Device) -> Vec<&ActionEvent> {
        if !self.everybody_acts() {
            return self.acts_to_redo();
        }
        let Some(last) = self.last_undone_of(device) else { return Vec::new() };
        let parts = self.places_of_parts(&self.log[last].0).into_iter().filter(|act| self.undone.contains(act));
        parts.filter_map(|act| self.act(act)).collect()
    }

    /// The waiting rolls that a device must settle before it rolls again, undoes or redoes. If everybody acts, these are the rolls of the
    /// device's seats; otherwise all waiting rolls.
    pub fn awaiting_of(&self, device: &Device) -> Vec<(&Stamp, &Rolled)> {
        if !self.everybody_acts() {
            return self.awaiting().collect();
        }
        let own = self.predecessors(device);
        self.awaiting().filter(|(stamp, _)| is_own(&own, stamp)).collect()
    }

    /// True if the entry with this stamp belongs to a device: it wrote the entry, or took over the seats of the device that did.
    pub fn is_entry_of(&self, device: &Device, stamp: &Stamp) -> bool {
        stamp.device() == *device || is_own(&self.predecessors(device), stamp)
    }

    /// The stamps of the last act in force of a device's seats that an undo can take back, with the other parts of its group.
    fn last_parts_of(&self, device: &Device) -> Vec<&Stamp> {
        let own = self.predecessors(device);
        let last = self.steps().find(|place| is_own(&own, &self.log[*place].0));
        let last = last.filter(|place| self.act(*place).is_some_and(|act| !act.begins));
        let parts = last.map(|last| self.places_of_parts(&self.log[last].0)).unwrap_or_default();
        parts.into_iter().filter(|act| self.is_in_force(*act)).map(|place| &self.log[place].0).collect()
    }

    /// Index in the log of the act that a device's seats undid last.
    fn last_undone_of(&self, device: &Device) -> Option<usize> {
        let own = self.predecessors(device);
        self.undone.iter().rev().copied().find(|place| is_own(&own, &self.log[*place].0))
    }

    /// The later entries that depend on these acts, in the log's order: acts that would have other results or not fit without them, corrections
    /// of the acts, and waiting rolls with a unit that the acts changed. Nothing depends on a correction, because the acts after it keep their
    /// recorded changes.
    fn dependent_on(&self, acts: &[&Stamp]) -> Vec<Stamp> {
        let mut dependent: BTreeSet<Stamp> = BTreeSet::new();
        for act in acts {
            let is_later = |step: &Step| !acts.contains(&&step.stamp) && depends(step);
            let later = |instead: Option<ActionEvent>| -> BTreeSet<Stamp> {
                let steps = self.correction(act, instead, &[]).map(|plan| plan.steps).unwrap_or_default();
                steps.into_iter().filter(is_later).map(|step| step.stamp).collect()
            };
            // Acts that do not fit even if the act stays, such as acts of other rules, do not depend on it.
            let as_it_is = self.acts_in_force().into_iter().find(|(stamp, _)| stamp == act).map(|(_, act)| act.clone());
            let unfit = later(as_it_is);
            dependent.extend(later(None).difference(&unfit).cloned());
        }
        let events = acts.iter().filter_map(|act| self.act(self.place(act)?));
        let changed: BTreeSet<&str> = events.flat_map(|act| &act.changes).filter_map(unit_of).collect();
        let waits = self.awaiting().filter(|(stamp, rolled)| {
            let lists = rolled.participants.values().filter_map(Json::as_array).flatten();
            acts.iter().all(|act| act < stamp) && lists.filter_map(Json::as_str).any(|unit| changed.contains(unit))
        });
        dependent.extend(waits.map(|(stamp, _)| stamp.clone()));
        let corrects = |own: &&InForce| match self.act(own.event).map(|act| &act.action) {
            Some(Action::Corrected(corrected)) => {
                acts.contains(&&corrected.of) || corrected.acts.iter().any(|redone| acts.contains(&&redone.act))
            }
            _ => false,
        };
        dependent.extend(self.in_force.iter().filter(corrects).map(|own| self.log[own.event].0.clone()));
        dependent.into_iter().collect()
    }
}

/// True if the entry with this stamp belongs to a device with these [predecessors](Battle::predecessors).
fn is_own(own: &[(Device, Option<&Stamp>)], stamp: &Stamp) -> bool {
    own.iter().any(|(device, until)| *device == stamp.device() && until.is_none_or(|until| stamp < until))
}

/// True if an act does not fit any more, or has another outcome or other changes. A count that only begins at another value does not matter,
/// because it changes by the same amount.
fn depends(step: &Step) -> bool {
    match &step.now {
        _ if step.misfit.is_some() => true,
        Now::Same => false,
        Now::LeftOut => true,
        Now::Changed(now) => now.action != step.act.action || !are_alike(&step.act, &now.changes),
    }
}

/// True if the changes are those of the act, except for the new values of counts.
fn are_alike(act: &ActionEvent, now: &[Change]) -> bool {
    let is_counted = |index: usize| act.seen.iter().any(|seen| seen.0 == index);
    let is_alike = |(index, (one, other)): (usize, (&Change, &Change))| match (one, other) {
        (Change::Set { of, key, .. }, Change::Set { of: other, key: other_key, .. }) if is_counted(index) => {
            (of, key) == (other, other_key)
        }
        _ => one == other,
    };
    act.changes.len() == now.len() && act.changes.iter().zip(now).enumerate().all(is_alike)
}

/// The unit that a change is about; `None` for sides and the battle.
fn unit_of(change: &Change) -> Option<&str> {
    match change {
        Change::Set { of: Subject::Unit(id), .. } | Change::Remove(id) => Some(id),
        Change::Add(unit) => Some(&unit.id),
        Change::Set { .. } => None,
    }
}
