//! Movement allowances. *Manoeuvre Commands.*

use super::RULES;
use serde_json::json;

#[test]
fn losses_under_fire_slow_a_formation_by_an_inch_each() {
    let shot_up = json!({ "types": ["firearm", "pike"], "fire_losses": 2, "command_passed": true });
    assert_eq!(
        RULES.outcome("movement_allowance", &shot_up, &[]),
        json!({ "base_in": 6, "reduction_in": 2, "max_in": 4, "immobilised": false })
    );
}

#[test]
fn even_lancers_can_be_shot_to_a_standstill() {
    let lancers = json!({ "types": ["lancer"], "reason": "close_up", "in_melee": true, "fire_losses": 13 });
    assert_eq!(
        RULES.outcome("movement_allowance", &lancers, &[]),
        json!({ "base_in": 12, "reduction_in": 12, "max_in": 0, "immobilised": true })
    );
}

#[test]
fn without_a_passed_command_a_formation_does_not_move() {
    assert_eq!(RULES.refusal("movement_allowance", json!({ "types": ["pike"] })), "not_allowed command_passed");
}
