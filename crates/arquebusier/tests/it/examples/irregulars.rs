//! Causes of becoming Irregular. *Shooting; Melee Combat.*

use super::RULES;
use serde_json::json;

#[test]
fn enemies_at_the_side_make_a_formation_with_pikes_irregular() {
    let input = json!({ "nature": "regular", "types": ["pike", "firearm"], "contact": ["side"] });
    assert_eq!(
        RULES.outcome("irregular_check", &input, &[]),
        json!({ "new_causes": ["rear_contact"], "state": "irregular", "became_irregular": true, "attrition": false })
    );
}

#[test]
fn a_mob_shot_at_from_3_inches_loses_elements() {
    let input = json!({ "nature": "irregular", "types": ["mob"], "fire_range_in": 3 });
    assert_eq!(
        RULES.outcome("irregular_check", &input, &[]),
        json!({ "new_causes": ["close_fire"], "state": "irregular", "became_irregular": false, "attrition": true })
    );
}

#[test]
fn standing_cavalry_that_charged_this_turn_depends_on_the_ruling() {
    let mut charge = json!({ "nature": "regular", "types": ["lancer"], "contact": ["front"], "entered_melee": true, "moved_this_turn": true });
    assert_eq!(RULES.outcome("irregular_check", &charge, &[])["state"], "regular");
    charge["rulings"] = json!({ "r4_cavalry_moved": "last_turn" });
    assert_eq!(RULES.outcome("irregular_check", &charge, &[])["new_causes"], json!(["standing_cavalry"]));
}
