//! Filling in shooters from formations, and recording the results of shooting.

use super::super::facts::*;
use super::super::terms::Aiming;
use super::play::Shot;
use super::{Shooter, Shooting, Target, TargetGroup};
use crate::ids::roles;
use rules::input::part;
use rules::prelude::*;
use std::collections::BTreeMap;

/// Field for the groups of a formation that shoot.
const GROUPS_OF_SHOOTER: Fact<Vec<ShootingGroup>> = fact!(field!(Shooter, groups));
/// Field for the groups of the target.
const GROUPS_OF_TARGET: Fact<Vec<Input>> = fact!(field!(Target, groups));
/// Field for the elements of a target's group that fell in this step.
const FALLEN: Fact<i32> = fact!(field!(TargetGroup, fallen));

/// Fills in target and shooters as they were at the start of the step (R9): only the groups that shoot, with their volleys.
pub(super) fn fill(scene: &Scene, input: &mut Input) {
    if let (Some(target), Some(facts)) = (part(input, field!(Shooting, target)), scene.facts(roles::TARGET)) {
        fill_state(target, facts);
        if let Some(groups) = groups_in_step(facts) {
            put(target, GROUPS_OF_TARGET, groups);
        }
    }
    for (shooter, unit) in members(input, field!(Shooting, shooters)).zip(scene.units(roles::SHOOTERS)) {
        let facts = &unit.facts;
        fill_state(shooter, facts);
        if let Some(groups) = facts.value(SHOOTING_GROUPS) {
            put(shooter, GROUPS_OF_SHOOTER, groups);
        }
        let target = scene.id(roles::TARGET);
        if let Some(inches) = target.and_then(|target| distance(facts, target)) {
            put(shooter, RANGE_IN, inches);
        }
        if let Some(aiming) = target.and_then(|target| aiming(facts, target)) {
            put(shooter, AIMING, aiming);
        }
    }
}

/// The groups of a target as the step began, with the number of elements that each has lost since. `None` before the first shots. (R9)
fn groups_in_step(target: &Facts) -> Option<Vec<Input>> {
    let began = target.value(AS_STEP_BEGAN).flatten()?;
    let now = target.value(GROUPS).unwrap_or_default();
    let group = |group: Group| {
        let left = now.iter().find(|other| other.troop == group.troop).map_or(0, |group| group.elements);
        let mut input = Input::new();
        put(&mut input, TYPE, group.troop);
        put(&mut input, FRONT, group.front);
        put(&mut input, ELEMENTS, group.elements.max(left));
        put(&mut input, FALLEN, (group.elements - left).max(0));
        input
    };
    Some(began.groups.into_iter().map(group).collect())
}

fn fill_state(formation: &mut Input, facts: &Facts) {
    if let Some(state) = facts.value(STATE_IN_STEP) {
        put(formation, STATE, state);
    }
}

/// True for fields that the battle has recorded: the distance measured when the target was chosen, and the target's rank among enemies.
pub(super) fn known(scene: &Scene, place: &str) -> bool {
    let shooter = scene.unit_at(roles::SHOOTERS, field!(Shooting, shooters), place);
    shooter.zip(scene.id(roles::TARGET)).is_some_and(|((shooter, field), target)| {
        field == RANGE_IN.id() && distance(shooter, target).is_some()
            || field == AIMING.id() && aiming(shooter, target).is_some()
    })
}

/// Rank of a target: nearest enemy, second nearest and free to choose, or by command. `None` if no target was recorded this turn. (R14)
fn aiming(shooter: &Facts, target: &str) -> Option<Aiming> {
    let aim = shooter.value(AIM).flatten()?;
    Some(match target {
        nearest if nearest == aim.automatic => Aiming::Nearest,
        second if aim.free_second.as_deref() == Some(second) => Aiming::Second,
        _ => Aiming::Commanded,
    })
}

/// Distance in inches to an enemy, measured when the target was chosen; `None` if it was not measured.
fn distance(shooter: &Facts, target: &str) -> Option<f64> {
    shooter.value(AIM).flatten()?.distances.get(target).copied()
}

impl Shooting {
    /// Records the shooters, the nearest range this turn, and the target's state before the first shots of the step. (R9)
    pub(super) fn record(&self, scene: &Scene, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        for (index, shooter) in self.shooters.iter().enumerate().take(scene.units(roles::SHOOTERS).len()) {
            consequences.put_nth(roles::SHOOTERS, index, SHOT_THIS_TURN, true);
            if shooter.shoots_artillery() {
                consequences.put_nth(roles::SHOOTERS, index, ARTILLERY_SHOT, true);
            }
            self.record_nearest(scene, index, consequences);
        }
        let Some(target) = scene.facts(roles::TARGET) else { return };
        // Formations that are Irregular by nature lose elements while something else makes them Irregular, too. *Melee Combat.*
        let newly = target.value(SHAKEN).is_none_or(|causes| causes.is_empty()) && !outcome.new_causes.is_empty();
        if newly && !is_trained(target) {
            consequences.say("Irregular by nature too, it loses an element at the end of each turn.");
        }
        let before = target.value(FIRE_RANGE_IN).flatten();
        if let Some(nearest) = self.shooters.iter().map(|shooter| shooter.range_in).chain(before).reduce(f64::min) {
            consequences.put(roles::TARGET, FIRE_RANGE_IN, Some(nearest));
        }
        if target.value(AS_STEP_BEGAN).flatten().is_none() {
            consequences.put(roles::TARGET, AS_STEP_BEGAN, Some(self.target.as_step_began()));
        }
    }
}

impl Shooting {
    /// Records the target as the shooter's nearest enemy for the rest of the turn, if players say that it is and none is recorded. (R14)
    fn record_nearest(&self, scene: &Scene, index: usize, consequences: &mut ConsequencesBuilder) {
        let shooter = &self.shooters[index];
        let is_known = scene.units(roles::SHOOTERS)[index].facts.value(AIM).flatten().is_some();
        let Some(target) = scene.id(roles::TARGET).filter(|_| !is_known && shooter.aims_at == Aiming::Nearest) else {
            return;
        };
        let distances = BTreeMap::from([(target.to_owned(), shooter.range_in)]);
        let aim = Aimed { automatic: target.to_owned(), free_second: None, distances };
        consequences.put_nth(roles::SHOOTERS, index, AIM, Some(aim));
    }
}

impl Shooter {
    fn shoots_artillery(&self) -> bool {
        self.groups.iter().any(|group| group.troop.is_artillery())
    }
}

impl Target {
    fn as_step_began(&self) -> AsStepBegan {
        let groups = self.groups.iter();
        let groups =
            groups.map(|group| Group { troop: group.troop, elements: group.elements, front: group.front }).collect();
        AsStepBegan { state: self.state, groups }
    }
}
