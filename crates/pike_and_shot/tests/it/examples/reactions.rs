//! Charges, stands and pursuits. *Reaction Tests 1 to 3.*

use super::{RULES, assert_chance, assert_has, ruling};
use serde_json::json;

#[test]
fn average_horse_with_two_counters_and_a_general_charges_on_3() {
    let input = json!({ "troop_type": "horse", "morale_class": "average", "counters": 2, "general": "minus_1" });
    let charges = RULES.outcome("reaction_charge", input.clone(), &[3]);
    assert_has(&charges, json!({ "required": 3, "passed": true, "counters": 2 }));
    assert_has(&RULES.outcome("reaction_charge", input.clone(), &[2]), json!({ "passed": false, "counters": 3 }));
    assert_chance(RULES.chance("reaction_charge", input, |outcome| outcome["passed"] == true), 4.0, 6.0);
}

#[test]
fn nervous_foot_that_fails_to_counter_charge_may_break() {
    let input = json!({
        "role": "counter_charge", "troop_type": "foot", "morale_class": "nervous", "counters": 1,
    });
    let fields = json!({ "required": 6, "counters": 2, "breaks": true, "may_test_to_stand": false });
    assert_has(&RULES.outcome("reaction_charge", input, &[5]), fields);
}

#[test]
fn irregulars_never_charge_horse() {
    let input = json!({
        "troop_type": "irregular_light_cavalry", "morale_class": "good", "opponent_troop_type": "horse",
    });
    assert_has(&ruling("reaction_charge", input), json!({ "required": null, "automatic": true, "passed": false }));
}

#[test]
fn poor_foot_behind_a_wall_with_a_general_stands_on_2() {
    let input = json!({
        "troop_type": "foot", "morale_class": "poor", "counters": 2, "defending_obstacle": true, "general": "minus_1",
    });
    assert_has(&RULES.outcome("reaction_stand", input.clone(), &[2]), json!({ "required": 2, "breaks": false }));
    assert_has(&RULES.outcome("reaction_stand", input, &[1]), json!({ "breaks": true }));
}

#[test]
fn gunners_never_stand() {
    let gunners = json!({ "troop_type": "artillery", "morale_class": "good" });
    assert_has(&ruling("reaction_stand", gunners), json!({ "automatic": true, "breaks": true }));
}

#[test]
fn good_horse_after_three_bounds_of_pursuit_halts_on_5_and_rallies_in_two() {
    let input = json!({ "troop_type": "horse", "morale_class": "good", "bounds_pursued": 3 });
    let halts = RULES.outcome("reaction_pursuit", input.clone(), &[5]);
    assert_has(&halts, json!({ "result": "may_halt", "required": 5, "rally_bounds": 2 }));
    let pursues = RULES.outcome("reaction_pursuit", input, &[4]);
    assert_has(&pursues, json!({ "result": "must_pursue", "ended_by": "none", "rally_bounds": 0 }));
}

#[test]
fn a_pursuit_is_over_when_the_enemy_is_out_of_reach() {
    let input = json!({
        "troop_type": "horse", "morale_class": "average", "bounds_pursued": 1, "enemy_distance_in": 7,
    });
    let fields = json!({ "result": "over", "ended_by": "distance", "rally_bounds": 1 });
    assert_has(&ruling("reaction_pursuit", input), fields);
}

#[test]
fn pursuers_that_continue_cut_down_gunners_and_do_not_rally() {
    let input = json!({
        "troop_type": "horse", "morale_class": "good", "bounds_pursued": 3, "enemy_gunners": true, "goes_on": true,
    });
    let fields = json!({ "result": "may_halt", "ended_by": "none", "rally_bounds": 0, "gunners_cut_down": true });
    assert_has(&RULES.outcome("reaction_pursuit", input, &[5]), fields);
}
