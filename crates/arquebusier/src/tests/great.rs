//! Melees larger than one request, odds in panels, and the fall of a General.

use super::super::RULESET;
use super::super::terms::BattleResult;
use super::filled::{army, filled, played, procedure, scene, table};
use super::{facts, named};
use crate::facts::*;
use rules::consequences::Change;
use rules::prelude::*;
use rules::procedure::Resolved;
use rules::table::Change as TableChange;
use serde_json::{Map, Value as Json, json};

fn regiment(name: &str, troop: &str, elements: i32, front: i32) -> Facts {
    let groups = json!([{ "type": troop, "elements": elements, "front": front }]);
    let profile = json!({ "name": name, "nature": "regular", "groups": groups });
    facts(&profile, &json!({ "in_melee": true }))
}

/// Ten files of Pikes, three deep, against ten: sixty blows.
fn push_of_pike() -> Scene {
    scene(&[("own", vec![regiment("Ours", "pike", 30, 10)]), ("enemies", vec![regiment("Theirs", "pike", 30, 10)])])
}

fn at_the_table(procedure: &'static Procedure, scene: &Scene, faces: &[u8]) -> Resolved {
    let input = filled(procedure, scene);
    let mut resolved = played(procedure.id, &input, faces);
    procedure.read(&input).unwrap().describe_aftermath(scene, &mut resolved);
    resolved
}

#[test]
fn a_melee_too_large_for_a_request_is_resolved_at_once_in_a_battle() {
    let melee = procedure("melee");
    let input = filled(melee, &push_of_pike());
    assert_eq!(input["attacks"].as_array().unwrap().len(), 60);
    // One request holds 24 blows.
    let refusal = melee.read_request(&input).err().unwrap();
    assert_eq!(refusal.field, "attacks");
    // Every Pike kills with a 5; the three Pikes of a file strike one element.
    let faces = [vec![5; 30], vec![1; 30]].concat();
    let resolved = played("melee", &input, &faces);
    assert_eq!(resolved.outcome.sum("losses.b*"), Some(10));
    assert_eq!(resolved.outcome.sum("losses.a*"), Some(0));
}

#[test]
fn a_large_melee_has_the_same_losses_as_its_parts_in_total() {
    let melee = procedure("melee");
    let input = filled(melee, &push_of_pike());
    let faces: Vec<u8> = (0..60).map(|n| 1 + (n * 7 % 6) as u8).collect();
    let whole = played("melee", &input, &faces).outcome;
    // All blows at one element are in one part.
    let blows = input["attacks"].as_array().unwrap();
    let mut lost = [0, 0];
    for part in 0..5 {
        let is_in_part = |place: &usize| blows[*place]["target"].as_i64().unwrap() % 5 == part;
        let places: Vec<usize> = (0..60).filter(is_in_part).collect();
        let mut request = input.clone();
        request["attacks"] = places.iter().map(|place| blows[*place].clone()).collect();
        let faces: Vec<u8> = places.iter().map(|place| faces[*place]).collect();
        let outcome = melee.read_request(&request).unwrap().resolve(&faces).result.unwrap().outcome;
        lost = [lost[0] + outcome.sum("losses.a*").unwrap(), lost[1] + outcome.sum("losses.b*").unwrap()];
    }
    assert_eq!([whole.sum("losses.a*").unwrap(), whole.sum("losses.b*").unwrap()], lost);
}

/// Probability of each number at a path of the outcome, in the order of the numbers.
fn along(odds: &Dist<Record>, path: &str) -> Vec<(i32, f64)> {
    let numbers = odds.map(|outcome| outcome.sum(path).unwrap());
    let mut rows: Vec<(i32, f64)> = numbers.iter().map(|(number, p)| (*number, p)).collect();
    rows.sort_by_key(|row| row.0);
    rows
}

/// Asserts that panels show the same chances as the full odds of this request.
fn assert_chances_of_the_whole(procedure: &Procedure, input: &Json) {
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let (odds, chances) = (ready.odds().unwrap(), ready.chances().unwrap());
    for axis in procedure.axes {
        let (whole, seen) = (along(&odds, axis.path), along(&chances, axis.path));
        assert_eq!(whole.len(), seen.len(), "{}", axis.label);
        assert!(whole.iter().zip(&seen).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12), "{}", axis.label);
    }
    for chance in procedure.chances {
        let of = |odds: &Dist<Record>| -> f64 {
            odds.iter().filter(|(outcome, _)| chance.comes_true(outcome, 0)).map(|(_, p)| p).sum()
        };
        assert!((of(&odds) - of(&chances)).abs() < 1e-12, "{}", chance.label);
    }
}

#[test]
fn the_chances_of_a_panel_equal_those_of_the_full_odds() {
    let target = json!({
        "state": "regular", "general_joined": true, "losses_this_turn": 1,
        "groups": [
            { "type": "pike", "front": 2, "elements": 3 }, { "type": "firearm", "front": 4, "elements": 4 },
            { "type": "bill", "front": 1, "elements": 1 },
        ],
    });
    let shooter =
        |front: i32| json!({ "state": "regular", "range_in": 3, "groups": [{ "type": "firearm", "front": front }] });
    for rulings in [json!({}), json!({ "r5_general_killed": "on_six" })] {
        let input = json!({ "target": target, "shooters": [shooter(7), shooter(3)], "rulings": rulings });
        assert_chances_of_the_whole(procedure("shooting"), &input);
    }
    let groups = ["a1", "a2", "b1"]
        .map(|id| json!({ "id": id, "side": id[..1], "type": "pike", "state": "regular", "elements": 3 }));
    let blow = |by: &str, element: i32, on: &str, target: i32| json!({ "by": by, "element": element, "on": on, "target": target });
    let attacks = [
        blow("a1", 0, "b1", 0),
        blow("a2", 0, "b1", 0),
        blow("a2", 1, "b1", 1),
        blow("b1", 0, "a1", 0),
        blow("b1", 1, "a2", 0),
    ];
    assert_chances_of_the_whole(procedure("melee"), &json!({ "groups": groups, "attacks": attacks }));
}

#[test]
fn the_chances_of_the_largest_volley_have_few_outcomes() {
    let groups =
        ["pike", "firearm", "bill", "sword"].map(|troop| json!({ "type": troop, "front": 40, "elements": 40 }));
    let volley = ["firearm", "harquebusier", "gun", "mortar"].map(|troop| {
        let longbows = troop == "firearm";
        json!({ "type": troop, "front": 40, "rear": if longbows { 40 } else { 0 }, "volley": if longbows { "longbow" } else { "none" } })
    });
    let shooter = json!({ "state": "regular", "range_in": 12, "stationary": true, "groups": volley });
    let input = json!({ "target": { "state": "regular", "groups": groups }, "shooters": vec![shooter; 8] });
    let chances = procedure("shooting").read(input.as_object().unwrap()).unwrap().chances().unwrap();
    // 0 to 160 elements, each with or without the commander.
    assert!(chances.len() <= 2 * 161);
    let all: f64 = chances.iter().map(|(_, p)| p).sum();
    assert!((all - 1.0).abs() < 1e-9);
}

#[test]
fn a_general_dies_in_melee_with_the_last_element_of_his_formation() {
    let mut last = named("Field guns", &json!({ "lost_gun": 2, "general_joined": true, "in_melee": true }));
    let lancers = regiment("Lancers", "lancer", 4, 4);
    let table = |guns: &Facts| scene(&[("own", vec![lancers.clone()]), ("enemies", vec![guns.clone()])]);
    let resolved = at_the_table(procedure("melee"), &table(&last), &[6, 1]);
    let said = |effect: &rules::consequences::Effect| (effect.role, effect.key, effect.change.clone());
    let effects: Vec<_> = resolved.consequences.effects.iter().map(said).collect();
    assert!(effects.contains(&("enemy_side", "general", Change::Put("killed".into()))));
    let words: Vec<String> = resolved.consequences.words.iter().map(ToString::to_string).collect();
    assert!(words.iter().any(|words| words == "Field guns: destroyed."), "{words:?}");
    assert!(words.iter().any(|words| words.starts_with("The General falls")), "{words:?}");
    let due: Vec<&str> = resolved.consequences.due.iter().map(|due| due.procedure).collect();
    assert_eq!(due, ["rout_check"]);

    // The General lives while one element is left.
    last = named("Field guns", &json!({ "lost_gun": 1, "general_joined": true, "in_melee": true }));
    let lives = at_the_table(procedure("melee"), &table(&last), &[6, 1, 1, 1]);
    assert!(!lives.consequences.effects.iter().any(|effect| effect.key == "general"));
}

#[test]
fn a_formation_of_two_types_is_destroyed_when_both_types_are_gone() {
    let holles = named("Holles's Regiment", &json!({ "lost_pike": 5, "lost_firearm": 7, "in_melee": true }));
    let scene = scene(&[("own", vec![regiment("Lancers", "lancer", 4, 4)]), ("enemies", vec![holles])]);
    let melee = procedure("melee");
    // The last Pike falls, and the last Firearm remains.
    let input = filled(melee, &scene);
    let blows = input["attacks"].as_array().unwrap().clone();
    let faces: Vec<u8> =
        blows.iter().map(|blow| if blow["on"].as_str().unwrap().starts_with("b1.1") { 6 } else { 1 }).collect();
    let stands = at_the_table(melee, &scene, &faces);
    assert_eq!(stands.outcome.sum("losses.b*"), Some(1));
    assert!(stands.consequences.due.is_empty());
    let falls = at_the_table(melee, &scene, &vec![6; blows.len()]);
    assert_eq!(falls.outcome.sum("losses.b*"), Some(2));
    assert_eq!(falls.consequences.due[0].procedure, "rout_check");
}

#[test]
fn formations_of_a_dead_general_are_asked_if_he_was_near() {
    let question = RULESET.quick_questions.iter().find(|question| question.phase.is_empty()).unwrap();
    let side = |general: &str| Facts::from(Map::from_iter([("general".to_owned(), general.into())]));
    let tillier = named("Tillier's Regiment", &json!({}));
    assert!((question.concerns)(&tillier, &side("killed")));
    assert!(!(question.concerns)(&tillier, &side("alive")));
    for (answer, state) in question.answers.iter().zip(["irregular", "regular"]) {
        let mut input = filled(procedure("irregular_check"), &scene(&[("formation", vec![tillier.clone()])]));
        input.extend(answer.answers());
        let resolved = played("irregular_check", &input, &[]);
        assert_eq!(resolved.outcome.at("state"), Some(&state.into()));
        assert!(resolved.consequences.effects.iter().any(|effect| effect.key == "general_told"));
    }
    assert!(!(question.concerns)(&named("Tillier's Regiment", &json!({ "general_told": true })), &side("killed")));
}

#[test]
fn checks_for_a_dead_general_and_a_beaten_side_are_due_until_the_battle_is_decided() {
    let due = |table: &Table| -> Vec<(&str, bool)> {
        let all = RULESET.turn_rules.duties.iter().flat_map(|rule| (rule.due)(table));
        all.map(|duty| (duty.procedure, duty.must)).collect()
    };
    let side = |general: &str| Facts::from(Map::from_iter([("general".to_owned(), general.into())]));
    let units = [army(Side::A, &[named("Field guns", &json!({}))]), army(Side::B, &[named("Clubmen", &json!({}))])];
    let mut fallen = table(units.concat(), [side("alive"), side("killed")]);
    assert_eq!(due(&fallen), [("irregular_check", true), ("rout_check", false)]);
    std::sync::Arc::make_mut(&mut fallen.battle).put(RESULT, BattleResult::AWins);
    assert_eq!(due(&fallen), []);
}

#[test]
fn players_enter_edges_with_a_tap_and_new_contact_makes_standing_cavalry_irregular() {
    let question = RULESET.quick_questions.iter().find(|question| question.phase == "melee").unwrap();
    let comes_to = |name: &str, trackers: Json, answer: usize| {
        let formation = named(name, &trackers);
        let mut input = Map::new();
        input.extend(question.answers[answer].answers());
        let base = filled(procedure("irregular_check"), &scene(&[("formation", vec![formation.clone()])]));
        input.extend(base.into_iter().filter(|(id, _)| id != "entered_melee"));
        (procedure("irregular_check").fill)(&scene(&[("formation", vec![formation])]), &mut input);
        played("irregular_check", &input, &[]).consequences.words[0].to_string()
    };
    let fresh = || json!({ "in_melee": true, "entered_melee": true });
    assert_eq!(comes_to("Holles's Regiment", fresh(), 0), "It stays Regular.");
    assert_eq!(comes_to("Holles's Regiment", fresh(), 1), "It becomes Irregular.");
    assert_eq!(comes_to("Balfour's Horse", fresh(), 0), "It becomes Irregular.");
    let charged = json!({ "in_melee": true, "entered_melee": true, "moved_this_turn": true });
    assert_eq!(comes_to("Balfour's Horse", charged, 0), "It stays Regular.");
    assert_eq!(comes_to("Balfour's Horse", json!({ "in_melee": true }), 0), "It stays Regular.");
}

#[test]
fn if_several_joining_formations_have_the_general_only_the_first_keeps_him() {
    let with_him = |name: &str| named(name, &json!({ "general_joined": true }));
    let left = |there: &[Facts], new: &[Facts]| -> Vec<String> {
        let after = table(army(Side::A, &[there, new].concat()), Default::default());
        let before = table(army(Side::A, there), Default::default());
        let changes = (RULESET.turn_rules.follow)(&Followed { before: &before, after: &after, by: By::Muster });
        let parted = |unit: &&TableUnit| changes.contains(&TableChange::to(unit.id.as_str(), GENERAL_JOINED, false));
        after.units.iter().filter(parted).map(|unit| unit.facts.value(NAME).unwrap()).collect()
    };
    let two = [with_him("Holles's Regiment"), with_him("Brooke's Regiment")];
    assert_eq!(left(&[], &two), ["Brooke's Regiment"]);
    assert_eq!(left(&[with_him("Balfour's Horse")], &two), ["Holles's Regiment", "Brooke's Regiment"]);
    assert_eq!(left(&[named("Balfour's Horse", &json!({}))], &two[..1]), [""; 0]);
}
