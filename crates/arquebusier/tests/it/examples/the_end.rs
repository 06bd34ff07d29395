//! End of a turn, and rout. *Melee Combat; Shooting.*

use super::RULES;
use serde_json::json;

#[test]
fn irregular_formations_lose_their_weakest_elements_first() {
    let mut rabble = json!({
        "nature": "irregular", "shaken": ["close_fire"],
        "groups": [{ "type": "mob", "elements": 3 }, { "type": "firearm", "elements": 2 }],
    });
    assert_eq!(RULES.outcome("end_of_turn", &rabble, &[])["lost_type"], "firearm");
    rabble["lose_type"] = "mob".into();
    assert_eq!(RULES.refusal("end_of_turn", &rabble), "not_allowed lose_type");
}

#[test]
fn regular_formations_lose_nothing_and_regain_their_move_if_not_shot_at() {
    let input = json!({
        "nature": "regular", "shaken": ["shooting_losses"], "fire_losses": 2,
        "groups": [{ "type": "firearm", "elements": 4 }],
    });
    assert_eq!(
        RULES.outcome("end_of_turn", &input, &[]),
        json!({ "lost": 0, "lost_type": null, "destroyed": false, "fire_losses": 0 })
    );
}

#[test]
fn a_side_without_regular_formations_is_beaten() {
    let check = |a: &[&str], b: &[&str]| RULES.outcome("rout_check", json!({ "a": a, "b": b }), &[]);
    assert_eq!(
        check(&["irregular", "regular"], &["irregular"]),
        json!({ "a_routs": false, "b_routs": true, "result": "a_wins" })
    );
    assert_eq!(check(&["irregular"], &["irregular"])["result"], "draw");
    assert_eq!(check(&[], &["regular"])["result"], "b_wins");
}
