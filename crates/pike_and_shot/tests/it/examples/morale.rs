//! Breaking, rallying, speeches, and casualty rolls of generals. *Morale; Generals.*

use super::{RULES, assert_chance, assert_has, ruling};
use serde_json::json;

#[test]
fn a_poor_regiment_that_breaks_loses_a_pikeman_or_a_musketeer() {
    let input = json!({
        "troop_type": "foot", "pikes": 12, "muskets": 11, "morale_class": "poor", "counters": 4, "cause": "counters",
    });
    let fields = json!({ "retire_in": 6, "counters": 5, "pikes_lost": 1, "breaks_again": true });
    assert_has(&RULES.outcome("break_unit", input.clone(), &[3]), fields);
    assert_has(&RULES.outcome("break_unit", input, &[4]), json!({ "pikes_lost": 0, "muskets_lost": 1 }));
}

#[test]
fn by_ruling_failing_to_stand_costs_two_counters() {
    let input = json!({
        "troop_type": "horse", "figures": 9, "morale_class": "good", "counters": 1, "cause": "failed_stand",
        "rulings": { "r11_failed_stand": "two" },
    });
    assert_has(&ruling("break_unit", input), json!({ "retire_in": 12, "counters": 3, "figures_lost": 1 }));
}

#[test]
fn a_broken_unit_below_its_number_rallies_by_resting() {
    let input = json!({ "action": "remove_counter", "counters": 3, "broken": true, "morale_class": "poor" });
    assert_has(&ruling("rest", input), json!({ "counters": 2, "rallied": true }));
}

#[test]
fn reloading_does_not_count_as_rallying() {
    let input = json!({ "action": "reload_pistols", "pistols": "empty", "rally_bounds_left": 2 });
    assert_has(&ruling("rest", input), json!({ "pistols": "loaded", "rally_bounds_left": 2, "rallied": false }));
}

#[test]
fn a_speech_takes_off_counters_or_adds_one() {
    let input = json!({ "counters": 3, "morale_class": "poor" });
    assert_has(&RULES.outcome("rousing_speech", input.clone(), &[6]), json!({ "counters": 0, "breaks": false }));
    assert_has(&RULES.outcome("rousing_speech", input, &[1]), json!({ "counters": 4, "breaks": true }));
}

#[test]
fn a_general_may_be_unharmed_wounded_or_unhorsed() {
    let risk = |faces: &[u8]| RULES.outcome("general_casualty", json!({}), faces);
    assert_eq!(risk(&[5]), json!({ "result": "unharmed", "recovery_bounds": 0 }));
    assert_eq!(risk(&[6, 4, 3]), json!({ "result": "flesh_wound", "recovery_bounds": 3 }));
    assert_eq!(risk(&[6, 2]), json!({ "result": "horse_dead", "recovery_bounds": 0 }));
    let dead = RULES.chance("general_casualty", json!({}), |outcome| outcome["result"] == "dead");
    assert_chance(dead, 1.0, 36.0);
}

#[test]
fn only_a_cavalryman_can_give_the_general_his_horse() {
    let gives = |with_cavalry: bool| json!({ "trooper_gives_horse": true, "with_cavalry": with_cavalry });
    assert_eq!(RULES.outcome("general_casualty", gives(true), &[6, 2])["result"], "horse_dead");
    assert_eq!(RULES.refusal("general_casualty", gives(false)), "not_allowed trooper_gives_horse");
}
