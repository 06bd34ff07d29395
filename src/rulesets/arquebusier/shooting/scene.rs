//! Filling in the shooters from the formations picked, and recording what the shooting leaves behind.

use super::super::terms::TroopType;
use super::super::unit::facts::*;
use crate::core::facts::{FactValue, Facts};
use crate::outcome::Record;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// All shoot as they stood when the step began (R9); not all of a formation's groups shoot, and some in volleys.
pub(super) fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    if let (Some(target), Some(facts)) = (input.get_mut("target"), scene.unit("target")) {
        overwrite(target, "state", facts.value(STATE_IN_STEP).map(FactValue::write));
    }
    let shooters = input.get_mut("shooters").and_then(Json::as_array_mut).into_iter().flatten();
    for (shooter, facts) in shooters.zip(scene.units("shooters")) {
        overwrite(shooter, "state", facts.value(STATE_IN_STEP).map(FactValue::write));
        overwrite(shooter, "groups", facts.value(SHOOTING_GROUPS).map(FactValue::write));
        let measured = scene.id("target").and_then(|target| distance(facts, target));
        overwrite(shooter, "range_in", measured.map(FactValue::write));
    }
}

/// True for a distance that was measured as the target was chosen.
pub(super) fn known(scene: &Scene, place: &str) -> bool {
    let shooter = scene.unit_at("shooters", "shooters", place).filter(|(_, field)| *field == "range_in");
    shooter.zip(scene.id("target")).is_some_and(|((shooter, _), target)| distance(shooter, target).is_some())
}

/// Distance in inches that was measured to an enemy as the target was chosen.
fn distance(shooter: &Facts, target: &str) -> Option<f64> {
    shooter.value(AIM).flatten()?.distances.get(target).copied()
}

fn overwrite(object: &mut Json, field: &str, value: Option<Json>) {
    if let (Some(object), Some(value)) = (object.as_object_mut(), value) {
        object.insert(field.into(), value);
    }
}

/// Records who shot, the nearest range of the turn, and how the target stood before the first shots of the step. (R9)
pub(super) fn record(
    scene: &Scene,
    input: &Map<String, Json>,
    outcome: &Record,
    consequences: &mut ConsequencesBuilder,
) {
    let shooters = input.get("shooters").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    for (index, shooter) in shooters.iter().enumerate().take(scene.units("shooters").len()) {
        consequences.put_nth("shooters", index, SHOT_THIS_TURN, true);
        if shoots_artillery(shooter) {
            consequences.put_nth("shooters", index, ARTILLERY_SHOT, true);
        }
    }
    let Some(target) = scene.unit("target") else { return };
    // The untrained melt away for as long as anything else makes them Irregular. *Melee Combat.*
    let newly = target.value(SHAKEN).is_none_or(|causes| causes.is_empty()) && outcome.at("new_causes[0]").is_some();
    if newly && !is_trained(target) {
        consequences.say("Irregular by nature too, it loses an element at the end of each turn.");
    }
    let before = target.value(FIRE_RANGE_IN).flatten();
    let ranges = shooters.iter().filter_map(|shooter| shooter["range_in"].as_f64()).chain(before);
    if let Some(nearest) = ranges.reduce(f64::min) {
        consequences.put("target", FIRE_RANGE_IN, Some(nearest));
    }
    let stood = input.get("target").and_then(AsStepBegan::read);
    if target.value(AS_STEP_BEGAN).flatten().is_none() && stood.is_some() {
        consequences.put("target", AS_STEP_BEGAN, stood);
    }
}

fn shoots_artillery(shooter: &Json) -> bool {
    let groups = shooter.get("groups").and_then(Json::as_array);
    let artillery = |group: &Json| group.get("type").and_then(TroopType::read).is_some_and(TroopType::is_artillery);
    groups.is_some_and(|groups| groups.iter().any(artillery))
}
