//! The view of a side: a battle of its own, made of no more than that side may know.
//!
//! Where players have [agreed](crate::rules::secrecy) that some counters are hidden, everything that a side sees is drawn from its
//! view, so nothing that is drawn can tell more than the view holds. Acts are judged and made on the whole battle, which is what is
//! saved and shared.
//!
//! In the view a hidden tracker is `null`, so whatever follows from it is not known. Each event is repeated with what the side
//! learns of it:
//!
//! - Changes of hidden trackers are left out. A tracker that comes to light, as when a General joins his unit or players agree to hide
//!   nothing more, takes its value with the event that brings it to light; one that is hidden from now on becomes `null`.
//! - An act whose input depends on a hidden tracker keeps its units, its dice and its other changes. What it came to would tell
//!   the tracker, and is left out.

use super::binding::scene;
use super::correct::{Corrected, Now};
use super::event::Seen;
use super::participants::Participants;
use super::{Action, ActionEvent, Battle, Change, Event, Resolved, Rolled, Stamp, State};
use crate::core::subject::{Side, Subject};
use crate::rules::filling;
use crate::rules::ruleset::{Ruleset, Tracker};
use crate::rules::secrecy::Secrecy;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;

impl Battle {
    /// The view of a side.
    #[must_use]
    pub fn seen_by(&self, side: Side) -> Self {
        let mut whole = Self::begin(self.header.clone());
        let mut view = whole.clone();
        for (stamp, event) in &self.log {
            let before = whole.state.clone();
            whole.add(stamp.clone(), event.clone());
            view.follow(side, [&before, &whole.state], stamp.clone(), event);
        }
        view
    }

    /// Adds what a side learns of an event to its view, given the whole state before and after it. The event is the last of the log.
    pub fn follow(&mut self, side: Side, [before, after]: [&State; 2], stamp: Stamp, event: &Event) {
        let Some(ruleset) = after.ruleset() else { return self.add(stamp, event.clone()) };
        let look = Look { ruleset, side, before, after, view: &self.state };
        let mut learnt = look.event(event);
        match &mut learnt {
            Event::Action(act) => {
                let changes = look.brought_to_light(&self.state.after(&act.changes));
                act.changes.extend(changes);
                self.add(stamp, learnt);
            }
            // An undo has no changes of its own. It can bring to light what the act that it takes back had hidden.
            _ => {
                self.add(stamp, learnt);
                let look = Look { ruleset, side, before, after, view: &self.state };
                let changes = look.brought_to_light(&self.state);
                self.state.apply_all(&changes);
            }
        }
    }
}

/// True if the secret trackers of somebody are hidden from a side in this state.
fn is_hidden(state: &State, ruleset: &Ruleset, side: Side, of: &Subject) -> bool {
    let secrecy = Secrecy::of(state.battle());
    match of {
        Subject::Battle => false,
        Subject::Side(own) => secrecy.hides_side([*own, side]),
        Subject::Unit(id) => {
            state.table().unit(id).is_some_and(|unit| secrecy.hides(ruleset, &unit.facts, [unit.side, side]))
        }
    }
}

/// The fields of an act's input that depend on something hidden, as a side knows the table.
struct Look<'a> {
    ruleset: &'static Ruleset,
    side: Side,
    /// The whole state before the event, and after it.
    before: &'a State,
    after: &'a State,
    /// The state as the side knows it before the event.
    view: &'a State,
}

impl Look<'_> {
    fn event(&self, event: &Event) -> Event {
        match event {
            Event::Action(act) => Event::Action(Box::new(self.act(act))),
            Event::Rolled(rolled) => Event::Rolled(Box::new(self.rolled(rolled))),
            Event::Undo(_) | Event::Redo(_) | Event::Pen(_) | Event::Chain(_) => event.clone(),
        }
    }

    fn act(&self, act: &ActionEvent) -> ActionEvent {
        let action = match &act.action {
            Action::Resolved(resolved) => Action::Resolved(self.resolved(resolved)),
            Action::Corrected(corrected) => Action::Corrected(Box::new(self.corrected(corrected))),
            other => other.clone(),
        };
        let kept: Vec<usize> = (0..act.changes.len()).filter(|&place| !self.hides(&act.changes[place])).collect();
        let changes = kept.iter().map(|&place| act.changes[place].clone()).collect();
        let seen = act.seen.iter().filter_map(|Seen(index, from)| {
            Some(Seen(kept.iter().position(|place| place == index)?, from.clone()))
        });
        let hidden = kept.len() < act.changes.len();
        ActionEvent { action, changes, seen: seen.collect(), hidden, ..act.clone() }
    }

    /// True if a change is of a hidden tracker.
    fn hides(&self, change: &Change) -> bool {
        let Change::Set { of, key, .. } = change else { return false };
        secret_trackers(self.ruleset, of).any(|tracker| tracker.id == key)
            && (is_hidden(self.after, self.ruleset, self.side, of))
    }

    fn resolved(&self, resolved: &Resolved) -> Resolved {
        if !self.depends(&resolved.procedure, &resolved.participants, &resolved.input) {
            return resolved.clone();
        }
        Resolved { input: Map::new(), outcome: Json::Null, ..resolved.clone() }
    }

    fn rolled(&self, rolled: &Rolled) -> Rolled {
        if !self.depends(&rolled.procedure, &rolled.participants, &rolled.input) {
            return rolled.clone();
        }
        Rolled { input: Map::new(), hidden: true, ..rolled.clone() }
    }

    /// A correction, with what the side may know of the acts as they are now.
    fn corrected(&self, corrected: &Corrected) -> Corrected {
        let mut corrected = corrected.clone();
        for redone in &mut corrected.acts {
            if let Now::Changed(act) = &mut redone.now {
                **act = self.act(act);
            }
        }
        corrected
    }

    /// True if the input of an act depends on a hidden tracker: the table fills it in otherwise where that is not known, or it holds a
    /// fact that is not known then.
    fn depends(&self, procedure: &str, participants: &Map<String, Json>, input: &Map<String, Json>) -> bool {
        if Secrecy::of(self.before.battle()) == Secrecy::Open {
            return false;
        }
        let Some(procedure) = self.ruleset.procedure(procedure) else { return true };
        let participants = Participants::read(procedure, participants);
        let [whole, known] = [self.before, self.view].map(|state| scene(procedure, &participants, state));
        let [filled, without] =
            [&whole, &known].map(|scene| filling::input(procedure, scene, &Map::new(), &Map::new()));
        filled != without || holds_any(input, &unknown_facts(&whole, &known))
    }

    /// Changes that bring the secret trackers of a state to what the side knows of them after the event.
    fn brought_to_light(&self, seen: &State) -> Vec<Change> {
        let units = self.after.units().map(|unit| Subject::unit(unit.id.as_str()));
        let owners = units.chain(Side::BOTH.map(Subject::Side));
        let changes = owners.flat_map(|of| {
            let is_hidden = is_hidden(self.after, self.ruleset, self.side, &of);
            let trackers = secret_trackers(self.ruleset, &of).filter_map(move |tracker| {
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

fn secret_trackers(ruleset: &Ruleset, of: &Subject) -> impl Iterator<Item = &'static Tracker> + use<> {
    let trackers = match of {
        Subject::Unit(_) => ruleset.trackers,
        Subject::Side(_) => ruleset.side_trackers,
        Subject::Battle => &[],
    };
    trackers.iter().filter(|tracker| tracker.secret)
}

/// Ids of the facts of those who take part that differ between the whole table and what is known of it.
fn unknown_facts(whole: &Scene, known: &Scene) -> BTreeSet<String> {
    let units = |scene: &Scene| {
        let units = scene.participants.iter().flat_map(|(_, units)| units.clone());
        units.chain(scene.sides.iter().map(|side| (**side).clone())).collect::<Vec<_>>()
    };
    let pairs = units(whole).into_iter().zip(units(known));
    let differing = pairs.flat_map(|(whole, known)| {
        let ids = whole.all().iter().filter(|(id, value)| known.get(id) != Some(*value)).map(|(id, _)| id.clone());
        ids.collect::<Vec<_>>()
    });
    differing.collect()
}

/// True if an input has a field of one of these ids at any depth.
fn holds_any(input: &Map<String, Json>, ids: &BTreeSet<String>) -> bool {
    let holds = |json: &Json| match json {
        Json::Object(inner) => holds_any(inner, ids),
        Json::Array(list) => list.iter().filter_map(Json::as_object).any(|inner| holds_any(inner, ids)),
        _ => false,
    };
    input.iter().any(|(id, value)| ids.contains(id) || holds(value))
}

#[cfg(test)]
mod tests;
