//! Undo and redo of the device's own acts, while others act.

use crate::correct::{Now, Step};
use crate::{Action, ActionEvent, Battle, Change, Device, Event, InForce, Stamp};
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
        let own = self.predecessors(device);
        if self.awaiting().any(|(stamp, _)| is_own(&own, stamp)) {
            return None;
        }
        let last = self.steps().find(|place| is_own(&own, &self.log[*place].0))?;
        self.act(last).filter(|act| !act.begins)?;
        let parts: Vec<&Stamp> = self
            .places_of_parts(&self.log[last].0)
            .into_iter()
            .filter(|act| self.is_in_force(*act))
            .map(|place| &self.log[place].0)
            .collect();
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
        let own = self.predecessors(device);
        if self.awaiting().any(|(stamp, _)| is_own(&own, stamp)) {
            return None;
        }
        let last = self.undone.iter().rev().find(|place| is_own(&own, &self.log[**place].0))?;
        let parts = self.places_of_parts(&self.log[*last].0);
        let is_free = !parts.iter().any(|part| self.has_lost_its_numbers(*part));
        is_free.then(|| Event::Redo(self.log[*last].0.clone().into()))
    }

    /// The later entries that depend on these acts, in the log's order: acts that come out differently without them, or do not fit any more,
    /// corrections of the acts, and waiting rolls with a unit that the acts changed. On a correction nothing depends: acts that followed it
    /// keep their recorded changes.
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

/// True if an act does not fit any more, or has another outcome or other changes. Counted values that only start elsewhere do not matter:
/// they change by the same amount.
fn depends(step: &Step) -> bool {
    match &step.now {
        _ if step.misfit.is_some() => true,
        Now::Same => false,
        Now::LeftOut => true,
        Now::Changed(now) => now.action != step.act.action || !are_alike(&step.act, &now.changes),
    }
}

/// True if the changes differ from those of the act only in values that it counts.
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
