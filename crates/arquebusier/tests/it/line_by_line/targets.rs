//! Choice of a target. *Shooting.*

use super::{RULES, with};
use serde_json::{Value as Json, json};

/// Three enemies, of which the nearest is behind a wall, with these changes.
fn choice(changed: Json) -> Json {
    let enemies = json!([
        { "id": "far", "distance_in": 20 },
        { "id": "near", "distance_in": 13 },
        { "id": "walled", "distance_in": 8, "blocked": true },
    ]);
    with(json!({ "enemies": enemies }), changed)
}

#[test]
fn only_mortars_shoot_over_walls_and_troops() {
    assert_eq!(RULES.outcome("target_choice", choice(json!({})), &[])["automatic"], "near");
    assert_eq!(RULES.outcome("target_choice", choice(json!({ "mortars_only": true })), &[])["automatic"], "walled");
    assert_eq!(RULES.refusal("target_choice", choice(json!({ "wanted": "walled" }))), "not_allowed wanted");
    let walled = json!({ "enemies": [{ "id": "walled", "distance_in": 8, "blocked": true }] });
    assert_eq!(RULES.refusal("target_choice", &walled), "not_allowed enemies");
    assert_eq!(RULES.refusal("target_choice", choice(json!({ "in_melee": true }))), "not_allowed in_melee");
}

#[test]
fn an_approaching_nearest_enemy_must_be_the_target() {
    let mut input = choice(json!({ "wanted": "far" }));
    assert_eq!(RULES.outcome("target_choice", &input, &[])["free_second"], "far");
    input["enemies"][1]["moved_towards_last_turn"] = true.into();
    let aim = RULES.outcome("target_choice", &input, &[]);
    assert_eq!((aim["free_second"].clone(), aim["wanted_needs_command"].clone()), (Json::Null, true.into()));
}

#[test]
fn holding_fire_always_needs_a_command() {
    assert_eq!(
        RULES.outcome("target_choice", choice(json!({ "wanted": "hold_fire" })), &[])["wanted_needs_command"],
        true
    );
    assert_eq!(RULES.refusal("target_choice", choice(json!({ "wanted": "nobody" }))), "bad_value wanted");
    let named_so = json!({ "enemies": [{ "id": "hold_fire", "distance_in": 8 }] });
    assert_eq!(RULES.refusal("target_choice", &named_so), "bad_value enemies");
}
