//! Moves of units and guns, and the effects of ground. *Terrain; Movement; Artillery Movement; Bridges and Fords.*

use super::{RULES, assert_has, ruling};
use serde_json::{Value as Json, json};

#[test]
fn infantry_in_woods_is_slow_and_takes_a_counter() {
    let input = json!({ "mover": "infantry", "counters": 2, "woods_or_town": "off_road" });
    let fields = json!({ "allowance_in": 4, "move_in": 2, "half_speed": true, "counters_gained": 1 });
    assert_has(&ruling("movement_allowance", input), fields);
}

#[test]
fn a_hedge_takes_half_of_a_move_reduced_by_counters() {
    let input = json!({ "mover": "cavalry", "counters": 1, "hedges_crossed": 1 });
    let answer = RULES.answer("movement_allowance", input, &[]);
    assert_eq!(answer["outcome"]["move_in"], 5.5);
    assert_eq!(answer["modifiers"], json!([{ "id": "counters", "value": -1 }, { "id": "half_moves", "value": -5.5 }]));
}

#[test]
fn cavalry_that_fires_moves_nine_inches() {
    let outcome = ruling("movement_allowance", json!({ "mover": "cavalry", "firing": true }));
    assert_has(&outcome, json!({ "allowance_in": 12, "move_in": 9 }));
}

#[test]
fn pursuers_are_not_slowed_by_their_counters() {
    let input = json!({ "mover": "cavalry", "counters": 4, "pursuing": true, "river": "ford" });
    assert_has(&ruling("movement_allowance", input), json!({ "move_in": 12, "counters_gained": 1 }));
}

#[test]
fn ten_figures_cross_a_bridge_in_a_move() {
    let cross = |figures: i32| ruling("bridge_crossing", json!({ "figures": figures }));
    let took = |crossing: i32, total: i32| json!({ "crossing_moves": crossing, "formation_change_moves": 1, "total_moves": total });
    assert_eq!(cross(24), took(3, 4));
    assert_eq!(cross(10), took(1, 2));
}

#[test]
fn heavy_guns_are_slow_to_unlimber_and_light_ones_quick_to_limber() {
    let heavy = json!({ "gun": "heavy", "action": "unlimber", "half_moves_done": 2 });
    assert_eq!(ruling("gun_limbering", heavy), json!({ "half_moves_needed": 6, "half_moves_left": 4, "done": false }));
    let light = json!({ "gun": "light", "action": "limber" });
    assert_eq!(ruling("gun_limbering", light), json!({ "half_moves_needed": 1, "half_moves_left": 1, "done": false }));
}

#[test]
fn by_ruling_a_road_helps_infantry() {
    let input = |ruling: &str| json!({ "mover": "infantry", "counters": 2, "woods_or_town": "road", "rulings": { "r19_infantry_on_road": ruling } });
    assert_has(
        &ruling("movement_allowance", input("slowed")),
        json!({ "move_in": 2, "half_speed": true, "counters_gained": 1 }),
    );
    assert_has(
        &ruling("movement_allowance", input("free")),
        json!({ "move_in": 4, "half_speed": false, "counters_gained": 0 }),
    );
    let cavalry = json!({ "mover": "cavalry", "woods_or_town": "road" });
    assert_has(&ruling("movement_allowance", cavalry), json!({ "move_in": 12, "counters_gained": 0 }));
}

#[test]
fn the_effect_of_a_steep_hill_depends_on_the_ruling() {
    let moves = |ruling: &str| {
        let input = json!({ "mover": "infantry", "hedges_crossed": 1, "hill": "steep", "rulings": { "r18_steep_hill": ruling } });
        move_in(input)
    };
    assert_eq!((moves("half_speed"), moves("half_move"), moves("by_agreement")), (1.5, 0.0, 3.0));
}

/// Returns the inches that the mover may move.
fn move_in(input: Json) -> f64 {
    ruling("movement_allowance", input)["move_in"].as_f64().unwrap_or(-1.0)
}

#[test]
fn earlier_moves_and_fire_in_the_bound_limit_the_move() {
    let spent = json!({ "mover": "infantry", "half_moves_spent": 1 });
    assert_eq!(move_in(spent), 3.0);
    let fired = json!({ "mover": "cavalry", "fired": true });
    assert_eq!(move_in(fired), 9.0);
    let too_much = json!({ "mover": "infantry", "half_moves_spent": 2, "hedges_crossed": 1 });
    assert_eq!(RULES.refusal("movement_allowance", too_much), "not_allowed formation_changes");
    let foot = json!({ "mover": "infantry", "fired": true });
    assert_eq!(RULES.refusal("movement_allowance", foot), "not_allowed fired");
}

#[test]
fn a_distance_beyond_the_allowance_is_refused() {
    let moved = |inches: f64| json!({ "mover": "cavalry", "counters": 1, "hedges_crossed": 1, "distance_in": inches });
    assert_eq!(move_in(moved(5.5)), 5.5);
    assert_eq!(RULES.refusal("movement_allowance", moved(6.0)), "not_allowed distance_in");
}

#[test]
fn crossing_a_bridge_and_limbering_need_half_moves_left() {
    let crossing =
        |done: i32, spent: i32| json!({ "figures": 24, "bridge_half_moves_done": done, "half_moves_spent": spent });
    assert_eq!(ruling("bridge_crossing", crossing(8, 1))["total_moves"], 4);
    assert_eq!(RULES.refusal("bridge_crossing", crossing(9, 0)), "bad_value bridge_half_moves_done");
    assert_eq!(RULES.refusal("bridge_crossing", crossing(0, 2)), "not_allowed half_moves_spent");
    let limber = |fired: bool, spent: i32| json!({ "gun": "heavy", "action": "limber", "fired": fired, "half_moves_spent": spent });
    assert_eq!(RULES.refusal("gun_limbering", limber(true, 0)), "not_allowed fired");
    assert_eq!(RULES.refusal("gun_limbering", limber(false, 2)), "not_allowed half_moves_spent");
}
