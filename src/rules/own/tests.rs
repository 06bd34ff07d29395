use super::*;
use crate::contract;
use serde_json::json;

fn charge(own: &Json) -> Json {
    let input = json!({ "troop_type": "foot", "morale_class": "poor", "own": own });
    json!({ "ruleset": "pike_and_shot", "procedure": "reaction_charge", "input": input })
}

fn uphill(number: &str, by: i32) -> Json {
    json!([{ "name": "Charging uphill", "number": number, "by": by }])
}

/// Chance of an outcome of which this field is true.
fn chance(request: &Json, field: &str) -> f64 {
    let answer = contract::odds(request);
    let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let held = outcomes.iter().filter(|evaluated| evaluated["outcome"][field] == true);
    held.map(|evaluated| evaluated["probability"].as_f64().unwrap()).sum()
}

#[test]
fn an_own_modifier_changes_the_number_needed_the_exact_odds_and_the_reasons() {
    assert!((chance(&charge(&json!([])), "passed") - 1.0 / 2.0).abs() < 1e-12);
    assert!((chance(&charge(&uphill("need", 1)), "passed") - 1.0 / 3.0).abs() < 1e-12);
    let answer = contract::resolve(&charge(&uphill("need", 1)), &[4]);
    assert_eq!((&answer["outcome"]["required"], &answer["outcome"]["passed"]), (&json!(5), &json!(false)));
    assert_eq!(answer["modifiers"], json!([{ "id": "own:Charging uphill", "value": 1 }]));
}

#[test]
fn a_number_that_the_procedure_does_not_have_is_refused_at_its_place() {
    let refused = |request: &Json| contract::odds(request)["error"].clone();
    let refusal = refused(&charge(&uphill("die", 1)));
    assert_eq!((&refusal["code"], &refusal["field"]), (&json!("bad_value"), &json!("own[0].number")));
    assert_eq!(refused(&charge(&uphill("need", 7)))["field"], "own[0].by");
    let unit =
        |own: Json| json!({ "troop_type": "halberds", "morale_class": "good", "figures": 6, "ranks": 2, "own": own });
    let input = json!({ "side_a": [unit(json!([]))], "side_b": [unit(uphill("need", 1))] });
    let melee = json!({ "ruleset": "pike_and_shot", "procedure": "melee_groups", "input": input });
    assert_eq!(refused(&melee)["field"], "side_b[0].own[0].number");
}

#[test]
fn units_of_a_melee_have_modifiers_of_their_own() {
    let unit =
        |own: Json| json!({ "troop_type": "halberds", "morale_class": "good", "figures": 12, "ranks": 1, "own": own });
    let input = json!({ "side_a": [unit(uphill("group_size", 2))], "side_b": [unit(uphill("hits_on", -1))] });
    let request = json!({ "ruleset": "pike_and_shot", "procedure": "melee_groups", "input": input });
    let answer = contract::resolve(&request, &[]);
    let lines = &answer["outcome"]["lines"];
    assert_eq!([&lines[0]["group_size"], &lines[1]["group_size"]], [&json!(6), &json!(4)], "{answer}");
    assert_eq!([&lines[0]["roll_needed"], &lines[1]["roll_needed"]], [&json!(5), &json!(4)]);
    let ids: Vec<&str> = answer["modifiers"].as_array().unwrap().iter().filter_map(|own| own["id"].as_str()).collect();
    assert_eq!(ids, ["a1_own:Charging uphill", "b1_own:Charging uphill"]);
}
