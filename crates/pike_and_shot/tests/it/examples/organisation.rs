//! Formations and classes of units, detachments and passing through. *Formations and Sub-units; Classification of Troops;
//! Interpenetration.*

use super::{RULES, assert_chance, assert_has, ruling};
use serde_json::json;

#[test]
fn a_regiment_with_its_command_as_musketeers_stands_in_swedish_order() {
    let input = json!({ "troop_type": "foot", "pikes": 8, "muskets": 12, "command": 4, "formation": "swedish" });
    assert_eq!(
        ruling("formation", input),
        json!({
            "figures": 24, "pikes": 8, "muskets": 16, "men": 600, "ranks": 2, "ranks_represented": 6,
            "front_figures": 12, "front_pikes": 4, "front_muskets": 8, "casualty_line": "1:2",
            "frontage_mm": 120, "depth_mm": 30,
        })
    );
}

#[test]
fn a_regiment_with_its_command_as_pikemen_stands_in_dutch_order() {
    let input = json!({
        "troop_type": "foot", "pikes": 8, "muskets": 12, "command": 4, "command_as_pikes": 4, "formation": "dutch",
    });
    let fields = json!({
        "pikes": 12, "muskets": 12, "ranks": 3, "front_pikes": 4, "front_muskets": 4, "casualty_line": "1:1",
        "frontage_mm": 80, "depth_mm": 45,
    });
    assert_has(&ruling("formation", input), fields);
}

#[test]
fn a_regiment_in_four_ranks_fires_like_one_in_three() {
    let input = json!({ "troop_type": "foot", "pikes": 8, "muskets": 16, "formation": "deep" });
    let fields = json!({
        "ranks": 4, "ranks_represented": 12, "front_pikes": 2, "front_muskets": 4, "frontage_mm": 60, "depth_mm": 60,
    });
    assert_has(&ruling("formation", input), fields);
    // Three ranks or more: three figures to a group.
    let fire =
        json!({ "front_muskets": 4, "ranks": 4, "range_in": 5, "target": { "troop_type": "horse", "figures": 9 } });
    let outcome = RULES.outcome("infantry_fire", fire, &[1]);
    assert_has(&outcome, json!({ "group_size": 3, "groups": 1 }));
}

#[test]
fn a_class_is_rolled_on_the_table() {
    assert_eq!(RULES.outcome("morale_class_roll", json!({}), &[6]), json!({ "morale_class": "good" }));
    assert_eq!(RULES.outcome("morale_class_roll", json!({}), &[3]), json!({ "morale_class": "poor" }));
    let poor = RULES.chance("morale_class_roll", json!({}), |outcome| outcome["morale_class"] == "poor");
    assert_chance(poor, 2.0, 6.0);
}

#[test]
fn a_company_takes_its_units_counters_and_brings_its_own_back() {
    let detach = json!({ "action": "detach", "parent_counters": 2 });
    assert_eq!(ruling("sub_unit", detach), json!({ "parent_counters": 2, "sub_unit_counters": 2, "moves_needed": 1 }));
    let rejoin = json!({ "action": "rejoin", "parent_counters": 2, "sub_unit_counters": 4 });
    assert_eq!(
        ruling("sub_unit", rejoin),
        json!({ "parent_counters": 4, "sub_unit_counters": null, "moves_needed": 0 })
    );
}

#[test]
fn units_that_pass_through_each_other_take_half_of_each_others_counters() {
    let pass = |a: i32, b: i32| ruling("interpenetration", json!({ "counters_a": a, "counters_b": b }));
    assert_eq!(pass(3, 0), json!({ "a_gained": 1, "b_gained": 2, "counters_a": 4, "counters_b": 2 }));
    assert_eq!(pass(4, 5), json!({ "a_gained": 3, "b_gained": 2, "counters_a": 7, "counters_b": 7 }));
}

#[test]
fn a_detachment_takes_at_most_the_figures_that_can_leave() {
    let detach = |pikes: i32, muskets: i32| {
        json!({
            "action": "detach", "parent_counters": 1, "pikes": pikes, "muskets": muskets,
            "parent_pikes": 4, "parent_muskets": 8,
        })
    };
    assert_has(&ruling("sub_unit", detach(0, 8)), json!({ "sub_unit_counters": 1 }));
    assert_eq!(RULES.refusal("sub_unit", detach(5, 0)), "not_allowed pikes");
    assert_eq!(RULES.refusal("sub_unit", detach(4, 8)), "not_allowed pikes");
    let unknown = json!({ "action": "detach", "parent_counters": 1, "figures": 2 });
    assert_eq!(RULES.refusal("sub_unit", unknown), "missing_field parent_figures");
    let rejoin = json!({ "action": "rejoin", "parent_counters": 1, "sub_unit_counters": 1, "figures": 2 });
    assert_eq!(RULES.refusal("sub_unit", rejoin), "bad_value figures");
}
