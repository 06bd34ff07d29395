//! The view of an onlooker: a copy of the battle that contains only what this onlooker may know.
//!
//! Players may have [agreed](rules::secrecy) to hide some counters. Then the pages for a side are drawn from its view, so they cannot show
//! more than the view contains. Acts are judged and made on the whole battle, which is saved and shared.
//!
//! In a view a hidden tracker is `null`, so facts that depend on it are unknown. Each event appears with only those parts that the side may
//! know:
//!
//! - Changes of hidden trackers are left out. A tracker may be revealed, as when a General joins his unit or players agree to hide nothing
//!   more. It takes its value with the event that reveals it. A tracker that is hidden from now on becomes `null`.
//! - An act whose input depends on a hidden tracker keeps its units, its dice and its other changes. Its input and outcome would reveal the
//!   tracker, and are left out.
//!
//! If two battles differ only in what is hidden from a side, the side's views of them are equal. `view/tests.rs` plays such pairs.

use super::binding::scene;
use super::correct::{Corrected, Now};
use super::event::Seen;
use super::participants::Participants;
use super::{Action, ActionEvent, Battle, Change, Event, Resolved, Revision, Rolled, Stamp, State};
use rules::filling;
use rules::form::Origin;
use rules::procedure::Procedure;
use rules::ruleset::{Ruleset, Tracker, Tracks};
use rules::secrecy::{Onlooker, Secrecy};
use rules::subject::{Side, Subject};
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

impl Battle {
    /// True while some counters are hidden by agreement.
    pub fn has_secrets(&self) -> bool {
        Secrecy::of(self.state.battle()) != Secrecy::Open
    }

    /// The side whose turn it is; `None` in phases that belong to both.
    pub fn acting(&self) -> Option<Side> {
        self.state.ruleset().and_then(|ruleset| (ruleset.turn_rules.active)(&self.state.table()))
    }

    /// True for a tracker that players may agree to hide.
    pub fn is_secret(&self, of: &str, key: &str) -> bool {
        let ruleset = self.state.ruleset();
        ruleset.is_some_and(|ruleset| {
            ruleset.secret_trackers(&of.into(), self.state.battle()).any(|tracker| tracker.id == key)
        })
    }

    /// In a view: true if the input of an act depends on a hidden tracker.
    pub fn hides(&self, procedure: &str, participants: &Map<String, Json>, input: &Map<String, Json>) -> bool {
        let Some(procedure) = self.state.ruleset().and_then(|ruleset| ruleset.procedure(procedure)) else {
            return false;
        };
        let participants = Participants::read(procedure, participants);
        !self.state.hidden_fields(procedure, &participants, input).is_empty()
    }

    /// The view of an onlooker.
    #[must_use]
    pub fn seen_by(&self, onlooker: Onlooker) -> Shown {
        let mut whole = self.at_start();
        let mut shown = Shown { battle: whole.clone(), onlooker };
        for (stamp, event) in &self.log {
            let before = whole.state.clone();
            whole.add(stamp.clone(), event.clone());
            shown.follow([&before, &whole.state], stamp.clone(), event);
        }
        shown
    }
}

/// A battle as an onlooker sees it. It contains no more than that onlooker may know.
#[derive(Clone, Debug)]
pub struct Shown {
    battle: Battle,
    onlooker: Onlooker,
}

impl Deref for Shown {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.battle
    }
}

impl From<Shown> for Battle {
    fn from(shown: Shown) -> Self {
        shown.battle
    }
}

impl Shown {
    /// The onlooker.
    pub fn onlooker(&self) -> Onlooker {
        self.onlooker
    }

    /// Adds the parts of an event that the onlooker may know. `before` and `after` are the states of the whole battle before and after the
    /// event. The event must be the last of the log.
    pub fn follow(&mut self, [before, after]: [&State; 2], stamp: Stamp, event: &Event) {
        let (onlooker, shown) = (self.onlooker, &mut self.battle);
        let Some(ruleset) = after.ruleset() else { return shown.add(stamp, event.clone()) };
        let look = Look { ruleset, onlooker, before, after, view: &shown.state };
        let mut learnt = look.event(event);
        match &mut learnt {
            Event::Action(act) => {
                let changes = look.revealed(&shown.state.after_act(act));
                act.changes.extend(changes);
                shown.add(stamp, learnt);
            }
            // An undo stores no changes. It can reveal trackers that the undone act had hidden.
            _ => {
                shown.add(stamp, learnt);
                let look = Look { ruleset, onlooker, before, after, view: &shown.state };
                let changes = look.revealed(&shown.state);
                shown.state.apply_all(&changes);
                shown.revision = Revision::next();
            }
        }
    }
}

impl State {
    /// The changes that an onlooker may see, if `changes` are applied to this state.
    pub fn visible_changes(&self, onlooker: Onlooker, changes: &[Change]) -> Vec<Change> {
        let Some(ruleset) = self.ruleset() else { return changes.to_vec() };
        let after = self.after(changes);
        let look = Look { ruleset, onlooker, before: self, after: &after, view: self };
        changes.iter().filter(|change| !look.hides(change)).cloned().collect()
    }

    /// The trackers that are hidden in this state of a view, each with its owner.
    fn hidden(&self) -> Vec<(Subject, &'static Tracker)> {
        let Some(ruleset) = self.ruleset() else { return Vec::new() };
        let hidden = owners(self).flat_map(|of| {
            let facts = self.tracked(of.id());
            let trackers = ruleset
                .secret_trackers(&of, self.battle())
                .filter(|tracker| facts.is_some_and(|facts| tracker.is_hidden_in(facts)));
            trackers.map(|tracker| (of.clone(), tracker)).collect::<Vec<_>>()
        });
        hidden.collect()
    }

    /// The state with every hidden tracker at its lowest, and at its highest value; `None` if nothing is hidden.
    pub(crate) fn extremes(&self) -> Option<&[Self; 2]> {
        let extremes = self.extremes.get_or_init(|| {
            let hidden = self.hidden();
            let at = |value: fn(&Tracker) -> Json| {
                let changes = hidden.iter().map(|(of, tracker)| Change::set(of.clone(), tracker.id, value(tracker)));
                self.after(&changes.collect::<Vec<_>>())
            };
            (!hidden.is_empty()).then(|| Arc::new([at(least), at(most)]))
        });
        extremes.as_deref()
    }

    /// Ids of the fields of an act's input, at any depth, that depend on hidden trackers. `answers` are the players' answers so far. The input
    /// is filled in three times from the table: with the hidden trackers unknown, at their lowest, and at their highest values. Fields that
    /// differ are returned. The hidden values themselves are not used, because the result would reveal them.
    pub fn hidden_fields(
        &self,
        procedure: &Procedure,
        participants: &Participants,
        answers: &Map<String, Json>,
    ) -> BTreeSet<String> {
        let Some([least, most]) = self.extremes() else { return BTreeSet::new() };
        let scenes = [self, least, most].map(|state| scene(procedure, participants, state));
        let table = self.table();
        let mut fields = BTreeSet::new();
        for answers in [&Map::new(), &situation(procedure, answers)] {
            let [unknown, least, most] =
                scenes.each_ref().map(|scene| filling::input(procedure, scene, &table.rulings, answers));
            note_differing(&unknown, &least, &mut fields);
            note_differing(&least, &most, &mut fields);
        }
        fields
    }
}

/// The lowest value of a hidden tracker.
fn least(tracker: &Tracker) -> Json {
    match tracker.kind {
        Tracks::Flag => false.into(),
        Tracks::Text => "".into(),
        _ => tracker.kind.least().into(),
    }
}

/// The highest value of a hidden tracker.
fn most(tracker: &Tracker) -> Json {
    match tracker.kind {
        Tracks::Flag => true.into(),
        Tracks::Text => "".into(),
        _ => tracker.kind.most().into(),
    }
}

/// The answers that players see on the table or choose, without facts of units.
fn situation(procedure: &Procedure, answers: &Map<String, Json>) -> Map<String, Json> {
    let is_answered = |id: &str| procedure.form.field(id).is_some_and(|field| field.origin != Origin::Unit);
    let answered = answers.iter().filter(|(id, value)| is_answered(id) && !value.is_object() && !value.is_array());
    answered.map(|(id, value)| (id.clone(), value.clone())).collect()
}

/// Collects the ids of fields that differ between two inputs, at any depth.
fn note_differing(one: &Map<String, Json>, other: &Map<String, Json>, ids: &mut BTreeSet<String>) {
    for id in one.keys().chain(other.keys()) {
        match (one.get(id), other.get(id)) {
            (one, other) if one == other => {}
            (Some(Json::Object(one)), Some(Json::Object(other))) => note_differing(one, other, ids),
            (Some(Json::Array(one)), Some(Json::Array(other))) if one.len() == other.len() => {
                for (one, other) in one.iter().zip(other) {
                    match (one, other) {
                        (Json::Object(one), Json::Object(other)) => note_differing(one, other, ids),
                        (one, other) if one == other => {}
                        _ => drop(ids.insert(id.clone())),
                    }
                }
            }
            _ => drop(ids.insert(id.clone())),
        }
    }
}

/// All subjects with secret trackers: the units and both sides.
fn owners(state: &State) -> impl Iterator<Item = Subject> {
    state.units().map(|unit| Subject::unit(unit.id.as_str())).chain(Side::BOTH.map(Subject::Side))
}

/// True if the secret trackers of a subject are hidden from an onlooker in this state.
fn is_hidden(state: &State, ruleset: &Ruleset, onlooker: Onlooker, of: &Subject) -> bool {
    let secrecy = Secrecy::of(state.battle());
    match of {
        Subject::Battle => false,
        Subject::Side(side) => secrecy.hides_side(*side, onlooker),
        Subject::Unit(id) => {
            state.table().unit(id).is_some_and(|unit| secrecy.hides(ruleset, &unit.facts, unit.side, onlooker))
        }
    }
}

/// One event, for an onlooker: the states around it and the view before it.
struct Look<'a> {
    ruleset: &'static Ruleset,
    onlooker: Onlooker,
    /// The whole state before the event, and after it.
    before: &'a State,
    after: &'a State,
    /// The state before the event, as the onlooker knows it.
    view: &'a State,
}

impl Look<'_> {
    fn event(&self, event: &Event) -> Event {
        let mut learnt = match event {
            Event::Action(act) => Event::Action(Box::new(self.act(act))),
            Event::Rolled(rolled) => Event::Rolled(Box::new(self.rolled(rolled))),
            Event::Undo(_) | Event::Redo(_) | Event::Control(_) | Event::Chain(_) => event.clone(),
        };
        // Links are digests of whole events. An onlooker could find hidden values by trying a few until the digest matches.
        learnt.set_after(Vec::new());
        learnt
    }

    fn act(&self, act: &ActionEvent) -> ActionEvent {
        let (action, is_hidden) = match &act.action {
            Action::Resolved(resolved) => {
                let is_hidden = self.depends(&resolved.procedure, &resolved.participants, &resolved.input);
                let hidden = Resolved { input: Map::new(), outcome: Json::Null, ..resolved.clone() };
                (Action::Resolved(if is_hidden { hidden } else { resolved.clone() }), is_hidden)
            }
            Action::Corrected(corrected) => (Action::Corrected(Box::new(self.corrected(corrected))), false),
            other => (other.clone(), false),
        };
        let kept: Vec<usize> = (0..act.changes.len()).filter(|&index| !self.hides(&act.changes[index])).collect();
        let changes: Vec<Change> = kept.iter().map(|&index| act.changes[index].clone()).collect();
        let seen = act
            .seen
            .iter()
            .filter_map(|Seen(index, from)| Some(Seen(kept.iter().position(|kept| kept == index)?, from.clone())));
        // The end of a phase, or an outcome that all know, may change a hidden tracker. Marking the act as hidden would reveal that.
        let hidden = is_hidden || matches!(act.action, Action::ByHand) && changes.len() < act.changes.len();
        let overrides = if is_hidden { Vec::new() } else { act.overrides.clone() };
        ActionEvent { action, changes, seen: seen.collect(), hidden, overrides, ..act.clone() }
    }

    /// True if the change is of a hidden tracker.
    fn hides(&self, change: &Change) -> bool {
        let Change::Set { of, key, .. } = change else { return false };
        self.ruleset.secret_trackers(of, self.after.battle()).any(|tracker| tracker.id == key)
            && is_hidden(self.after, self.ruleset, self.onlooker, of)
    }

    fn rolled(&self, rolled: &Rolled) -> Rolled {
        if !self.depends(&rolled.procedure, &rolled.participants, &rolled.input) {
            return rolled.clone();
        }
        Rolled { input: Map::new(), overrides: Vec::new(), hidden: true, ..rolled.clone() }
    }

    /// The correction, with the parts of the corrected acts that the onlooker may know.
    fn corrected(&self, corrected: &Corrected) -> Corrected {
        let mut corrected = corrected.clone();
        for redone in &mut corrected.acts {
            if let Now::Changed(act) = &mut redone.now {
                **act = self.act(act);
            }
        }
        corrected
    }

    /// True if the input of an act depends on a hidden tracker.
    fn depends(&self, procedure: &str, participants: &Map<String, Json>, input: &Map<String, Json>) -> bool {
        if Secrecy::of(self.before.battle()) == Secrecy::Open {
            return false;
        }
        let Some(procedure) = self.ruleset.procedure(procedure) else { return true };
        let participants = Participants::read(procedure, participants);
        !self.view.hidden_fields(procedure, &participants, input).is_empty()
    }

    /// The changes that give the secret trackers of a state the values that the onlooker knows after the event.
    fn revealed(&self, seen: &State) -> Vec<Change> {
        let changes = owners(self.after).flat_map(|of| {
            let is_hidden = is_hidden(self.after, self.ruleset, self.onlooker, &of);
            let trackers = self.ruleset.secret_trackers(&of, self.after.battle()).filter_map(|tracker| {
                let held = self.after.tracked(of.id())?.get(tracker.id)?;
                let known = if is_hidden { Json::Null } else { held.clone() };
                let is_known = seen.tracked(of.id())?.get(tracker.id) == Some(&known);
                (!is_known).then(|| Change::set(of.clone(), tracker.id, known))
            });
            trackers.collect::<Vec<_>>()
        });
        changes.collect()
    }
}

#[cfg(test)]
mod tests;
