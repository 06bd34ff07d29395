//! Contacts, generals with their units, and facings. A contact is recorded on both units, and a general and its unit have consistent
//! trackers.

use battle::{Action, Change};
use exchange::contract;
use rules::ruleset::{Ruleset, Tracker};
use serde_json::{Value as Json, json};
use testing::table::{Table, foot, french, spanish};

/// A ruleset's tracker of contacts, a unit that can have contacts, and a change after which it cannot.
struct Meets {
    ruleset: &'static str,
    contacts: &'static str,
    unit: fn() -> Json,
    falls: (&'static str, Json),
}

fn all() -> [Meets; 4] {
    [
        Meets { ruleset: "arquebusier", contacts: "contacts", unit: pikes, falls: ("lost_pike", json!(4)) },
        Meets { ruleset: "argad", contacts: "contacts", unit: swords, falls: ("figures", json!(0)) },
        Meets { ruleset: "pike_and_shot", contacts: "contacts", unit: foot, falls: ("broken", json!(true)) },
        Meets {
            ruleset: "pikette_squared",
            contacts: "contact",
            unit: || french("pike"),
            falls: ("state", json!("routed")),
        },
    ]
}

fn pikes() -> Json {
    formation("pike", 4, 4)
}

fn formation(troop: &str, elements: i32, front: i32) -> Json {
    json!({ "nature": "regular", "groups": [{ "type": troop, "elements": elements, "front": front }] })
}

fn swords() -> Json {
    json!({ "figures": 3 })
}

fn general() -> Json {
    json!({ "troop_type": "general" })
}

fn two_each(meets: &Meets) -> Table {
    let unit = (meets.unit)();
    Table::laid(meets.ruleset, &[unit.clone(), unit.clone()], &[unit.clone(), unit])
}

fn tracker(ruleset: &'static Ruleset, id: &str) -> &'static Tracker {
    ruleset.trackers.unit.iter().find(|tracker| tracker.id == id).unwrap()
}

fn candidates(table: &Table, of: &str, id: &str) -> Vec<String> {
    let state = table.battle.state().table();
    tracker(table.ruleset, id).candidates(of, &state).into_iter().map(|unit| unit.id.clone()).collect()
}

fn can_hold(table: &Table, of: &str, id: &str, value: &Json) -> bool {
    tracker(table.ruleset, id).can_hold(value, &of.into(), &table.battle.state().table())
}

#[test]
fn contacts_are_possible_only_with_enemies_that_can_fight() {
    for meets in all() {
        let mut table = two_each(&meets);
        assert_eq!(candidates(&table, "a1", meets.contacts), ["b1", "b2"], "{}", meets.ruleset);
        for wrong in [json!(["a1"]), json!(["a2"]), json!(["b1", "a2"]), json!(["b1", "b1"]), json!(["nobody"])] {
            assert!(!can_hold(&table, "a1", meets.contacts, &wrong), "{}: {wrong}", meets.ruleset);
        }
        assert!(can_hold(&table, "a1", meets.contacts, &json!(["b2", "b1"])), "{}", meets.ruleset);
        table.set("b1", meets.falls.0, meets.falls.1.clone());
        assert_eq!(candidates(&table, "a1", meets.contacts), ["b2"], "{}", meets.ruleset);
    }
}

#[test]
fn a_contact_is_recorded_on_both_units() {
    for meets in all() {
        let mut table = two_each(&meets);
        let held = |table: &Table, of: &str| table.value(of, meets.contacts);
        table.set("a1", meets.contacts, json!(["b1"]));
        table.set("b1", meets.contacts, json!(["a1", "a2"]));
        assert_eq!(held(&table, "a2"), json!(["b1"]), "{}", meets.ruleset);
        table.set("b1", meets.contacts, json!(["a2"]));
        assert_eq!(held(&table, "a1"), json!([]), "{}", meets.ruleset);
        table.set("a1", meets.contacts, json!(["b1", "b2"]));
        table.set("b1", meets.falls.0, meets.falls.1.clone());
        let after = ["a1", "a2", "b1", "b2"].map(|unit| held(&table, unit));
        assert_eq!(after, [json!(["b2"]), json!([]), json!([]), json!(["a1"])], "{}", meets.ruleset);
        table.remove("b2");
        assert_eq!(held(&table, "a1"), json!([]), "{}", meets.ruleset);
    }
}

#[test]
fn a_stored_contact_with_a_friend_is_read_and_ends_with_the_next_act() {
    for meets in all() {
        let mut table = two_each(&meets);
        let changes =
            [("a1", "a2"), ("a2", "a1")].map(|(unit, friend)| Change::set(unit, meets.contacts, json!([friend])));
        table.add(Action::ByHand, changes.to_vec());
        assert_eq!(table.value("a1", meets.contacts), json!(["a2"]), "{}", meets.ruleset);
        assert_eq!(candidates(&table, "a1", meets.contacts), ["a2", "b1", "b2"], "{}", meets.ruleset);
        table.set("a1", meets.contacts, json!(["a2", "b1"]));
        let held = ["a1", "a2", "b1"].map(|unit| table.value(unit, meets.contacts));
        assert_eq!(held, [json!(["b1"]), json!([]), json!(["a1"])], "{}", meets.ruleset);
    }
}

#[test]
fn units_begin_facing_the_enemy_also_if_they_join_later() {
    let unit = |id: &str, side: &str, profile: Json| {
        let mut profile = profile;
        profile["name"] = id.into();
        json!({ "id": id, "side": side, "profile": profile })
    };
    let answer = contract::battle(
        test_rulesets::RULESETS,
        &json!({
            "ruleset": "pikette_squared",
            "sides": [{ "name": "First" }, { "name": "Second" }],
            "units": [unit("a1", "a", french("arquebus")), unit("b1", "b", spanish("pike"))],
            "acts": [
                { "act": "add", "unit": unit("b2", "b", spanish("pike")) },
                { "act": "add", "unit": unit("a2", "a", french("pike")) },
            ],
        }),
    );
    let faces = |id: &str| answer["table"]["units"][id]["facing"].as_str().unwrap().to_owned();
    assert_eq!(["a1", "a2", "b1", "b2"].map(faces), ["n", "n", "s", "s"], "{answer}");
}

#[test]
fn a_general_and_its_unit_are_recorded_on_both() {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot(), general()], &[foot(), general()]);
    let with = |table: &Table| {
        let ticked = ["a1", "a2"].map(|unit| table.value(unit, "general_with") == true);
        (table.value("a3", "with_unit").as_str().unwrap().to_owned(), ticked)
    };
    assert_eq!(candidates(&table, "a3", "with_unit"), ["a1", "a2"]);
    for nobody in ["a3", "b1", "b2", "elsewhere"] {
        assert!(!can_hold(&table, "a3", "with_unit", &json!(nobody)), "{nobody}");
    }
    table.set("a1", "general_with", true);
    assert_eq!(with(&table), ("a1".to_owned(), [true, false]));
    table.set("a3", "with_unit", "a2");
    assert_eq!(with(&table), ("a2".to_owned(), [false, true]));
    table.set("a1", "general_with", true);
    assert_eq!(with(&table), ("a1".to_owned(), [true, false]));
    assert_eq!(table.opened("general_casualty", ("general", "a3"), "unit"), ["a1"]);
    table.set("a1", "general_with", false);
    assert_eq!(with(&table), (String::new(), [false, false]));
    table.set("a3", "with_unit", "a1");
    table.set("a3", "dead", true);
    assert_eq!(with(&table).1, [false, false], "the dead are with nobody");
    assert_eq!(table.value("b1", "general_with"), false);
}

#[test]
fn a_free_general_joins_the_ticked_unit() {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot(), general(), general()], &[foot()]);
    let with =
        |table: &Table| ["a3", "a4"].map(|general| table.value(general, "with_unit").as_str().unwrap().to_owned());
    table.set("a1", "general_with", true);
    table.set("a2", "general_with", true);
    assert_eq!(with(&table), ["a1", "a2"]);
    table.set("a3", "with_unit", "a2");
    assert_eq!(table.value("a1", "general_with"), false);
    table.set("a4", "dead", true);
    assert_eq!(table.value("a2", "general_with"), true, "the other is still there");
    table.set("a2", "general_with", false);
    assert_eq!(with(&table)[0], "");
    // This side has no general on the table, so only the unit's own tracker is set.
    table.set("b1", "general_with", true);
    assert_eq!(table.value("b1", "general_with"), true);
}

#[test]
fn a_unit_ticked_by_an_earlier_version_gets_the_only_free_general() {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot(), general()], &[foot()]);
    table.add(Action::ByHand, vec![Change::set("a1", "general_with", true)]);
    table.set("a1", "counters", 2);
    assert_eq!(table.value("a3", "with_unit"), "a1");
}

#[test]
fn the_edge_of_a_contact_is_asked_once() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[foot()]);
    let roles: &[(&'static str, &[&str])] = &[("a", &["a1"]), ("b", &["b1"])];
    let lies = |table: &Table, roles| table.filled("melee_round", roles)["contacts"][0]["where"].clone();
    table.phase("melee");
    assert_eq!(lies(&table, roles), Json::Null);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("b1", "contact_edges", json!({ "a1": "flank" }));
    assert_eq!(lies(&table, roles), "b_flank");
    assert_eq!(lies(&table, &[("a", &["b1"]), ("b", &["a1"])]), "a_flank", "as the other side sees it");
    let answers = json!({ "contacts": [{ "a": 1, "b": 1, "where": "a_rear" }] });
    let consequences = table.consequences("melee_round", roles, &answers, &[3; 3]);
    let edges = consequences.effects.iter().filter(|effect| effect.key == "contact_edges").count();
    assert_eq!(edges, 2, "of both units");
    table.set("a1", "contacts", json!([]));
    assert_eq!(table.value("b1", "contact_edges"), json!({}), "it ends with the contact");
}

#[test]
fn a_move_into_contact_records_the_contact() {
    let mut table = Table::laid("arquebusier", &[pikes()], &[pikes(), pikes()]);
    table.phase("move");
    table.set("a1", "order", "manoeuvre");
    table.play("movement_allowance", &[("formation", &["a1"]), ("touched", &["b2"])], json!({}), &[]);
    assert_eq!(table.value("a1", "contacts"), json!(["b2"]));
    assert_eq!(table.value("b2", "contacts"), json!(["a1"]));
    assert_eq!([table.value("b2", "contact_to_check"), table.value("b1", "in_melee")], [true, false]);
}

#[test]
fn checks_of_frontal_contacts_can_be_dismissed_if_they_have_no_effect() {
    let horse = formation("lancer", 4, 4);
    let mut table = Table::laid("arquebusier", &[pikes(), pikes()], &[pikes(), horse]);
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    let duties = table.every_duty();
    let checks: Vec<_> = duties.iter().filter(|duty| duty.procedure == "irregular_check").collect();
    let waived = |unit: &str| {
        let duty = checks.iter().find(|duty| duty.units("formation") == [unit]).unwrap();
        duty.dismissal.map(|dismissal| (dismissal.words, dismissal.flag, dismissal.to))
    };
    let all_frontal = Some(("All frontal", "contact_to_check", false));
    assert_eq!(["a1", "a2", "b1"].map(waived), [all_frontal; 3]);
    assert_eq!(waived("b2"), None, "horse that stood are caught standing");
    for unit in ["a1", "a2", "b1"] {
        table.set(unit, "contact_to_check", false);
    }
    assert_eq!(table.value("a1", "contact_edges"), json!({ "b1": "front" }));
    let left = table.every_duty().into_iter().filter(|duty| duty.procedure == "irregular_check").count();
    assert_eq!(left, 1);
}

#[test]
fn edges_of_contacts_are_recorded_until_the_contacts_end() {
    let mut table = Table::laid("arquebusier", &[pikes()], &[pikes(), pikes()]);
    let check: &[(&'static str, &[&str])] = &[("formation", &["a1"])];
    let touched = |table: &Table| table.filled("irregular_check", check).get("contact").cloned();
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1"]));
    assert_eq!(touched(&table), None, "nothing is known of a new contact");
    table.play("irregular_check", check, json!({ "contact": ["side"] }), &[]);
    table.next();
    assert_eq!(touched(&table), Some(json!(["side"])));
    table.set("a1", "contacts", json!(["b1", "b2"]));
    assert_eq!(touched(&table), None, "of the second players are asked");
    table.play("irregular_check", check, json!({ "contact": ["side", "front"] }), &[]);
    assert_eq!(table.value("a1", "contact_edges"), json!({ "b1": "side", "b2": "front" }));
    assert_eq!(touched(&table), Some(json!(["front", "side"])));
    table.set("b1", "lost_pike", 4);
    assert_eq!(table.value("a1", "contact_edges"), json!({ "b2": "front" }));
}

#[test]
fn every_enemy_in_contact_has_a_line_in_the_melee() {
    let mut table = Table::laid("arquebusier", &[pikes()], &[pikes(), pikes()]);
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1", "b2"]));
    let roles: &[(&'static str, &[&str])] = &[("own", &["a1"]), ("enemies", &["b1", "b2"])];
    let lines = |table: &Table| {
        let input = table.sketched("melee", roles);
        let number = |line: &Json, field: &str| line[field].as_i64().unwrap();
        let line =
            |line: &Json| ["own_elements", "enemy", "enemy_elements", "enemy_ranks"].map(|field| number(line, field));
        input["stands"].as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(lines(&table), [[3, 0, 3, 1], [1, 1, 1, 1]]);
    // An enemy at the side leaves all files of the front to the other enemy.
    table.set("a1", "contact_edges", json!({ "b2": "side" }));
    assert_eq!(lines(&table), [[4, 0, 4, 1], [1, 1, 1, 1]]);
    // An enemy at the rear fights all files.
    table.set("a1", "contact_edges", json!({ "b2": "rear" }));
    assert_eq!(lines(&table), [[4, 0, 4, 1], [4, 1, 4, 1]]);
    // If there are more enemies than files, the last file fights all remaining enemies.
    let mut narrow = Table::laid("arquebusier", &[formation("pike", 4, 1)], &[pikes(), pikes(), pikes()]);
    narrow.phase("melee");
    narrow.set("a1", "contacts", json!(["b1", "b2", "b3"]));
    let sketch = narrow.sketched("melee", &[("own", &["a1"]), ("enemies", &["b1", "b2", "b3"])]);
    let files: Vec<&Json> = sketch["stands"].as_array().unwrap().iter().map(|line| &line["own_elements"]).collect();
    assert_eq!(files, [1, 1, 1]);
    // An enemy without a recorded contact fights the opposite front.
    table.set("a1", "contacts", json!(["b1"]));
    assert_eq!(lines(&table), [[3, 0, 3, 1], [1, 1, 1, 1]]);
}

#[test]
fn an_enemy_at_the_side_fights_with_as_many_files_as_the_formation_is_deep() {
    let mut table = Table::laid("arquebusier", &[pikes(), pikes()], &[formation("pike", 8, 4)]);
    table.phase("melee");
    let lines = |table: &Table| {
        let lines = table.sketched("melee", &[("own", &["a1", "a2"]), ("enemies", &["b1"])])["stands"].clone();
        let line = |line: &Json| ["own", "own_elements", "enemy_elements"].map(|field| line[field].as_i64().unwrap());
        lines.as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };
    table.set("b1", "contacts", json!(["a1"]));
    assert_eq!(
        lines(&table),
        [[0, 3, 3], [1, 1, 1]],
        "the second, of whom nothing is on record, stands at the front too"
    );
    table.set("b1", "contacts", json!(["a1", "a2"]));
    assert_eq!(lines(&table), [[0, 3, 3], [1, 1, 1]]);
    table.set("b1", "contact_edges", json!({ "a2": "side" }));
    assert_eq!(lines(&table), [[0, 4, 4], [1, 2, 2]]);
}

#[test]
fn an_enemy_in_contact_that_is_left_out_of_a_melee_is_named() {
    let mut table = Table::laid("arquebusier", &[pikes()], &[pikes(), pikes()]);
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1", "b2"]));
    let words = |enemies: &[&str]| {
        let roles: &[(&'static str, &[&str])] = &[("own", &["a1"]), ("enemies", enemies)];
        let dice = table.filled("melee", roles)["attacks"].as_array().unwrap().len();
        let words = table.words("melee", roles, &json!({}), &vec![1; dice]);
        words.contains(&"B2 touches A1 and is left out of this melee.".to_owned())
    };
    assert!(words(&["b1"]));
    assert!(!words(&["b1", "b2"]));
}

#[test]
fn dragoons_mount_and_dismount_as_an_act() {
    let dragoons = json!({ "troop_type": "dragoons", "figures": 10, "morale_class": "average" });
    let mut table = Table::laid("pike_and_shot", &[dragoons, foot()], &[foot()]);
    assert_eq!(["a1", "a2"].map(|unit| table.fits("mounting", "unit", unit)), ["fits", "This is for dragoons."]);
    table.phase("other_moves");
    table.play("mounting", &[("unit", &["a1"])], json!({}), &[]);
    let held = ["mounted", "moved", "half_moves_spent"].map(|tracker| table.value("a1", tracker));
    assert_eq!(held, [json!(false), json!(true), json!(1)]);
    table.phase("other_fire");
    assert!(
        table
            .barred("infantry_fire", &[("firer", &["a1"]), ("target", &["b1"])], &json!({}))
            .contains(&"moved".to_owned())
    );
}

#[test]
fn the_front_of_a_formation_can_be_changed_and_shrinks_with_losses() {
    let mut table = Table::laid("arquebusier", &[formation("pike", 8, 4)], &[pikes()]);
    assert_eq!(table.value("a1", "front_pike"), 4);
    assert_eq!(table.value("a1", "front_bill"), Json::Null, "it has none");
    let line = |table: &Table| {
        let lines = table.sketched("melee", &[("own", &["a1"]), ("enemies", &["b1"])])["stands"].clone();
        [lines[0]["own_elements"].clone(), lines[0]["own_ranks"].clone()]
    };
    assert_eq!(line(&table), [json!(4), json!(2)]);
    table.set("a1", "front_pike", 2);
    assert_eq!(line(&table), [json!(2), json!(3)]);
    table.set("a1", "lost_pike", 7);
    assert_eq!(line(&table), [json!(1), json!(1)]);
}
