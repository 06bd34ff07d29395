//! Players' own modifiers, computed by hand: values needed, dice, blows, class and armour.

use super::{RULES, assert_chance, chance, missing};
use serde_json::{Value as Json, json};
use testing::asked::with;

/// Own modifiers with one change of a number.
fn own_modifier(number: &str, by: i32) -> Json {
    json!([{ "name": "In the smoke", "number": number, "by": by }])
}

/// A shot with a short arquebus at 8 cm, which hits on 5 or 6.
fn shot(shooter: &Json, target: &Json) -> Json {
    json!({ "shooters": [{ "weapon": "short_arquebus", "range_cm": 8, "own": shooter }], "target": { "own": target } })
}

#[test]
fn own_modifiers_of_shooter_and_target_make_a_shot_harder() {
    let (none, harder, screened) = (json!([]), own_modifier("hits_on", 1), own_modifier("struck_on", 1));
    assert_chance(chance("shoot", shot(&none, &none), "hits", 1), 2, 6);
    assert_chance(chance("shoot", shot(&harder, &none), "hits", 1), 1, 6);
    assert_chance(chance("shoot", shot(&none, &screened), "hits", 1), 1, 6);
    // Both modifiers together need a 7: a six, and another six.
    assert_chance(chance("shoot", shot(&harder, &screened), "hits", 1), 1, 36);
    let answer = RULES.answer("shoot", shot(&harder, &screened), &[1]);
    let modifier = json!({ "id": "own:In the smoke", "value": 1 });
    assert_eq!(answer["modifiers"], json!([modifier, modifier]));
}

#[test]
fn own_modifiers_leave_at_least_1_as_value_needed_and_0_shots() {
    let sure = RULES.outcome("shoot", shot(&own_modifier("hits_on", -6), &json!([])), &[1]);
    assert_eq!((&sure["needs"], &sure["hits"]), (&json!([1]), &json!(1)));
    let none = RULES.outcome("shoot", shot(&own_modifier("shots", -6), &json!([])), &[]);
    assert_eq!((&none["shots"], &none["hits"]), (&json!(0), &json!(0)));
}

#[test]
fn own_modifiers_add_shots_up_to_twenty() {
    let two = shot(&own_modifier("shots", 1), &json!([]));
    assert_eq!(missing("shoot", two.clone(), &[]), ("shots".into(), 2));
    // One of two dice shows 5 or 6: 1 − (2/3)².
    assert_chance(RULES.chance("shoot", &two, |outcome| outcome["hits"] != 0), 5, 9);
    let volley = |count: i32| {
        let shooter = |count: i32, own_modifier: &Json| json!({ "weapon": "longbow", "count": count, "range_cm": 8, "own": own_modifier });
        json!({ "shooters": [shooter(10, &json!([])), shooter(count, &own_modifier("shots", 1))], "target": { "figures": 30 } })
    };
    assert_eq!(RULES.refusal("shoot", volley(9)), "allowed");
    assert_eq!(RULES.refusal("shoot", volley(10)), "bad_value shooters");
}

#[test]
fn own_modifiers_change_blow_class_and_armour() {
    let fight = |one: &Json, other: &Json| {
        let fight = json!({ "one": { "weapon": "halberd", "own": one }, "many": [{ "own": other }] });
        chance("melee", fight, "one_status", "killed")
    };
    let none = json!([]);
    // The halberd misses with 1 or 2. Then the sword kills class 3 with 4 to 6.
    assert_chance(fight(&none, &none), 2 * 3, 36);
    // With 1 more the sword kills with 3 to 6, and against class 4 with 5 or 6.
    assert_chance(fight(&none, &own_modifier("blow", 1)), 2 * 4, 36);
    assert_chance(fight(&own_modifier("class", 1), &none), 2 * 2, 36);
    // Against armour 5, a 4 or 5 drives back.
    assert_chance(fight(&own_modifier("armour", 5), &none), 2, 36);
    // Against class 4, the halberd misses with 1 to 3.
    assert_chance(fight(&none, &own_modifier("class", 1)), 3 * 3, 36);
}

#[test]
fn own_modifiers_leave_a_fighter_one_to_three_dice() {
    let dice = |by: i32| {
        missing("melee", json!({ "one": { "own": own_modifier("dice", by) }, "many": [{ "helpless": true }] }), &[])
    };
    assert_eq!([dice(-6).1, dice(0).1, dice(1).1, dice(6).1], [1, 1, 2, 3]);
    // One of two dice shows 4 or more: 1 − (1/2)².
    let two = json!({ "one": { "own": own_modifier("dice", 1) }, "many": [{ "helpless": true }] });
    assert_chance(RULES.chance("melee", two, |outcome| outcome["many_status"][0] == "killed"), 3, 4);
}

#[test]
fn healing_run_and_move_have_numbers_for_own_modifiers() {
    // Class 3 less 1: a 1 heals.
    assert_chance(chance("healing", json!({ "class": 3, "own": own_modifier("health", -1) }), "result", "heals"), 1, 6);
    // A run needs 2 cm more than the dice show. For 7 cm, 10 of 36 rolls are 5 or less. 14 cm are enough for any roll, and 3 cm for none.
    let run = |straight_cm: i32| json!({ "straight_cm": straight_cm, "own": own_modifier("needed_cm", 2) });
    assert_chance(chance("run_up", run(7), "success", true), 10, 36);
    assert_eq!(RULES.outcome("run_up", run(14), &[]), json!({ "success": true, "rolled": false }));
    assert_eq!(RULES.outcome("run_up", run(3), &[]), json!({ "success": false, "rolled": false }));
    let bog = json!({ "terrain": "difficult" });
    assert_chance(chance("move", with(&bog, json!({ "own": own_modifier("blocks_on", -1) })), "blocked", true), 2, 6);
    let slower = with(bog, json!({ "own": own_modifier("distance_cm", -4) }));
    assert_eq!(RULES.outcome("move", slower, &[2])["move_cm"], 20 - 4 - 2);
    assert_eq!(RULES.outcome("move", json!({ "own": own_modifier("distance_cm", -4) }), &[])["move_cm"], 16);
}
