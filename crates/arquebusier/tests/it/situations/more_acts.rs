//! Requests that contradict themselves, orders of Dragoons, and formations that join a battle.

use super::{irregular, of, table};
use battle::{Action, Change, Unit, binding, referee};
use serde_json::{Map, Value as Json, json};
use testing::asked::Rules;
use testing::table::{Table, outcome, taking};

const ID: &str = "arquebusier";
const RULES: Rules = Rules(ID);

#[test]
fn a_melee_records_contacts_between_formations_that_struck() {
    // Melee Combat.
    let mut table = Table::laid(ID, &[of("sword", 1), of("sword", 1)], &[of("sword", 1), of("sword", 1)]);
    table.phase("melee");
    let procedure = table.procedure("melee");
    let participants = taking(&[("own", &["a1", "a2"]), ("enemies", &["b1", "b2"])]);
    let scene = binding::scene(procedure, &participants, table.battle.state());
    let stands = json!([{ "own": 0, "enemy": 0 }, { "own": 1, "enemy": 1 }]);
    let mut input = Map::from_iter([("stands".to_owned(), stands)]);
    (procedure.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
    let played = referee::play(procedure, &participants, table.battle.state(), &input, &[1, 1, 1, 1]).unwrap();
    let resolved = played.result.unwrap();
    let changes =
        referee::resolved_changes(table.ruleset, procedure, &participants, table.battle.state(), &input, &resolved);
    table.add(Action::ByHand, changes);
    assert_eq!(
        ["a1", "a2", "b1", "b2"].map(|id| table.value(id, "contacts")),
        [json!(["b1"]), json!(["b2"]), json!(["a1"]), json!(["a2"])]
    );
}

#[test]
fn a_melee_has_two_sides_and_each_type_is_named_once() {
    let group =
        |id: &str, side: &str| json!({ "id": id, "side": side, "type": "sword", "state": "regular", "elements": 1 });
    let blow = json!({ "by": "x", "element": 0, "on": "y", "target": 0 });
    let melee = |other: &str| {
        RULES.refusal("melee", json!({ "groups": [group("x", "a"), group("y", other)], "attacks": [blow] }))
    };
    assert_eq!((melee("b"), melee("a")), ("allowed".into(), "bad_value groups".into()));
    let shooting = |second: &str| {
        let groups = json!([{ "type": "firearm", "front": 2 }, { "type": second, "front": 2 }]);
        let shooter = json!({ "state": "regular", "groups": groups, "range_in": 5 });
        RULES.refusal("shooting", json!({ "shooters": [shooter], "target": { "state": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 4 }] } }))
    };
    assert_eq!(shooting("firearm"), "bad_value shooters[0].groups");
    assert_ne!(shooting("gun"), "bad_value shooters[0].groups");
}

#[test]
fn the_sentence_of_a_move_includes_the_reduction_by_fire() {
    let sentences = |losses: i32| {
        let input = json!({ "reason": "manoeuvre", "command_passed": true, "types": ["pike"], "fire_losses": losses });
        outcome(ID, "movement_allowance", &input, &[])
    };
    assert!(!sentences(0).iter().any(|words| words.contains("under fire")), "{:?}", sentences(0));
    assert!(
        sentences(1).iter().any(|words| words.contains("less 1\" for elements lost under fire")),
        "{:?}",
        sentences(1)
    );
}

#[test]
fn a_formation_that_did_not_move_did_not_approach() {
    // Shooting: targets.
    let enemy = |moved: bool| {
        let mut table = Table::laid(ID, &[of("firearm", 4)], &[of("pike", 4)]);
        table.set("b1", "moved_last_turn", moved);
        table.filled("target_choice", &[("shooter", &["a1"]), ("enemies", &["b1"])])["enemies"][0]["moved_towards_last_turn"].clone()
    };
    assert_eq!((enemy(false), enemy(true)), (json!(false), Json::Null));
}

#[test]
fn the_type_to_lose_is_asked_only_of_irregulars_with_equally_weak_types() {
    // R17.
    let mixed = || {
        let groups =
            json!([{ "type": "mob", "elements": 2, "front": 2 }, { "type": "pike", "elements": 2, "front": 2 }]);
        json!({ "nature": "irregular", "groups": groups })
    };
    let due = |profile: Json, trackers: &[(&str, Json)]| {
        let mut table = table(&profile, trackers);
        table.phase("end");
        table.duties().iter().any(|duty| duty.starts_with("!end_of_turn: A1"))
    };
    let shaken = || ("shaken_close_fire", json!(true));
    assert!(due(mixed(), &[shaken()]));
    assert!(!due(mixed(), &[]));
    assert!(!due(mixed(), &[shaken(), ("turn_ended", json!(true))]));
    assert!(!due(irregular("mob", 4), &[shaken()]));
    let mut trained = mixed();
    trained["nature"] = "regular".into();
    assert!(!due(trained, &[shaken()]));
}

#[test]
fn dismounted_dragoons_ordered_to_dismount_stay_dismounted() {
    let mut dragoons = of("dragoon", 4);
    dragoons["mounted"] = false.into();
    let mut table = table(&dragoons, &[("first_command", json!("dismount")), ("changing", json!(true))]);
    table.phase("move");
    table.next();
    assert_eq!(table.value("a1", "mounted"), false);
}

#[test]
fn a_joining_formation_is_not_asked_about_a_dead_general() {
    let has_heard = |general: &str| {
        let mut table = Table::laid(ID, &[of("pike", 4)], &[of("pike", 4)]);
        table.set("a", "general", general);
        let mut profile = of("pike", 4).as_object().unwrap().clone();
        profile.insert("name".into(), "New".into());
        let change = Change::Add(Unit { id: "new".into(), side: 0, profile, ..Unit::default() });
        let changes = referee::changes_of_muster(table.ruleset, table.battle.state(), vec![change]);
        table.add(Action::Muster, changes);
        table.value("new", "general_told")
    };
    assert_eq!((has_heard("alive"), has_heard("killed")), (json!(false), json!(true)));
}

#[test]
fn contacts_set_on_both_formations_put_both_in_melee() {
    // R30.
    let mut table = Table::laid(ID, &[of("pike", 4)], &[of("pike", 4)]);
    let both = vec![Change::set("a1", "contacts", json!(["b1"])), Change::set("b1", "contacts", json!(["a1"]))];
    let changes = referee::changes_by_hand(table.ruleset, table.battle.state(), both);
    table.add(Action::ByHand, changes);
    assert_eq!(["a1", "b1"].map(|id| table.value(id, "in_melee")), [json!(true), json!(true)]);
}
