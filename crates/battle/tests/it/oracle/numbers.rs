//! Numbers that own rules can change. Every procedure that rolls dice has one, and each number has an effect.

use crate::oracle::requests::Draw;
use exchange::contract::{odds, resolve};
use rules::form::path;
use rules::own;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use serde_json::{Value as Json, json};
use test_rulesets as rulesets;
use testing::conformance::samples;

/// Procedures that roll dice and have no such number, with the reason.
const NONE: &[(&str, &str, &str)] = &[
    (
        "pikette_squared",
        "army_generate",
        "Before the battle, on a page that no own rules reach: its table is one of armies.",
    ),
    ("pikette_squared", "draw_card", "A card is turned from the deck: no number makes it another."),
];

/// Number of random requests of a procedure that are tried, in addition to its samples.
const DRAWN: usize = 300;

/// The requests of a procedure that are tried. None has own rules.
fn requests(ruleset: &Ruleset, procedure: &'static Procedure) -> Vec<Json> {
    let cases = samples().into_iter().filter(|(id, _)| *id == ruleset.named.id).flat_map(|(_, cases)| cases);
    let mut all: Vec<Json> = cases.map(|case| case["request"].clone()).collect();
    all.retain(|request| request["procedure"] == procedure.id);
    let mut draw = Draw::of(ruleset.named.id, procedure, all.clone());
    all.extend((0..DRAWN).map(|_| draw.unadjusted()));
    all
}

#[test]
fn every_procedure_that_rolls_dice_has_a_number_that_own_rules_change() {
    let mut without = Vec::new();
    for ruleset in rulesets::ALL.iter() {
        for procedure in ruleset.procedures.iter().filter(|procedure| procedure.adjustable.is_empty()) {
            let rolls = requests(ruleset, procedure)
                .iter()
                .any(|request| resolve(test_rulesets::RULESETS, request, &[])["status"] == "needs_dice");
            if rolls {
                without.push((ruleset.named.id, procedure.id));
            }
        }
    }
    let excepted: Vec<_> = NONE.iter().map(|(ruleset, procedure, _)| (*ruleset, *procedure)).collect();
    assert_eq!(without, excepted);
}

#[test]
fn every_number_of_own_rules_affects_the_odds_of_some_request() {
    for ruleset in rulesets::ALL.iter() {
        for procedure in ruleset.procedures {
            let requests = if procedure.adjustable.is_empty() { Vec::new() } else { requests(ruleset, procedure) };
            for number in procedure.adjustable {
                let matters = requests.iter().any(|request| {
                    let input = request["input"].as_object().expect("an input");
                    let parts = own::parts(procedure, input).into_iter().filter(|part| part.numbers.contains(number));
                    // A die may already be the largest, so both directions are tried.
                    parts.flat_map(|part| [(part.clone(), -1), (part, 1)]).any(|(part, by)| {
                        let mut changed = input.clone();
                        let change = json!([{ "name": "Own", "number": number.id, "by": by }]);
                        path::set(&mut changed, &part.changes_at(), Some(change));
                        let mut otherwise = request.clone();
                        otherwise["input"] = changed.into();
                        let [before, after] =
                            [odds(test_rulesets::RULESETS, request), odds(test_rulesets::RULESETS, &otherwise)];
                        before["outcomes"].is_array()
                            && after["outcomes"].is_array()
                            && before["outcomes"] != after["outcomes"]
                    })
                });
                assert!(matters, "{}/{}: {} {} changes nothing", ruleset.named.id, procedure.id, number.at, number.id);
            }
        }
    }
}
