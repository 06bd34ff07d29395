//! Courage and rallying. *Courage; FEARSOME units; Rally.*

use super::RULES;
use serde_json::{Value as Json, json};

ruled! {
    a_fearsome_enemy_within_its_move_asks_for_courage:
    courage_required { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d4"},
        "enemy_fearsome": true, "enemy_move_squares": 3, "distance_squares": 3 }
    [] => { "required": true, "reason": "fearsome" }
}

ruled! {
    the_fearsome_fear_nobody:
    courage_required { "unit": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "swiss": true,
        "fearsome": true}, "enemy_fearsome": true, "enemy_move_squares": 3, "distance_squares": 1 }
    [] => { "required": false, "reason": "none" }
}

ruled! {
    equal_rolls_hold:
    courage_check { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d4"} }
    [4, 4] => { "unit_die": "d4", "passed": true, "state": "ok", "stands": 2, "hits": 0, "chips_lost": 0,
        "rout_move_squares": 0 }
}

ruled! {
    light_horse_in_disorder_rout_when_their_courage_fails:
    courage_check { "unit": {"type": "light_horse", "move_squares": 5, "fight_die": "d6", "state": "disordered"}
        }
    [2, 3] => { "unit_die": "d4", "passed": false, "state": "routed", "stands": 2, "hits": 0, "chips_lost": 2,
        "rout_move_squares": 5 } with "disordered" -1
}

ruled! {
    routed_knights_rally_to_disorder:
    rally_check { "unit": {"type": "knights", "move_squares": 3, "fight_die": "d12", "state": "routed"},
        "distance_squares": 5, "morale_chips": 7 }
    [6, 4] => { "unit_die": "d8", "success": true, "state": "disordered", "chips_left": 6 } with "routed" -2
}

ruled! {
    under_the_sultan_a_rally_is_up_one_and_a_tie_still_fails:
    rally_check { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d6", "state": "disordered"},
        "distance_squares": 2, "morale_chips": 1, "sultan": true }
    [3, 3] => { "unit_die": "d6", "success": false, "state": "disordered", "chips_left": 0 } with "disordered" -1,
        "sultan" 1
}

#[test]
fn shooting_units_need_a_range_above_0() {
    let error = |unit: Json| {
        let answer = RULES.answer("courage_check", json!({ "unit": unit }), &[]);
        (answer["error"]["code"].clone(), answer["error"]["field"].clone())
    };
    let bare = json!({ "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8" });
    assert_eq!(error(bare.clone()), (json!("missing_field"), json!("unit.weapon_range_squares")));
    let mut nought = bare;
    nought["weapon_range_squares"] = json!(0);
    assert_eq!(error(nought), (json!("bad_value"), json!("unit.weapon_range_squares")));
}
