//! Enemies in a unit's square, where two French units share a square with Spanish ones.

use serde_json::{Value as Json, json};
use testing::table::{Table, french, spanish};

const ID: &str = "pikette_squared";

type Roles<'a> = &'a [(&'static str, &'a [&'a str])];

const FIGHT: Roles = &[("attacker", &["a1"]), ("defender", &["b1"])];

/// A unit of no army list with a D8, or with the values in `more`.
fn unit(kind: &str, more: Json) -> Json {
    let mut unit = json!({ "army": "other", "type": kind, "fight_die": "d8", "move_squares": 3 });
    unit.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    unit
}

/// A battle in which France is active with this card, and all units are in one square.
fn one_square(a: &[Json], b: &[Json], card: &str) -> Table {
    let mut table = Table::laid(ID, a, b);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 9);
    table.set("a", "morale_chips", 5);
    table.set("b", "morale_chips", 5);
    table.set("battle", "card", card);
    let enemies: Vec<String> = (1..=b.len()).map(|n| format!("b{n}")).collect();
    for n in 1..=a.len() {
        table.set(&format!("a{n}"), "contact", json!(enemies));
    }
    table
}

fn contacts(table: &Table, units: &[&str]) -> Vec<Vec<String>> {
    units.iter().map(|unit| serde_json::from_value(table.value(unit, "contact")).unwrap()).collect()
}

fn nobody() -> Vec<String> {
    Vec::new()
}

/// How to battle – fighting: the loser falls back out of the square, away from all units in it.
#[test]
fn a_loser_that_falls_back_ends_all_contacts_in_its_square() {
    let pikes = [unit("pike", json!({})), unit("pike", json!({}))];
    // 7 against 4: one hit, and two squares back.
    let mut table = one_square(&pikes, &[unit("pike", json!({}))], "melee");
    table.play("fight", FIGHT, json!({}), &[7, 4]);
    assert_eq!(contacts(&table, &["a1", "a2", "b1"]), [nobody(), nobody(), nobody()]);
    // A losing attacker falls back, too.
    let mut table = one_square(&pikes[..1], &pikes, "melee");
    table.play("fight", FIGHT, json!({}), &[4, 7]);
    assert_eq!(contacts(&table, &["a1", "b1", "b2"]), [nobody(), nobody(), nobody()]);
    // A winner that stays is still in the square with the other enemies.
    let mut table = one_square(&pikes, &pikes, "melee");
    table.play("fight", FIGHT, json!({}), &[7, 4]);
    assert_eq!(contacts(&table, &["a1", "a2"]), [["b2"], ["b2"]]);
}

/// How to battle – fighting: horse must follow a loser that falls back, but foot may stay.
#[test]
fn a_winner_that_follows_keeps_only_the_contact_with_the_loser() {
    let pikes = [unit("pike", json!({})), unit("pike", json!({}))];
    let horse = [unit("lancers", json!({})), unit("pike", json!({}))];
    let mut table = one_square(&horse, &pikes, "melee");
    table.play("fight", FIGHT, json!({}), &[7, 4]);
    assert_eq!(contacts(&table, &["b1", "a2"]), [["a1"], ["b2"]], "the other winner does not go along");
    table.play("follow_up", &[("unit", &["a1"]), ("enemy", &["b1"])], json!({}), &[]);
    assert_eq!(contacts(&table, &["a1", "b1", "a2", "b2"]), [["b1"], ["a1"], ["b2"], ["a2"]]);
    // If ground bars the way, the winner stays with the remaining enemies.
    let mut table = one_square(&horse, &pikes, "melee");
    table.play("fight", FIGHT, json!({}), &[7, 4]);
    table.play("follow_up", &[("unit", &["a1"]), ("enemy", &["b1"])], json!({ "answer": "barred" }), &[]);
    assert_eq!(contacts(&table, &["a1", "b1"]), [vec!["b2".to_owned()], nobody()]);
    let mut table = one_square(&pikes, &pikes, "melee");
    table.play("fight", FIGHT, json!({}), &[7, 4]);
    table.play("follow_up", &[("unit", &["a1"]), ("enemy", &["b1"])], json!({}), &[]);
    assert_eq!(contacts(&table, &["a1", "b1", "a2"]), [["b1"], ["a1"], ["b2"]]);
}

/// TERCIO: the remaining stands hold their ground. PHALANX: horse does not beat a phalanx from the front.
#[test]
fn a_loser_that_stays_keeps_its_contacts() {
    let pikes = [unit("pike", json!({ "fight_die": "d12" })), unit("pike", json!({}))];
    let tercio = [unit("tercio", json!({}))];
    let mut table = one_square(&pikes, &tercio, "melee");
    table.play("fight", FIGHT, json!({}), &[11, 2]);
    assert_eq!(table.value("b1", "stands"), 4, "a stand by hits, and one in place of a rout");
    assert_eq!(contacts(&table, &["a1", "a2", "b1"]), [vec!["b1"], vec!["b1"], vec!["a2", "a1"]]);
    let horse = [unit("lancers", json!({})), unit("pike", json!({}))];
    for (block, faces) in [("tercio", [8, 2]), ("phalanx", [8, 2]), ("pike", [5, 5])] {
        let mut table = one_square(&horse, &[unit(block, json!({}))], "melee");
        table.play("fight", FIGHT, json!({}), &faces);
        assert_eq!(contacts(&table, &["a1", "a2"]), [["b1"], ["b1"]], "{block}");
    }
}

/// How to battle – moving; – morale chips: a unit that routs from any cause runs at once.
#[test]
fn a_unit_that_routs_or_is_gone_ends_all_its_contacts() {
    let pikes = [unit("pike", json!({})), unit("pike", json!({}))];
    let laid = || one_square(&pikes, &[unit("militia", json!({})), unit("pike", json!({}))], "melee");
    let disordered = || {
        let mut table = laid();
        table.set("b1", "state", "disordered");
        table.set("b1", "may_be_chipped", true);
        table
    };
    let mut by_fight = laid();
    by_fight.play("fight", FIGHT, json!({}), &[8, 2]);
    let mut by_chip = disordered();
    by_chip.play("chip_check", &[("unit", &["b1"])], json!({}), &[1, 6]);
    let mut by_courage = disordered();
    by_courage.play("courage_check", &[("unit", &["b1"])], json!({}), &[1, 6]);
    let mut by_correction = laid();
    by_correction.play("apply_result", &[("unit", &["b1"])], json!({ "effect": "routed" }), &[]);
    let mut by_hand = laid();
    by_hand.set("b1", "state", "left_table");
    let mut destroyed = laid();
    destroyed.set("b1", "stands", 1);
    destroyed.play("apply_result", &[("unit", &["b1"])], json!({ "hits": 3 }), &[]);
    for (index, table) in [by_fight, by_chip, by_courage, by_correction, by_hand, destroyed].iter().enumerate() {
        assert_ne!(table.value("b1", "state"), "disordered", "case {index}");
        assert_eq!(contacts(table, &["b1", "a1", "a2"]), [vec![], vec!["b2"], vec!["b2"]], "case {index}");
    }
}

/// How to battle – moving; Marching: moves, charges, evasions and marches go to another square.
#[test]
fn a_unit_that_leaves_its_square_ends_its_contacts_and_cannot_follow() {
    let horse = [unit("light_horse", json!({})), unit("pike", json!({}))];
    let pikes = [unit("pike", json!({})), unit("pike", json!({}))];
    let laid = |card: &str, phase: &str| {
        let mut table = one_square(&horse, &pikes, card);
        table.phase(phase);
        table.set("battle", "card", card);
        table.set("a", "pips", 9);
        table.set("a1", "may_follow", "b2");
        table.set("a1", "facing", "n");
        table
    };
    let acting: Roles = &[("unit", &["a1"])];
    let acts: [(&str, &str, Roles, Json, &[u8]); 5] = [
        ("cavalry_move", "move", acting, json!({ "steps": ["n"] }), &[]),
        ("cavalry_move", "action", acting, json!({ "action": "move" }), &[]),
        ("cavalry_move", "march", &[], json!({}), &[]),
        ("none", "reaction", acting, json!({ "reaction": "evade" }), &[]),
        ("none", "reaction", acting, json!({ "reaction": "opportunity_charge", "distance_squares": 2 }), &[]),
    ];
    for (card, procedure, roles, answers, faces) in acts {
        let phase = if procedure == "reaction" { "second_side" } else { "first_side" };
        let mut table = laid(card, phase);
        table.play(procedure, roles, answers.clone(), faces);
        assert_eq!(contacts(&table, &["a1"]), [nobody()], "{procedure} {answers}");
        assert_eq!(table.value("a1", "may_follow"), "", "{procedure} {answers}");
        let others = if procedure == "march" { nobody() } else { vec!["a2".to_owned()] };
        assert_eq!(contacts(&table, &["b1", "b2"]), [others.clone(), others], "{procedure} {answers}");
    }
    // A change of direction stays in the square.
    let mut table = laid("cavalry_move", "first_side");
    table.play("move", acting, json!({ "new_facing": "e" }), &[]);
    assert_eq!(contacts(&table, &["a1"]), [["b1", "b2"]]);
    table.set("battle", "card", "cavalry_move");
    table.play("action", acting, json!({ "action": "change_direction" }), &[]);
    assert_eq!(contacts(&table, &["a1"]), [["b1", "b2"]]);
}

/// How to battle – fighting: a victor that is not held back pursues the routed unit. Moving: French knights charge.
#[test]
fn pursuers_and_headstrong_knights_end_contacts_in_their_square() {
    let horse = [unit("lancers", json!({})), unit("pike", json!({}))];
    let enemies = [unit("pike", json!({})), unit("pike", json!({}))];
    let mut table = one_square(&horse, &enemies, "melee");
    table.set("a1", "must_pursue", true);
    table.play("pursuit", &[("unit", &["a1"])], json!({}), &[2, 5]);
    assert_eq!(contacts(&table, &["a1", "a2"]), [vec![], vec!["b1", "b2"]]);
    let mut held = one_square(&horse, &enemies, "melee");
    held.set("a1", "must_pursue", true);
    held.play("pursuit", &[("unit", &["a1"])], json!({}), &[5, 2]);
    assert_eq!(contacts(&held, &["a1"]), [["b1", "b2"]]);
    let mut knights = one_square(&[french("gendarmes")], &[spanish("pike"), spanish("tercio")], "none");
    knights.phase("second_side");
    let charge: Roles = &[("unit", &["a1"]), ("enemy", &["b2"])];
    knights.play("french_knights_charge", charge, json!({ "distance_squares": 2 }), &[2, 5]);
    assert_eq!(contacts(&knights, &["a1", "b1"]), [vec!["b2".to_owned()], nobody()]);
}
