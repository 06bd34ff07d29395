//! Results on a unit, and chips after them. *How to battle – morale chips; PHALANX; TERCIO.*

use super::RULES;
use serde_json::{Value as Json, json};

ruled! {
    a_rout_costs_a_chip_for_the_stand_lost_and_for_the_stand_that_runs:
    apply_result { "unit": {"type": "militia", "move_squares": 2.5, "fight_die": "d4", "hits": 2}, "hits": 2,
        "effect": "routed" }
    [] => { "state": "routed", "stands": 1, "hits": 1, "chips_lost": 2, "rout_move_squares": 2.5 }
}

ruled! {
    a_disordered_phalanx_that_fails_its_morale_loses_a_stand:
    apply_result { "unit": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "hits": 3,
        "state": "disordered"}, "effect": "disordered", "source": "morale" }
    [] => { "state": "disordered", "stands": 3, "hits": 0, "chips_lost": 1, "rout_move_squares": 0 }
}

ruled! {
    a_chip_routs_a_disordered_unit:
    chip_check { "unit": {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "state": "disordered"},
        "morale_chips": 9 }
    [3, 5] => { "target_die": "d4", "success": true, "target_state": "routed", "target_stands": 2, "target_hits": 0,
        "chips_lost": 2, "rout_move_squares": 2.5, "chips_left": 8 } with "disordered" -1
}

ruled! {
    a_chip_that_ties_is_spent_for_nothing:
    chip_check { "unit": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "leader_attached": true},
        "morale_chips": 1 }
    [6, 6] => { "target_die": "d12", "success": false, "target_state": "ok", "target_stands": 4, "target_hits": 0,
        "chips_lost": 0, "rout_move_squares": 0, "chips_left": 0 } with "leader_attached" 2
}

#[test]
fn ruling_r8_decides_if_a_lost_arquebus_stand_disorders_a_tercio() {
    let put = |stands: i32, rulings: Json| {
        let tercio = json!({ "type": "tercio", "move_squares": 1.5, "fight_die": "d10", "stands": stands });
        let result = json!({ "unit": tercio, "effect": "routed", "rulings": rulings });
        RULES.answer("apply_result", result, &[])["outcome"]["state"].clone()
    };
    assert_eq!(put(6, json!({})), "ok");
    assert_eq!(put(6, json!({ "r8_tercio_rout": "always_disordered" })), "disordered");
    // A tercio is disordered if it loses a stand of pike.
    assert_eq!(put(4, json!({})), "disordered");
}

/// Returns state, stands and hits of a tercio after new hits and an effect. `marked` are the hits on its marked stand before.
fn tercio_after(stands: i32, marked: i32, hits: i32, effect: &str, rulings: Json) -> Json {
    let tercio = json!({ "type": "tercio", "move_squares": 1.5, "fight_die": "d10", "stands": stands, "hits": marked });
    let result = json!({ "unit": tercio, "hits": hits, "effect": effect, "rulings": rulings });
    let outcome = RULES.answer("apply_result", result, &[])["outcome"].clone();
    json!([outcome["state"], outcome["stands"], outcome["hits"]])
}

#[test]
fn ruling_r8_decides_if_a_lost_arquebus_stand_prevents_disorder() {
    let shields = || json!({ "r8_tercio_rout": "arquebus_stand_shields" });
    assert_eq!(tercio_after(6, 2, 1, "disordered", json!({})), json!(["disordered", 5, 0]));
    assert_eq!(tercio_after(6, 2, 1, "disordered", shields()), json!(["ok", 5, 0]));
    // If no stand is lost, or a stand of pike, the tercio is disordered.
    assert_eq!(tercio_after(6, 0, 1, "disordered", shields()), json!(["disordered", 6, 1]));
    assert_eq!(tercio_after(4, 3, 1, "disordered", shields()), json!(["disordered", 3, 0]));
    // A rout that costs a pike stand disorders the tercio, whatever was lost before.
    assert_eq!(tercio_after(5, 2, 1, "routed", shields()), json!(["disordered", 3, 0]));
}

#[test]
fn ruling_r9_decides_if_hits_go_with_a_stand_lost_in_place_of_a_rout() {
    let stay = || json!({ "r9_hits_of_stand": "stay" });
    assert_eq!(tercio_after(6, 0, 2, "routed", json!({})), json!(["ok", 5, 0]));
    assert_eq!(tercio_after(6, 0, 2, "routed", stay()), json!(["ok", 5, 2]));
    // The last arquebus stand is the marked one, and so is the last stand. Both take their hits along.
    assert_eq!(tercio_after(5, 0, 2, "routed", stay()), json!(["ok", 4, 0]));
    assert_eq!(tercio_after(1, 0, 2, "routed", stay()), json!(["destroyed", 0, 0]));
    assert_eq!(tercio_after(4, 0, 3, "routed", stay()), json!(["disordered", 3, 3]));
}

#[test]
fn a_swiss_phalanx_is_only_disordered_and_costs_no_chip() {
    let swiss = json!({ "type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "swiss": true });
    let outcome = RULES.answer("apply_result", json!({ "unit": swiss, "effect": "routed" }), &[])["outcome"].clone();
    assert_eq!(
        outcome,
        json!({ "state": "disordered", "stands": 4, "hits": 0, "chips_lost": 0, "rout_move_squares": 0 })
    );
}
