//! Filling in who shoots from the formations picked.

use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// All shoot as they stood when the step began (R9); not all of a formation's groups shoot, and some in volleys.
pub(super) fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    if let (Some(target), Some(facts)) = (input.get_mut("target"), scene.unit("target")) {
        overwrite(target, "state", facts.get("state_in_step"));
    }
    let Some(shooters) = input.get_mut("shooters").and_then(Json::as_array_mut) else { return };
    for (shooter, facts) in shooters.iter_mut().zip(scene.units("shooters")) {
        overwrite(shooter, "state", facts.get("state_in_step"));
        overwrite(shooter, "groups", facts.get("shooting_groups"));
    }
}

fn overwrite(object: &mut Json, field: &str, value: Option<&Json>) {
    if let (Some(object), Some(value)) = (object.as_object_mut(), value) {
        object.insert(field.into(), value.clone());
    }
}
