//! A melee at the table: who can take part, and what their facts say of it.

use super::super::told;
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::rules::procedure::Role;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json, json};

/// Both sides, up to four units each.
pub const CAST: &[Role] = &[
    Role::own("a", "One side", "side_a[]").tag("a").several(1, 4).fits(fights),
    Role::enemy("b", "The other side", "side_b[]").tag("b").several(1, 4).fits(fights),
];

/// The rulings that bear on a melee.
pub const RULINGS: &[&str] =
    &["R1", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R12", "R13", "R14", "R20", "R23", "R24", "R25"];

fn fights(unit: &Facts) -> Result<(), Text> {
    told::has_class(unit)?;
    match () {
        () if unit.is("troop_type", &["artillery"]) => {
            Err("Gunners do not fight in melee: charged, they break.".into())
        }
        () if unit.flag("broken") => Err("A broken unit does not fight.".into()),
        () => Ok(()),
    }
}

/// Suggests who faces whom, and whether plug bayonets are fixed.
pub fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    for (role, side) in [("a", "side_a"), ("b", "side_b")] {
        let units = input.get_mut(side).and_then(Json::as_array_mut).into_iter().flatten();
        for (unit, facts) in units.zip(scene.units(role)) {
            if let Some(unit) = unit.as_object_mut().filter(|_| facts.flag("plug_fixed")) {
                told::suggest(unit, "plug_fixed", true);
            }
        }
    }
    let (a, b) = (scene.units("a").len(), scene.units("b").len());
    if a > 0 && b > 0 {
        told::suggest(input, "contacts", facing(a, b));
    }
}

/// Each unit faces the one opposite; those of the longer line who have nobody opposite face the last.
fn facing(a: usize, b: usize) -> Json {
    (1..=a.max(b)).map(|place| json!({ "a": place.min(a), "b": place.min(b) })).collect()
}
