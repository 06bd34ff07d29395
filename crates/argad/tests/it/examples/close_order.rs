//! Keeping and breaking close order. *Close order formation; Units in close order.*

use super::{RULES, not_allowed};
use serde_json::json;

#[test]
fn two_soldiers_cannot_form_close_order() {
    let outcome = RULES.outcome("close_order", json!({ "action": "keep", "soldiers": 2 }), &[]);
    assert_eq!((&outcome["close_order"], &outcome["reason"]), (&json!(false), &json!("too_few")));
    assert_eq!(not_allowed("close_order", json!({ "action": "form", "soldiers": 2 })), "soldiers");
}

#[test]
fn pikes_that_have_pivoted_cannot_meet_a_second_flank_attack() {
    let input = json!({ "action": "keep", "soldiers": 10, "attacked": "flank_or_rear", "pivot_used": true });
    let outcome = RULES.outcome("close_order", input, &[]);
    assert_eq!((&outcome["disorder"], &outcome["reason"]), (&json!(true), &json!("flank")));
    assert_eq!(
        not_allowed("close_order", json!({ "action": "pivot", "soldiers": 10, "pivot_used": true })),
        "pivot_used"
    );
}
