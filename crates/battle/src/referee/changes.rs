//! Changes of an act, and the changes that the rules add to them.

use super::named_units;
use crate::binding::{own_changes, own_changes_elsewhere, scene};
use crate::participants::Participants;
use crate::state::State;
use crate::turn::{follow_on, manual_costs, moved_from, own_starts};
use rules::dice::Played;
use rules::own::{OWN_RULES, OwnRules, REMINDERS};
use rules::procedure::{Procedure, Resolved};
use rules::refusal::Refusal;
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use rules::table::{Change, Scene, Table};
use rules::turn::{By, Followed};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Greatest number of rounds in which a ruleset adds changes to those of one act. Rules that need more rounds contradict themselves.
const MOST_FOLLOWING: usize = 12;

/// Resolves a procedure with these faces.
///
/// # Errors
/// The refusal of its input.
pub fn play(
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    input: &Map<String, Json>,
    faces: &[u8],
) -> Result<Played<Resolved>, Refusal> {
    let ready = procedure.read(input)?;
    let mut played = ready.resolve(faces);
    if let Ok(resolved) = &mut played.result {
        ready.describe_aftermath(&scene(procedure, participants, state), resolved);
    }
    Ok(played)
}

/// All changes of a resolved procedure, including those that follow by the rules.
pub fn resolved_changes(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    input: &Map<String, Json>,
    resolved: &Resolved,
) -> Vec<Change> {
    resolved_state(ruleset, procedure, participants, &scene(procedure, participants, state), state, input, resolved).0
}

/// All changes of a resolved procedure, and the state after them. `scene` is the scene of its participants in `state`.
pub fn resolved_state(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    scene: &Scene,
    state: &State,
    input: &Map<String, Json>,
    resolved: &Resolved,
) -> (Vec<Change>, State) {
    let changes = own_changes(ruleset, procedure, participants, scene, state, input, resolved);
    completed_state(ruleset, state, changes, By::Procedure(procedure.id))
}

/// All changes of a procedure that was resolved on the table `then`, converted to the table `now`.
pub fn changes_elsewhere(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    [then, now]: [&State; 2],
    input: &Map<String, Json>,
    resolved: &Resolved,
) -> Vec<Change> {
    let scene = scene(procedure, participants, then);
    let changes = own_changes_elsewhere(ruleset, procedure, participants, &scene, [then, now], input, resolved);
    completed(ruleset, now, changes, By::Procedure(procedure.id))
}

/// All changes if players set trackers by hand: these changes, their costs, flags that other units lose, and changes that follow.
pub fn changes_by_hand(ruleset: &'static Ruleset, state: &State, mut changes: Vec<Change>) -> Vec<Change> {
    changes.extend(manual_costs(ruleset, state, &changes));
    changes.extend(moved_from(ruleset, state, &changes));
    completed(ruleset, state, changes, By::Hand)
}

/// All changes if units join or leave, including changes of the units that remain.
pub fn changes_of_muster(ruleset: &'static Ruleset, state: &State, changes: Vec<Change>) -> Vec<Change> {
    completed(ruleset, state, changes, By::Muster)
}

/// The changes, with those that follow by the rules.
pub fn completed(ruleset: &'static Ruleset, state: &State, changes: Vec<Change>, by: By) -> Vec<Change> {
    completed_state(ruleset, state, changes, by).0
}

/// The changes with those that follow by the rules, and the state after all of them.
pub(super) fn completed_state(
    ruleset: &'static Ruleset,
    state: &State,
    changes: Vec<Change>,
    by: By,
) -> (Vec<Change>, State) {
    completed_in_group(ruleset, state, state, changes, by)
}

/// The changes of a part of a group act with those that follow by the rules, and the state after all of them. `began` is the state before
/// the first part. An option that an earlier part has opened for "right now" stays open: the payments of later parts do not end it.
pub(super) fn completed_in_group(
    ruleset: &'static Ruleset,
    began: &State,
    state: &State,
    mut changes: Vec<Change>,
    by: By,
) -> (Vec<Change>, State) {
    let value =
        |table: &State, of: &Subject, key: &str| table.tracked(of.id()).and_then(|facts| facts.get(key)).cloned();
    let is_of_group = |change: &Change| match change {
        Change::Set { of, key, .. } => value(began, of, key) != value(state, of, key),
        Change::Add(_) | Change::Remove(_) => false,
    };
    let mut following = follow_on(ruleset, state, &changes);
    following.retain(|change| !is_of_group(change));
    changes.extend(following);
    if changes.iter().any(brings_own_trackers) {
        changes.extend(own_starts(&state.after(&changes)));
    }
    let (following, mut now) = followed(ruleset, state, state.after(&changes), by);
    changes.extend(following);
    if let Some(reminded) = reminded(state, by) {
        now = now.after(std::slice::from_ref(&reminded));
        changes.push(reminded);
    }
    (changes, now)
}

/// The change that adds the players' own reminders for a procedure; `None` if it has none.
fn reminded(state: &State, by: By) -> Option<Change> {
    let By::Procedure(procedure) = by else { return None };
    if !state.battle().knows(OWN_RULES) {
        return None;
    }
    let standing = state.battle().value(REMINDERS).unwrap_or_default();
    let reminded = OwnRules::of(state.battle()).reminded(procedure, standing)?;
    Some(Change::to(Subject::Battle, REMINDERS, reminded))
}

/// The change that adds the players' own reminders for a phase; `None` if it has none. `state` is the state after the phase has begun.
pub(super) fn reminded_at(phase: &str, is_new_turn: bool, state: &State) -> Option<Change> {
    if !state.battle().knows(OWN_RULES) {
        return None;
    }
    let standing = state.battle().value(REMINDERS).unwrap_or_default();
    let reminded = OwnRules::of(state.battle()).reminded_at(phase, is_new_turn, standing)?;
    Some(Change::to(Subject::Battle, REMINDERS, reminded))
}

/// True for changes that give subjects own trackers: new own rules, and units that join.
fn brings_own_trackers(change: &Change) -> bool {
    match change {
        Change::Set { of, key, .. } => *of == Subject::Battle && key == OWN_RULES.id(),
        Change::Add(_) => true,
        Change::Remove(_) => false,
    }
}

/// The changes that follow by the rules when the table changes from `before` to `now`, and the state after all of them.
pub(super) fn followed(ruleset: &'static Ruleset, before: &State, mut now: State, by: By) -> (Vec<Change>, State) {
    let mut changes = Vec::new();
    let mut before: Arc<Table> = before.table();
    for _ in 0..MOST_FOLLOWING {
        let mut after = now.table();
        let in_order = named_units::consistency_changes(ruleset, &before, &after);
        if !in_order.is_empty() {
            now = now.after(&in_order);
            changes.extend(in_order);
            after = now.table();
        }
        let more = (ruleset.turn_rules.follow)(&Followed { before: &before, after: &after, by });
        if more.is_empty() {
            break;
        }
        now = now.after(&more);
        changes.extend(more);
        before = after;
    }
    (changes, now)
}
