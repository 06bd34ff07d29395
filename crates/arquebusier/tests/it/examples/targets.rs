//! Choice of a target. *Shooting.*

use super::RULES;
use serde_json::{Value as Json, json};

/// Input with two enemies, x and y, at these distances in inches. The player wants y.
fn at(x: i32, y: i32) -> Json {
    json!({ "enemies": [{ "id": "x", "distance_in": x }, { "id": "y", "distance_in": y }], "wanted": "y" })
}

#[test]
fn the_second_nearest_may_be_chosen_if_the_nearest_is_far_and_did_not_approach() {
    assert_eq!(
        RULES.outcome("target_choice", at(14, 20), &[]),
        json!({ "automatic": "x", "free_second": "y", "wanted_needs_command": false })
    );
    assert_eq!(
        RULES.outcome("target_choice", at(12, 20), &[]),
        json!({ "automatic": "x", "free_second": null, "wanted_needs_command": true })
    );
}

#[test]
fn players_choose_between_equally_near_enemies() {
    assert_eq!(
        RULES.outcome("target_choice", at(12, 12), &[]),
        json!({ "automatic": "y", "free_second": null, "wanted_needs_command": false })
    );
}
