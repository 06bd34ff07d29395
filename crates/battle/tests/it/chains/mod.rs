//! Forecasts of chains, compared with a brute force that follows every face of every die.

mod brute;
mod calls;
mod small;

use battle::forecast::job::{self, AnswerStep, ChainAnswer, Question};
use battle::forecast::{Chain, Forecast, Summary, Until};
use battle::participants::Participants;
use battle::referee;
use battle::{Act, Battle, Header, State};
use brute::Brute;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rules::dice::rng::Seed;
use rules::dice::{GoOn, bounded};
use rules::refusal::Refusal;
use rules::ruleset::Ruleset;
use serde_json::Map;
use std::collections::BTreeMap;
use test_rulesets as rulesets;

/// Number of chains that are compared for each ruleset.
const CHAINS: usize = 52;
/// The maximum number of paths and acts for the brute force.
const MOST: usize = 400;
/// Greatest accepted difference of two probabilities.
const NEARLY: f64 = 1e-12;

macro_rules! chains_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            compare(test_rulesets::RULESETS.find(stringify!($name)).unwrap());
        }
    )*};
}
chains_of!(pike_and_shot, pikette_squared, argad, arquebusier);

fn compare(ruleset: &'static Ruleset) {
    let (mut compared, mut with_several_acts) = (0, 0);
    for seed in 0.. {
        assert!(seed < 4_000, "only {compared} chains of {} could be compared", ruleset.named.id);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = small::battle(ruleset, &mut rng);
        let Some(chain) = chain(ruleset, state, &mut rng) else { continue };
        let mut brute = Brute::of(&chain, MOST);
        let Some(exact) = brute.ends() else { continue };
        if exact.ends.values().len() < 2 {
            continue; // All rolls lead to the same end.
        }
        let case = format!(
            "{} seed {seed}: {} {:?} until {:?} with {:?}",
            ruleset.named.id,
            chain.act.procedure.id,
            chain.act.participants.json(),
            chain.until,
            chain.choices.iter().map(|(policy, choice)| (policy.id, *choice)).collect::<Vec<_>>()
        );
        let forecast = Forecast::of(&chain).unwrap();
        assert_near(forecast.not_followed, exact.stopped, &case);
        assert_same(&forecast.ends, &exact.ends, &case);
        assert_near(forecast.ends.probability + forecast.not_followed, 1.0, &case);
        for (round, (_, summary)) in forecast.rounds.iter().enumerate() {
            assert_same(summary, &exact.rounds[round], &format!("{case}, round {}", round + 1));
        }
        // The odds worker gives a page the same answer.
        let question = serde_json::to_string(&Question::of(&chain)).unwrap();
        let answer = ChainAnswer::of(ruleset, &forecast);
        let expected = serde_json::to_string(&answer).unwrap();
        assert_eq!(job::answer(test_rulesets::RULESETS, &question, u64::MAX, |_| true), Some(expected), "{case}");
        panels_show_the_acts(&chain, &answer, &case);
        compared += 1;
        with_several_acts += usize::from(exact.most_acts > 1);
        if compared == CHAINS {
            break;
        }
    }
    assert!(
        with_several_acts >= 5,
        "{with_several_acts} of {compared} chains of {} had several acts",
        ruleset.named.id
    );
}

/// Amounts of work after which a forecast is stopped.
const ALLOWED: [GoOn; 9] = [
    |done| done < 25_000,
    |done| done < 50_000,
    |done| done < 70_000,
    |done| done < 90_000,
    |done| done < 110_000,
    |done| done < 150_000,
    |done| done < 200_000,
    |done| done < 300_000,
    |done| done < 600_000,
];

#[test]
fn a_stopped_forecast_leaves_out_only_branches_not_followed() {
    let (mut partly, mut wholly) = (0, 0);
    for ruleset in ["pike_and_shot", "pikette_squared", "argad", "arquebusier"] {
        let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
        for seed in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = small::battle(ruleset, &mut rng);
            let Some(mut chain) = chain(ruleset, state, &mut rng) else { continue };
            let (Ok(exact), true) = within(|done| done < 3_000_000, &chain) else { continue };
            for below in [0.0, 1e-2] {
                chain.below = below;
                for go_on in ALLOWED {
                    // With little work, even the odds of the act itself are refused.
                    let (Ok(partial), is_whole) = within(go_on, &chain) else { continue };
                    let case = format!("{} seed {seed}: {} below {below}", ruleset.named.id, chain.act.procedure.id);
                    assert_near(partial.ends.probability + partial.not_followed, 1.0, &case);
                    assert_at_most(&partial.ends, &exact.ends, &case);
                    for ((_, partial), (_, exact)) in partial.rounds.iter().zip(&exact.rounds) {
                        assert_at_most(partial, exact, &case);
                    }
                    if is_whole {
                        wholly += 1;
                        break;
                    }
                    partly += usize::from(partial.ends.probability > 0.0);
                }
            }
        }
    }
    // A forecast proceeds phase by phase, so few stopped forecasts have reached any end.
    assert!(partly > 5 && wholly > 20, "{partly} were followed in part, and {wholly} as a whole");
}

/// Returns a forecast within this work, and true if it is complete.
fn within(go_on: GoOn, chain: &Chain) -> (Result<Forecast, Refusal>, bool) {
    let mut forecast = None;
    let whole = bounded(1_000, go_on, || forecast = Some(Forecast::of(chain)));
    (forecast.unwrap(), whole.is_some())
}

/// Asserts that no fates and no numbers are more probable than in the exact summary.
fn assert_at_most(partial: &Summary, exact: &Summary, case: &str) {
    for (fates, p) in &partial.fates {
        let most = exact.fates.get(fates).copied().unwrap_or(0.0);
        assert!(*p < most + NEARLY, "{fates:?}: {p} of {most}: {case}");
    }
    for (partial, exact) in partial.units.iter().zip(&exact.units) {
        for (partial, exact) in partial.numbers.iter().zip(&exact.numbers) {
            for (number, p) in &partial.0 {
                let most = exact.0.get(number).copied().unwrap_or(0.0);
                assert!(*p < most + NEARLY, "{number}: {p} of {most}: {case}");
            }
        }
    }
}

/// Asserts that each act of the tree is allowed on the table that its panel supposes.
fn panels_show_the_acts(chain: &Chain, answer: &ChainAnswer, case: &str) {
    let units = chain.state.units().map(|unit| (**unit).clone()).collect();
    let mut header = Header::new(chain.ruleset.named.id, "", ["", ""], units, Seed([0; 32]));
    header.rulings = Map::clone(&chain.state.table().rulings);
    let begun = Battle::begin(test_rulesets::RULESETS, header);
    let now = job::supposed(&begun, &begun.state().changes_to(&chain.state));
    assert!(now.state().is_same(&chain.state), "{case}");
    for node in &answer.nodes {
        let AnswerStep::Act(id, participants, answers) = &node.step else { continue };
        let procedure = chain.ruleset.procedure(id).unwrap();
        let participants = Participants::read(procedure, participants);
        let then = job::supposed(&now, &node.changes);
        let input = referee::filled(procedure, &participants, then.state(), answers);
        let barred = referee::bars(chain.ruleset, procedure, &participants, then.state(), &input);
        assert!(barred.is_empty(), "{id} is barred: {case}");
        procedure.read(&input).unwrap_or_else(|refusal| panic!("{id}: {refusal:?}: {case}"));
    }
}

#[test]
fn each_policy_has_at_least_two_different_choices() {
    for ruleset in rulesets::ALL {
        for policy in ruleset.forecast.policies {
            let mut ids: Vec<&str> = policy.choices.iter().map(|choice| choice.id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert!(ids.len() >= 2 && ids.len() == policy.choices.len(), "{}: {}", ruleset.named.id, policy.id);
        }
    }
}

/// Returns a random allowed act with a random end and random policies.
fn chain(ruleset: &'static Ruleset, state: State, rng: &mut ChaCha8Rng) -> Option<Chain> {
    let unit = state.units().map(|unit| unit.id.clone()).collect::<Vec<_>>().choose(rng)?.clone();
    let offers = referee::offers(ruleset, &state, &unit);
    let offers: Vec<_> = offers.into_iter().filter(referee::Offer::is_possible).collect();
    let due = referee::duties(ruleset, &state);
    let (procedure, mut participants, mut answers) = if let Some(duty) = due.choose(rng)
        && rng.random_bool(0.5)
    {
        (ruleset.procedure(duty.procedure)?, referee::participants_of(duty), referee::fixed_answers(duty))
    } else {
        let offer = offers.choose(rng)?;
        let mut participants = Participants::nobody();
        participants.set(offer.procedure.participants.first()?.id, vec![unit]);
        (offer.procedure, participants, offer.variant.map(rules::procedure::Variant::answers).unwrap_or_default())
    };
    participants.fill_in(procedure, &state);
    for (field, value) in small::ranges(ruleset, procedure.id, &participants) {
        answers.entry(field).or_insert(value);
    }
    let input = referee::filled(procedure, &participants, &state, &answers);
    let is_allowed = participants.complete(procedure)
        && referee::bars(ruleset, procedure, &participants, &state, &input).is_empty()
        && procedure.read(&input).is_ok();
    if !is_allowed {
        return None;
    }
    let until = *[Until::Phase, Until::Turn, Until::Rounds(1), Until::Rounds(2)].choose(rng)?;
    let choices = ruleset.forecast.policies.iter().filter_map(|policy| Some((policy, policy.choices.choose(rng)?.id)));
    let choices = choices.collect();
    let act = Act::new(procedure, participants, answers);
    Some(Chain { ruleset, state, act, until, choices, answers: Map::new(), below: 0.0 })
}

/// Probabilities of all combinations of the units' fates and numbers.
pub type Ends = BTreeMap<Vec<(usize, Vec<Option<i32>>)>, f64>;

fn assert_same(summary: &Summary, exact: &Ends, case: &str) {
    let mut fates: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    let mut numbers: BTreeMap<(usize, usize, i32), f64> = BTreeMap::new();
    for (units, p) in exact {
        *fates.entry(units.iter().map(|(fate, _)| *fate).collect()).or_default() += p;
        for (unit, (_, values)) in units.iter().enumerate() {
            for (number, value) in values.iter().enumerate() {
                if let Some(value) = value {
                    *numbers.entry((unit, number, *value)).or_default() += p;
                }
            }
        }
    }
    assert_eq!(summary.fates.keys().collect::<Vec<_>>(), fates.keys().collect::<Vec<_>>(), "{case}");
    for (fates_of_units, p) in &fates {
        assert_near(summary.fates[fates_of_units], *p, case);
    }
    let mut count = 0;
    for (unit, unit_summary) in summary.units.iter().enumerate() {
        for (number, spread) in unit_summary.numbers.iter().enumerate() {
            for (value, p) in &spread.0 {
                count += 1;
                assert_near(*p, numbers.get(&(unit, number, *value)).copied().unwrap_or(0.0), case);
            }
        }
    }
    assert_eq!(count, numbers.len(), "{case}");
}

#[track_caller]
fn assert_near(found: f64, exact: f64, case: &str) {
    assert!((found - exact).abs() < NEARLY, "{found} is not {exact}: {case}");
}
