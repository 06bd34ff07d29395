//! The fallen, the wounded, and what an army costs. *Shooting; Wound healing; Budget.*

use super::{RULES, assert_chance, chance, missing};
use serde_json::{Value as Json, json};

#[test]
fn a_die_below_health_heals_equal_to_it_marks_and_above_it_kills() {
    let result = |die: u8| RULES.outcome("healing", json!({ "class": 3 }), &[die])["result"].clone();
    assert_eq!([result(2), result(3), result(4)], [json!("heals"), json!("sequelae"), json!("dies")]);
    let helped = json!({ "class": 4, "healer": true, "bad_conditions": true });
    assert_eq!(RULES.outcome("healing", helped, &[1])["health"], 4);
}

#[test]
fn the_place_of_a_wound_is_a_number_from_1_to_12() {
    assert_eq!(RULES.outcome("wound_location", json!({}), &[12])["location"], 12);
}

#[test]
fn a_cavalry_officer_and_ten_pikes_cost_their_points() {
    let officer = json!({ "class": 4, "role": "officer", "mount": "cavalry", "armour": "4", "items": { "pistol": 2 } });
    let pikes = json!({ "count": 10, "class": 3, "items": { "pike": 1 } });
    let outcome = RULES.outcome("budget", json!({ "entries": [officer, pikes] }), &[]);
    assert_eq!(outcome, json!({ "total_points": 71, "entry_points": [21, 50], "javelins": [0, 0] }));
}

#[test]
fn the_more_advanced_side_pays_more_for_missile_weapons_or_everything() {
    let reiter = json!({ "class": 4, "mount": "cavalry", "items": { "pistol": 2 }, "technology": 3 });
    let total = |rule: &str| {
        let input = json!({ "entries": [reiter], "rulings": { "r15_technology": rule } });
        RULES.outcome("budget", input, &[])["total_points"].clone()
    };
    // 4 + 4 + 3 · 8 = 32, and 3 · (4 + 4 + 8) = 48
    assert_eq!([total("missile"), total("all")], [json!(32), json!(48)]);
}

#[test]
fn casualties_of_a_group_are_drawn_figure_by_figure() {
    let group = |figures: i32| json!({ "figures": figures });
    let input = json!({ "groups": [group(2), group(3)], "casualties": 2 });
    assert_eq!(RULES.outcome("casualties", input.clone(), &[3, 2])["fallen"], json!([1, 1]));
    assert_eq!(missing("casualties", input.clone(), &[3]), ("victim".into(), 1));
    // Of the 10 pairs of five figures, 1 is in the first group, 6 are one in each, and 3 are in the second group.
    let chance = |fallen: Json| chance("casualties", input.clone(), "fallen", fallen);
    assert_chance(chance(json!([2, 0])), 1, 10);
    assert_chance(chance(json!([1, 1])), 6, 10);
    assert_chance(chance(json!([0, 2])), 3, 10);
    // Nothing is drawn if all figures fall, or if only one unit is left.
    let all = json!({ "groups": [group(1), group(1)], "casualties": 2 });
    assert_eq!(RULES.outcome("casualties", all, &[])["fallen"], json!([1, 1]));
    let rest = json!({ "groups": [group(1), group(5)], "casualties": 2 });
    assert_eq!(RULES.outcome("casualties", rest, &[1])["fallen"], json!([1, 1]));
    let refusal = |groups: Json, casualties: i32| {
        RULES.refusal("casualties", json!({ "groups": groups, "casualties": casualties }))
    };
    assert_eq!(refusal(json!([group(40), group(21)]), 1), "bad_value groups");
    assert_eq!(refusal(json!([group(2), group(2)]), 5), "bad_value casualties");
}
