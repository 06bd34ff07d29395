//! Causes of becoming Irregular. *Shooting; Melee Combat.*

use super::{RULES, with};
use serde_json::{Value as Json, json};

/// Returns the new causes for Regular Firearms without an earlier cause, after these changes of the input.
fn causes(changed: Json) -> Json {
    let input = with(json!({ "nature": "regular", "types": ["firearm"] }), changed);
    RULES.outcome("irregular_check", &input, &[])["new_causes"].clone()
}

#[test]
fn each_cause_of_irregularity_begins_at_its_limit() {
    assert_eq!(causes(json!({ "shooting_losses_this_turn": 1 })), json!([]));
    assert_eq!(causes(json!({ "shooting_losses_this_turn": 2 })), json!(["shooting_losses"]));
    assert_eq!(causes(json!({ "fire_range_in": 3 })), json!(["close_fire"]));
    assert_eq!(causes(json!({ "fire_range_in": 3.5 })), json!([]));
    assert_eq!(causes(json!({ "types": ["dragoon"], "mounted": true, "fire_range_in": 6 })), json!(["close_fire"]));
    assert_eq!(causes(json!({ "types": ["dragoon"], "mounted": false, "fire_range_in": 6 })), json!([]));
    assert_eq!(
        causes(json!({ "types": ["dragoon"], "changing": true, "fire_range_in": 12 })),
        json!(["dragoon_changing"])
    );
    assert_eq!(causes(json!({ "types": ["dragoon"], "changing": true })), json!([]));
    assert_eq!(causes(json!({ "contact": ["front", "side"] })), json!([]));
    assert_eq!(causes(json!({ "contact": ["rear"] })), json!(["rear_contact"]));
    assert_eq!(causes(json!({ "types": ["firearm", "pike"], "contact": ["side"] })), json!(["rear_contact"]));
    assert_eq!(causes(json!({ "general_killed_range_in": 12 })), json!(["general_killed"]));
    assert_eq!(causes(json!({ "general_killed_range_in": 12.5 })), json!([]));
    let stood = json!({ "types": ["lancer"], "contact": ["front"], "entered_melee": true });
    assert_eq!(causes(stood.clone()), json!(["standing_cavalry"]));
    for moved in ["moved_last_turn", "moved_this_turn"] {
        assert_eq!(causes(with(&stood, json!({ moved: true }))), json!([]));
    }
    // A cause that already applies is not added again.
    assert_eq!(causes(json!({ "contact": ["rear"], "shaken": ["rear_contact"] })), json!([]));
}

#[test]
fn contradictory_causes_are_refused() {
    let check = |changed: Json| {
        RULES.refusal("irregular_check", with(json!({ "nature": "regular", "types": ["firearm"] }), changed))
    };
    assert_eq!(check(json!({ "entered_melee": true })), "bad_value entered_melee");
    assert_eq!(check(json!({ "changing": true })), "not_allowed changing");
    assert_eq!(check(json!({ "contact": ["rear", "rear"] })), "bad_value contact");
}
