//! Choices of charged units, gunners that break on contact, and the order of targets of fire.

use super::{gun, troops};
use battle::analysis::candidates::{Prospect, candidates};
use battle::analysis::odds::OddsSummary;
use serde_json::{Value as Json, json};
use testing::table::{Table, foot, horse, taking};

const ID: &str = "pike_and_shot";

fn good_foot() -> Json {
    json!({ "pikes": 8, "muskets": 16, "morale_class": "good" })
}

/// `a1` and `a2` against `b1` and `b2`, after `b1` has charged `a1`.
fn charged(a1: &Json, b1: &Json) -> Table {
    let mut table = Table::laid(ID, &[a1.clone(), good_foot()], &[b1.clone(), good_foot()]);
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
    table
}

#[test]
fn a_unit_that_stands_does_not_counter_charge() {
    // Reaction Tests 1: a charged unit may counter-charge, stand or break.
    let mut table = charged(&good_foot(), &horse());
    let charge = |table: &Table, on: &str| {
        let roles: &[(&'static str, &[&str])] = &[("unit", &["a1"]), ("opponent", &[on])];
        table.barred("reaction_charge", roles, &json!({}))
    };
    assert_eq!(charge(&table, "b2"), [""; 0]);
    table.play("reaction_stand", &[("unit", &["a1"]), ("opponent", &["b1"])], json!({}), &[6]);
    assert_eq!(charge(&table, "b2"), ["stands"]);
    assert_eq!(charge(&table, "b1")[0], "answered");
    // After a failed counter-charge, only the test to stand is left.
    let mut table = charged(&good_foot(), &horse());
    table.play("reaction_charge", &[("unit", &["a1"]), ("opponent", &["b1"])], json!({}), &[1]);
    assert_eq!(charge(&table, "b2"), ["failed_charge"]);
    let stand: &[(&'static str, &[&str])] = &[("unit", &["a1"]), ("opponent", &["b1"])];
    assert_eq!(table.barred("reaction_stand", stand, &json!({})), [""; 0]);
}

/// Returns the target and the group size of each attack of the horse `b1`, which charges `a1` and is charged by `a2`.
fn sizes(rulings: &Json) -> Vec<(String, i64)> {
    let mut table = Table::under(ID, rulings, &[good_foot(), good_foot()], &[troops("horse", json!({}))]);
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
    table.play("reaction_charge", &[("unit", &["a2"]), ("opponent", &["b1"])], json!({}), &[6]);
    table.phase("melee");
    let input = table.filled("melee_groups", &[("a", &["a1", "a2"]), ("b", &["b1"])]);
    let ready = table.procedure("melee_groups").read(&input).unwrap();
    let outcome = serde_json::to_value(ready.resolve(&[]).result.unwrap().outcome).unwrap();
    let lines = outcome["lines"].as_array().unwrap().iter().filter(|line| line["attacker"] == "b1");
    lines.map(|line| (line["target"].as_str().unwrap().to_owned(), line["group_size"].as_i64().unwrap())).collect()
}

#[test]
fn the_bonus_of_a_charge_applies_to_the_charged_enemy() {
    // Melee: "deduct 1 from the group size if the unit is cavalry charging into melee" (R40).
    let of = |target: &str, size: i64| (target.to_owned(), size);
    assert_eq!(sizes(&json!({})), [of("a1", 2), of("a2", 3)]);
    assert_eq!(sizes(&json!({ "r40_charging_bonus": "all_groups" })), [of("a1", 2), of("a2", 2)]);
}

#[test]
fn pursuers_charge_only_the_enemies_that_they_ran_into() {
    // The foot `b2` charges the horse `a1`, which ran into the foot `b1` in the bound before (R17, R40).
    let mut table = Table::laid(ID, &[troops("horse", json!({}))], &[good_foot(), good_foot()]);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a1", "ran_into", true);
    table.play("reaction_charge", &[("unit", &["b2"]), ("opponent", &["a1"])], json!({}), &[6]);
    table.phase("melee");
    let input = table.filled("melee_groups", &[("a", &["a1"]), ("b", &["b1", "b2"])]);
    let charges: Vec<bool> =
        input["contacts"].as_array().unwrap().iter().map(|pair| pair["a_charges"].is_null()).collect();
    assert_eq!((charges, &input["side_a"][0]["charging"]), (vec![true, false], &json!(true)));
}

#[test]
fn the_charger_that_a_unit_cannot_resist_is_named() {
    // Irregulars can stand against foot, but not against Horse. *Irregular Light Cavalry.*
    let croats = troops("irregular_light_cavalry", json!({}));
    let mut table = Table::laid(ID, &[croats], &[good_foot(), horse()]);
    for charger in ["b1", "b2"] {
        table.play("reaction_charge", &[("unit", &[charger]), ("opponent", &["a1"])], json!({}), &[6]);
    }
    assert_eq!(table.duties(), ["!break_unit: A1: charged by B2, it breaks without a test."]);
}

#[test]
fn gunners_take_no_test() {
    let table = charged(&gun(json!({})), &horse());
    assert_eq!(table.duties(), ["!break_unit: A1: charged by B1, it breaks without a test."]);
    let croats = troops("irregular_light_cavalry", json!({}));
    let table = charged(&croats, &troops("horse", json!({})));
    assert_eq!(table.duties(), ["!break_unit: A1: charged by B1, it breaks without a test."]);
    // Irregulars may counter-charge troops other than Horse.
    let table = charged(&croats, &good_foot());
    assert!(table.duties().iter().any(|duty| duty.starts_with("reaction_charge")), "{:?}", table.duties());
}

#[test]
fn a_pursuing_unit_is_barred_from_other_moves_by_its_pursuit() {
    let mut table = Table::laid(ID, &[good_foot()], &[troops("horse", json!({ "morale_class": "poor" }))]);
    table.phase("other_moves");
    table.set("b1", "pursuit_of", "a1");
    let reason = |table: &Table| {
        let (procedure, participants) = (table.procedure("movement_allowance"), taking(&[("unit", &["b1"])]));
        let state = table.battle.state();
        let input = battle::referee::filled(procedure, &participants, state, &Default::default());
        let bars = battle::referee::bars(table.ruleset, procedure, &participants, state, &input);
        bars.first().map(|barred| barred.message.to_string())
    };
    assert_eq!(reason(&table).as_deref(), Some("B1: first the test to halt the pursuit."));
    table.play("reaction_pursuit", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[1]);
    assert_eq!(reason(&table).as_deref(), Some("B1: in pursuit."));
}

/// Horse whose pursuit continues in this bound, against a gun and foot.
fn pursuing() -> Table {
    let mut table = Table::laid(ID, &[gun(json!({})), good_foot()], &[horse()]);
    table.phase("other_moves");
    table.set("b1", "pursuit_of", "a2");
    table.set("b1", "pursuit_tested", true);
    table.set("b1", "bounds_pursued", 1);
    table
}

#[test]
fn gunners_break_on_contact_with_pursuers() {
    // Melee: gunners break if charged, and are cut down by a pursuing unit (R17).
    let guns: &[(&'static str, &[&str])] = &[("unit", &["b1"]), ("enemies", &["a1"])];
    let mut cut_down = pursuing();
    assert!(cut_down.offered("run_into", ("unit", "b1"), "enemies").contains(&"a1".to_owned()));
    cut_down.play("run_into", guns, json!({}), &[]);
    assert_eq!((cut_down.value("a1", "figures"), cut_down.value("a1", "lost")), (json!(0), json!(true)));
    assert_eq!((cut_down.value("b1", "contacts"), cut_down.value("b1", "ran_into")), (json!([]), json!(false)));
    let mut spared = pursuing();
    spared.play("run_into", guns, json!({ "cuts_down": false }), &[]);
    assert_eq!(spared.duties()[0], "!break_unit: A1 failed to stand: it breaks.");
    // If other enemies hold the pursuers in melee, they cannot follow the gunners.
    let mut both = pursuing();
    both.play("run_into", &[("unit", &["b1"]), ("enemies", &["a1", "a2"])], json!({}), &[]);
    assert_eq!((both.value("a1", "figures"), both.value("b1", "contacts")), (json!(2), json!(["a2"])));
    assert_eq!(both.duties()[0], "!break_unit: A1 failed to stand: it breaks.");
}

#[test]
fn targets_that_fire_cannot_break_come_last() {
    let poor = json!({ "pikes": 8, "muskets": 16, "morale_class": "poor" });
    let mut table = Table::laid(ID, &[foot()], &[poor.clone(), poor.clone(), poor]);
    table.set("b1", "counters", 5);
    table.set("b1", "broken", true);
    // Fire can bring a broken unit that is below its breaking number back to that number.
    table.set("b2", "counters", 3);
    table.set("b2", "broken", true);
    table.phase("other_fire");
    let procedure = table.procedure("infantry_fire");
    let answers = json!({ "range_in": 6, "target_terrain": "open" }).as_object().unwrap().clone();
    let role = procedure.participants.iter().find(|role| role.id == "target").unwrap();
    let from = taking(&[("firer", &["a1"])]);
    let all = candidates(table.ruleset, procedure, role, &from, table.battle.state(), |_| answers.clone());
    let order: Vec<&str> = all.iter().map(|candidate| candidate.unit.as_str()).collect();
    assert_eq!(order, ["b2", "b3", "b1"], "{all:?}");
    let breaks = |candidate: usize| match &all[candidate].prospect {
        Prospect::Likely(likely) => likely.chances.iter().find(|(chance, ..)| *chance == 2).map(|(.., p)| *p),
        _ => None,
    };
    assert!(breaks(0).is_some_and(|p| p > 0.0 && p < 1.0) && breaks(2).is_none());
    let input = json!({ "front_muskets": 8, "ranks": 2, "range_in": 5, "target": { "troop_type": "foot", "muskets": 8,
        "counters": 4, "morale_class": "poor" } });
    let input = input.as_object().unwrap();
    let mut summary: OddsSummary = OddsSummary::at_once(procedure, &procedure.read(input).unwrap()).unwrap().unwrap();
    summary.drop_moot(procedure, input);
    assert_eq!(summary.chances[2], [None]);
}
