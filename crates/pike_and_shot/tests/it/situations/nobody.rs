//! Procedures without units: nothing is filled in, and no unit changes.

use super::{gun, troops};
use serde_json::{Value as Json, json};
use testing::asked::with;
use testing::table::{Table, foot, horse};

const ID: &str = "pike_and_shot";

fn general() -> Json {
    json!({ "troop_type": "general" })
}

#[test]
fn without_units_nothing_is_filled_in() {
    let table = Table::laid(ID, &[foot()], &[horse()]);
    for procedure in table.ruleset.procedures.iter().filter(|procedure| !procedure.participants.is_empty()) {
        let mut filled = table.filled(procedure.id, &[]);
        // A unit that is below its breaking number and did not fail to stand breaks by choice.
        let expected = if procedure.id == "break_unit" { Some(json!("elected")) } else { None };
        assert_eq!(filled.remove("cause"), expected, "{}", procedure.id);
        assert!(filled.values().all(|list| *list == json!([])), "{}: {filled:?}", procedure.id);
    }
}

#[test]
fn facts_of_one_unit_are_not_filled_in_for_another() {
    // The general's form does not take `mounted` from the dragoons, and the tests do not take the opponent's facts for the unit's own.
    let mut table = Table::laid(ID, &[general(), troops("dragoons", json!({}))], &[horse()]);
    table.set("a2", "mounted", false);
    let filled = table.filled("general_casualty", &[("unit", &["a2"])]);
    assert_eq!(filled.get("mounted"), None);
    let filled = table.filled("general_casualty", &[("general", &["a1"]), ("unit", &["a2"])]);
    assert_eq!(filled["mounted"], true);
    for test in ["reaction_charge", "reaction_stand", "reaction_pursuit"] {
        let filled = table.filled(test, &[("opponent", &["b1"])]);
        for field in ["troop_type", "morale_class", "counters"] {
            assert_eq!(filled.get(field), None, "{test}: {field}");
        }
    }
    assert_eq!(table.filled("reaction_charge", &[("opponent", &["b1"])])["opponent_troop_type"], "horse");
}

#[test]
fn an_act_without_units_changes_no_unit() {
    let mut table = Table::laid(ID, &[foot(), general(), gun(json!({}))], &[horse()]);
    table.set("a1", "contacts", json!(["b1"]));
    table.phase("melee");
    let tester = json!({ "troop_type": "foot", "morale_class": "good" });
    let foot = json!({ "troop_type": "foot", "pikes": 8, "morale_class": "good" });
    let melee =
        json!({ "side_a": [with(&foot, json!({ "ranks": 8 }))], "side_b": [with(&foot, json!({ "ranks": 8 }))] });
    let acts: [(&str, Json, &[u8]); 9] = [
        ("break_unit", with(&foot, json!({ "cause": "elected" })), &[]),
        ("formation", json!({ "troop_type": "foot", "pikes": 8, "formation": "dutch" }), &[]),
        ("sub_unit", json!({ "action": "detach", "parent_counters": 0, "pikes": 2, "parent_pikes": 8 }), &[]),
        ("movement_allowance", json!({ "mover": "infantry" }), &[]),
        ("reaction_charge", tester.clone(), &[6]),
        ("reaction_pursuit", tester, &[1]),
        ("general_casualty", json!({ "with_cavalry": true, "trooper_gives_horse": true }), &[6, 2]),
        (
            "infantry_fire",
            json!({ "front_muskets": 4, "ranks": 2, "range_in": 5, "target": { "troop_type": "general" } }),
            &[6],
        ),
        // One pike in front and two behind make no group of six, so no dice are rolled.
        ("melee_round", melee, &[]),
    ];
    for (id, answers, faces) in acts {
        let before = table.battle.state().table().units.clone();
        table.play(id, &[], answers, faces);
        assert_eq!(table.battle.state().table().units, before, "{id}");
    }
}

#[test]
fn a_list_of_units_accepts_only_units() {
    let table = Table::laid(ID, &[foot()], &[horse()]);
    let melee: &[(&'static str, &[&str])] = &[("a", &["a1"]), ("b", &["b1"])];
    assert_eq!(table.refusal("melee_groups", melee, &json!({})), "allowed");
    assert_eq!(table.refusal("melee_groups", melee, &json!({ "side_a": [3] })), "bad_value side_a[0]");
    let fire: &[(&'static str, &[&str])] = &[("firers", &["a1"]), ("target", &["b1"])];
    assert_eq!(table.refusal("combined_fire", fire, &json!({ "firers": [{ "range_in": 5 }] })), "allowed");
    assert_eq!(table.refusal("combined_fire", fire, &json!({ "firers": [3] })), "bad_value firers[0]");
}
