//! The end of a turn: checks of close order, and healing.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::table::Table;

const ID: &str = "argad";
const UNIT: &[(&str, &[&str])] = &[("unit", &["a1"])];

fn pikes() -> Json {
    soldiers(json!({ "figures": 6, "weapon": "pike" }))
}

/// A unit in close order with these trackers at the end of the turn.
fn formed(trackers: &[(&str, Json)]) -> Table {
    let mut table = Table::laid(ID, &[pikes()], &[soldiers(json!({}))]);
    table.set("a1", "close_order", true);
    for (tracker, value) in trackers {
        table.set("a1", tracker, value.clone());
    }
    table.phase("reload");
    table.next();
    table
}

#[test]
fn close_order_is_checked_after_an_attack_or_a_move() {
    // Close order formation: broken by an attack in flank or rear, by bad ground, or by fewer than three.
    let order = "close_order: A1: does the close order hold?";
    assert!(formed(&[]).duties().is_empty());
    assert_eq!(formed(&[("contacted", json!(true))]).duties(), [format!("!{order}")]);
    assert_eq!(formed(&[("moved", json!(true))]).duties(), [order], "a move alone may pass");
}

#[test]
fn soldiers_who_move_loosely_leave_their_close_order() {
    // Close order formation: it is broken at will, and all formations but loose are close order.
    let mover: &[(&str, &[&str])] = &[("mover", &["a1"])];
    let moved = |answers: Json, faces: &[u8]| {
        let mut table = Table::laid(ID, &[pikes()], &[soldiers(json!({}))]);
        table.set("a1", "close_order", true);
        table.phase("move");
        let words = table.words("move", mover, &answers, faces);
        table.play("move", mover, answers, faces);
        (table.value("a1", "close_order"), words.contains(&"They break their close order on purpose.".to_owned()))
    };
    assert_eq!(moved(json!({ "formation": "loose" }), &[]), (json!(false), true));
    assert_eq!(moved(json!({}), &[]), (json!(true), false));
    let blocked = json!({ "formation": "loose", "terrain": "woods" });
    assert_eq!(moved(blocked, &[6]), (json!(true), false), "before the ground, in the order they had (R28)");
}

#[test]
fn a_group_keeps_the_close_order_of_its_units() {
    // Movement: a group is as slow as its slowest unit. Complete armour allows 12 cm, and a column of twos 16 cm.
    let formation = |armour: &str, mount: &str| {
        let other = soldiers(json!({ "armour": armour, "mount": mount }));
        let mut table = Table::laid(ID, &[other, pikes()], &[soldiers(json!({}))]);
        table.set("a2", "close_order", true);
        table.set("a2", "order_shape", "column_of_twos");
        let filled = table.filled("move", &[("mover", &["a1", "a2"])]);
        (filled["armour"].clone(), filled["formation"].clone())
    };
    assert_eq!(formation("5", "foot"), (json!("5"), json!("column_of_twos")));
    assert_eq!(formation("5", "cavalry"), (json!("none"), json!("column_of_twos")), "the pikes are slower");
}

#[test]
fn known_facts_of_an_attack_are_filled_in() {
    let keeps =
        |trackers: &[(&str, Json)]| formed(trackers).filled_with("close_order", UNIT, &json!({ "action": "keep" }));
    assert_eq!(keeps(&[]).get("attacked"), None);
    let attacked = keeps(&[("contacted", json!(true))]);
    assert_eq!((&attacked["attacked"], attacked.get("had_time")), (&json!("front"), None));
    let pivoted = keeps(&[("contacted", json!(true)), ("pivot_used", json!(true))]);
    assert_eq!(pivoted["had_time"], false, "nobody pivots twice in a turn");
    let square = keeps(&[("contacted", json!(true)), ("order_shape", json!("square"))]);
    assert_eq!(square["square"], true);
}

#[test]
fn a_square_has_no_flank() {
    // Units in close order: soldiers of a unit may form a square.
    let flanked = |table: &Table| {
        let answers = json!({ "action": "keep", "attacked": "flank_or_rear" });
        table.words("close_order", UNIT, &answers, &[])[0].clone()
    };
    let pivoted = formed(&[("contacted", json!(true)), ("pivot_used", json!(true))]);
    assert_eq!(
        flanked(&pivoted),
        "Taken in flank or rear before they could face: their order breaks and they are in disorder."
    );
    let mut table = Table::laid(ID, &[pikes()], &[soldiers(json!({}))]);
    table.set("a1", "close_order", true);
    table.phase("move");
    table.play("close_order", UNIT, json!({ "action": "pivot", "square": true }), &[]);
    assert_eq!((table.value("a1", "order_shape"), table.value("a1", "pivot_used")), (json!("square"), json!(true)));
    table.set("a1", "contacted", true);
    assert_eq!(flanked(&table), "They stay in close order.");
    // In the next turn the soldiers pivot back into a line.
    table.set("a1", "pivot_used", false);
    table.play("close_order", UNIT, json!({ "action": "pivot" }), &[]);
    assert_eq!(table.value("a1", "order_shape"), "line");
}

#[test]
fn healing_is_due_for_player_characters_and_marked_soldiers() {
    // Wound healing: other figures that are hit are usually removed.
    let hero = json!({ "figures": 1, "player_character": true });
    let mut table = Table::laid(ID, &[soldiers(json!({})), hero], &[soldiers(json!({}))]);
    table.set("a1", "fallen", 2);
    table.set("a2", "wounded", true);
    table.set("a2", "life_points", 1);
    table.phase("reload");
    table.next();
    assert_eq!(table.duties(), ["healing: A2: wounds to see to"], "also with a life point left");
    assert_eq!((table.shown_trackers("end", "a1"), table.shown_trackers("end", "a2")), (vec!["see_to"], vec![]));
    table.set("a1", "see_to", true);
    assert_eq!(table.duties(), ["healing: A2: wounds to see to", "healing: A1: wounds to see to"]);
    table.play("healing", &[("wounded", &["a2"])], json!({}), &[1]);
    assert_eq!(table.duties(), ["healing: A1: wounds to see to"]);
    // Duties are listed in the order in which they became due.
    let mut table = Table::laid(ID, &[soldiers(json!({}))], &[soldiers(json!({}))]);
    table.phase("end");
    for (unit, tracker, value) in [
        ("a1", "fallen", json!(1)),
        ("b1", "fallen", json!(1)),
        ("b1", "see_to", json!(true)),
        ("a1", "see_to", json!(true)),
    ] {
        table.set(unit, tracker, value);
    }
    assert_eq!(table.duties(), ["healing: B1: wounds to see to", "healing: A1: wounds to see to"]);
}
