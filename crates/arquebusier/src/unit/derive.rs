//! Facts derived from a formation's profile and trackers, under the ids of the procedures' fields.

use super::super::facts::*;
use super::super::terms::{Cause, Order, TroopType, Volley, is_cavalry};
use super::lines::line;
use rules::prelude::*;
use serde_json::{Map, Value as Json};

/// Adds the derived facts.
pub fn derive(facts: &mut Facts) {
    let groups = left(facts);
    set_groups(facts, &groups);
    set_state(facts);
    set_shooting(facts, groups);
    set_commands(facts);
    facts.put(COMMAND_PASSED, facts.equals(ORDER, Marker::Manoeuvre));
    facts.put(UNDER_FIRE, facts.holds(SHOT_AT_LAST_TURN));
    facts.put(RESTORED, facts.holds(RESTORED_THIS_TURN));
    if let Some(lost) = facts.value(SHOOTING_LOSSES_THIS_TURN) {
        facts.put(LOSSES_THIS_TURN, lost);
    }
}

fn set_commands(facts: &mut Facts) {
    let slots = [(FIRST_COMMAND, FIRST_COMMAND_FAILED), (SECOND_COMMAND, SECOND_COMMAND_FAILED)];
    let task = |slot| facts.value(slot).and_then(|Tried(task)| task);
    let tried = slots.into_iter().filter_map(|(slot, failed)| task(slot).map(|task| (task, facts.holds(failed))));
    let tried: Vec<_> = tried.collect();
    facts.put(EARLIER_COMMANDS, tried.iter().map(|(task, _)| *task).collect::<Vec<_>>());
    facts.put(EARLIER_FAILED, tried.iter().filter(|(_, failed)| *failed).map(|(task, _)| *task).collect::<Vec<_>>());
}

/// Groups of the roster with the elements left. Groups without any are omitted.
///
/// Losses are taken from the rear ranks while there are any, because elements behind step forward.
pub fn left(facts: &Facts) -> Vec<Group> {
    raised_groups(facts).into_iter().map(|group| group_left(group, facts)).filter(|group| group.elements > 0).collect()
}

/// Values of a formation that its roster keeps after the battle: the groups left, in the ranks in which they were raised. The list of
/// groups is empty if no element is left, and missing if nothing was lost.
pub fn survivor(_: &Facts, facts: &Facts) -> Map<String, Json> {
    let raised = raised_groups(facts);
    let survivors = raised.iter().filter_map(|group| {
        let elements = left_of(facts, group.troop).filter(|elements| *elements > 0)?;
        Some(Group { troop: group.troop, elements, front: group.front.min(elements) })
    });
    let survivors: Vec<Group> = survivors.collect();
    let is_unharmed = survivors.iter().map(|group| group.elements).eq(raised.iter().map(|group| group.elements));
    let mut changed = Facts::default();
    if !is_unharmed {
        changed.put(GROUPS, survivors);
    }
    changed.into()
}

/// Groups as raised, before or after derived facts are added.
pub fn raised_groups(facts: &Facts) -> Vec<Group> {
    // An incomplete profile has no readable groups.
    facts.value(ROSTER_GROUPS).or_else(|| facts.value(GROUPS)).unwrap_or_default()
}

/// Types that a formation was raised with.
pub fn raised(facts: &Facts) -> impl Iterator<Item = TroopType> {
    raised_groups(facts).into_iter().map(|group| group.troop)
}

fn group_left(group: Group, facts: &Facts) -> Group {
    // A unit of a roster has no trackers, so nothing is lost.
    let lost = facts.value(lost(group.troop)).unwrap_or(0);
    let elements = (group.elements - lost).max(0);
    // The front may have changed since the formation was raised.
    let front = facts.value(in_front(group.troop)).unwrap_or(group.front);
    Group { elements, front: front.min(elements), ..group }
}

/// Elements of a type in the first rank, as raised. `None` if the formation was raised without the type.
pub fn raised_in_front(facts: &Facts, troop: TroopType) -> Option<i32> {
    raised_groups(facts).into_iter().find(|group| group.troop == troop).map(|group| group.front)
}

/// Elements left of a type; `None` if there are none.
pub fn left_of(facts: &Facts, troop: TroopType) -> Option<i32> {
    left(facts).into_iter().find(|group| group.troop == troop).map(|group| group.elements)
}

fn set_groups(facts: &mut Facts, groups: &[Group]) {
    facts.put(ROSTER_GROUPS, raised_groups(facts));
    let dragoons = raised(facts).any(|troop| troop == TroopType::Dragoon);
    facts.put(HAS_DRAGOON, dragoons);
    let types: Vec<TroopType> = groups.iter().map(|group| group.troop).collect();
    facts.put(BASE_IN, base(types.iter().copied(), facts.holds(MOUNTED)));
    facts.put(CAVALRY, is_cavalry(types.iter().copied(), facts.holds(MOUNTED)));
    facts.put(TYPES, types);
    facts.put(ELEMENTS, groups.iter().map(|group| group.elements).sum::<i32>());
    facts.put(GROUPS, groups.to_vec());
}

fn set_state(facts: &mut Facts) {
    let shaken: Vec<Cause> = causes(facts).collect();
    if let Some(nature) = facts.value(NATURE) {
        facts.put(STATE, Order::now(nature, &shaken));
    }
    facts.put(SHAKEN, shaken);
}

/// Adds the groups that shoot, as they were before the step's shooting. Artillery that moved is left out, unless there is nothing else.
fn set_shooting(facts: &mut Facts, groups: Vec<Group>) {
    let now = facts.value(STATE).map(|state| AsStepBegan { state, groups });
    let Some(AsStepBegan { state, groups }) = facts.value(AS_STEP_BEGAN).flatten().or(now) else { return };
    facts.put(STATE_IN_STEP, state);
    let moves = facts.holds(MOVED_LAST_TURN) || facts.holds(MOVED_THIS_TURN) || facts.equals(ORDER, Marker::Manoeuvre);
    facts.put(STATIONARY, !moves);
    let shooting: Vec<&Group> = groups
        .iter()
        .filter(|group| group.front + rear(group, facts) > 0)
        .filter(|group| line(group.troop, state, facts.holds(MOUNTED)).is_some())
        .collect();
    let ready = |group: &Group| !(moves && group.troop.is_artillery());
    let some_ready = shooting.iter().any(|group| ready(group));
    let shooting: Vec<&Group> = shooting.into_iter().filter(|group| !some_ready || ready(group)).collect();
    facts.put(MORTARS_ONLY, !shooting.is_empty() && shooting.iter().all(|group| group.troop == TroopType::Mortar));
    let shooting: Vec<ShootingGroup> = shooting.into_iter().map(|group| shooting_group(group, facts)).collect();
    facts.put(SHOOTING_GROUPS, shooting);
}

fn rear(group: &Group, facts: &Facts) -> i32 {
    let volleys = facts.value(VOLLEY).is_some_and(|volley| volley != Volley::None);
    if volleys && group.troop == TroopType::Firearm { group.elements - group.front } else { 0 }
}

fn shooting_group(group: &Group, facts: &Facts) -> ShootingGroup {
    let rear = rear(group, facts);
    let volley = facts.value(VOLLEY).filter(|_| rear > 0).unwrap_or(Volley::None);
    ShootingGroup { troop: group.troop, front: group.front, rear, volley }
}

/// Base move in inches: that of the slowest type (R19); artillery moves as foot (R8).
pub fn base(types: impl IntoIterator<Item = TroopType>, mounted: bool) -> i32 {
    if types.into_iter().all(|troop| troop.rides(mounted)) { 12 } else { 6 }
}
