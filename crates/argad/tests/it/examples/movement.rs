//! Movement of figures and groups. *Movement; Clothing or armour, encumbrance; Cavalry charge.*

use super::{RULES, assert_chance, chance};
use serde_json::{Value as Json, json};

#[test]
fn a_move_with_a_breastplate_in_woods_is_16_less_a_die() {
    let input = json!({ "armour": "4", "terrain": "woods" });
    assert_eq!(RULES.outcome("move", input.clone(), &[4])["move_cm"], 12);
    assert_eq!(RULES.outcome("move", input, &[6])["blocked"], true);
}

#[test]
fn a_cuirassier_in_woods_moves_half_less_two_dice_and_a_six_blocks() {
    let input = json!({ "mount": "cavalry", "armour": "5", "terrain": "woods" });
    // 32 / 2 - (3 + 5)
    assert_eq!(RULES.outcome("move", input.clone(), &[3, 5])["move_cm"], 8);
    assert_eq!(RULES.outcome("move", input.clone(), &[6, 1])["blocked"], true);
    // no six in two dice: 5/6 · 5/6
    assert_chance(chance("move", input, "blocked", false), 25, 36);
}

#[test]
fn in_difficult_ground_two_sixes_block_a_rider() {
    let input = json!({ "mount": "cavalry", "terrain": "bushes" });
    assert_chance(chance("move", input, "blocked", true), 1, 36);
}

#[test]
fn moves_of_farm_horses_depend_on_the_ruling() {
    let base = |input: Json| RULES.outcome("move", input, &[])["base_cm"].clone();
    assert_eq!(base(json!({ "mount": "farm_horse" })), 36);
    assert_eq!(base(json!({ "mount": "farm_horse", "rulings": { "r1_farm_horse": "32" } })), 32);
    assert_eq!(base(json!({ "mount": "farm_horse", "edition": "sheet_2024" })), 32);
}

#[test]
fn a_heavy_musket_and_a_breastplate_together_allow_16() {
    assert_eq!(RULES.outcome("move", json!({ "burden": "musket" }), &[])["move_cm"], 16);
    assert_eq!(RULES.outcome("move", json!({ "burden": "musket", "armour": "4" }), &[])["move_cm"], 16);
}

#[test]
fn a_column_in_woods_is_no_longer_a_column() {
    let outcome = RULES.outcome("move", json!({ "formation": "column_of_twos", "terrain": "woods" }), &[2]);
    assert_eq!(outcome, json!({ "base_cm": 16, "move_cm": 14, "blocked": false, "breaks_close_order": true }));
}

#[test]
fn a_column_of_threes_moves_slower_than_one_of_twos() {
    let goes = |formation: &str, more: Json| {
        let mut input = json!({ "formation": formation });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        RULES.outcome("move", input, &[])["move_cm"].clone()
    };
    assert_eq!(goes("column_of_twos", json!({})), 16);
    assert_eq!(goes("column_of_threes", json!({})), 12);
    assert_eq!(goes("line", json!({})), 12);
    assert_eq!(goes("column_of_threes", json!({ "armour": "4" })), 12, "the column is the slower of the two");
    assert_eq!(goes("column_of_threes", json!({ "burden": "heavy" })), 8, "12 less 4");
}

#[test]
fn a_run_of_7_cm_may_be_enough_and_12_cm_always_are() {
    let run = |cm: i32| json!({ "straight_cm": cm });
    assert_eq!(RULES.outcome("run_up", run(7), &[3, 4])["success"], true);
    assert_eq!(RULES.outcome("run_up", run(7), &[4, 4])["success"], false);
    // two dice show 7 or less: 21 of 36
    assert_chance(chance("run_up", run(7), "success", true), 21, 36);
    assert_eq!(RULES.outcome("run_up", run(12), &[]), json!({ "success": true, "rolled": false }));
    assert_eq!(RULES.outcome("run_up", json!({ "straight_cm": 3, "edition": "sheet_2024" }), &[])["success"], true);
}
