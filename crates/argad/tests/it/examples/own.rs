//! Players' own modifiers, computed by hand: values needed, dice, blows, and what they meet.

use super::{RULES, assert_chance, chance, missing};
use serde_json::{Value as Json, json};
use testing::asked::with;

/// A change that an own modifier makes.
fn own(number: &str, by: i32) -> Json {
    json!([{ "name": "In the smoke", "number": number, "by": by }])
}

/// A short arquebus at 8 cm, which hits on 5 or 6.
fn shot(shooter: &Json, target: &Json) -> Json {
    json!({ "shooters": [{ "weapon": "short_arquebus", "range_cm": 8, "own": shooter }], "target": { "own": target } })
}

#[test]
fn a_shot_is_harder_for_the_shooter_or_at_the_target() {
    let (none, harder, screened) = (json!([]), own("hits_on", 1), own("struck_on", 1));
    assert_chance(chance("shoot", shot(&none, &none), "hits", 1), 2, 6);
    assert_chance(chance("shoot", shot(&harder, &none), "hits", 1), 1, 6);
    assert_chance(chance("shoot", shot(&none, &screened), "hits", 1), 1, 6);
    // Both: a 7, which takes a six and another.
    assert_chance(chance("shoot", shot(&harder, &screened), "hits", 1), 1, 36);
    let answer = RULES.answer("shoot", shot(&harder, &screened), &[1]);
    let modifier = json!({ "id": "own:In the smoke", "value": 1 });
    assert_eq!(answer["modifiers"], json!([modifier, modifier]));
}

#[test]
fn a_value_needed_is_at_least_one_and_shots_are_at_least_none() {
    let sure = RULES.outcome("shoot", shot(&own("hits_on", -6), &json!([])), &[1]);
    assert_eq!((&sure["needs"], &sure["hits"]), (&json!([1]), &json!(1)));
    let none = RULES.outcome("shoot", shot(&own("shots", -6), &json!([])), &[]);
    assert_eq!((&none["shots"], &none["hits"]), (&json!(0), &json!(0)));
}

#[test]
fn another_shot_is_another_die_and_twenty_are_the_most() {
    let two = shot(&own("shots", 1), &json!([]));
    assert_eq!(missing("shoot", two.clone(), &[]), ("shots".into(), 2));
    // One of two dice of 5 or 6: 1 − (2/3)².
    assert_chance(RULES.chance("shoot", &two, |outcome| outcome["hits"] != 0), 5, 9);
    let volley = |count: i32| {
        let shooter =
            |count: i32, own: &Json| json!({ "weapon": "longbow", "count": count, "range_cm": 8, "own": own });
        json!({ "shooters": [shooter(10, &json!([])), shooter(count, &own("shots", 1))], "target": { "figures": 30 } })
    };
    assert_eq!(RULES.refusal("shoot", volley(9)), "allowed");
    assert_eq!(RULES.refusal("shoot", volley(10)), "bad_value shooters");
}

#[test]
fn a_blow_meets_class_and_armour_as_own_modifiers_change_them() {
    let fight = |one: &Json, other: &Json| {
        let fight = json!({ "one": { "weapon": "halberd", "own": one }, "many": [{ "own": other }] });
        chance("melee", fight, "one_status", "killed")
    };
    let none = json!([]);
    // The halberd misses with 1 or 2. Then the sword kills whoever is of class 3 with 4 to 6.
    assert_chance(fight(&none, &none), 2 * 3, 36);
    // 1 more: with 3 to 6. Against class 4: with 5 or 6.
    assert_chance(fight(&none, &own("blow", 1)), 2 * 4, 36);
    assert_chance(fight(&own("class", 1), &none), 2 * 2, 36);
    // Armour of 5 makes 4 and 5 drive back.
    assert_chance(fight(&own("armour", 5), &none), 2, 36);
    // The halberd misses a man of class 4 with 1 to 3.
    assert_chance(fight(&none, &own("class", 1)), 3 * 3, 36);
}

#[test]
fn dice_of_a_fighter_are_one_to_three() {
    let dice =
        |by: i32| missing("melee", json!({ "one": { "own": own("dice", by) }, "many": [{ "helpless": true }] }), &[]);
    assert_eq!([dice(-6).1, dice(0).1, dice(1).1, dice(6).1], [1, 1, 2, 3]);
    // Two dice of 4 or more: 1 − (1/2)².
    let two = json!({ "one": { "own": own("dice", 1) }, "many": [{ "helpless": true }] });
    assert_chance(RULES.chance("melee", two, |outcome| outcome["many_status"][0] == "killed"), 3, 4);
}

#[test]
fn healing_a_run_and_a_move_have_numbers_of_their_own() {
    // Class 3, 1 less: a 1 heals.
    assert_chance(chance("healing", json!({ "class": 3, "own": own("health", -1) }), "result", "heals"), 1, 6);
    // 2 cm more are needed than two dice show: 5 or less in 10 of 36 rolls for 7 cm, any roll for 14 cm, and none for 3 cm.
    let run = |straight_cm: i32| json!({ "straight_cm": straight_cm, "own": own("needed_cm", 2) });
    assert_chance(chance("run_up", run(7), "success", true), 10, 36);
    assert_eq!(RULES.outcome("run_up", run(14), &[]), json!({ "success": true, "rolled": false }));
    assert_eq!(RULES.outcome("run_up", run(3), &[]), json!({ "success": false, "rolled": false }));
    let bog = json!({ "terrain": "difficult" });
    assert_chance(chance("move", with(&bog, json!({ "own": own("blocks_on", -1) })), "blocked", true), 2, 6);
    let slower = with(bog, json!({ "own": own("distance_cm", -4) }));
    assert_eq!(RULES.outcome("move", slower, &[2])["move_cm"], 20 - 4 - 2);
    assert_eq!(RULES.outcome("move", json!({ "own": own("distance_cm", -4) }), &[])["move_cm"], 16);
}
