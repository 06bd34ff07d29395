//! How far units and guns go, and what ground does to them. *Terrain; Movement; Artillery Movement; Bridges and Fords.*

use super::{RULES, assert_has, ruling};
use serde_json::json;

#[test]
fn infantry_in_woods_is_slow_and_takes_a_counter() {
    let input = json!({ "mover": "infantry", "counters": 2, "woods_or_town": "off_road" });
    let fields = json!({ "allowance_in": 4, "move_in": 2, "half_speed": true, "counters_gained": 1 });
    assert_has(&ruling("movement_allowance", input), fields);
}

#[test]
fn a_hedge_takes_half_the_move_that_counters_leave() {
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
