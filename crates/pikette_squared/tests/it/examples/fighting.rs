//! Fights and pursuits, and the rulings on them. *How to battle – fighting.*

use super::{RULES, assert_chance};
use serde_json::{Value as Json, json};

ruled! {
    knights_who_win_double_rout_foot_without_pikes_in_any_row:
    fight { "attacker": {"type": "knights", "move_squares": 3, "fight_die": "d12"},
        "defender": {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6"} }
    [2, 1] => { "attacker_die": "d12", "defender_die": "d6", "winner": "attacker", "difference": 1, "no_effect": false,
        "hits": 0, "attacker_state": "ok", "attacker_stands": 2, "attacker_hits": 0, "attacker_chips_lost": 0,
        "defender_state": "routed", "defender_stands": 2, "defender_hits": 0, "defender_chips_lost": 2,
        "fall_back_squares": 1, "rout_move_squares": 2.5, "chip_allowed": false, "follow": "none",
        "pursuit_roll": true, "attacker_leader_killed": false, "defender_leader_killed": false } with
        "attacker_charging" 1
}

ruled! {
    horse_always_charges_foot_and_a_second_disorder_has_no_further_effect:
    fight { "attacker": {"type": "pike", "move_squares": 2.5, "fight_die": "d8"},
        "defender": {"type": "lancers", "move_squares": 4, "fight_die": "d10", "state": "disordered"} }
    [7, 3] => { "attacker_die": "d8", "defender_die": "d10", "winner": "attacker", "difference": 4, "no_effect": false,
        "hits": 1, "attacker_state": "ok", "attacker_stands": 2, "attacker_hits": 0, "attacker_chips_lost": 0,
        "defender_state": "disordered", "defender_stands": 2, "defender_hits": 1, "defender_chips_lost": 0,
        "fall_back_squares": 2, "rout_move_squares": 0, "chip_allowed": true, "follow": "may",
        "pursuit_roll": false, "attacker_leader_killed": false, "defender_leader_killed": false } with
        "defender_charging" 1, "defender_disordered" -1
}

ruled! {
    a_tercio_that_would_rout_loses_a_stand_of_arquebus_and_holds_its_ground:
    fight { "attacker": {"type": "pike", "move_squares": 2.5, "fight_die": "d10", "leader_attached": true},
        "defender": {"type": "tercio", "move_squares": 1.5, "fight_die": "d10", "shoot_die": "d8",
        "weapon_range_squares": 3} }
    [11, 2] => { "attacker_die": "d12", "defender_die": "d12", "winner": "attacker", "difference": 9, "no_effect": false,
        "hits": 3, "attacker_state": "ok", "attacker_stands": 2, "attacker_hits": 0, "attacker_chips_lost": 0,
        "defender_state": "ok", "defender_stands": 4, "defender_hits": 0, "defender_chips_lost": 2,
        "fall_back_squares": 0, "rout_move_squares": 0, "chip_allowed": false, "follow": "none",
        "pursuit_roll": false, "attacker_leader_killed": false, "defender_leader_killed": false } with
        "attacker_charging" 1, "attacker_leader_attached" 2, "defender_more_stands" 1
}

ruled! {
    militia_pursue_on_a_tie:
    pursuit { "winner_type": "militia", "move_squares": 2.5 }
    [4, 4] => { "must_pursue": true, "pursuit_squares": 2.5 }
}

ruled! {
    knights_are_held_back_by_a_roll_that_is_won:
    pursuit { "winner_type": "knights", "move_squares": 3 }
    [5, 1] => { "must_pursue": false, "pursuit_squares": 0 }
}

/// A unit of pike with this Fight die.
fn foot(die: &str) -> Json {
    json!({ "type": "pike", "move_squares": 2.5, "fight_die": die })
}

#[test]
fn probabilities_of_one_die_beating_another_match_the_table() {
    // D8 (D6 up 1 for charging) against D10: 28 wins, 8 ties and 44 losses in 80 rolls.
    let won = |who: &'static str| move |outcome: &Json| outcome["winner"] == who;
    let fight = || json!({ "attacker": foot("d6"), "defender": foot("d10") });
    assert_chance(RULES.chance("fight", fight(), won("attacker")), 28.0, 80.0);
    assert_chance(RULES.chance("fight", fight(), won("tie")), 8.0, 80.0);
    assert_chance(RULES.chance("fight", fight(), won("defender")), 44.0, 80.0);
}

#[test]
fn horse_cannot_beat_a_phalanx_in_front() {
    let fight = json!({
        "attacker": { "type": "knights", "move_squares": 3, "fight_die": "d12" },
        "defender": { "type": "phalanx", "move_squares": 2.5, "fight_die": "d10" }
    });
    let beaten = |outcome: &Json| outcome["winner"] == "attacker" && outcome["no_effect"] == false;
    assert_chance(RULES.chance("fight", fight, beaten), 0, 1);
}

/// Returns the outcome of a fight under these rulings. The attacker rolls the first face, the defender the second.
fn beaten(attacker: Json, defender: Json, rulings: Json, faces: [u8; 2]) -> Json {
    let fight = json!({ "attacker": attacker, "defender": defender, "rulings": rulings });
    RULES.answer("fight", fight, &faces)["outcome"].clone()
}

#[test]
fn ruling_r6_decides_if_a_second_disorder_is_a_rout() {
    let militia =
        || json!({ "type": "militia", "move_squares": 2.5, "fight_die": "d6", "state": "disordered", "stands": 1 });
    // 5 against 2 is a hit and double, so the unit is disordered again.
    let by_default = beaten(foot("d8"), militia(), json!({}), [5, 2]);
    assert_eq!((&by_default["defender_state"], &by_default["chip_allowed"]), (&json!("disordered"), &json!(true)));
    let by_switch = beaten(foot("d8"), militia(), json!({ "r6_second_disorder": "rout" }), [5, 2]);
    assert_eq!((&by_switch["defender_state"], &by_switch["chip_allowed"]), (&json!("routed"), &json!(false)));
}

#[test]
fn ruling_r7_decides_if_a_routed_unit_falls_back_first() {
    // 10 against 1 is a difference of nine: three hits, four squares back, and a rout.
    let by_default = beaten(foot("d8"), foot("d8"), json!({}), [10, 1]);
    assert_eq!((&by_default["fall_back_squares"], &by_default["rout_move_squares"]), (&json!(4), &json!(2.5)));
    let by_switch = beaten(foot("d8"), foot("d8"), json!({ "r7_rout_fall_back": "rout_move_only" }), [10, 1]);
    assert_eq!((&by_switch["fall_back_squares"], &by_switch["rout_move_squares"]), (&json!(0), &json!(2.5)));
}

#[test]
fn ruling_r12_decides_if_an_attack_on_a_disordered_enemy_is_a_charge() {
    let charges = |rulings: Json, arc: &str, card: bool, defender: &str| {
        let foe = json!({ "type": defender, "move_squares": 2.5, "fight_die": "d8", "state": "disordered" });
        let attacker = json!({ "type": "pike", "move_squares": 2.5, "fight_die": "d8" });
        let fight = json!({ "attacker": attacker, "defender": foe, "attack_arc": arc, "melee_card": card,
            "rulings": rulings });
        let answer = RULES.answer("fight", fight, &[1, 1]);
        let modifiers = answer["modifiers"].as_array().unwrap();
        modifiers.iter().any(|modifier| modifier["id"] == "attacker_charging")
    };
    let listed = || json!({ "r12_charging": "listed_ways" });
    assert!(charges(json!({}), "front", false, "militia"));
    assert!(!charges(listed(), "front", false, "militia"));
    assert!(charges(listed(), "front", true, "militia"));
    assert!(charges(listed(), "flank", false, "militia"));
    // A tercio has no flank. *TERCIO.*
    assert!(!charges(listed(), "flank", false, "tercio"));
}
