//! Commands, shooting and melees at the table, and names.

use super::{of, table};
use battle::{Action, Change, Unit, binding, referee};
use rules::names::Names;
use serde_json::{Map, Value as Json, json};
use testing::table::{Table, taking};

const ID: &str = "arquebusier";

#[test]
fn the_general_helps_a_formation_that_he_is_with_or_near() {
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
fn only_what_can_ever_shoot_is_armed_and_mortars_shoot_over_what_is_in_the_way() {
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

/// A melee of formations, and the blows that lines in contact come to.
fn blows(table: &Table, stands: Json) -> Vec<(i64, i64, i64)> {
    let procedure = table.procedure("melee");
    let scene = binding::scene(procedure, &taking(&[("own", &["a1"]), ("enemies", &["b1"])]), table.battle.state());
    let mut input = Map::from_iter([("stands".to_owned(), stands)]);
    (procedure.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
    let number = |blow: &Json, field: &str| blow[field].as_i64().unwrap();
    let own = input["attacks"].as_array().unwrap().iter().filter(|blow| blow["by"].as_str().unwrap().starts_with('a'));
    own.map(|blow| (number(blow, "element"), number(blow, "target"), number(blow, "rank"))).collect()
}

#[test]
fn where_all_touch_an_enemy_those_at_the_end_are_touched_again() {
    // Melee Combat: each element strikes once.
    let table = Table::laid(ID, &[of("sword", 5)], &[of("sword", 5)]);
    let stand = || json!({ "own": 0, "own_elements": 2, "enemy": 0, "enemy_elements": 2 });
    // Five of each: two, two more, and then the last and one before it, who has struck.
    assert_eq!(
        blows(&table, json!([stand(), stand(), stand()])),
        [(0, 0, 1), (1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1)]
    );
}

#[test]
fn whoever_cannot_harm_what_it_touches_does_nothing() {
    // R20: a mob against regular horse.
    let stand = || json!([{ "own": 0, "own_elements": 2, "enemy": 0, "enemy_elements": 2 }]);
    let against = |enemy: &str| blows(&Table::laid(ID, &[of("mob", 4)], &[of(enemy, 4)]), stand()).len();
    assert_eq!((against("pistolier"), against("sword")), (0, 2));
}

#[test]
fn ranks_that_strike_are_those_that_stand_behind_each_other() {
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
fn each_blow_that_kills_is_good_luck_of_its_side() {
    let group = |side: &str| json!({ "id": side, "side": side, "type": "sword", "state": "regular", "elements": 1 });
    let blow = |by: &str, on: &str| json!({ "by": by, "element": 0, "on": on, "target": 0 });
    let input = json!({ "groups": [group("a"), group("b")], "attacks": [blow("a", "b"), blow("b", "a")] });
    let procedure = table(&of("pike", 4), &[]).procedure("melee");
    // A sword kills a regular sword with 5 or more: two faces of six.
    let luck = procedure.read(input.as_object().unwrap()).unwrap().resolve(&[5, 4]).luck;
    let chances: Vec<(bool, f64)> = luck.iter().map(|own| (own.success, (own.chance * 6.0).round())).collect();
    assert_eq!(chances, [(true, 2.0), (false, 2.0)]);
}

#[test]
fn a_melee_records_only_contacts_that_are_new() {
    let recorded = |known: bool| {
        let mut table = Table::laid(ID, &[of("sword", 1)], &[of("sword", 1)]);
        if known {
            table.set("a1", "contacts", json!(["b1"]));
        }
        let said = json!({ "stands": [{ "own": 0, "enemy": 0 }] });
        let procedure = table.procedure("melee");
        let participants = taking(&[("own", &["a1"]), ("enemies", &["b1"])]);
        let scene = binding::scene(procedure, &participants, table.battle.state());
        let mut input = said.as_object().unwrap().clone();
        (procedure.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
        let played = referee::play(procedure, &participants, table.battle.state(), &input, &[1, 1]).unwrap();
        let effects = played.result.unwrap().consequences.effects;
        effects.iter().filter(|effect| effect.key == "contacts").count()
    };
    assert_eq!((recorded(false), recorded(true)), (2, 0));
}

#[test]
fn formations_that_hang_together_fight_one_melee() {
    // R27.
    let all = || vec![of("sword", 2), of("sword", 2)];
    let fought = |table: &Table| {
        let duties = referee::duties(table.ruleset, table.battle.state());
        let own = duties.into_iter().filter(|duty| duty.procedure == "melee");
        own.map(|duty| format!("{} / {}", duty.units("own").join(" "), duty.units("enemies").join(" ")))
            .collect::<Vec<_>>()
    };
    let mut table = Table::laid(ID, &all(), &all());
    table.phase("melee");
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    assert_eq!(fought(&table), ["a1 / b1", "a2 / b2"]);
    // Those who are said to be in a melee without a contact on record touch each other, and nobody else.
    for id in ["a2", "b2"] {
        table.set(id, "contacts", json!([]));
        table.set(id, "in_melee", true);
    }
    assert_eq!(fought(&table), ["a1 / b1", "a2 / b2"]);
    // A contact that only one of them has on record, as a log may hold it, is one for both.
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
fn a_formation_with_a_name_that_is_taken_gets_a_number_and_keeps_what_fits() {
    // Sixty characters at most.
    let renamed = |name: &str| {
        let mut table = Table::laid(ID, &[of("pike", 4)], &[of("pike", 4)]);
        for id in ["new", "newer"] {
            let mut profile = of("pike", 4).as_object().unwrap().clone();
            profile.insert("name".into(), name.into());
            let change = Change::Add(Unit { id: id.into(), side: 0, profile });
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
fn a_melee_names_formations_whole_however_long_their_names_are() {
    // Sixty characters at most; an id of a group holds 32.
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
    // One blow each of the first formations: a 1 misses.
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
fn contacts_that_players_add_are_worked_out_where_a_rule_is_overridden_too() {
    // Turn sequence: a melee belongs to its own step, which players may override. A contact that was only added has its defaults.
    let table = Table::laid(ID, &[of("pike", 4)], &[of("pike", 4)]);
    let (procedure, participants) = (table.procedure("melee"), taking(&[("own", &["a1"]), ("enemies", &["b1"])]));
    let said = Map::from_iter([("stands".to_owned(), json!([{}]))]);
    let state = table.battle.state();
    let input = referee::filled(procedure, &participants, state, &said);
    let broken = referee::bars(table.ruleset, procedure, &participants, state, &input);
    assert!(!broken.is_empty());
    assert_eq!(input["attacks"].as_array().unwrap().len(), 2, "one blow each");
    procedure.read(&input).unwrap();
}
