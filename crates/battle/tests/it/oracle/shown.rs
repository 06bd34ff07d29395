//! Compares what the panel shows with the contract's answers to random requests: chances, headline, distributions, and the effect of other
//! situations. These are computed here independently from the contract's JSON.

use crate::oracle::requests::Draw;
use battle::analysis::odds::OddsSummary;
use battle::analysis::variants::variants;
use exchange::contract;
use rules::dice::bounded;
use rules::form::path;
use rules::procedure::{Chance, Is, Procedure};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use testing::conformance::samples;

/// Number of requests of each ruleset.
const REQUESTS: usize = 1_000;
/// The maximum number of random requests for each comparison.
const DRAWN: usize = 400;
/// The maximum work for the odds of one request. Heavier requests are replaced by others.
const WORK: u64 = 200_000;
/// Number of other situations that are compared for each request.
const OTHERWISE: usize = 2;
/// Greatest accepted difference of two sums of the same probabilities.
const NEARLY: f64 = 1e-12;

macro_rules! panels_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            compare_ruleset(stringify!($name));
        }
    )*};
}
panels_of!(pike_and_shot, pikette_squared, argad, arquebusier);

fn compare_ruleset(id: &str) {
    let ruleset = test_rulesets::RULESETS.find(id).expect("a ruleset");
    let each = REQUESTS.div_ceil(ruleset.procedures.len());
    let samples: Vec<Json> =
        samples().into_iter().filter(|(ruleset, _)| *ruleset == id).flat_map(|(_, cases)| cases).collect();
    let mut otherwise = 0;
    for procedure in ruleset.procedures {
        let of_procedure =
            samples.iter().map(|case| &case["request"]).filter(|request| request["procedure"] == procedure.id);
        let mut draw = Draw::of(ruleset.named.id, procedure, of_procedure.cloned().collect());
        let (mut compared, mut drawn) = (0, 0);
        while compared < each {
            assert!(drawn < each * DRAWN, "only {compared} requests of {}: {drawn} drawn", procedure.id);
            drawn += 1;
            let request = draw.request();
            let Some(outcomes) = outcomes(&request) else { continue };
            compare(procedure, &request, &outcomes);
            compared += 1;
            otherwise += compare_variants(procedure, &request, drawn);
            draw.vary(request);
        }
    }
    assert!(otherwise > REQUESTS / 4, "{otherwise} other situations");
}

/// An outcome in the contract's JSON, and its probability.
type Outcome = (Json, f64);

/// The contract's odds; `None` if the request is refused or heavy.
fn outcomes(request: &Json) -> Option<Vec<Outcome>> {
    let answer = bounded(WORK, |_| false, || contract::odds(test_rulesets::RULESETS, request))?;
    let outcomes = answer.get("outcomes")?.as_array()?;
    let sides = sides(request);
    let outcome = |evaluated: &Json| {
        (by_side(evaluated["outcome"].clone(), &sides), evaluated["probability"].as_f64().expect("a probability"))
    };
    Some(outcomes.iter().map(outcome).collect())
}

/// The side of each group, by its id. In the app, ids of groups begin with the letter of their side, and losses of a side are found by this
/// letter. Requests may use other ids.
fn sides(request: &Json) -> BTreeMap<String, String> {
    let groups = request["input"].get("groups").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    groups
        .iter()
        .filter_map(|group| Some((group["id"].as_str()?.to_owned(), group["side"].as_str()?.to_owned())))
        .collect()
}

/// Returns an outcome in which the names of losses begin with the side.
fn by_side(mut outcome: Json, sides: &BTreeMap<String, String>) -> Json {
    if let Some(losses) = outcome.get_mut("losses").and_then(Json::as_object_mut).filter(|_| !sides.is_empty()) {
        let named = |(id, lost): (String, Json)| (format!("{}{id}", sides[&id]), lost);
        *losses = std::mem::take(losses).into_iter().map(named).collect();
    }
    outcome
}

fn summary(procedure: &'static Procedure, input: &Map<String, Json>) -> OddsSummary {
    OddsSummary::of(procedure, &procedure.read(input).expect("it was read")).expect("it has odds")
}

fn compare(procedure: &'static Procedure, request: &Json, outcomes: &[Outcome]) {
    let shown = summary(procedure, request["input"].as_object().expect("an object"));
    for (place, query) in procedure.chances.iter().enumerate() {
        if is_aside(outcomes, query.path) {
            continue;
        }
        for (nth, p) in shown.chances[place].iter().enumerate() {
            same(*p, likely(outcomes, query, nth), &format!("{}[{nth}] of {request}", query.label));
        }
        assert!(!shown.chances[place].is_empty());
    }
    for (place, nth, p) in shown.gist(procedure) {
        if is_aside(outcomes, procedure.chances[place].path) {
            continue;
        }
        same(Some(p), likely(outcomes, &procedure.chances[place], nth), &format!("the headline of {request}"));
    }
    for (place, axis) in procedure.axes.iter().enumerate() {
        for spread in shown.spreads.iter().filter(|spread| spread.axis == place) {
            let case = format!("{} of {request}", axis.label);
            let path = axis.path.replace("[*]", &format!("[{}]", spread.nth));
            let (mut numbers, mut words) = (BTreeMap::new(), BTreeMap::new());
            for (outcome, p) in outcomes {
                if let Some(word) = at(outcome, &path).and_then(Json::as_str) {
                    *words.entry(word.to_owned()).or_insert(0.0) += p;
                } else if let Some(number) = sum(outcome, &path) {
                    *numbers.entry(number).or_insert(0.0) += p;
                }
            }
            if words.is_empty() {
                let shown_numbers: Vec<i64> = spread.numbers.iter().map(|(number, _)| i64::from(*number)).collect();
                assert_eq!(shown_numbers, numbers.keys().copied().collect::<Vec<_>>(), "{case}");
                spread
                    .numbers
                    .iter()
                    .zip(numbers.values())
                    .for_each(|((_, p), exact)| same(Some(*p), Some(*exact), &case));
            } else {
                assert_eq!(spread.words.len(), words.len(), "{case}");
                spread.words.iter().for_each(|(word, p)| same(Some(*p), words.get(word).copied(), &case));
            }
        }
    }
}

/// Compares the chances in a few other situations. Returns the number of situations.
fn compare_variants(procedure: &'static Procedure, request: &Json, turn: usize) -> usize {
    let input = request["input"].as_object().expect("an object");
    let all = variants(procedure.form, &[], input);
    let some = (0..all.len().min(OTHERWISE)).map(|index| &all[(turn + index) % all.len()]);
    some.filter(|variant| {
        let mut changed = input.clone();
        path::set(&mut changed, &variant.place, Some(variant.value.clone()));
        let mut asked = request.clone();
        asked["input"] = changed.clone().into();
        let Some(outcomes) = outcomes(&asked) else { return false };
        let shown = summary(procedure, &changed).followed(procedure);
        for (query, p) in procedure.followed().zip(shown).filter(|(query, _)| !is_aside(&outcomes, query.path)) {
            same(p, likely(&outcomes, query, 0), &format!("what if, in {asked}"));
        }
        true
    })
    .count()
}

/// True if a chance needs a value that the contract's outcomes do not contain. The rulesets' tests cover such chances.
fn is_aside(outcomes: &[Outcome], path: &str) -> bool {
    let first = path.split(['.', '[']).next().unwrap_or_default();
    outcomes.iter().all(|(outcome, _)| outcome.get(first).is_none())
}

fn same(one: Option<f64>, two: Option<f64>, case: &str) {
    let near = match (one, two) {
        (Some(one), Some(two)) => (one - two).abs() < NEARLY,
        _ => one == two,
    };
    assert!(near, "shown {one:?}, by the contract {two:?}: {case}");
}

/// Computes the probability of a chance from the contract's outcomes.
fn likely(outcomes: &[Outcome], query: &Chance, nth: usize) -> Option<f64> {
    let path = query.path.replace("[*]", &format!("[{nth}]"));
    let holds = |outcome: &Json| match query.is {
        Is::Any => at(outcome, &path).map(|value| value.as_array().is_some_and(|list| !list.is_empty())),
        Is::AtLeast(least) => sum(outcome, &path).map(|value| value >= i64::from(least)),
        Is::True => at(outcome, &path).map(|value| *value == Json::Bool(true)),
        Is::Word(wanted) => at(outcome, &path).map(|value| value == wanted),
    };
    let known: Vec<(bool, f64)> = outcomes.iter().filter_map(|(outcome, p)| Some((holds(outcome)?, *p))).collect();
    let likely = known.iter().filter(|(holds, _)| *holds).map(|(_, p)| p).sum();
    (!known.is_empty()).then_some(likely)
}

/// Returns the value at a path such as `a[0].breaks`.
fn at<'a>(outcome: &'a Json, path: &str) -> Option<&'a Json> {
    let pointer = format!("/{}", path.replace("].", "/").replace(['.', '['], "/").replace(']', ""));
    outcome.pointer(&pointer)
}

/// Returns the number at a path. Lists are summed up, and so are all values that match a path such as `a.lost_*`.
fn sum(outcome: &Json, path: &str) -> Option<i64> {
    fn total(value: &Json) -> Option<i64> {
        match value {
            Json::Array(list) => list.iter().map(total).sum(),
            value => value.as_i64(),
        }
    }
    let Some(path) = path.strip_suffix('*') else { return total(at(outcome, path)?) };
    let (holder, start) =
        path.rsplit_once('.').map_or((Some(outcome), path), |(holder, start)| (at(outcome, holder), start));
    let named: Vec<&Json> =
        holder?.as_object()?.iter().filter(|(name, _)| name.starts_with(start)).map(|(_, value)| value).collect();
    if named.is_empty() { None } else { named.into_iter().map(total).sum() }
}
