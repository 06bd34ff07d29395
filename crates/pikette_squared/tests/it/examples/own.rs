//! Players' own modifiers, computed by hand: steps of dice, and numbers.

use super::{RULES, assert_chance};
use serde_json::{Value as Json, json};

/// Own modifiers with one change of a number.
fn own_modifier(number: &str, by: i32) -> Json {
    json!([{ "name": "Uphill", "number": number, "by": by }])
}

/// Foot with this Fight die and these own modifiers.
fn foot(die: &str, own_modifiers: &Json) -> Json {
    json!({ "type": "pike", "move_squares": 2.5, "fight_die": die, "own": own_modifiers })
}

#[test]
fn own_modifiers_lower_a_fight_die() {
    let fight = json!({ "attacker": foot("d6", &own_modifier("fight_die", -1)), "defender": foot("d10", &json!([])) });
    let won = |who: &'static str| move |outcome: &Json| outcome["winner"] == who;
    // Up 1 for charging and down 1 uphill: a D6 against a D10. It wins 0 + 1 + … + 5 of 60 rolls.
    assert_chance(RULES.chance("fight", &fight, won("attacker")), 15, 60);
    assert_chance(RULES.chance("fight", &fight, won("tie")), 6, 60);
    let answer = RULES.answer("fight", fight, &[6, 6]);
    let modifiers = json!([{ "id": "attacker_charging", "value": 1 }, { "id": "attacker_own:Uphill", "value": -1 }]);
    assert_eq!(answer["modifiers"], modifiers);
}

#[test]
fn own_steps_add_up_with_those_of_the_rules_before_the_limits() {
    let die = |die: &str, by: i32| {
        let (own, other) = (foot(die, &own_modifier("fight_die", by)), foot("d10", &json!([])));
        let dice = |a: &Json, b: &Json| RULES.outcome("fight", json!({ "attacker": a, "defender": b }), &[1, 1]);
        [dice(&own, &other)["attacker_die"].clone(), dice(&other, &own)["defender_die"].clone()]
    };
    // Only the attacker goes up 1 for charging.
    assert_eq!([die("d12", -1), die("d12", 6), die("d4", -6)], [["d12", "d10"], ["d12", "d12"], ["d4", "d4"]]);
}

#[test]
fn a_shot_has_own_steps_of_shooter_and_target() {
    let shooter = json!({ "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d6",
        "weapon_range_squares": 3 });
    let shot = |by: i32, against: i32| {
        let shooter = json!({ "unit": shooter, "distance_squares": 1, "own": own_modifier("shoot_die", by) });
        let target = json!({ "type": "militia", "move_squares": 2.5, "fight_die": "d4", "own": own_modifier("target_die", against) });
        RULES.chance("shoot", json!({ "shooters": [shooter], "target": target }), |outcome| outcome["pips"] != 0)
    };
    // D6 against D6: 15 of 36. D8 against D6: 15 + 6 + 6 of 48. D8 against D4: 1 + 2 + 3 + 4 · 4 of 32.
    assert_chance(shot(0, 0), 15, 36);
    assert_chance(shot(1, 0), 27, 48);
    assert_chance(shot(1, -1), 22, 32);
}

#[test]
fn courage_chips_and_rallies_have_own_steps_of_both_sides() {
    let check = |procedure: &str, own_modifiers: &Json, more: &Json, field: &'static str| {
        let mut input = json!({ "unit": foot("d8", own_modifiers) });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        RULES.chance(procedure, input, move |outcome| outcome[field] == true)
    };
    // D8 against D8 holds with an equal roll: 36 of 64. D6 against D6: 21 of 36.
    assert_chance(check("courage_check", &own_modifier("enemy_die", 1), &json!({}), "passed"), 36, 64);
    assert_chance(check("courage_check", &own_modifier("fight_die", -1), &json!({}), "passed"), 21, 36);
    // A chip works if D8 does not hold against D10. It holds in 36 of 80.
    assert_chance(check("chip_check", &own_modifier("enemy_die", 2), &json!({ "morale_chips": 1 }), "success"), 44, 80);
    // A rally needs the higher roll, and disorder makes the unit's die a step smaller: D8 against D4, 6 + 4 · 4 of 32.
    let unit = json!({ "type": "pike", "move_squares": 2.5, "fight_die": "d10", "state": "disordered",
        "own": own_modifier("enemy_die", -1) });
    let rally = json!({ "unit": unit, "distance_squares": 1, "morale_chips": 1 });
    assert_chance(RULES.chance("rally_check", rally, |outcome| outcome["success"] == true), 22, 32);
}

#[test]
fn roll_offs_have_own_steps() {
    let pursuit = |own_modifiers: Json| {
        let input = json!({ "winner_type": "knights", "move_squares": 3, "own": own_modifiers });
        RULES.chance("pursuit", input, |outcome| outcome["must_pursue"] == true)
    };
    // Only a higher roll holds back: D8 against D6 in 27 of 48, D6 against D8 in 15 of 48.
    assert_chance(pursuit(own_modifier("own_die", 1)), 21, 48);
    assert_chance(pursuit(own_modifier("enemy_die", 1)), 33, 48);
    let knights = json!({ "distance_squares": 2, "opportunity_chips": 1, "own": own_modifier("own_die", 1) });
    assert_chance(RULES.chance("french_knights_charge", knights, |outcome| outcome["must_charge"] == true), 21, 48);
    let caught = json!({ "morale_chips": 9, "own": own_modifier("enemy_die", -1) });
    // D6 against D4: 0 + 1 + 2 + 3 + 4 + 4 of 24.
    assert_chance(RULES.chance("leader_caught", caught, |outcome| outcome["result"] == "escapes"), 14, 24);
    let check = json!({ "in_combat": true, "morale_chips": 9, "own": own_modifier("own_die", -1) });
    // An equal roll saves the leader: D4 against D6 in 1 + 2 + 3 + 4 of 24.
    assert_chance(RULES.chance("leader_check", check, |outcome| outcome["leader_lost"] == true), 14, 24);
    // D10 against D12: 0 + 1 + … + 9 of 120. D6 against D4, as above.
    let first =
        RULES.chance("initiative", json!({ "own": own_modifier("a_die", -1) }), |outcome| outcome["winner"] == "a");
    assert_chance(first, 45, 120);
    let three = RULES
        .chance("terrain_roll", json!({ "own": own_modifier("b_die", 1) }), |outcome| outcome["side_b_pieces"] == 3);
    assert_chance(three, 14, 24);
}

#[test]
fn own_modifiers_leave_numbers_within_their_limits() {
    let loss = |by: i32, lost: i32| {
        let input = json!({ "morale_chips": 2, "own": own_modifier("chips_lost", by) });
        RULES.chance("leader_loss", input, move |outcome| outcome["chips_lost"] == lost)
    };
    // A D6 less 3: no chip is lost with 1 to 3, and at most both chips are lost.
    assert_chance(loss(-3, 0), 3, 6);
    assert_chance(loss(-3, 1), 1, 6);
    assert_chance(loss(-3, 2), 2, 6);
    let turns = json!({ "own": own_modifier("turns", 3) });
    assert_chance(RULES.chance("nightfall", &turns, |outcome| outcome["turns"] == 10), 4, 6);
    assert_eq!(RULES.outcome("nightfall", json!({ "own": own_modifier("turns", -6) }), &[2])["turns"], 5);
    assert_eq!(RULES.outcome("morale_chips", json!({ "own": own_modifier("chips", -2) }), &[5])["morale_chips"], 11);
    let shift = json!({ "attempt": "remove_opponents_piece", "piece": "wood", "own": own_modifier("need", -2) });
    assert_chance(RULES.chance("terrain_shift", shift, |outcome| outcome["success"] == true), 3, 6);
}
