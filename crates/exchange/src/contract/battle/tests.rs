//! Tests of scripts that play a scenario.

use super::battle;
use serde_json::{Value as Json, json};
use test_rulesets::RULESETS;

fn naseby() -> Json {
    serde_json::from_str(include_str!("../../../../pike_and_shot/scenarios/naseby.json")).unwrap()
}

fn played(acts: &Json) -> Json {
    battle(RULESETS, &json!({ "scenario": naseby(), "acts": acts }))
}

/// Acts that end phases until this turn, whatever is due, and then these acts.
fn from_turn(turn: usize, acts: &[Json]) -> Json {
    let phases = RULESETS.find("pike_and_shot").unwrap().phases.len();
    let next = json!({ "act": "next", "override": true });
    vec![next; phases * (turn - 1)].iter().chain(acts).cloned().collect()
}

fn statuses(answer: &Json) -> Vec<&str> {
    answer["acts"].as_array().unwrap().iter().map(|act| act["status"].as_str().unwrap()).collect()
}

#[test]
fn a_script_plays_a_scenario_with_its_arrivals_and_events() {
    let answer = played(&json!([]));
    assert_eq!(answer["status"], "battle", "{answer}");
    assert_eq!(answer["table"]["off_table"], json!(["rossiter"]));
    assert!(answer["table"]["units"].get("rossiter").is_none() && answer["table"]["units"].get("okey").is_some());
    assert_eq!(answer["table"]["at_will"][0]["input"], json!({ "arrival": "rossiter", "need": 0 }));
    assert_eq!(answer["table"]["points"], json!({ "a": 0, "b": 0 }));
    assert_eq!(
        (&answer["table"]["result"]["verdict"], &answer["table"]["result"]["over"]),
        (&json!("draw"), &json!(false))
    );
    let fourth = played(&from_turn(4, &[]));
    let due: Vec<(&Json, &Json)> =
        fourth["table"]["due"].as_array().unwrap()[..2].iter().map(|due| (&due["procedure"], &due["input"])).collect();
    assert_eq!(
        due,
        [(&json!("arrival"), &json!({ "arrival": "rossiter" })), (&json!("event"), &json!({ "event": "weather" }))]
    );
    let arrival = json!({ "act": "procedure", "procedure": "arrival", "input": { "arrival": "rossiter" } });
    let rain = json!({ "act": "procedure", "procedure": "event", "input": { "event": "weather" }, "faces": [1] });
    let answer = played(&from_turn(4, &[arrival.clone(), rain, arrival]));
    let acts = statuses(&answer);
    assert_eq!(acts[acts.len() - 3..], ["applied", "applied", "refused"], "{answer}");
    assert_eq!(answer["table"]["off_table"], json!([]));
    assert!(answer["table"]["units"].get("rossiter").is_some());
    assert_eq!(answer["acts"].as_array().unwrap().last().unwrap()["error"]["rule"], "arrived");
}

#[test]
fn a_script_sets_who_holds_ground_and_brings_units_by_hand() {
    let set = |of: &str, tracker: &str, to: Json| json!({ "act": "set", "of": of, "tracker": tracker, "to": to });
    let answer = played(&json!([
        set("battle", "ground:baggage", json!("b")), set("battle", "ground:baggage", json!("c")),
        set("battle", "ground:moon", json!("b")), set("rossiter", "off_table", json!(false)), { "act": "undo" }
    ]));
    assert_eq!(statuses(&answer), ["applied", "refused", "refused", "applied", "applied"]);
    assert_eq!(
        (&answer["table"]["points"], &answer["table"]["off_table"]),
        (&json!({ "a": 0, "b": 2 }), &json!(["rossiter"]))
    );
    assert_eq!(answer["table"]["result"]["verdict"], "b");
}

#[test]
fn an_event_without_dice_or_with_too_few_is_answered_like_any_procedure() {
    let event = |faces: Json| json!({ "act": "procedure", "procedure": "event", "input": { "event": "weather" }, "faces": faces });
    let answer = played(&json!([event(json!([])), event(json!([6])), event(json!([6])), event(json!([7]))]));
    assert_eq!(statuses(&answer), ["needs_dice", "applied", "refused", "refused"], "{answer}");
    assert_eq!(answer["acts"][2]["error"]["rule"], "event_rolled");
    assert_eq!(answer["table"]["points"], json!({ "a": 1, "b": 0 }));
}

#[test]
fn a_fault_of_the_scenario_is_refused_at_its_place() {
    let refused = |change: &dyn Fn(&mut Json)| {
        let mut script = json!({ "scenario": naseby(), "acts": [] });
        change(&mut script);
        let answer = battle(RULESETS, &script);
        assert_eq!(answer["status"], "error", "{answer}");
        (answer["error"]["code"].as_str().unwrap().to_owned(), answer["error"]["field"].as_str().unwrap().to_owned())
    };
    let bad = |field: &str| ("bad_value".to_owned(), field.to_owned());
    assert_eq!(
        refused(&|script| script["scenario"]["course"]["end"]["share"] = json!(200)),
        bad("scenario.course.end.share")
    );
    assert_eq!(
        refused(&|script| script["scenario"]["sides"][0]["units"][1]["id"] = json!("fairfax")),
        bad("scenario.sides[0].units[1].id")
    );
    assert_eq!(refused(&|script| script["scenario"]["banner"] = json!(1)), bad("scenario"));
    assert_eq!(refused(&|script| script["scenario"] = json!([])), bad("scenario"));
    assert_eq!(refused(&|script| script["acts"] = json!({})), bad("acts"));
    assert_eq!(refused(&|script| script["units"] = json!([])), ("unknown_field".to_owned(), "units".to_owned()));
    let unknown = refused(&|script| script["scenario"]["ruleset"] = json!("chess"));
    assert_eq!(unknown, ("unknown_ruleset".to_owned(), "scenario.ruleset".to_owned()));
}
