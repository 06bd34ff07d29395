//! The oracle compares odds with a slow brute force over every face, and checks properties of all requests.

mod brute_force;
mod numbers;
mod random;
pub mod requests;
mod shown;

use brute_force::{brute_force, compare};
use exchange::contract::{answer_line, find, odds, resolve};
use proptest::prelude::*;
use requests::{any_json, request};
use rules::procedure::Ready;
use serde_json::Value as Json;
use std::collections::{BTreeSet, HashMap};
use test_rulesets as rulesets;
use testing::conformance::{canonical, samples};

/// All requests of the samples that have odds.
fn requests_with_odds() -> Vec<Json> {
    let cases = samples().into_iter().flat_map(|(_, cases)| cases);
    cases.filter(|case| case.get("odds").is_some()).map(|case| case["request"].clone()).collect()
}

/// Requests with more ends are covered by the samples only, because brute force would take too long.
const ENDS: usize = 8_000;
/// Number of requests of each procedure that are compared.
const REQUESTS: usize = 6;

#[test]
fn odds_equal_brute_force_over_every_face() {
    let mut compared: HashMap<String, usize> = HashMap::new();
    for request in requests_with_odds() {
        let name = format!("{}/{}", request["ruleset"], request["procedure"]);
        let count = compared.entry(name).or_default();
        if *count == REQUESTS {
            continue;
        }
        let ready = ready(&request);
        let Some(counted) = brute_force(&ready, ENDS) else { continue };
        *count += 1;
        let given = ready.odds().expect("the sample has odds");
        compare(&given, &counted).unwrap_or_else(|why| panic!("{why} in {request}"));
    }
    let missed: Vec<_> = rulesets::ALL
        .iter()
        .flat_map(|ruleset| {
            ruleset.procedures.iter().map(|procedure| format!("\"{}\"/\"{}\"", ruleset.named.id, procedure.id))
        })
        .filter(|name| compared.get(name).copied().unwrap_or(0) == 0)
        .collect();
    assert!(missed.is_empty(), "no request of {missed:?} was compared");
}

fn ready(request: &Json) -> Ready {
    let (_, procedure) = find(test_rulesets::RULESETS, request).expect("the sample names procedures");
    procedure.read(request["input"].as_object().expect("the sample has inputs")).expect("the sample has odds")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn odds_sum_to_one_and_list_whatever_dice_give(request in request(), dice in proptest::collection::vec(0_u8..240, 400)) {
        let answer = odds(test_rulesets::RULESETS, &request);
        let Some(outcomes) = answer["outcomes"].as_array() else {
            prop_assert!(answer["error"]["code"].is_string(), "{}", answer);
            return Ok(());
        };
        let sum: f64 = outcomes.iter().filter_map(|row| row["probability"].as_f64()).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        prop_assert!(outcomes.iter().all(|row| row["probability"].as_f64() > Some(0.0)));
        let listed: BTreeSet<String> = outcomes.iter().map(|row| canonical(&row["outcome"])).collect();
        prop_assert_eq!(listed.len(), outcomes.len(), "an outcome is listed twice");

        let mut faces = Vec::new();
        let outcome = loop {
            let answer = resolve(test_rulesets::RULESETS, &request, &faces);
            match answer["status"].as_str() {
                Some("needs_dice") => {
                    let sides = answer["next"]["sides"].as_u64().unwrap_or(6);
                    let count = answer["next"]["count"].as_u64().unwrap_or(1);
                    for _ in 0..count {
                        let die = u64::from(dice[faces.len() % dice.len()]);
                        faces.push(u8::try_from(die % sides + 1).expect("a face"));
                    }
                }
                Some("resolved") => break answer["outcome"].clone(),
                _ => return Err(TestCaseError::fail(format!("{answer}"))),
            }
        };
        prop_assert!(listed.contains(&canonical(&outcome)), "{} is not among the odds", outcome);
    }

    #[test]
    fn any_json_gets_an_answer(request in any_json(), faces in proptest::collection::vec(any::<u8>(), 0..9)) {
        prop_assert!(odds(test_rulesets::RULESETS, &request)["status"].is_string());
        prop_assert!(resolve(test_rulesets::RULESETS, &request, &faces)["status"].is_string());
        let answer = serde_json::to_value(answer_line(test_rulesets::RULESETS, request.to_string().as_bytes())).expect("answers are JSON");
        prop_assert!(answer["status"].is_string());
    }

    #[test]
    fn any_input_to_any_procedure_gets_an_answer(request in request(), stranger in any_json(), at in any::<proptest::sample::Index>()) {
        let mut request = request;
        if let Some(input) = request["input"].as_object_mut().filter(|input| !input.is_empty()) {
            let key = input.keys().nth(at.index(input.len())).cloned().expect("within the input");
            input.insert(key, stranger);
        }
        prop_assert!(odds(test_rulesets::RULESETS, &request)["status"].is_string());
        prop_assert!(resolve(test_rulesets::RULESETS, &request, &[1, 2, 3])["status"].is_string());
    }

    #[test]
    fn any_line_gets_an_answer(text in any::<String>(), bytes in proptest::collection::vec(any::<u8>(), 0..99)) {
        for line in [text.as_bytes(), &bytes] {
            let answer = serde_json::to_value(answer_line(test_rulesets::RULESETS, line)).expect("answers are JSON");
            prop_assert!(answer["status"].is_string());
        }
    }
}
