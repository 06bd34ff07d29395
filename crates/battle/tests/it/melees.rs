//! Melees of many units: odds that can be computed, and the changes of an outcome.

use battle::analysis::odds::OddsSummary;
use battle::participants::Participants;
use battle::{Battle, Header, Unit, referee};
use exchange::contract;
use rules::dice::rng::Seed;
use rules::ruleset::Tracks;
use serde_json::{Map, Value as Json, json};

/// Units of both sides with this profile: `a1`, `a2` … and `b1`, `b2` ….
fn units(profile: &Json, count: usize) -> Vec<Json> {
    let unit = |side: &str, nth: usize| {
        let mut profile = profile.clone();
        profile["name"] = format!("{side}{nth}").into();
        json!({ "id": format!("{side}{nth}"), "side": side, "profile": profile })
    };
    ["a", "b"].iter().flat_map(|side| (1..=count).map(move |nth| unit(side, nth))).collect()
}

/// Plays a script, and rolls 1, 2, 3 … 6, 1 … for the dice of its last act. Returns the answer.
fn answer(ruleset: &str, units: &[Json], before: &[Json], mut act: Json) -> Json {
    let sides = json!([{ "name": "A" }, { "name": "B" }]);
    let mut faces: Vec<u64> = Vec::new();
    loop {
        act["faces"] = faces.clone().into();
        let acts: Vec<&Json> = before.iter().chain([&act]).collect();
        let script = json!({ "ruleset": ruleset, "sides": sides, "units": units, "acts": acts });
        let answer = contract::battle(test_rulesets::RULESETS, &script);
        let last = answer["acts"].as_array().unwrap().last().unwrap();
        if last["status"] != "needs_dice" {
            return answer.clone();
        }
        let (count, sides) = (last["next"]["count"].as_u64().unwrap(), last["next"]["sides"].as_u64().unwrap());
        faces.extend((0..count).map(|nth| nth % sides + 1));
    }
}

/// Returns the trackers of all units after the script.
fn left(answer: &Json) -> &Json {
    let last = answer["acts"].as_array().unwrap().last().unwrap();
    assert_eq!(last["status"], "applied", "{last}");
    &answer["table"]["units"]
}

fn ids(side: &str, count: usize) -> Vec<String> {
    (1..=count).map(|nth| format!("{side}{nth}")).collect()
}

const FOOT: &str = r#"{ "pikes": 12, "muskets": 12, "morale_class": "average" }"#;

/// A melee of Pike & Shot in which each unit of a line faces one unit of the other line.
fn line(count: usize, input: Json) -> (Vec<Json>, Vec<Json>, Json) {
    let to_melee = vec![json!({ "act": "next" }); 3];
    let contact = |nth: usize| json!({ "a": nth, "b": nth });
    let mut answers = json!({ "contacts": (1..=count).map(contact).collect::<Vec<_>>() });
    answers.as_object_mut().unwrap().extend(input.as_object().unwrap().clone());
    let participants = json!({ "a": ids("a", count), "b": ids("b", count) });
    let act = json!({ "act": "procedure", "procedure": "melee_round", "participants": participants, "input": answers });
    (units(&serde_json::from_str(FOOT).unwrap(), count), to_melee, act)
}

#[test]
fn an_outcome_does_not_depend_on_the_form_of_the_odds() {
    let fought = |input: Json| {
        let (units, before, act) = line(3, input);
        left(&answer("pike_and_shot", &units, &before, act)).clone()
    };
    let whole = fought(json!({ "report": "units" }));
    for unit in ["a1", "a2", "a3", "b1", "b2", "b3"] {
        assert_eq!(whole[unit]["fought"], true, "{unit}");
        assert_ne!(whole[unit]["counters"], 0, "{unit}");
    }
    assert_eq!(fought(json!({ "report": "sides" })), whole);
    assert_eq!(fought(json!({ "report": "one_unit", "focus": "b2" })), whole);
}

#[test]
fn units_have_fought_whether_dice_are_rolled_together_or_by_group() {
    let profile = json!({ "nature": "regular", "groups": [
        { "type": "pike", "elements": 2, "front": 2 }, { "type": "firearm", "elements": 4, "front": 4 }] });
    let fought = |dice: &str| {
        let touch = ["a1", "a2"].map(|of| json!({ "act": "set", "of": of, "tracker": "contacts", "to": ["b1", "b2"] }));
        let unchecked = ["a1", "a2", "b1", "b2"]
            .map(|of| json!({ "act": "set", "of": of, "tracker": "contact_to_check", "to": false }));
        let before = [touch.to_vec(), unchecked.to_vec(), vec![json!({ "act": "next" }); 3]].concat();
        let participants = json!({ "own": ["a1", "a2"], "enemies": ["b1", "b2"] });
        let act = json!({ "act": "procedure", "procedure": "melee", "participants": participants, "input": { "dice": dice } });
        answer("arquebusier", &units(&profile, 2), &before, act)
    };
    let (together, by_group) = (fought("together"), fought("by_group"));
    for unit in ["a1", "a2", "b1", "b2"] {
        assert_eq!(left(&together)[unit]["fought"], true, "{unit}");
        assert_eq!(left(&by_group)[unit]["fought"], true, "{unit}");
    }
}

#[test]
fn units_in_a_melee_of_argad_have_struck_or_stay_in_contact_or_fall() {
    let to_melee = vec![json!({ "act": "next" }); 4];
    let participants = json!({ "one": ["a1"], "friends": ["a2"], "many": ["b1", "b2"] });
    let act = json!({ "act": "procedure", "procedure": "melee", "participants": participants });
    let answer = answer("argad", &units(&json!({ "figures": 1 }), 2), &to_melee, act);
    let contacts = |unit: &str| left(&answer)[unit]["contacts"].as_array().map_or(0, Vec::len);
    let struck = |unit: &str| left(&answer)[unit]["blows"].as_u64().unwrap_or_default();
    for unit in ["a1", "a2", "b1", "b2"] {
        assert!(struck(unit) > 0 || contacts(unit) > 0 || left(&answer)[unit]["fallen"] == true, "{unit}: {answer}");
    }
}

#[test]
fn a_melee_of_four_units_a_side_has_odds_of_sides_and_of_each_unit() {
    great_melee_has_odds(4);
}

/// Eight is the maximum number of units on each side.
#[test]
fn a_melee_of_eight_units_a_side_has_odds_of_sides_and_of_each_unit() {
    great_melee_has_odds(8);
}

/// Asserts that a melee whose odds for all units are too heavy has odds for the two sides and for any single unit.
fn great_melee_has_odds(count: usize) {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let procedure = ruleset.procedure("melee_round").unwrap();
    let (units, _, act) = line(count, json!({}));
    let units: Vec<Unit> = units
        .iter()
        .map(|unit| Unit {
            id: unit["id"].as_str().unwrap().to_owned(),
            side: usize::from(unit["side"] == "b"),
            profile: unit["profile"].as_object().unwrap().clone(),
            ..Unit::default()
        })
        .collect();
    let battle =
        Battle::begin(test_rulesets::RULESETS, Header::new("pike_and_shot", "", ["A", "B"], units, Seed([0; 32])));
    let participants = Participants::read(procedure, act["participants"].as_object().unwrap());
    let summary = |answers: Json| {
        let mut input = act["input"].as_object().unwrap().clone();
        input.extend(answers.as_object().unwrap().clone());
        let input = referee::filled(procedure, &participants, battle.state(), &input);
        let ready = procedure.read(&input).unwrap();
        (ready.odds().is_ok(), ready.preview().words, OddsSummary::of(procedure, &ready).unwrap())
    };
    let (whole, before, sides) = summary(json!({}));
    assert!(!whole, "its whole odds are too many");
    assert!(before.iter().any(|words| words.to_string().contains("the odds of the two sides")));
    let shown = |summary: &OddsSummary| summary.spreads.iter().filter(|spread| spread.numbers.len() > 1).count();
    let known = |chances: &[Vec<Option<f64>>]| chances.iter().flatten().flatten().sum::<f64>();
    assert!(known(&sides.chances) > 0.5, "{:?}", sides.chances);
    assert_eq!(shown(&sides), 4, "counters and figures of both sides");
    for focus in ["a1".to_owned(), format!("a{count}"), "b1".to_owned(), format!("b{count}")] {
        let (whole, before, unit) = summary(json!({ "report": "one_unit", "focus": focus }));
        assert!(whole && before.is_empty());
        assert_eq!(shown(&unit), 2, "counters and figures of {focus}");
    }
}

/// A removed unit is in no other unit's contacts, charges or pursuits.
#[test]
fn trackers_do_not_keep_a_removed_unit() {
    let profiles = [
        ("pike_and_shot", serde_json::from_str(FOOT).unwrap()),
        ("pikette_squared", json!({ "army": "spanish", "row": "pike" })),
        ("argad", json!({ "figures": 3 })),
        ("arquebusier", json!({ "nature": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 4 }] })),
    ];
    for (id, profile) in profiles {
        let ruleset = test_rulesets::RULESETS.find(id).unwrap();
        let of_units =
            ruleset.trackers.unit.iter().filter(|tracker| matches!(tracker.kind, Tracks::Unit(_) | Tracks::Units(_)));
        let mut tried = 0;
        for tracker in of_units {
            let named = if matches!(tracker.kind, Tracks::Units(_)) { json!(["b1"]) } else { json!("b1") };
            let act = json!({ "act": "set", "of": "a1", "tracker": tracker.id, "to": named });
            let script = |acts: &[&Json]| {
                let sides = json!([{ "name": "A" }, { "name": "B" }]);
                contract::battle(
                    test_rulesets::RULESETS,
                    &json!({ "ruleset": id, "sides": sides, "units": units(&profile, 2), "acts": acts }),
                )
            };
            let set = script(&[&act]);
            if set["acts"][0]["status"] != "applied" || set["table"]["units"]["a1"][tracker.id] != named {
                continue;
            }
            tried += 1;
            let gone = script(&[&act, &json!({ "act": "remove", "unit": "b1" })]);
            let left: &Map<String, Json> = gone["table"]["units"]["a1"].as_object().unwrap();
            assert!(left.get(tracker.id).is_none_or(|held| !held.to_string().contains("b1")), "{id} {}", tracker.id);
        }
        assert!(tried > 0 || id == "pikette_squared", "{id} remembers who touches whom");
    }
}
