//! Expected values in reports: sums of the chances that the contract gives for the inputs of the acts.

use battle::analysis::report::{Report, report, total};
use battle::participants::Participants;
use battle::{Action, Battle, Event};
use exchange::contract::{Answer, answer_odds, answer_resolve};
use exchange::share::Shared;
use exchange::storage::{Bundle, Key};
use rules::names::Names;
use rules::procedure::Whose;
use serde_json::json;
use std::fs;

const BATTLES: [(&str, &str); 4] = [
    ("pike_and_shot", "p1k3sh0t"),
    ("pikette_squared", "p1k3tte2"),
    ("argad_2025", "arga2025"),
    ("arquebusier", "arquebu5"),
];

fn stored(name: &str, id: &str) -> Battle {
    let text = fs::read_to_string(testing::in_project(format!("tests/fixtures/v1/battles/{name}.json"))).unwrap();
    let Some(Shared::Battle(_, header, log)) = Shared::of(
        test_rulesets::RULESETS,
        &Bundle::read(test_rulesets::RULESETS, &text).unwrap(),
        &Key::Battle(id.to_owned()),
    ) else {
        panic!("{name} cannot be read")
    };
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    for (stamp, event) in log {
        battle.add(stamp, event);
    }
    battle
}

fn reported(battle: &Battle) -> Report {
    report(battle, &|_, _| Names::default()).unwrap()
}

/// Returns, for each side, the number of chances, the sum of their probabilities, and the number of chances that happened. They are summed
/// over the contract's answers for each act.
fn by_contract(battle: &Battle) -> [(usize, f64, usize); 2] {
    let ruleset = test_rulesets::RULESETS.find(&battle.header().ruleset).unwrap();
    let mut sides = [(0, 0.0, 0); 2];
    for (_, act) in battle.acts_in_force() {
        let Action::Resolved(act) = &act.action else { continue };
        let Some(procedure) = ruleset.procedure(&act.procedure) else { continue };
        if act.discarded || act.rolls.is_empty() || procedure.has_no_stakes() {
            continue;
        }
        let request = json!({ "ruleset": ruleset.named.id, "procedure": procedure.id, "input": act.input });
        let faces: Vec<u8> = act.rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
        let (Answer::Odds(odds), Answer::Resolved { outcome, .. }) =
            (answer_odds(test_rulesets::RULESETS, &request), answer_resolve(test_rulesets::RULESETS, &request, &faces))
        else {
            continue;
        };
        let participants = Participants::read(procedure, &act.participants);
        let names = |whose: Whose| {
            let role = procedure.participants.iter().find(|role| role.whose == whose);
            role.is_some_and(|role| !participants.units(role.id).is_empty())
        };
        let acting = participants.side(procedure, battle.state());
        for (whose, side) in [(Whose::Own, acting), (Whose::Enemy, 1 - acting)] {
            let Some((place, _)) = procedure.stakes().find(|(_, favours)| *favours == whose).filter(|_| names(whose))
            else {
                continue;
            };
            let chance = &procedure.chances[place];
            for nth in 0..chance.count(&outcome) {
                let p = chance.likely(&odds, nth).unwrap();
                sides[side] = (
                    sides[side].0 + 1,
                    sides[side].1 + p,
                    sides[side].2 + usize::from(chance.comes_true(&outcome, nth)),
                );
            }
        }
    }
    sides
}

#[test]
fn expected_values_in_reports_are_sums_of_the_contracts_chances() {
    let mut counted = 0;
    for (name, id) in BATTLES {
        let battle = stored(name, id);
        let report = reported(&battle);
        for (side, (chances, expected, happened)) in by_contract(&battle).into_iter().enumerate() {
            let total = total(&report.expectations, side, "");
            assert_eq!((total.chances, total.happened), (chances, happened), "{name}, side {side}");
            assert!(
                (total.expected - expected).abs() < 1e-9,
                "{name}, side {side}: {}, not {expected}",
                total.expected
            );
            counted += chances;
        }
    }
    assert!(counted > 20, "only {counted} chances were counted");
}

#[test]
fn a_report_lists_expected_values_by_side_and_unit() {
    let battle = stored("pike_and_shot", "p1k3sh0t");
    let report = reported(&battle);
    let first = report.expectations.first().unwrap();
    let words = first.words();
    assert!(words.starts_with(&format!("{}: {} of {} ", first.who, first.happened, first.chances)), "{words}");
    assert!(report.text().contains(&format!("  - {words}")), "{}", report.text());
    assert!(battle.events().any(|event| matches!(event, Event::Action(_))));
}

#[test]
fn a_report_tells_the_four_greatest_turning_points() {
    let mut most = 0;
    for (name, id) in BATTLES {
        let report = reported(&stored(name, id));
        let chances: Vec<f64> = report.turning_points.iter().map(|point| point.chance).collect();
        assert!(chances.is_sorted(), "{name}: {chances:?}");
        assert!(chances.iter().all(|chance| *chance <= 0.5), "{name}: {chances:?}");
        assert_eq!(report.decisive().len(), chances.len().min(4));
        assert!(report.decisive().is_sorted_by_key(|point| point.nth), "{name}: in the order of the battle");
        for point in report.decisive() {
            let (after, _) = &report.strengths[point.strength];
            assert_eq!(*after, point.turn, "{name}: the strength is that after its turn");
        }
        most = most.max(chances.len());
    }
    assert!(most > 0, "none of these battles had an upset");
}
