//! Filling in who shoots from the formations picked.

use crate::facts::Scene;
use serde_json::{Map, Value as Json};

/// A formation's groups are not all of those that shoot, and carry their volley.
pub(super) fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    let Some(shooters) = input.get_mut("shooters").and_then(Json::as_array_mut) else { return };
    for (shooter, facts) in shooters.iter_mut().zip(scene.units("shooters")) {
        if let (Some(shooter), Some(groups)) = (shooter.as_object_mut(), facts.get("shooting_groups")) {
            shooter.insert("groups".into(), groups.clone());
        }
    }
}
