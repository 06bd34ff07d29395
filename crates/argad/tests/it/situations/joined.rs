//! Soldiers who join a close order after it was formed.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::table::Table;

fn pikes(figures: i32) -> Json {
    soldiers(json!({ "figures": figures, "weapon": "pike" }))
}

/// A unit of three pikes in close order, and two units of two pikes out of close order, which could join.
fn ordered() -> Table {
    let mut table = Table::laid("argad", &[pikes(3), pikes(2), pikes(2)], &[soldiers(json!({}))]);
    table.set("a1", "close_order", true);
    table.phase("move");
    table
}

const JOIN: &[(&str, &[&str])] = &[("unit", &["a2"]), ("joined", &["a1"])];

fn next_turn(table: &mut Table) {
    let turn = table.battle.state().table().turn();
    while table.battle.state().table().turn() == turn {
        table.next();
    }
}

#[test]
fn units_join_a_close_order_in_a_turn_and_count_together() {
    let mut table = ordered();
    table.set("a1", "order_shape", "column_of_twos");
    table.play("close_order", JOIN, json!({ "action": "join" }), &[]);
    assert_eq!((table.value("a2", "forming"), table.value("a2", "close_order")), (json!(true), json!(false)));
    // The joining soldiers do nothing else, and the others stand still.
    assert_eq!(table.barred("move", &[("mover", &["a2"])], &json!({}))[0], "forming");
    assert!(table.barred("move", &[("mover", &["a1"])], &json!({})).contains(&"joined".to_owned()));
    assert!(!table.barred("move", &[("mover", &["a1"])], &json!({ "two_paces": true })).contains(&"joined".to_owned()));
    next_turn(&mut table);
    assert_eq!((table.value("a2", "close_order"), table.value("a2", "joined_order")), (json!(true), json!("a1")));
    assert_eq!(table.value("a2", "order_shape"), "column_of_twos");
    assert!(table.duties().is_empty(), "two of five: {:?}", table.duties());
    let keep = |table: &Table, unit: &str| {
        let answers = json!({ "action": "keep" });
        table.filled_with("close_order", &[("unit", &[unit])], &answers)["soldiers"].clone()
    };
    assert_eq!([keep(&table, "a1"), keep(&table, "a2"), keep(&table, "a3")], [json!(5), json!(5), json!(2)]);
    assert!(table.card_texts("a2").contains(&"in the order of A1".to_owned()), "{:?}", table.card_texts("a2"));
}

#[test]
fn only_a_close_order_that_stands_still_can_be_joined() {
    let mut table = ordered();
    let join = json!({ "action": "join" });
    assert_eq!(table.barred("close_order", &[("unit", &["a2"])], &join), ["join_unnamed"]);
    assert_eq!(table.fits("close_order", "joined", "a1"), "fits");
    assert_eq!(table.fits("close_order", "joined", "a3"), "not in close order.");
    // Joining needs no officer, and two soldiers are enough.
    assert_eq!(table.refusal("close_order", JOIN, &join), "allowed");
    table.set("a1", "moved", true);
    assert_eq!(table.refusal("close_order", JOIN, &join), "not_allowed anchor");
    table.set("a1", "close_order", false);
    assert!(table.barred("close_order", &[("unit", &["a2"])], &join).contains(&"nothing_to_join".to_owned()));
}

#[test]
fn an_order_continues_without_its_first_unit() {
    let mut table = ordered();
    for unit in ["a2", "a3"] {
        table.set(unit, "close_order", true);
        table.set(unit, "joined_order", "a1");
    }
    table.set("a1", "figures", 0);
    assert_eq!((table.value("a2", "joined_order"), table.value("a3", "joined_order")), (json!(""), json!("a2")));
    assert!(table.duties().is_empty(), "four are left: {:?}", table.duties());
    // Two soldiers are too few, although the unit that is left lost none.
    table.set("a3", "figures", 0);
    assert_eq!(table.duties(), ["!close_order: A2: does the close order hold?"]);
}

#[test]
fn an_order_pivots_like_its_least_trained_soldiers() {
    // Close order formation: untrained soldiers pivot without moving.
    let drilled = soldiers(json!({ "class": 2, "drilled": true }));
    let mut table = Table::laid("argad", &[pikes(3), drilled], &[soldiers(json!({}))]);
    for unit in ["a1", "a2"] {
        table.set(unit, "close_order", true);
    }
    table.phase("move");
    let barred =
        |table: &Table| table.barred("close_order", &[("unit", &["a1"])], &json!({ "action": "pivot", "moves": true }));
    assert_eq!(barred(&table), [""; 0], "an order of its own");
    table.set("a2", "joined_order", "a1");
    assert_eq!(barred(&table), ["untrained_pivot"]);
}

#[test]
fn a_broken_order_ends_for_all_units_in_it() {
    let broken = |answers: Json| {
        let mut table = ordered();
        table.set("a2", "close_order", true);
        table.set("a2", "joined_order", "a1");
        table.set("a3", "close_order", true);
        table.play("close_order", &[("unit", &["a1"])], answers, &[]);
        let orders = ["a1", "a2", "a3"].map(|unit| table.value(unit, "close_order") == true);
        (orders, table.value("a2", "disorder"), table.value("a2", "joined_order"))
    };
    let flank = json!({ "action": "keep", "attacked": "flank_or_rear", "had_time": false });
    assert_eq!(broken(flank), ([false, false, true], json!(true), json!("")));
    let ground = json!({ "action": "keep", "terrain": "difficult" });
    assert_eq!(broken(ground), ([false, false, true], json!(false), json!("")));
    // If one unit breaks its order on purpose, only that unit leaves it.
    assert_eq!(broken(json!({ "action": "keep", "at_will": true })), ([false, true, true], json!(false), json!("")));
}

#[test]
fn all_ranks_of_an_order_strike_across_its_units() {
    let mut table = ordered();
    let ranks = |table: &Table| {
        let input = table.filled("melee", &[("one", &["a1"]), ("friends", &["a2", "a1", "a2"]), ("many", &["b1"])]);
        input["friends"].as_array().unwrap().iter().map(|figure| figure.get("rank").cloned()).collect::<Vec<_>>()
    };
    table.set("a2", "close_order", true);
    assert_eq!(ranks(&table), [None, Some(json!(2)), Some(json!(2))], "orders of their own");
    table.set("a2", "joined_order", "a1");
    assert_eq!(ranks(&table), [Some(json!(2)), Some(json!(3)), Some(json!(4))]);
}
