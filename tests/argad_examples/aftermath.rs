//! The wounded, and what an army costs. *Wound healing; Budget.*

use super::RULES;
use serde_json::json;

#[test]
fn below_health_heals_on_it_leaves_a_mark_above_it_kills() {
    let result = |die: u8| RULES.outcome("healing", json!({ "class": 3 }), &[die])["result"].clone();
    assert_eq!([result(2), result(3), result(4)], [json!("heals"), json!("sequelae"), json!("dies")]);
    let helped = json!({ "class": 4, "healer": true, "bad_conditions": true });
    assert_eq!(RULES.outcome("healing", helped, &[1])["health"], 4);
}

#[test]
fn a_wound_is_somewhere_between_one_and_twelve() {
    assert_eq!(RULES.outcome("wound_location", json!({}), &[12])["location"], 12);
}

#[test]
fn a_cavalry_officer_costs_three_times_his_class_and_ten_pikes_fifty() {
    let officer = json!({ "class": 4, "role": "officer", "mount": "cavalry", "armour": "4", "items": { "pistol": 2 } });
    let pikes = json!({ "count": 10, "class": 3, "items": { "pike": 1 } });
    let outcome = RULES.outcome("budget", json!({ "entries": [officer, pikes] }), &[]);
    assert_eq!(outcome, json!({ "total_points": 71, "entry_points": [21, 50], "javelins": [0, 0] }));
}
