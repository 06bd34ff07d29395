//! Officers, formations, the ground under riders, loads, and figures of a group that begin the turn in contact.

use serde_json::{Value as Json, json};
use testing::table::Table;

const ID: &str = "argad";

fn soldiers(figures: i32) -> Json {
    json!({ "figures": figures, "class": 3, "weapon": "sword" })
}

fn officer() -> Json {
    json!({ "name": "Captain", "class": 4, "role": "officer" })
}

fn cavalry() -> Json {
    json!({ "figures": 1, "class": 4, "mount": "cavalry" })
}

#[test]
fn a_column_is_kept_until_another_formation_is_chosen() {
    let mut table = Table::laid(ID, &[soldiers(6)], &[soldiers(6)]);
    table.phase("move");
    table.set("a1", "close_order", true);
    let mover: &[(&'static str, &[&str])] = &[("mover", &["a1"])];
    assert_eq!(table.filled("move", mover)["formation"], "line");
    table.play("move", mover, json!({ "formation": "column_of_twos" }), &[]);
    assert_eq!(table.value("a1", "order_shape"), "column_of_twos");
    assert_eq!(table.tags("a1"), ["~in close order, column of twos"]);
    assert_eq!(table.filled("move", mover)["formation"], "column_of_twos");
    // A sideways move keeps the column.
    table.play("move", mover, json!({ "formation": "sideways_or_back" }), &[]);
    assert_eq!(table.value("a1", "order_shape"), "column_of_twos");
    table.play("close_order", &[("unit", &["a1"])], json!({ "action": "form", "shape": "column_of_threes" }), &[]);
    assert_eq!(table.filled("move", mover)["formation"], "column_of_threes");
}

#[test]
fn riders_begin_a_move_on_the_ground_of_the_last_one() {
    let mut table = Table::laid(ID, &[cavalry()], &[soldiers(6)]);
    table.phase("move");
    let mover: &[(&'static str, &[&str])] = &[("mover", &["a1"])];
    table.play("move", mover, json!({ "terrain": "woods" }), &[1, 1]);
    // The cavalry has crossed the wood and left it.
    assert_eq!(table.value("a1", "ground"), "easy");
    table.play("move", mover, json!({ "terrain": "woods", "ends_on": "woods" }), &[1, 1]);
    assert_eq!(table.value("a1", "ground"), "woods");
    assert!(table.tags("a1").contains(&"~in woods".to_owned()));
    assert_eq!(table.filled("move", mover)["terrain"], "woods");
    assert_eq!(table.filled("run_up", &[("rider", &["a1"])])["terrain"], "very_difficult");
    assert_eq!(table.filled("melee", &[("one", &["a1"]), ("many", &["b1"])])["one"]["terrain"], "very_difficult");
    table.play("move", mover, json!({ "terrain": "easy" }), &[]);
    assert_eq!(table.value("a1", "ground"), "easy");
    assert_eq!(table.filled("run_up", &[("rider", &["a1"])]).get("terrain"), None);
}

#[test]
fn orders_need_a_present_officer_or_sergeant() {
    let muskets = json!({ "figures": 6, "class": 3, "missile": ["matchlock_musket"] });
    let mut table = Table::laid(ID, &[muskets.clone(), officer()], &[muskets]);
    table.phase("move");
    for unit in ["a1", "b1"] {
        table.set(unit, "close_order", true);
    }
    let orders = |table: &Table, side: &str| {
        let (unit, target) = (format!("{side}1"), if side == "a" { "b1" } else { "a1" });
        let unit = [unit.as_str()];
        let moved = table.filled("move", &[("mover", &unit)]).get("officer").cloned();
        let formed = table.filled("close_order", &[("unit", &unit)]).get("officer").cloned();
        let answers = json!({ "shooters": [{ "salvo": true, "range_cm": 20 }] });
        let salvo = table.filled_with("shoot", &[("shooters", &unit), ("target", &[target])], &answers);
        [moved, formed, salvo["shooters"][0].get("officer").cloned()].map(|answer| answer.map(|answer| answer == true))
    };
    assert_eq!(orders(&table, "a"), [Some(true); 3]);
    // A roster without officers leaves the question open.
    assert_eq!(orders(&table, "b"), [None; 3]);
    assert!(table.notes().is_empty());
    table.set("a2", "figures", 0);
    assert_eq!(orders(&table, "a"), [Some(false); 3]);
    assert_eq!(table.refusal("move", &[("mover", &["a1"])], &json!({})), "not_allowed officer");
    assert_eq!(table.notes(), ["Side A: no officer or sergeant is left to order close order or a salvo."]);
}

#[test]
fn carried_loads_come_from_the_roster_and_can_be_put_down() {
    let bearer = json!({ "figures": 1, "burden": "heavy", "slow": "dress_or_robe" });
    let mut table = Table::laid(ID, &[bearer], &[soldiers(1)]);
    let mover: &[(&'static str, &[&str])] = &[("mover", &["a1"])];
    let filled = table.filled("move", mover);
    assert_eq!((&filled["burden"], &filled["slow"]), (&json!("heavy"), &json!("dress_or_robe")));
    assert_eq!(table.tags("a1"), ["~carries a heavy object"]);
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 12 cm.");
    table.set("a1", "burden", "none");
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 16 cm.");
}

#[test]
fn only_figures_still_in_contact_begin_the_turn_in_contact() {
    let muskets = json!({ "figures": 5, "class": 3, "missile": ["short_arquebus"] });
    let mut table = Table::laid(ID, &[muskets], &[soldiers(2)]);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a1", "contacted", true);
    table.set("a1", "fought", 2);
    while table.battle.state().table().turn() == 1 {
        table.next();
    }
    assert_eq!(table.value("a1", "start_figures"), 2);
    assert!(table.card_texts("a1").contains(&"2 of 5 began in contact".to_owned()), "{:?}", table.card_texts("a1"));
    let fought = |table: &Table, friends: usize| {
        let friends: Vec<&str> = std::iter::repeat_n("a1", friends).collect();
        let input = table.filled("melee", &[("one", &["a1"]), ("friends", &friends), ("many", &["b1"])]);
        let friends = input.get("friends").and_then(Json::as_array).cloned().unwrap_or_default();
        let all = std::iter::once(input["one"].clone()).chain(friends);
        all.map(|figure| figure["in_contact_at_start"] == true).collect::<Vec<_>>()
    };
    assert_eq!(fought(&table, 2), [true, true, false]);
    // The other three figures may shoot.
    table.phase("shoot");
    let shot = |count: i32| {
        let answers = json!({ "shooters": [{ "weapon": "short_arquebus", "count": count, "range_cm": 10 }] });
        table
            .barred("shoot", &[("shooters", &["a1"]), ("target", &["b1"])], &answers)
            .contains(&"in_contact".to_owned())
    };
    assert_eq!([shot(3), shot(4)], [false, true]);
    let input = table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1"])]);
    assert_eq!(
        (&input["shooters"][0]["count"], &input["shooters"][0]["in_contact_at_start"]),
        (&json!(3), &json!(false))
    );
}
