//! Conversion of an outcome's consequences to changes of the table.

use super::super::participants::Participants;
use crate::carried::carried;
use crate::state::counted_on;
use crate::turn;
use crate::{Change as TableChange, State};
use rules::consequences::{Change, Effect};
use rules::facts::Facts;
use rules::outcome::Value;
use rules::own::{OWN_RULES, OwnRules, OwnTracker};
use rules::procedure::{Procedure, Resolved};
use rules::ruleset::{Ruleset, Tracker};
use rules::subject::{BATTLE, ENEMY_SIDE, SIDE, Side};
use rules::table::{PHASE, Scene, TURN};
use serde_json::{Map, Value as Json};

/// The changes of the outcome itself: the price of the act, its consequences, and the players' own trackers that it uses up. Changes that
/// follow by the rules are not included.
pub(crate) fn own_changes(
    ruleset: &Ruleset,
    procedure: &Procedure,
    participants: &Participants,
    scene: &Scene,
    state: &State,
    input: &Map<String, Json>,
    resolved: &Resolved,
) -> Vec<TableChange> {
    let effects = effects(procedure, scene, input, resolved);
    let mut changes = changes(ruleset, procedure, participants, state, &effects);
    changes.extend(resolved.consequences.others.iter().cloned());
    changes.extend(spent(procedure, participants, state));
    changes
}

/// The changes of an outcome that was computed on the table `then` of its scene, converted to the table `now`. Counts change by the same
/// amount there, and other trackers are set to the same values.
pub(crate) fn own_changes_elsewhere(
    ruleset: &Ruleset,
    procedure: &Procedure,
    participants: &Participants,
    scene: &Scene,
    [then, now]: [&State; 2],
    input: &Map<String, Json>,
    resolved: &Resolved,
) -> Vec<TableChange> {
    let effects = effects(procedure, scene, input, resolved);
    let mut changes = made(ruleset, procedure, participants, now, &effects, true);
    changes.extend(carried(ruleset, &resolved.consequences.others, then, now));
    changes.extend(spent(procedure, participants, now));
    changes
}

/// Subtracts 1 from each of the players' own trackers that this procedure uses up, for each acting unit. A count at its minimum stays.
fn spent(procedure: &Procedure, participants: &Participants, state: &State) -> Vec<TableChange> {
    if !state.battle().knows(OWN_RULES) {
        return Vec::new();
    }
    let rules = OwnRules::of(state.battle());
    let actors = procedure.participants.first().map_or(&[][..], |role| participants.units(role.id));
    let spent = rules.trackers.iter().filter(|tracker| tracker.spent_by.iter().any(|id| id == procedure.id));
    let of_unit = |tracker: &'static Tracker, unit: &String| {
        let left = state.tracked(unit)?.get(tracker.id)?.as_i64().and_then(|left| i32::try_from(left).ok())?;
        (left > tracker.kind.least()).then(|| TableChange::set(unit.as_str(), tracker.id, left - 1))
    };
    let each = spent
        .filter_map(OwnTracker::tracker)
        .flat_map(|tracker| actors.iter().filter_map(move |unit| of_unit(tracker, unit)).collect::<Vec<_>>());
    each.collect()
}

/// The price of an act and the effects of its outcome.
fn effects(procedure: &Procedure, scene: &Scene, input: &Map<String, Json>, resolved: &Resolved) -> Vec<Effect> {
    let mut effects = procedure.price_in(scene, input).effects;
    effects.extend(resolved.consequences.effects.iter().cloned());
    effects
}

/// Converts effects to changes of the table. An effect on a tracker that a unit does not have (the pistols of a gun) changes nothing.
pub fn changes(
    ruleset: &Ruleset,
    procedure: &Procedure,
    participants: &Participants,
    state: &State,
    effects: &[Effect],
) -> Vec<TableChange> {
    made(ruleset, procedure, participants, state, effects, false)
}

/// Converts effects to changes of the table; `elsewhere` is true if they were computed on another table.
fn made(
    ruleset: &Ruleset,
    procedure: &Procedure,
    participants: &Participants,
    state: &State,
    effects: &[Effect],
    elsewhere: bool,
) -> Vec<TableChange> {
    let side = participants.side(procedure, state);
    let mut changes = moved_on(ruleset, state, effects);
    for effect in effects {
        let target = target(ruleset, procedure, participants, state, side, effect);
        let Some((of, tracker)) = target else { continue };
        let to = match &effect.change {
            Change::Set(value) => serde_json::to_value(value).unwrap_or(Json::Null),
            Change::Put(value) => value.clone(),
            Change::Count { from, to } if elsewhere => {
                let here = value_after(&changes, &of, tracker, state);
                state.within(&of.as_str().into(), tracker, counted_on(tracker, [from, to], &here))
            }
            Change::Count { to, .. } => to.clone(),
            Change::Add(by) => {
                let now = number_after(&changes, &of, tracker, state);
                let to = Json::from((now + by).clamp(0, tracker.kind.most()));
                if elsewhere { state.within(&of.as_str().into(), tracker, to) } else { to }
            }
        };
        changes.push(TableChange::set(of, tracker.id, to));
    }
    changes
}

/// The changes by which consequences begin a phase or a turn. They come before all other changes.
fn moved_on(ruleset: &Ruleset, state: &State, effects: &[Effect]) -> Vec<TableChange> {
    let begun = |key: &str| effects.iter().rev().find(|effect| effect.role == BATTLE && effect.key == key);
    let phase = begun(PHASE.id()).and_then(|effect| match &effect.change {
        Change::Set(value) => ruleset.phases.iter().position(|phase| Some(phase.id) == value.word()),
        _ => None,
    });
    let turn = begun(TURN.id()).and_then(|effect| match effect.change {
        Change::Set(Value::Whole(turn)) => Some(turn),
        _ => None,
    });
    // The turn is read only if an effect sets it, because a forecast computes everything that reads the turn again for each turn.
    let turns = turn.map_or(0, |turn| turn - state.battle().value(TURN).unwrap_or(1));
    match phase.and_then(|place| i32::try_from(place).ok()) {
        Some(phase) => turn::Begin { phase, turns }.changes(ruleset, state),
        None => Vec::new(),
    }
}

/// Owner and id of the tracker that an effect changes; `None` if there is no such tracker.
fn target(
    ruleset: &Ruleset,
    procedure: &Procedure,
    participants: &Participants,
    state: &State,
    side: usize,
    effect: &Effect,
) -> Option<(String, &'static Tracker)> {
    let of = match effect.role {
        role if procedure.participants.iter().any(|known| known.id == role) => {
            let unit = state.unit(participants.units(role).get(effect.index)?)?;
            let tracker = ruleset.tracker(effect.key, state.mustered(&unit.id)?)?;
            return Some((unit.id.clone(), tracker));
        }
        SIDE => Side::at(side).id(),
        ENEMY_SIDE => Side::at(side).other().id(),
        other => other,
    };
    let trackers = if of == BATTLE { ruleset.trackers.battle } else { ruleset.trackers.side };
    trackers.iter().find(|tracker| tracker.id == effect.key).map(|tracker| (of.to_owned(), tracker))
}

/// Value of a tracker after these changes.
fn value_after(changes: &[TableChange], of: &str, tracker: &Tracker, state: &State) -> Json {
    let changed = changes.iter().rev().find_map(|change| match change {
        TableChange::Set { of: subject, key, to } if subject.id() == of && key == tracker.id => Some(to),
        _ => None,
    });
    let held = changed.or_else(|| state.tracked(of)?.get(tracker.id));
    held.cloned().unwrap_or_else(|| tracker.start.json())
}

/// Value of a number tracker after these changes.
fn number_after(changes: &[TableChange], of: &str, tracker: &Tracker, state: &State) -> i32 {
    let changed = changes.iter().rev().find_map(|change| match change {
        TableChange::Set { of: subject, key, to } if subject.id() == of && key == tracker.id => {
            i32::try_from(to.as_i64()?).ok()
        }
        _ => None,
    });
    changed.unwrap_or_else(|| tracker.count_in(state.tracked(of).unwrap_or(&Facts::default())))
}
