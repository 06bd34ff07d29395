//! End of a turn, and rout. *Melee Combat; Shooting.*

use super::{RULES, with};
use serde_json::{Value as Json, json};

#[test]
fn players_choose_between_equally_weak_types_and_the_first_is_default() {
    let end = |changed: Json| {
        let groups = json!([{ "type": "pike", "elements": 2 }, { "type": "mob", "elements": 2 }, { "type": "sword", "elements": 2 }]);
        with(json!({ "nature": "irregular", "shaken": ["rear_contact"], "groups": groups }), changed)
    };
    assert_eq!(RULES.outcome("end_of_turn", end(json!({})), &[])["lost_type"], "pike");
    assert_eq!(RULES.outcome("end_of_turn", end(json!({ "lose_type": "mob" })), &[])["lost_type"], "mob");
    assert_eq!(RULES.refusal("end_of_turn", end(json!({ "lose_type": "sword" }))), "not_allowed lose_type");
    assert_eq!(RULES.refusal("end_of_turn", end(json!({ "lose_type": "gun" }))), "bad_value lose_type");
    // If nothing is lost, the choice does not matter.
    let calm = end(json!({ "shaken": [], "lose_type": "sword", "shot_at_this_turn": true, "fire_losses": 3 }));
    assert_eq!(
        RULES.outcome("end_of_turn", &calm, &[]),
        json!({ "lost": 0, "lost_type": null, "destroyed": false, "fire_losses": 3 })
    );
    let last = end(json!({ "groups": [{ "type": "mob", "elements": 1 }] }));
    assert_eq!(RULES.outcome("end_of_turn", &last, &[])["destroyed"], true);
}
