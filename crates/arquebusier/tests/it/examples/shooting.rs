//! Dice of shots, the faces that they need, and losses. *Shooting.*

use super::{RULES, assert_chance};
use serde_json::{Value as Json, json};

/// The source's example: Essex's eight Firearms shoot at Dragoons who are dismounting.
fn essex() -> Json {
    json!({
        "target": { "state": "regular", "groups": [{ "type": "dragoon", "front": 6, "elements": 6 }], "changing": true },
        "shooters": [{ "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 8 }] }],
    })
}

/// True if the first group loses two or more.
fn two_or_more(outcome: &Json) -> bool {
    outcome["losses"][0].as_i64().is_some_and(|lost| lost >= 2)
}

#[test]
fn essex_rolls_nine_dice_that_need_a_5() {
    let faces = [5, 6, 1, 2, 3, 4, 1, 2, 3, 3, 6];
    assert_eq!(
        RULES.outcome("shooting", essex(), &faces),
        json!({
            "dice": [9], "needs": [5], "shots": [[9]], "losses": [2], "commander_lost": true, "general_killed": false,
            "new_causes": ["shooting_losses", "dragoon_changing"], "destroyed": false,
        })
    );
    // 1 − (2/3)⁹ − 9 · 1/3 · (2/3)⁸
    assert_chance(RULES.chance("shooting", essex(), two_or_more), 16867, 19683);
}

#[test]
fn by_ruling_irregular_dragoons_give_a_tenth_die() {
    let mut input = essex();
    input["rulings"] = json!({ "r2_becoming_irregular": "table" });
    assert_eq!(RULES.outcome("shooting", &input, &[1; 10])["dice"], json!([10]));
}

#[test]
fn six_regular_firearms_roll_seven_or_by_ruling_eight_dice() {
    let mut input = json!({
        "target": { "state": "regular", "groups": [{ "type": "sword", "front": 6, "elements": 6 }] },
        "shooters": [{ "state": "regular", "range_in": 20, "groups": [{ "type": "firearm", "front": 6 }] }],
    });
    assert_eq!(RULES.outcome("shooting", &input, &[1; 7])["dice"], json!([7]));
    input["rulings"] = json!({ "r1_regular_firearm_dice": "example" });
    assert_eq!(RULES.outcome("shooting", &input, &[1; 8])["dice"], json!([8]));
    // By the table, eight dice are rolled at Irregulars.
    input["rulings"] = json!({});
    input["target"]["state"] = "irregular".into();
    assert_eq!(RULES.outcome("shooting", &input, &[1; 8])["dice"], json!([8]));
}

#[test]
fn three_guns_at_pike_and_shot() {
    let guns = json!({
        "target": { "state": "regular", "groups": [
            { "type": "pike", "front": 4, "elements": 8 }, { "type": "firearm", "front": 4, "elements": 4 },
        ] },
        "shooters": [{ "state": "regular", "range_in": 40, "groups": [{ "type": "gun", "front": 3 }], "stationary": true }],
    });
    let shot = RULES.outcome("shooting", &guns, &[5, 2, 1]);
    assert_eq!(shot["shots"], json!([[1, 1]]));
    assert_eq!(shot["needs"], json!([5, 3]));
    assert_eq!(shot["losses"], json!([1, 0]));
    // 1/3 · 2/3 · (1 − (5/6)²)
    let both = |outcome: &Json| outcome["losses"] == json!([1, 1]) && outcome["commander_lost"] == true;
    assert_chance(RULES.chance("shooting", &guns, both), 11, 162);
}

#[test]
fn one_gun_shoots_only_at_irregulars() {
    let mut gun = json!({
        "target": { "state": "regular", "groups": [{ "type": "pike", "front": 4, "elements": 4 }] },
        "shooters": [{ "state": "regular", "range_in": 40, "groups": [{ "type": "gun", "front": 1 }], "stationary": true }],
    });
    assert_eq!(RULES.refusal("shooting", &gun), "not_allowed shooters[0].groups");
    let mut lenient = gun.clone();
    lenient["rulings"] = json!({ "r3_minimum_dice": "one" });
    assert_eq!(RULES.outcome("shooting", &lenient, &[1])["dice"], json!([1]));
    gun["target"]["state"] = "irregular".into();
    assert_eq!(RULES.outcome("shooting", &gun, &[1])["dice"], json!([1]));
}

#[test]
fn dice_are_rolled_by_shooter_and_by_group_of_the_target() {
    let input = json!({
        "target": { "state": "regular", "groups": [
            { "type": "pike", "front": 4, "elements": 4 }, { "type": "firearm", "front": 4, "elements": 4 },
        ] },
        "shooters": [
            { "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 3 }] },
            { "state": "irregular", "range_in": 10, "groups": [{ "type": "harquebusier", "front": 3 }] },
        ],
    });
    let rolls = RULES.answer("shooting", &input, &[1; 6])["rolls"].clone();
    let purposes: Vec<&str> = rolls.as_array().unwrap().iter().filter_map(|roll| roll["purpose"].as_str()).collect();
    assert_eq!(purposes, ["to_hit_pike", "to_hit_firearm", "to_hit_pike", "to_hit_firearm"]);
}

#[test]
fn the_general_dies_with_his_formation_or_by_ruling_on_a_6() {
    let mut input = json!({
        "target": { "state": "regular", "groups": [{ "type": "firearm", "front": 1, "elements": 1 }], "general_joined": true },
        "shooters": [{ "state": "irregular", "range_in": 10, "groups": [{ "type": "firearm", "front": 1 }] }],
    });
    // A 3 or more destroys the formation, and kills its General.
    assert_chance(RULES.chance("shooting", &input, |outcome| outcome["general_killed"] == true), 2, 3);
    input["target"]["groups"][0]["elements"] = 2.into();
    assert_chance(RULES.chance("shooting", &input, |outcome| outcome["general_killed"] == true), 0, 1);
    input["rulings"] = json!({ "r5_general_killed": "on_six" });
    // 2/3 · 1/6
    assert_chance(RULES.chance("shooting", &input, |outcome| outcome["general_killed"] == true), 1, 9);
}
