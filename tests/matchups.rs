//! Matchups: each cell is what the contract answers for its input, and nobody is left out unsaid.

#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test, as it should")]

use drumhead::analysis::candidates::{Likely, Prospect};
use drumhead::analysis::matchups::{Army, Matchups};
use drumhead::contract::{Answer, answer_odds};
use drumhead::rules::matchup::Matchup;
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::roster::{Roster, relevant};
use serde_json::{Map, Value as Json, json};

const RULESETS: [&str; 4] = ["pike_and_shot", "pikette_squared", "argad", "arquebusier"];

fn army(ruleset: &'static Ruleset, roster: &Roster) -> Army {
    Army { side: roster.side.clone(), units: roster.units.iter().map(|unit| relevant(ruleset.profile, unit)).collect() }
}

/// The sample armies of a ruleset, the first as rows and the second as columns.
fn samples(ruleset: &'static Ruleset, matchup: &'static Matchup) -> Matchups {
    let samples = Roster::samples(ruleset);
    Matchups::begin(ruleset, matchup, &[army(ruleset, &samples[0]), army(ruleset, &samples[1])]).unwrap()
}

fn cells(matchups: &Matchups) -> impl Iterator<Item = [usize; 2]> + use<> {
    let [rows, columns] = matchups.units().map(|units| units.len());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}

/// The chances of a cell; those of a heavy one as the worker evaluates them.
fn likely(matchups: &Matchups, [row, column]: [usize; 2], said: &Map<String, Json>) -> Option<Likely> {
    match matchups.cell(row, column, said) {
        Prospect::Likely(likely) => Some(likely),
        Prospect::Heavy => {
            let procedure = matchups.procedure();
            let ready = procedure.read(&matchups.input(row, column, said)).unwrap();
            Likely::of(procedure, &procedure.odds_summary(&ready).unwrap(), Vec::new())
        }
        Prospect::Not(_) | Prospect::Open => None,
    }
}

#[test]
fn each_cell_is_the_chance_that_the_contract_answers() {
    for id in RULESETS {
        let ruleset = rulesets::find(id).unwrap();
        assert!(ruleset.matchups.len() > 1, "{id} has fire and melee");
        for matchup in ruleset.matchups {
            let matchups = samples(ruleset, matchup);
            let procedure = matchups.procedure();
            let mut compared = 0;
            for cell in cells(&matchups) {
                let Some(likely) = likely(&matchups, cell, &Map::new()) else { continue };
                let input = matchups.input(cell[0], cell[1], &Map::new());
                let request = json!({ "ruleset": id, "procedure": procedure.id, "input": input });
                let Answer::Odds(odds) = answer_odds(&request) else { panic!("{id}/{}: {request}", procedure.id) };
                for chance in matchups.chances() {
                    let full = procedure.chances[chance].likely(&odds, 0).unwrap();
                    let (_, _, p) = likely.chances.iter().find(|(own, _, _)| *own == chance).unwrap();
                    assert!((full - p).abs() < 1e-12, "{id}/{} {cell:?}: {p}, not {full}", procedure.id);
                }
                compared += 1;
            }
            assert!(compared > 5, "{id}/{}: only {compared} cells have a chance", procedure.id);
        }
    }
}

#[test]
fn whoever_cannot_take_part_is_named_and_the_others_are_all_there() {
    for id in RULESETS {
        let ruleset = rulesets::find(id).unwrap();
        let count = |nth: usize| Roster::samples(ruleset)[nth].units.len();
        for matchup in ruleset.matchups {
            let matchups = samples(ruleset, matchup);
            for side in [0, 1] {
                let mut all = [matchups.units()[side].clone(), matchups.left_out()[side].clone()].concat();
                all.sort_unstable();
                assert_eq!(all, (0..count(side)).collect::<Vec<_>>(), "{id}/{}", matchup.procedure);
            }
        }
    }
}

#[test]
fn answers_for_the_whole_table_count_in_each_cell() {
    let ruleset = rulesets::find("pike_and_shot").unwrap();
    let fire = ruleset.matchups.iter().find(|own| own.procedure == "infantry_fire").unwrap();
    let matchups = samples(ruleset, fire);
    let said = |json: Json| json.as_object().unwrap().clone();
    let (mut lower, mut all) = (0, 0);
    for cell in cells(&matchups) {
        let open = likely(&matchups, cell, &said(json!({}))).unwrap();
        let walled = likely(&matchups, cell, &said(json!({ "target_terrain": "wall" }))).unwrap();
        assert!(walled.score <= open.score, "a wall never helps the firer");
        lower += usize::from(walled.score < open.score);
        all += 1;
        let Prospect::Not(why) = matchups.cell(cell[0], cell[1], &said(json!({ "range_in": 30 }))) else {
            panic!("{cell:?} is out of reach")
        };
        assert!(why.to_string().contains("reach"), "{why}");
    }
    assert!(lower * 2 > all, "a wall protects: {lower} of {all}");
}

#[test]
fn a_duel_of_equals_favours_nobody() {
    let ruleset = rulesets::find("argad").unwrap();
    let melee = ruleset.matchups.iter().find(|own| own.procedure == "melee").unwrap();
    let man = json!({ "name": "Swordsman", "class": 3, "figures": 1 }).as_object().unwrap().clone();
    let army = || Army { units: vec![man.clone()], ..Army::default() };
    let matchups = Matchups::begin(ruleset, melee, &[army(), army()]).unwrap();
    let likely = likely(&matchups, [0, 0], &Map::new()).unwrap();
    let chance = |chance: usize| likely.chances.iter().find(|(own, _, _)| *own == chance).unwrap().2;
    assert!((chance(5) - chance(0)).abs() < 1e-12, "{likely:?}");
}

#[test]
fn what_matchups_name_is_there() {
    for ruleset in rulesets::ALL {
        for matchup in ruleset.matchups {
            let procedure = ruleset.procedure(matchup.procedure).unwrap();
            assert!(!matchup.chances(procedure).is_empty(), "{}/{}", ruleset.id, procedure.id);
            assert!(matchup.chances(procedure).iter().all(|chance| *chance < procedure.chances.len()));
            for (field, _) in matchup.says {
                assert!(procedure.form.at(field).is_some(), "{}/{}: {field}", ruleset.id, procedure.id);
            }
            for assumption in procedure.assumes {
                let place = assumption.path.replace("[]", "[0]");
                assert!(procedure.form.at(&place).is_some(), "{}/{}: {place}", ruleset.id, procedure.id);
            }
        }
    }
}
