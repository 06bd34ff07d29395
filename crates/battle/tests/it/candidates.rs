//! Candidates for a role. Each candidate has the chance that the odds of its own request give. The best come first, and those that the
//! rules refuse come last with the reason.

use battle::analysis::candidates::{Likely, Prospect, alone, assumed_input, best, candidates, prospect_of, with};
use battle::analysis::odds;
use battle::participants::Participants;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, State, Unit, referee};
use exchange::storage::beginning;
use rules::dice::rng::Seed;
use rules::form::path;
use rules::procedure::{Agent, Procedure, Role, Whose};
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use test_rulesets as rulesets;

const RULESETS: [&str; 4] = ["pike_and_shot", "pikette_squared", "argad", "arquebusier"];

fn begun(ruleset: &'static Ruleset) -> Battle {
    let (header, changes) = beginning::sample(ruleset, Seed([7; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    let by_rules = referee::beginning(ruleset, battle.state());
    add(&mut battle, ActionEvent::beginning(0.0, by_rules));
    let changes = referee::changes_by_hand(ruleset, battle.state(), changes);
    add(&mut battle, ActionEvent::new(0.0, Action::ByHand, changes));
    battle
}

fn add(battle: &mut Battle, act: ActionEvent) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, Event::Action(Box::new(act)));
}

/// An act of a unit without its target.
struct Choice {
    procedure: &'static Procedure,
    role: &'static Role,
    participants: Participants,
    answers: Map<String, Json>,
}

/// Returns the choices that the table offers now.
fn choices(ruleset: &'static Ruleset, state: &State) -> Vec<Choice> {
    let mut found = Vec::new();
    for unit in state.units() {
        let offers = referee::offers(ruleset, state, &unit.id);
        for offer in offers.into_iter().filter(|offer| offer.of_this_phase && offer.is_possible()) {
            let procedure = offer.procedure;
            let Some(role) = procedure.participants.iter().find(|role| role.whose == Whose::Enemy) else { continue };
            let mut participants = Participants::nobody();
            participants.set(procedure.participants[0].id, vec![unit.id.clone()]);
            let answers = offer.variant.map(|variant| variant.answers()).unwrap_or_default();
            found.push(Choice { procedure, role, participants, answers });
        }
    }
    found
}

/// Returns a candidate's chances as the odds worker computes them. The page leaves heavy odds to it.
fn by_worker(ruleset: &Ruleset, choice: &Choice, state: &State, unit: &str) -> Likely {
    let participants = with(&choice.participants, choice.role, unit);
    let (input, assumed) = assumed_input(choice.procedure, &participants, state, &choice.answers);
    let input = serde_json::to_string(&input).unwrap();
    let answer =
        odds::answer(test_rulesets::RULESETS, ruleset.named.id, choice.procedure.id, &input, u64::MAX, |_| true)
            .unwrap();
    Likely::of(choice.procedure, &serde_json::from_str(&answer).unwrap(), assumed).unwrap()
}

/// Checks a candidate's chances against the odds of all outcomes.
fn check(choice: &Choice, state: &State, unit: &str, likely: &Likely) {
    let procedure = choice.procedure;
    let participants = with(&choice.participants, choice.role, unit);
    let mut input = referee::filled(procedure, &participants, state, &choice.answers);
    for assumption in &likely.assumed {
        match assumption.path.split_once("[].") {
            None => path::set(&mut input, assumption.path, Some(assumption.value.json())),
            Some((list, field)) => {
                for member in input[list].as_array_mut().unwrap() {
                    member.as_object_mut().unwrap().entry(field).or_insert(assumption.value.json());
                }
            }
        }
    }
    let ready = procedure.read(&input).unwrap();
    let odds = ready.odds().unwrap();
    for (place, nth, p) in &likely.chances {
        // Some chances need values that the outcome of the contract does not contain.
        let with_asides = || procedure.chances[*place].likely(&ready.chances().unwrap(), *nth);
        let full = procedure.chances[*place].likely(&odds, *nth).or_else(with_asides).unwrap();
        assert!((full - p).abs() < 1e-12, "{} at {unit}: {p}, not {full}", procedure.id);
    }
}

#[test]
fn each_candidate_has_the_chance_of_its_own_odds() {
    for id in RULESETS {
        let ruleset = test_rulesets::RULESETS.find(id).unwrap();
        let mut battle = begun(ruleset);
        let (mut compared, mut refused) = (0, 0);
        for _ in 0..2 * ruleset.phases.len() + 6 {
            let state = battle.state();
            for choice in choices(ruleset, state) {
                let all = candidates(ruleset, choice.procedure, choice.role, &choice.participants, state, |_| {
                    choice.answers.clone()
                });
                let mut last = (0, f64::INFINITY);
                let mut ended = false;
                for candidate in &all {
                    match &candidate.prospect {
                        Prospect::Likely(likely) => {
                            // Candidates for which fewer of the chances are known come last. If the rules order the candidates of a role,
                            // this order does not apply.
                            let (without, score) = last;
                            let is_next =
                                likely.without > without || likely.without == without && likely.score <= score + 1e-12;
                            assert!(choice.role.is_ordered_by_rules() || !ended && is_next, "the best come first");
                            last = (likely.without, likely.score);
                            check(&choice, state, &candidate.unit, likely);
                            compared += 1;
                        }
                        Prospect::Not(why) => {
                            assert!(!why.to_string().is_empty());
                            (ended, refused) = (true, refused + 1);
                        }
                        Prospect::Heavy => {
                            let likely = by_worker(ruleset, &choice, state, &candidate.unit);
                            check(&choice, state, &candidate.unit, &likely);
                            ended = true;
                        }
                        Prospect::Open => ended = true,
                    }
                }
            }
            let changes = referee::next_changes(ruleset, state);
            add(&mut battle, ActionEvent::new(0.0, Action::Phase, changes));
        }
        assert!(compared >= 20, "{id}: {compared} compared, {refused} refused");
    }
}

#[test]
fn the_odds_worker_gives_chances_of_candidates_with_heavy_odds() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let foot = serde_json::json!({ "name": "Foot", "pikes": 100, "muskets": 200, "morale_class": "good" });
    let horse = serde_json::json!({ "name": "Horse", "troop_type": "horse", "figures": 6, "morale_class": "good" });
    let unit = |id: &str, side: usize, profile: &Json| Unit {
        id: id.to_owned(),
        side,
        profile: profile.as_object().unwrap().clone(),
        ..Unit::default()
    };
    let units = vec![unit("a1", 0, &foot), unit("b1", 1, &foot), unit("b2", 1, &horse)];
    let mut battle =
        Battle::begin(test_rulesets::RULESETS, Header::new(ruleset.named.id, "", ["", ""], units, Seed([7; 32])));
    let at = ruleset.phases.iter().position(|phase| phase.id == "other_fire").unwrap();
    add(&mut battle, ActionEvent::new(0.0, Action::ByHand, vec![Change::set("battle", "phase", at)]));
    let state = battle.state();
    let choice = choices(ruleset, state).into_iter().find(|choice| choice.procedure.id == "infantry_fire").unwrap();
    let all =
        candidates(ruleset, choice.procedure, choice.role, &choice.participants, state, |_| choice.answers.clone());
    let [light, heavy] = all.as_slice() else { panic!("{all:?}") };
    assert!(light.unit == "b2" && matches!(light.prospect, Prospect::Likely(_)), "{light:?}");
    assert!(heavy.unit == "b1" && heavy.prospect == Prospect::Heavy, "{heavy:?}");
    check(&choice, state, "b1", &by_worker(ruleset, &choice, state, "b1"));
    // A candidate with heavy odds may be better than all others, so no candidate is the best.
    assert_eq!(best(ruleset, choice.procedure, "a1", state, &choice.answers), None);
}

#[test]
fn answers_replace_assumptions_in_the_chances_of_candidates() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let battle = begun(ruleset);
    let procedure = ruleset.procedure("infantry_fire").unwrap();
    let state = battle.state();
    let unit = |side: usize, words: &str| {
        let found = state.units().find(|unit| unit.side == side && unit.name().contains(words));
        found.unwrap().id.clone()
    };
    let mut participants = Participants::nobody();
    participants.set("firer", vec![unit(0, "Manchester")]);
    participants.set("target", vec![unit(1, "Rupert's Foot")]);
    let likely = |answers: Json| {
        let answers = answers.as_object().unwrap().clone();
        prospect_of(ruleset, procedure, &participants, &at_fire(ruleset), &answers)
    };
    let Prospect::Likely(open) = likely(serde_json::json!({})) else { panic!("it can be evaluated") };
    let words: Vec<&str> = open.assumed.iter().map(|assumption| assumption.words).collect();
    assert_eq!(words, ["at {n}″", "in the open"]);
    let Prospect::Likely(walled) = likely(serde_json::json!({"range_in": 3, "target_terrain": "wall"})) else {
        panic!("it can be evaluated")
    };
    assert!(walled.assumed.is_empty());
    assert!(walled.score < open.score, "a wall protects");
    let Prospect::Not(why) = likely(serde_json::json!({"range_in": 30})) else { panic!("out of range") };
    assert!(why.to_string().contains("reach"), "{why}");
}

/// The sample battle in the first phase in which infantry may fire.
fn at_fire(ruleset: &'static Ruleset) -> State {
    let mut battle = begun(ruleset);
    for _ in 0..ruleset.phases.len() {
        let phase = ruleset.phase(battle.state().tracked("battle").unwrap()).unwrap();
        if phase.id == "other_fire" {
            return battle.state().clone();
        }
        let changes = referee::next_changes(ruleset, battle.state());
        add(&mut battle, ActionEvent::new(0.0, Action::Phase, changes));
    }
    panic!("no such phase");
}

#[test]
fn the_best_chance_of_an_act_is_that_of_its_best_candidate() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let state = at_fire(ruleset);
    let mut compared = 0;
    for choice in choices(ruleset, &state) {
        if choice.procedure.participants.len() != 2 || choice.procedure.has_no_stakes() {
            continue;
        }
        let actor = choice.participants.units(choice.procedure.participants[0].id)[0].clone();
        let all = candidates(ruleset, choice.procedure, choice.role, &choice.participants, &state, |_| {
            choice.answers.clone()
        });
        if let Prospect::Likely(first) = &all[0].prospect {
            let (participants, best) = best(ruleset, choice.procedure, &actor, &state, &choice.answers).unwrap();
            assert_eq!(participants.units(choice.role.id), [all[0].unit.clone()]);
            assert!((best.score - first.score).abs() < 1e-12);
            compared += 1;
        }
    }
    assert!(compared > 2);
}

#[test]
fn acts_against_a_chosen_enemy_have_stakes() {
    for ruleset in rulesets::ALL {
        for procedure in ruleset.procedures {
            let [first, ..] = procedure.participants else { continue };
            let chosen = procedure.participants.iter().any(|role| role.whose == Whose::Enemy && role.min > 0);
            let acts = first.whose == Whose::Own && procedure.agent != Agent::Nobody && !procedure.chances.is_empty();
            if acts && chosen {
                assert!(!procedure.has_no_stakes(), "{}/{} compares nothing", ruleset.named.id, procedure.id);
            }
            for assumption in procedure.assumes {
                let first = assumption.path.split(['[', '.']).next().unwrap();
                assert!(
                    procedure.form.field(first).is_some(),
                    "{}/{}: {}",
                    ruleset.named.id,
                    procedure.id,
                    assumption.path
                );
            }
        }
    }
}

#[test]
fn chances_of_candidates_do_not_depend_on_targets_already_chosen() {
    let ruleset = test_rulesets::RULESETS.find("argad").unwrap();
    let mut battle = begun(ruleset);
    let mut compared = 0;
    for _ in 0..ruleset.phases.len() {
        let state = battle.state();
        for choice in choices(ruleset, state).into_iter().filter(|choice| choice.role.max > 1) {
            let Choice { procedure, role, participants, answers } = choice;
            let before = candidates(ruleset, procedure, role, &participants, state, |_| answers.clone());
            let [first, second, ..] = before.as_slice() else { continue };
            let picked = with(&with(&participants, role, &first.unit), role, &second.unit);
            for candidate in &before {
                let (taken, answers) = alone(procedure, &picked, role, &candidate.unit, &answers);
                assert_eq!(taken.units(role.id), std::slice::from_ref(&candidate.unit));
                assert_eq!(prospect_of(ruleset, procedure, &taken, state, &answers), candidate.prospect);
                compared += 1;
            }
        }
        let changes = referee::next_changes(ruleset, state);
        add(&mut battle, ActionEvent::new(0.0, Action::Phase, changes));
    }
    assert!(compared > 10);
}

#[test]
fn a_candidate_alone_keeps_only_the_answers_about_itself() {
    let procedure = test_rulesets::RULESETS.find("argad").unwrap().procedure("shoot").unwrap();
    let shooters = &procedure.participants[0];
    let mut participants = Participants::nobody();
    participants.set("shooters", vec!["u1".into(), "u2".into()]);
    let answers =
        serde_json::json!({ "shooters": [{ "range_cm": 4 }, { "range_cm": 9 }], "target": { "cover": "soft" } });
    let alone = |unit: &str| alone(procedure, &participants, shooters, unit, answers.as_object().unwrap()).1;
    assert_eq!(alone("u2")["shooters"], serde_json::json!([{ "range_cm": 9 }]));
    assert_eq!(alone("u3")["shooters"], serde_json::json!([]));
    assert_eq!(alone("u3")["target"], answers["target"]);
}
