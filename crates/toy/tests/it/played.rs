//! *The Nursery Floor*, the ruleset that only tests have (`crates/toy/src/lib.rs`). Its conformance cases and the oracle run with those of
//! the other rulesets.

use battle::binding::{changes, scene};
use battle::participants::Participants;
use battle::{Action, ActionEvent, Battle, Event, Header, Unit};
use exchange::contract::{self, odds, resolve};
use exchange::storage::roster::{Roster, check};
use rules::dice::rng::Seed;
use rules::filling::input;
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json, json};
use test_rulesets::{self as rulesets, toy};

const RULESET: &Ruleset = &toy::RULESET;

#[test]
fn the_ruleset_is_listed_last_and_found_by_its_id() {
    assert_eq!(rulesets::LIST.last(), Some(&toy::NAMED));
    assert!(test_rulesets::RULESETS.find("toy").is_some_and(|found| std::ptr::eq(found, RULESET)));
}

/// A request of the contract: three marbles rolled at four soldiers.
fn marbles(made_of: &str) -> Json {
    let input = json!({ "roller": { "standing": 6 }, "target": { "standing": 4, "made_of": made_of } });
    json!({ "ruleset": "toy", "procedure": "marbles", "input": input })
}

#[test]
fn odds_of_marbles_equal_the_binomial_distribution_of_three_dice() {
    // Tin soldiers fall on 4 or more: (1/2)³ for none and for three, 3 · (1/2)³ for one and for two. Wooden ones fall on 5 or more: (2/3)³
    // for none, 3 · 1/3 · (2/3)² for one …
    for (made_of, wanted) in
        [("tin", [1.0, 3.0, 3.0, 1.0].map(|n| n / 8.0)), ("wood", [8.0, 12.0, 6.0, 1.0].map(|n| n / 27.0))]
    {
        let answer = odds(test_rulesets::RULESETS, &marbles(made_of));
        let rows = answer["outcomes"].as_array().expect("odds");
        for (knocked_over, p) in wanted.iter().enumerate() {
            let row = rows.iter().find(|row| row["outcome"]["knocked_over"] == knocked_over).expect("it can happen");
            assert!((row["probability"].as_f64().unwrap_or(-1.0) - p).abs() < 1e-12, "{made_of}: {row}");
        }
    }
}

#[test]
fn own_modifiers_change_the_numbers_of_a_procedure() {
    let chance = |own_modifiers: Json| {
        let mut request = marbles("wood");
        request["input"]["own"] = own_modifiers;
        let answer = odds(test_rulesets::RULESETS, &request);
        let rows = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let none = rows.iter().find(|row| row["outcome"]["knocked_over"] == 0).expect("they can all miss");
        none["probability"].as_f64().expect("a number")
    };
    // Each of three marbles that needs a 5 misses with 4/6, and one that needs a 6 with 5/6. An additional marble adds a die.
    let slippery = json!({ "name": "Slippery floor", "number": "knocks_on", "by": 1 });
    let another = json!({ "name": "A marble found", "number": "marbles", "by": 1 });
    for (own_modifiers, wanted) in
        [(json!([]), 64.0 / 216.0), (json!([slippery]), 125.0 / 216.0), (json!([slippery, another]), 625.0 / 1296.0)]
    {
        assert!((chance(own_modifiers.clone()) - wanted).abs() < 1e-12, "{own_modifiers}");
    }
}

#[test]
fn missing_dice_are_requested_and_missing_fields_are_refused() {
    assert_eq!(
        resolve(test_rulesets::RULESETS, &marbles("tin"), &[])["next"],
        json!({ "purpose": "knock_over", "sides": 6, "count": 3 })
    );
    let answer = odds(test_rulesets::RULESETS, &json!({ "ruleset": "toy", "procedure": "stand_up", "input": {} }));
    assert_eq!(answer["error"]["field"], "fallen");
}

#[test]
fn sample_units_are_accepted_and_fight() {
    let samples = Roster::samples(RULESET);
    assert!(samples.iter().flat_map(|roster| &roster.units).all(|unit| check(RULESET, unit).is_ok()));
    let units = samples.iter().enumerate().map(|(side, roster)| Unit {
        id: ["grenadiers", "ninepins"][side].to_owned(),
        side,
        profile: roster.units[0].clone(),
        ..Unit::default()
    });
    let mut battle = Battle::begin(
        test_rulesets::RULESETS,
        Header::new("toy", "Before bedtime", ["Red", "Chest"], units.collect(), Seed([1; 32])),
    );

    let procedure = &toy::MARBLES;
    let mut participants = Participants::nobody();
    participants.set("roller", vec!["grenadiers".into()]);
    participants.fill_in(procedure, battle.state());
    assert_eq!(participants.units("target"), ["ninepins"], "the only enemy there is");
    let input = input(procedure, &scene(procedure, &participants, battle.state()), &Map::new(), &Map::new());
    let played = procedure.read(&input).expect("legal").resolve(&[6, 5, 4]).result.expect("dice enough");
    let changes = changes(RULESET, procedure, &participants, battle.state(), &played.consequences.effects);
    let act = ActionEvent::new(0.0, Action::ByHand, changes);
    battle.add(battle.next_stamp("t"), Event::Action(Box::new(act)));

    assert_eq!(battle.state().facts("ninepins").value::<i32>(rules::fact!("standing")).unwrap(), 1);
}

#[test]
fn a_refused_act_is_answered_with_all_reasons_in_the_order_of_the_list() {
    let unit = |id: &str, side: &str| json!({ "id": id, "side": side, "profile": { "name": id, "soldiers": 6, "made_of": "tin" } });
    let set = |tracker: &str, to: Json| json!({ "act": "set", "of": "u1", "tracker": tracker, "to": to });
    let stand_up = json!({ "act": "procedure", "procedure": "stand_up", "participants": { "troop": ["u1"] } });
    let script = json!({
        "ruleset": "toy",
        "sides": [{ "name": "First" }, { "name": "Second" }],
        "units": [unit("u1", "a"), unit("u2", "b")],
        "acts": [set("tidied", json!(true)), stand_up, set("fallen", json!(2)), stand_up],
    });
    let answer = contract::battle(test_rulesets::RULESETS, &script);
    let reason = |rule: &str, message: &str| json!({ "code": "not_now", "rule": rule, "message": message });
    let tidied = reason("tidied", "u1: already stood up in this round.");
    let nobody_lies = reason("nobody_lies", "u1: nobody lies on the floor.");
    assert_eq!(answer["acts"][1], json!({ "status": "refused", "error": tidied, "also": [nobody_lies] }));
    assert_eq!(answer["acts"][3], json!({ "status": "refused", "error": tidied }), "one reason is left");
}
