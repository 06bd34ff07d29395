//! Heavy odds. A page stops evaluating them after a limit, and the odds worker agrees with the contract.

use battle::analysis::odds::{AT_ONCE, OddsSummary, answer};
use exchange::contract;
use rules::dice::done;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json};

/// The heaviest requests found, by hand and in millions of random ones.
fn heaviest() -> Vec<Json> {
    let all: Vec<Json> =
        serde_json::from_str(include_str!("../../../../tests/measure/heavy.json")).expect("a list of requests");
    all.into_iter().map(|case| case["request"].clone()).collect()
}

fn asked(request: &Json) -> (&'static Procedure, &Map<String, Json>) {
    let (_, procedure) = contract::find(test_rulesets::RULESETS, request).expect("a request of a procedure");
    (procedure, request["input"].as_object().expect("an input"))
}

/// Returns the summary of a request's odds, if the page can evaluate them at once.
fn at_once(request: &Json) -> Option<OddsSummary> {
    let (procedure, input) = asked(request);
    let ready = procedure.read(input).unwrap_or_else(|refusal| panic!("{refusal:?} in {request}"));
    OddsSummary::at_once(procedure, &ready).map(|summary| summary.expect("odds"))
}

#[test]
fn a_page_stops_soon_after_its_limit_of_work() {
    let mut given_up = Vec::new();
    for request in heaviest() {
        if at_once(&request).is_none() {
            given_up.push(request["ruleset"].as_str().unwrap_or_default().to_owned());
        }
        // The current evaluation finishes, but no other begins.
        assert!(done() < 2 * AT_ONCE, "{} of {AT_ONCE} in {request}", done());
    }
    given_up.dedup();
    assert_eq!(given_up, ["pike_and_shot", "argad"], "the rulesets with heavy odds");
}

#[test]
fn common_situations_are_evaluated_at_once() {
    let requests = testing::conformance::samples().into_iter().flat_map(|(_, cases)| cases);
    let requests = requests.filter(|case| case.get("odds").is_some()).map(|case| case["request"].clone());
    let (mut all, mut long) = (0, 0);
    for request in requests {
        let (procedure, input) = asked(&request);
        let Ok(ready) = procedure.read(input) else { continue };
        all += 1;
        long += usize::from(OddsSummary::at_once(procedure, &ready).is_none());
    }
    assert!(long * 200 < all, "{long} of {all}");
}

#[test]
fn the_odds_worker_agrees_with_the_contract() {
    let request = &heaviest()[0];
    assert_eq!(at_once(request), None);
    let (procedure, input) = asked(request);
    let text = serde_json::to_string(input).expect("text");
    let told = answer(test_rulesets::RULESETS, "pike_and_shot", procedure.id, &text, 1_000, |_| true).expect("odds");
    let told: OddsSummary = serde_json::from_str(&told).expect("what is told");
    let answered = contract::odds(test_rulesets::RULESETS, request);
    let outcomes = answered["outcomes"].as_array().expect("outcomes");
    let hit = |evaluated: &&Json| evaluated["outcome"]["hits"].as_i64() > Some(0);
    let likely: f64 = outcomes.iter().filter(hit).filter_map(|evaluated| evaluated["probability"].as_f64()).sum();
    let first = told.chances[0][0].expect("a chance");
    assert!((first - likely).abs() < 1e-9, "{first} against {likely}");
    let spread: f64 = told.spreads[0].numbers.iter().map(|(_, p)| p).sum();
    assert!((spread - 1.0).abs() < 1e-9, "{spread}");
}

#[test]
fn the_odds_worker_reports_its_progress_until_it_is_stopped() {
    let request = heaviest().pop().expect("a request");
    let (procedure, input) = asked(&request);
    let text = serde_json::to_string(input).expect("text");
    let ruleset = request["ruleset"].as_str().expect("a ruleset");
    assert_eq!(answer(test_rulesets::RULESETS, ruleset, procedure.id, &text, 100, |done| done < 500), None);
    assert!((500..5_000).contains(&done()), "{}", done());
    assert_eq!(answer(test_rulesets::RULESETS, ruleset, "no such procedure", &text, 100, |_| true), None);
    assert_eq!(answer(test_rulesets::RULESETS, ruleset, procedure.id, "{", 100, |_| true), None);
}

#[test]
fn a_stopped_evaluation_does_not_limit_the_next() {
    let heaviest = heaviest();
    assert_eq!(at_once(&heaviest[0]), None);
    let (procedure, input) = asked(&heaviest[0]);
    let ready = procedure.read(input).expect("read");
    assert!(ready.chances().is_ok_and(|odds| (odds.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9));
}
