//! Contacts: fights with several enemies, and units in contact that do not fight.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::table::Table;

const ID: &str = "argad";

fn alone(more: Json) -> Json {
    let mut profile = soldiers(more);
    profile["figures"] = 1.into();
    profile
}

/// A battle with these contacts at the start of the melee.
fn in_contact(a: &[Json], b: &[Json], contacts: &[(&str, &str)]) -> Table {
    let mut table = Table::laid(ID, a, b);
    for unit in ["a1", "a2", "b1", "b2"] {
        let enemies: Vec<&str> = contacts
            .iter()
            .filter_map(|(one, other)| if *one == unit { Some(*other) } else { (*other == unit).then_some(*one) })
            .collect();
        if !enemies.is_empty() {
            table.set(unit, "contacts", json!(enemies));
        }
    }
    table.phase("shoot");
    table.next();
    table
}

#[test]
fn a_due_melee_of_one_fighter_opens_with_all_enemies_in_contact() {
    // Resolution of the melee: if several enemies are in contact, the player chooses which is struck.
    let table = in_contact(&[alone(json!({}))], &[alone(json!({})), alone(json!({}))], &[("a1", "b1"), ("a1", "b2")]);
    assert_eq!(table.duties(), ["melee: A1 is in contact with B1, B2: say whom A1 strikes"]);
    let duty = &table.every_duty()[0];
    let expected = [("one", vec!["a1".to_owned()]), ("many", vec!["b1".to_owned(), "b2".to_owned()])];
    assert_eq!(duty.roles, expected);
    // The outnumbered fighter takes the role `one`, also on the second side.
    let table = in_contact(&[alone(json!({})), alone(json!({}))], &[alone(json!({}))], &[("a1", "b1"), ("a2", "b1")]);
    assert_eq!(table.duties(), ["melee: B1 is in contact with A1, A2: say whom B1 strikes"]);
}

#[test]
fn a_fight_with_several_enemies_settles_all_contacts() {
    let foes = [alone(json!({})), alone(json!({}))];
    let mut table = in_contact(&[alone(json!({}))], &foes, &[("a1", "b1"), ("a1", "b2")]);
    let roles: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1", "b2"])];
    table.play("melee", roles, json!({ "targets": [1] }), &[2, 2, 2]);
    assert!(table.duties().is_empty(), "{:?}", table.duties());
}

#[test]
fn groups_in_contact_with_one_enemy_each_fight_in_pairs() {
    let foes = [soldiers(json!({})), soldiers(json!({}))];
    let table = in_contact(&[soldiers(json!({}))], &foes, &[("a1", "b1"), ("a1", "b2")]);
    assert_eq!(table.duties(), ["melee: A1 and B1 are in contact", "melee: A1 and B2 are in contact"]);
}

#[test]
fn units_held_up_by_the_ground_are_in_contact_without_a_fight() {
    // Slowing dice; Matchlock musket (R32). Neither unit can strike: one is held up by the ground, and the other has shot.
    let muskets = alone(json!({ "missile": ["matchlock_musket"] }));
    let mut table = Table::laid(ID, std::slice::from_ref(&muskets), &[alone(json!({}))]);
    table.phase("melee");
    table.set("a1", "blocked", true);
    table.set("b1", "blows", 1);
    table.play("melee", &[("one", &["b1"]), ("many", &["a1"])], json!({}), &[]);
    assert_eq!(table.value("a1", "contacts"), json!(["b1"]));
    assert_eq!(table.value("a1", "fouled"), true);
    assert_eq!(table.says("melee", "a1"), "in contact; did not fight");
    assert!(table.card_texts("a1").contains(&"in contact, did not fight".to_owned()), "{:?}", table.card_texts("a1"));
    // A contact set by hand is no fight, but it fouls muskets like one.
    let mut table = Table::laid(ID, &[muskets], &[alone(json!({}))]);
    table.set("a1", "contacted", true);
    assert_eq!((table.says("melee", "a1"), table.value("a1", "fouled")), ("in contact".into(), json!(true)));
    assert!(table.card_texts("a1").contains(&"in contact this turn".to_owned()), "{:?}", table.card_texts("a1"));
}
