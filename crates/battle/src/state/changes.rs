//! Changes of a state, and their inverses.

use super::{Joined, State, counted_on};
use crate::event::Seen;
use crate::{Action, ActionEvent, Change};
use rules::facts::Facts;
use rules::ruleset::{Ruleset, Tracker, Tracks};
use rules::scenario::OFF_TABLE;
use rules::subject::Subject;
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::sync::Arc;

impl State {
    /// Applies changes in order. Returns their inverses, in the same order.
    pub(crate) fn apply_all(&mut self, changes: &[Change]) -> Vec<Inverse> {
        let mut inverses: Vec<Inverse> = Vec::with_capacity(changes.len());
        for change in changes {
            let read = self.read_former(change);
            inverses.extend(self.apply(change));
            inverses.extend(read.iter().filter_map(|change| self.apply(change)));
        }
        self.renew_table(&inverses);
        inverses
    }

    /// Applies the changes of an act and returns their inverses. Counts change relative to this state. It may differ from the state that
    /// the writer saw, if others acted without knowing of the act.
    pub(crate) fn apply_act(&mut self, act: &ActionEvent) -> Vec<Inverse> {
        let changes = self.counted_on(act);
        self.apply_all(&changes)
    }

    /// The changes of an act on this state, with its counts added to this state's values.
    pub(crate) fn counted_on<'a>(&self, act: &'a ActionEvent) -> Cow<'a, [Change]> {
        let mut changes = Cow::Borrowed(act.changes.as_slice());
        for Seen(index, from) in &act.seen {
            let Some(Change::Set { of, key, to }) = act.changes.get(*index) else { continue };
            let here = self.tracked(of.id()).and_then(|tracked| tracked.get(key)).filter(|here| *here != from);
            if let Some((here, tracker)) = here.zip(self.tracker(of, key)) {
                let to = self.within(of, tracker, counted_on(tracker, [from, to], here));
                changes.to_mut()[*index] = Change::set(of.clone(), key.as_str(), to);
            }
        }
        changes
    }

    /// The current values of the numbers and lists of units that an act changes; the act counts from them. The end of a phase does not count,
    /// because two devices that both end it set the same values.
    pub(crate) fn seen_by(&self, act: &ActionEvent) -> Vec<Seen> {
        let counts = match act.action {
            _ if act.begins => false,
            Action::ByHand | Action::Resolved(_) | Action::Corrected(_) => true,
            Action::Phase | Action::Muster | Action::Note(_) => false,
        };
        let is_by_hand = matches!(act.action, Action::ByHand);
        let seen = |(index, change): (usize, &Change)| {
            let Change::Set { of, key, .. } = change else { return None };
            // A procedure may set a number of a side or of the battle, such as points that were rolled. Those are no counts.
            let counted = self.tracker(of, key).filter(|_| is_by_hand || matches!(of, Subject::Unit(_)));
            counted.filter(|tracker| tracker.counts() || matches!(tracker.kind, Tracks::Units(_)))?;
            Some(Seen(index, self.tracked(of.id())?.get(key)?.clone()))
        };
        act.changes.iter().enumerate().filter(|_| counts).filter_map(seen).collect()
    }

    fn tracker(&self, of: &Subject, key: &str) -> Option<&'static Tracker> {
        let ruleset = self.ruleset?;
        ruleset.trackers_in(of, &self.battle).into_iter().find(|tracker| tracker.id == key)
    }

    /// Returns the value, limited to the unit's own maximum if it is a number.
    pub(crate) fn within(&self, of: &Subject, tracker: &Tracker, value: Json) -> Json {
        let most = || (tracker.most?)(&self.derived(self.tracked(of.id())?));
        match value.as_i64().zip(tracker.most.and_then(|_| most())) {
            Some((number, most)) if number > i64::from(most) => most.into(),
            _ => value,
        }
    }

    /// Changes of current trackers that follow from a change of a tracker of an earlier version.
    fn read_former(&self, change: &Change) -> Vec<Change> {
        let (Some(ruleset), Change::Set { of: Subject::Unit(id), key, to }) = (self.ruleset, change) else {
            return Vec::new();
        };
        let Some(former) = ruleset.trackers.former.iter().find(|former| former.id == key) else { return Vec::new() };
        let Some(tracked) = self.tracked(id) else { return Vec::new() };
        (former.read)(to, tracked).into_iter().map(|(key, to)| Change::set(id.as_str(), key, to)).collect()
    }

    /// Applies inverses, the last one first.
    pub(crate) fn take_back(&mut self, inverses: &[Inverse]) {
        for inverse in inverses.iter().rev() {
            match inverse {
                Inverse::PutBack { of, key, before } => {
                    match (self.tracked_mut(of.id()), before) {
                        (Some(facts), Some(before)) => facts.set(key, before.clone()),
                        (Some(facts), None) => facts.forget(key),
                        (None, Some(before)) => drop(self.rename_gone(of, key, before)),
                        (None, None) => {}
                    }
                    self.note_name(of, key);
                }
                Inverse::Return { place, unit, facts } => {
                    Arc::make_mut(&mut self.gone).pop();
                    self.units.insert((*place).min(self.units.len()), (unit.clone(), facts.clone()));
                }
                Inverse::TakeAway(id) => self.units.retain(|(unit, _)| unit.id != *id),
            }
        }
        self.renew_table(inverses);
    }

    /// Updates the table after these changes were applied or undone. Mostly one or two of hundreds of units have changed.
    fn renew_table(&mut self, changed: &[Inverse]) {
        /// If this many subjects have changed, the table is dropped and computed again when it is next needed.
        const MANY: usize = 8;
        self.armies.take();
        self.extremes.take();
        let mut of: Vec<&Subject> = Vec::new();
        for change in changed {
            match change {
                // The unit arrives at the table, or leaves it.
                Inverse::PutBack { key, .. } if self.planned.is_some() && key == OFF_TABLE.id() => {
                    self.table.take();
                    return;
                }
                Inverse::PutBack { of: subject, .. } if of.contains(&subject) => {}
                Inverse::PutBack { of: subject, .. } if of.len() < MANY => of.push(subject),
                _ => {
                    self.table.take();
                    return;
                }
            }
        }
        let Some(mut table) = self.table.take() else { return };
        let held = Arc::make_mut(&mut table);
        if of.iter().any(|subject| !matches!(subject, Subject::Unit(_))) {
            self.renew_battle(held);
        }
        let (mut on_table, mut off_table) = (held.units.iter_mut(), held.off_table.iter_mut());
        for (joined, tracked) in &self.units {
            let unit = if self.is_off_table(tracked) { off_table.next() } else { on_table.next() };
            let is_changed = of.iter().any(|subject| subject.id() == joined.id);
            if let Some(unit) = unit.filter(|_| is_changed) {
                unit.facts = Arc::new(self.derived(tracked));
            }
        }
        // While the state changes, nothing else uses it, so the cell is empty.
        let _ = self.table.set(table);
    }

    /// Applies a change and returns its inverse. `None` if its subject is not there: then nothing changes.
    pub(super) fn apply(&mut self, change: &Change) -> Option<Inverse> {
        match change {
            Change::Set { of, key, to } => {
                let Some(tracked) = self.tracked_mut(of.id()) else { return self.rename_gone(of, key, to) };
                let before = tracked.replace(key, to.clone());
                self.note_name(of, key);
                Some(Inverse::PutBack { of: of.clone(), key: key.clone(), before })
            }
            Change::Add(unit) => {
                if self.unit(&unit.id).is_some() {
                    return None;
                }
                self.join(unit, &[]);
                Some(Inverse::TakeAway(unit.id.clone()))
            }
            Change::Remove(id) => {
                let place = self.units.iter().position(|(unit, _)| unit.id == *id)?;
                let (unit, facts) = self.units.remove(place);
                Arc::make_mut(&mut self.gone).push(unit.clone());
                Some(Inverse::Return { place, unit, facts })
            }
        }
    }
}

/// The inverse of a change.
#[derive(Clone, Debug)]
pub enum Inverse {
    PutBack { of: Subject, key: String, before: Option<Json> },
    Return { place: usize, unit: Arc<Joined>, facts: Arc<Facts> },
    TakeAway(String),
}

/// Returns the profile of a unit, with its trackers at their start.
pub fn start(ruleset: &Ruleset, profile: &Map<String, Json>) -> Facts {
    let mustered = ruleset.mustered(profile);
    let mut facts = mustered.clone();
    for tracker in ruleset.trackers.unit {
        match tracker.begins(&mustered) {
            Some(start) => facts.set(tracker.id, start),
            // The form gives every profile this value, but a unit without the tracker has no such fact: foot is not mounted.
            None if tracker.start_from.is_some() => facts.forget(tracker.id),
            None => {}
        }
    }
    facts
}
