//! Commands, shooting and melees in battles, and names.

use super::{of, table};
use battle::{Action, Change, Unit, binding, referee};
use rules::names::Names;
use serde_json::{Map, Value as Json, json};
use testing::table::{Table, taking};

const ID: &str = "arquebusier";

#[test]
fn the_general_helps_formations_near_him() {
    // Manoeuvre Commands.
    let general = |trackers: &[(&str, Json)], dead: bool| {
        let mut table = table(&of("pike", 4), &[]);
        table.set("a", "general", if dead { "killed" } else { "alive" });
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table.filled("command", &[("formation", &["a1"])])["general"].as_str().unwrap().to_owned()
    };
    assert_eq!(general(&[], false), "none");
    assert_eq!(general(&[("general_near", json!(true))], false), "within_12");
    assert_eq!(general(&[("general_joined", json!(true))], false), "joined");
    assert_eq!(general(&[("general_near", json!(true))], true), "none");
}

#[test]
fn only_types_that_shoot_are_armed_and_only_mortars_shoot_over_obstacles() {
    // Shooting.
    let groups = |groups: Json| json!({ "nature": "regular", "groups": groups });
    let one = |troop: &str| json!([{ "type": troop, "elements": 2, "front": 2 }]);
    let mixed = json!([{ "type": "mortar", "elements": 1, "front": 1 }, { "type": "gun", "elements": 1, "front": 1 }]);
    let units = [groups(one("pike")), groups(one("firearm")), groups(one("mortar")), groups(mixed)];
    let table = Table::laid(ID, &units, &[of("pike", 4)]);
    let fits = ["a1", "a2", "a3", "a4"].map(|id| table.fits("shooting", "shooters", id) == "fits");
    assert_eq!(fits, [false, true, true, true]);
    let mortars =
        |id: &str| table.filled("target_choice", &[("shooter", &[id]), ("enemies", &["b1"])])["mortars_only"] == true;
    assert_eq!(["a1", "a2", "a3", "a4"].map(mortars), [false, false, true, false]);
}

/// Returns the blows of a melee with these lines in contact.
fn blows(table: &Table, stands: Json) -> Vec<(i64, i64, i64)> {
    let procedure = table.procedure("melee");
    let scene = binding::scene(procedure, &taking(&[("own", &["a1"]), ("enemies", &["b1"])]), table.battle.state());
    let mut input = Map::from_iter([("stands".to_owned(), stands)]);
    (procedure.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
    let number = |blow: &Json, field: &str| blow[field].as_i64().unwrap();
    let blows_of_a =
        input["attacks"].as_array().unwrap().iter().filter(|blow| blow["by"].as_str().unwrap().starts_with('a'));
    blows_of_a.map(|blow| (number(blow, "element"), number(blow, "target"), number(blow, "rank"))).collect()
}

#[test]
fn each_element_strikes_once_even_if_lines_of_contact_overlap() {
    // Melee Combat: each element strikes once.
    let table = Table::laid(ID, &[of("sword", 5)], &[of("sword", 5)]);
    let stand = || json!({ "own": 0, "own_elements": 2, "enemy": 0, "enemy_elements": 2 });
    // Each side has five elements. The first line has elements 1 and 2, and the second 3 and 4. The third has 5 and 4, which has struck.
    assert_eq!(
        blows(&table, json!([stand(), stand(), stand()])),
        [(0, 0, 1), (1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1)]
    );
}

#[test]
fn an_element_that_cannot_harm_its_enemy_does_not_strike() {
    // R20: a mob against regular horse.
    let stand = || json!([{ "own": 0, "own_elements": 2, "enemy": 0, "enemy_elements": 2 }]);
    let against = |enemy: &str| blows(&Table::laid(ID, &[of("mob", 4)], &[of(enemy, 4)]), stand()).len();
    assert_eq!((against("pistolier"), against("sword")), (0, 2));
}

#[test]
fn only_ranks_behind_each_other_strike() {
    // Melee Combat: pikes with three ranks, bills with two, all others with one.
    let ranks = |troop: &str, elements: i32, front: i32| {
        let groups = json!([{ "type": troop, "elements": elements, "front": front }]);
        let table = Table::laid(ID, &[json!({ "nature": "regular", "groups": groups })], &[of("sword", 4)]);
        let procedure = table.procedure("melee");
        let sides = taking(&[("own", &["a1"]), ("enemies", &["b1"])]);
        let mut input = Map::new();
        (procedure.fill)(&binding::scene(procedure, &sides, table.battle.state()), &mut input);
        input["stands"][0]["own_ranks"].clone()
    };
    assert_eq!([4, 8, 12, 16].map(|elements| ranks("pike", elements, 4)), [1, 2, 3, 3].map(Json::from));
    assert_eq!(ranks("pike", 5, 4), 2, "a rank is begun");
    assert_eq!([ranks("bill", 4, 4), ranks("bill", 12, 4)], [1, 2].map(Json::from));
    assert_eq!(ranks("sword", 12, 4), 1);
}

#[test]
fn each_killing_blow_is_good_luck_of_its_side() {
    let group = |side: &str| json!({ "id": side, "side": side, "type": "sword", "state": "regular", "elements": 1 });
    let blow = |by: &str, on: &str| json!({ "by": by, "element": 0, "on": on, "target": 0 });
    let input = json!({ "groups": [group("a"), group("b")], "attacks": [blow("a", "b"), blow("b", "a")] });
    let procedure = table(&of("pike", 4), &[]).procedure("melee");
    // A sword kills a regular sword with 5 or more: two of six faces.
    let luck = procedure.read(input.as_object().unwrap()).unwrap().resolve(&[5, 4]).luck;
    let chances: Vec<(bool, f64)> = luck.iter().map(|sample| (sample.success, (sample.chance * 6.0).round())).collect();
    assert_eq!(chances, [(true, 2.0), (false, 2.0)]);
}

#[test]
fn a_melee_records_only_contacts_that_are_new() {
    let recorded = |known: bool| {
        let mut table = Table::laid(ID, &[of("sword", 1)], &[of("sword", 1)]);
        if known {
            table.set("a1", "contacts", json!(["b1"]));
        }
        let answers = json!({ "stands": [{ "own": 0, "enemy": 0 }] });
        let procedure = table.procedure("melee");
        let participants = taking(&[("own", &["a1"]), ("enemies", &["b1"])]);
        let scene = binding::scene(procedure, &participants, table.battle.state());
        let mut input = answers.as_object().unwrap().clone();
        (procedure.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
        let played = referee::play(procedure, &participants, table.battle.state(), &input, &[1, 1]).unwrap();
        let effects = played.result.unwrap().consequences.effects;
        effects.iter().filter(|effect| effect.key == "contacts").count()
    };
    assert_eq!((recorded(false), recorded(true)), (2, 0));
}

#[test]
fn formations_connected_by_contacts_fight_one_melee() {
    // R27.
    let all = || vec![of("sword", 2), of("sword", 2)];
    let fought = |table: &Table| {
        let duties = referee::duties(table.ruleset, table.battle.state());
        let melees = duties.into_iter().filter(|duty| duty.procedure == "melee");
        melees
            .map(|duty| format!("{} / {}", duty.units("own").join(" "), duty.units("enemies").join(" ")))
            .collect::<Vec<_>>()
    };
    let mut table = Table::laid(ID, &all(), &all());
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    assert_eq!(fought(&table), ["a1 / b1", "a2 / b2"]);
    // Formations that are set to be in melee without recorded contacts fight each other, and nobody else.
    for id in ["a2", "b2"] {
        table.set(id, "contacts", json!([]));
        table.set(id, "in_melee", true);
    }
    assert_eq!(fought(&table), ["a1 / b1", "a2 / b2"]);
    // A log may record a contact on one formation only. It counts for both.
    let mut table = Table::laid(ID, &all(), &all());
    table.phase("melee");
    for (one, other) in [("a1", "b1"), ("b1", "a2"), ("a2", "b2"), ("b2", "a2")] {
        table.add(
            Action::ByHand,
            vec![Change::set(one, "contacts", json!([other])), Change::set(one, "in_melee", true)],
        );
    }
    assert_eq!(fought(&table), ["a1 a2 / b1 b2"]);
}

#[test]
fn a_formation_with_a_taken_name_gets_a_number() {
    // A name has at most sixty characters.
    let renamed = |name: &str| {
        let mut table = Table::laid(ID, &[of("pike", 4)], &[of("pike", 4)]);
        for id in ["new", "newer"] {
            let mut profile = of("pike", 4).as_object().unwrap().clone();
            profile.insert("name".into(), name.into());
            let change = Change::Add(Unit { id: id.into(), side: 0, profile, ..Unit::default() });
            let changes = referee::changes_of_muster(table.ruleset, table.battle.state(), vec![change]);
            table.add(Action::Muster, changes);
        }
        table.battle.state().facts("newer").text(rules::facts::NAME).unwrap().to_owned()
    };
    assert_eq!(renamed("Holles"), "Holles 2");
    assert_eq!(renamed(&"x".repeat(60)), format!("{} 2", "x".repeat(58)));
    assert_eq!(renamed(&"x".repeat(58)), format!("{} 2", "x".repeat(58)));
}

#[test]
fn a_melee_uses_full_names_of_formations() {
    // A name has at most sixty characters, and an id of a group at most 32.
    let named = |name: &str, troop: &str| {
        let mut profile = of(troop, 6);
        profile["name"] = name.into();
        profile
    };
    let (long, longest) = ("Sergeant-Major Skippon's Trained Bands", "x".repeat(60));
    let table = Table::laid(ID, &[named(long, "pike"), named("Holles", "pike")], &[named(&longest, "bill")]);
    let (procedure, participants) = (table.procedure("melee"), taking(&[("own", &["a1", "a2"]), ("enemies", &["b1"])]));
    let scene = binding::scene(procedure, &participants, table.battle.state());
    let names = |what: &str| procedure.names_of(&scene, what);
    assert_eq!(names("own_groups"), [format!("Pike (6), {long}"), "Pike (6), Holles".to_owned()]);
    assert_eq!(names("enemy_groups"), ["Bill (6)"], "of the only enemy, whom the role names");
    let mut known = Names::default();
    for (tag, number, name) in [("a", 1, long), ("a", 2, "Holles"), ("b", 1, longest.as_str())] {
        known.add_unit(tag, number, name.to_owned());
    }
    // Two contacts of one element on each side, so four blows. Only the first one kills.
    let stands = json!({ "stands": [
        { "own": 0, "own_elements": 1, "own_ranks": 1, "enemy": 0, "enemy_elements": 1, "enemy_ranks": 1 },
        { "own": 1, "own_elements": 1, "own_ranks": 1, "enemy": 0, "enemy_elements": 1, "enemy_ranks": 1 },
    ] });
    let consequences =
        table.consequences("melee", &[("own", &["a1", "a2"]), ("enemies", &["b1"])], &stands, &[6, 1, 1, 1]);
    let words: Vec<String> = consequences.words.iter().map(|words| words.named(&known)).collect();
    assert_eq!(
        words,
        [format!("{long}, Holles: 0 lost; {longest}: 1 lost."), format!("{longest}: Bill: 1 lost, 5 left."),]
    );
}

#[test]
fn added_lines_of_contact_are_filled_in_despite_an_override() {
    // Turn sequence: a melee belongs to its own step, which players may override. A line of contact that players only added has default
    // values.
    let table = Table::laid(ID, &[of("pike", 4)], &[of("pike", 4)]);
    let (procedure, participants) = (table.procedure("melee"), taking(&[("own", &["a1"]), ("enemies", &["b1"])]));
    let answers = Map::from_iter([("stands".to_owned(), json!([{}]))]);
    let state = table.battle.state();
    let input = referee::filled(procedure, &participants, state, &answers);
    let broken = referee::bars(table.ruleset, procedure, &participants, state, &input);
    assert!(!broken.is_empty());
    assert_eq!(input["attacks"].as_array().unwrap().len(), 2, "one blow each");
    procedure.read(&input).unwrap();
}
