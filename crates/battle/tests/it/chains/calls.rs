//! The `chain` call of the contract.

use exchange::contract::chain;
use serde_json::{Value as Json, json};

fn charge() -> Json {
    json!({
        "battle": {
            "ruleset": "pike_and_shot",
            "sides": [{ "name": "Parliament" }, { "name": "King" }],
            "units": [
                { "id": "r1", "side": "a", "profile": { "name": "R1", "pikes": 4, "muskets": 8, "morale_class": "average" } },
                { "id": "h1", "side": "b",
                  "profile": { "name": "H1", "troop_type": "horse", "figures": 6, "morale_class": "average" } },
                { "id": "r2", "side": "a", "profile": { "name": "R2", "pikes": 8, "muskets": 8, "morale_class": "poor" } },
            ],
        },
        "act": { "act": "procedure", "procedure": "reaction_charge", "participants": { "unit": ["h1"], "opponent": ["r1"] } },
        "until": "phase",
    })
}

fn with(mut request: Json, path: &str, value: Json) -> Json {
    let place = request.pointer_mut(path);
    match place {
        Some(place) => *place = value,
        None => {
            let (holder, field) = path.rsplit_once('/').unwrap();
            request.pointer_mut(holder).unwrap()[field] = value;
        }
    }
    request
}

fn sum(ends: &Json, unit: &str, fate: &str) -> f64 {
    let ends = ends.as_array().unwrap_or_else(|| panic!("no ends: {ends}"));
    ends.iter().filter(|end| end["units"][unit] == fate).map(|end| end["probability"].as_f64().unwrap()).sum()
}

#[test]
fn a_forecast_of_a_charge_includes_the_answer_to_it() {
    let answer = chain(test_rulesets::RULESETS, &charge());
    assert_eq!(answer["status"], "chain", "{answer}");
    let all: f64 = answer["ends"].as_array().unwrap().iter().map(|end| end["probability"].as_f64().unwrap()).sum();
    assert!((all + answer["not_followed"].as_f64().unwrap() - 1.0).abs() < 1e-12, "{all}");
    // Horse charge on 2 or more, and foot stand on 2 or more. Foot that do not stand break.
    assert!((sum(&answer["ends"], "r1", "broken") - 5.0 / 36.0).abs() < 1e-12, "{answer}");
    assert_eq!(answer["units"]["r2"], Json::Null, "it does not concern the other regiment");
    assert_eq!(answer["nodes"][0]["acts"][0]["procedure"], "reaction_charge");
    let stand =
        answer["nodes"].as_array().unwrap().iter().find(|node| node["acts"][0]["procedure"] == "reaction_stand");
    assert_eq!(stand.unwrap()["acts"][0]["participants"], json!({ "unit": ["r1"], "opponent": ["h1"] }));
}

#[test]
fn a_policy_changes_the_answer() {
    let breaks = chain(test_rulesets::RULESETS, &with(charge(), "/policies", json!({ "answer": "break" })));
    assert!((sum(&breaks["ends"], "r1", "broken") - 5.0 / 6.0).abs() < 1e-12, "{breaks}");
    let policy = breaks["policies"].as_array().unwrap().iter().find(|policy| policy["id"] == "answer").unwrap();
    assert_eq!(policy["choice"], "break");
}

#[test]
fn a_fight_of_two_rounds_by_policy_has_no_third_round() {
    let fencer = |id: &str, side: &str, weapon: &str| json!({ "id": id, "side": side, "profile": { "name": id, "figures": 1, "weapon": weapon } });
    let answer = chain(
        test_rulesets::RULESETS,
        &json!({
            "battle": {
                "ruleset": "argad",
                "sides": [{}, {}],
                "units": [fencer("u1", "a", "halberd"), fencer("k1", "b", "sword")],
                "acts": [{ "act": "next" }, { "act": "next" }, { "act": "next" }, { "act": "next" }],
            },
            "act": { "act": "procedure", "procedure": "melee", "participants": { "one": ["u1"], "many": ["k1"] } },
            "until": { "rounds": 4 },
            "policies": { "fight": "two_rounds" },
        }),
    );
    let fought = |round: usize| answer["rounds"][round]["fought"].as_f64().unwrap();
    assert!((fought(0) - 1.0).abs() < 1e-12, "{answer}");
    assert!(fought(1) > 0.1, "who is in contact fights again");
    assert_eq!([fought(2), fought(3)], [0.0, 0.0], "as the players chose, however they stand then");
}

#[test]
fn branches_that_are_not_followed_have_a_total_probability() {
    let turn = with(charge(), "/until", json!("turn"));
    let cut = chain(test_rulesets::RULESETS, &with(turn, "/below", json!(0.01)));
    let all: f64 = cut["ends"].as_array().unwrap().iter().map(|end| end["probability"].as_f64().unwrap()).sum();
    let not_followed = cut["not_followed"].as_f64().unwrap();
    assert!(not_followed > 0.01, "{not_followed}");
    assert!((all + not_followed - 1.0).abs() < 1e-12, "{all} and {not_followed}");
}

#[test]
fn answers_about_assumed_acts_are_used() {
    let fired = with(charge(), "/until", json!("turn"));
    let fired = with(fired, "/below", json!(0.001));
    let covered = with(fired.clone(), "/answers", json!({ "infantry_fire": { "target_terrain": "soft_cover" } }));
    let shown = |answer: &Json| {
        let answers = answer["assumed"]["answers"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        answers.into_iter().find(|answer| answer["field"] == "target_terrain").map(|answer| answer["value"].clone())
    };
    let (open, covered) = (chain(test_rulesets::RULESETS, &fired), chain(test_rulesets::RULESETS, &covered));
    assert_eq!(shown(&open), Some("open".into()));
    assert_ne!(shown(&covered), shown(&open), "{covered}");
}

/// Sends requests that differ from a valid one in a single field.
#[test]
fn an_invalid_chain_request_is_refused_at_its_field() {
    let refusals = [
        ("/battle", json!(1), "error bad_value battle"),
        ("/battle/units", json!(1), "error bad_value battle.units"),
        (
            "/battle/acts",
            json!([{ "act": "next" }, { "act": "undo" }, { "act": "undo" }]),
            "error bad_value battle.acts[2]",
        ),
        ("/act/act", json!("next"), "error bad_value act.act"),
        ("/act/faces", json!([6]), "error unknown_field act.faces"),
        ("/act/procedure", json!("pray"), "refused unknown_procedure procedure"),
        ("/act/participants", json!({ "unit": ["h2"] }), "refused bad_value participants.unit[0]"),
        ("/act/input", json!({ "troops": 1 }), "refused unknown_field troops"),
        ("/until", json!("noon"), "error bad_value until"),
        ("/until", json!({ "rounds": 7 }), "error bad_value until"),
        ("/until", json!({ "rounds": 0 }), "error bad_value until"),
        ("/policies", json!({ "prayer": "yes" }), "error unknown_field policies.prayer"),
        ("/policies", json!({ "answer": "pray" }), "error bad_value policies.answer"),
        ("/policies", json!([]), "error bad_value policies"),
        ("/answers", json!({ "prayer": {} }), "error unknown_field answers.prayer"),
        ("/answers", json!({ "infantry_fire": { "luck": 1 } }), "error unknown_field answers.infantry_fire.luck"),
        ("/below", json!(-0.1), "error bad_value below"),
        ("/below", json!("little"), "error bad_value below"),
        ("/units", json!([]), "error unknown_field units"),
    ];
    for (path, value, expected) in refusals {
        let answer = chain(test_rulesets::RULESETS, &with(charge(), path, value.clone()));
        let word = |key: &str| answer["error"][key].as_str().unwrap_or("").to_owned();
        let told = format!("{} {} {}", answer["status"].as_str().unwrap_or(""), word("code"), word("field"));
        assert_eq!(told, expected, "{path} = {value}: {answer}");
    }
}

#[test]
fn rules_of_the_turn_forbid_an_act_of_a_chain_as_in_a_battle() {
    let moved = with(charge(), "/battle/acts", json!([{ "act": "next" }]));
    let answer = chain(test_rulesets::RULESETS, &moved);
    assert_eq!((&answer["status"], &answer["error"]["rule"]), (&json!("refused"), &json!("phase")), "{answer}");
}

#[test]
fn an_answer_line_may_be_a_chain() {
    let mut line = charge();
    line["call"] = "chain".into();
    let answer = exchange::contract::answer_line(test_rulesets::RULESETS, line.to_string().as_bytes());
    assert_eq!(serde_json::to_value(&answer).unwrap()["status"], "chain");
}
