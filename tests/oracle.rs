//! The oracle: odds against a slow brute force over every face, and what must hold of any request at all.

#[allow(dead_code, reason = "other tests share more")]
mod common;

use common::{canonical, samples};
use drumhead::contract::{answer_line, find, odds, resolve};
use drumhead::dice::Halt;
use drumhead::form::{Form, Kind, Need};
use drumhead::outcome::Record;
use drumhead::rules::procedure::Ready;
use drumhead::rulesets;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeSet, HashMap};

/// Every request of the samples that has odds.
fn requests_with_odds() -> Vec<Json> {
    let cases = samples().into_iter().flat_map(|(_, cases)| cases);
    cases.filter(|case| case.get("odds").is_some()).map(|case| case["request"].clone()).collect()
}

/// Requests with more ends than this are left to the samples: brute force would not finish.
const ENDS: usize = 8_000;
/// Number of requests of each procedure, enough to show that its rolls and its odds agree.
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
        let Some(counted) = brute_force(&ready) else { continue };
        *count += 1;
        let given = ready.odds().expect("the sample has odds");
        assert_eq!(given.len(), counted.len(), "{request}");
        for (outcome, p) in given.iter() {
            let q = counted.get(outcome).copied().unwrap_or(0.0);
            assert!((p - q).abs() < 1e-12, "{p} against {q} in {request}");
        }
    }
    let missed: Vec<_> = rulesets::ALL
        .iter()
        .flat_map(|ruleset| ruleset.procedures.iter().map(|own| format!("\"{}\"/\"{}\"", ruleset.id, own.id)))
        .filter(|name| compared.get(name).copied().unwrap_or(0) == 0)
        .collect();
    assert!(missed.is_empty(), "no request of {missed:?} was compared");
}

fn ready(request: &Json) -> Ready {
    let (_, procedure) = find(request).expect("the sample names procedures");
    procedure.read(request["input"].as_object().expect("the sample has inputs")).expect("the sample has odds")
}

/// Every outcome with its probability, by trying every face of every die; `None` if there are too many.
fn brute_force(ready: &Ready) -> Option<HashMap<Record, f64>> {
    let (mut ends, mut counted) = (0, HashMap::new());
    let mut open: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((faces, weight)) = open.pop() {
        match ready.resolve(&faces).result {
            Ok(resolved) => {
                ends += 1;
                *counted.entry(resolved.outcome).or_default() += weight;
            }
            Err(Halt::Needs(roll)) => open.extend((1..=roll.sides).map(|face| {
                let longer = faces.iter().copied().chain([face]).collect();
                (longer, weight / f64::from(roll.sides))
            })),
            Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
        }
        if ends > ENDS || open.len() > ENDS {
            return None;
        }
    }
    Some(counted)
}

/// A request of any procedure whose input its form takes, more or less: numbers are small, so that odds are quick.
fn request() -> impl Strategy<Value = Json> {
    let procedures: Vec<_> =
        rulesets::ALL.iter().flat_map(|ruleset| ruleset.procedures.iter().map(|own| (ruleset.id, *own))).collect();
    select(procedures).prop_flat_map(|(ruleset, procedure)| {
        object(procedure.form)
            .prop_map(move |input| json!({ "ruleset": ruleset, "procedure": procedure.id, "input": input }))
    })
}

fn object(form: &'static Form) -> BoxedStrategy<Json> {
    let fields: Vec<_> = form
        .fields
        .iter()
        .map(|field| {
            let given = value(&field.kind).prop_map(Some);
            let left_out = if matches!(field.need, Need::Required) { 1 } else { 40 };
            prop_oneof![left_out => Just(None), 30 => given].prop_map(|value| (field.id, value))
        })
        .collect();
    fields
        .prop_map(|fields| {
            let given = fields.into_iter().filter_map(|(id, value)| Some((id.to_owned(), value?)));
            Json::Object(given.collect::<Map<_, _>>())
        })
        .boxed()
}

fn value(kind: &'static Kind) -> BoxedStrategy<Json> {
    match *kind {
        Kind::Whole { min, max } => (min..=max.min(min.saturating_add(9))).prop_map(Json::from).boxed(),
        Kind::OneOf(numbers) => select(numbers).prop_map(Json::from).boxed(),
        Kind::Number { min, max, .. } => {
            let halves = ((max.min(min + 15.0) - min) * 2.0) as i32;
            (0..=halves).prop_map(move |half| Json::from(min + f64::from(half) / 2.0)).boxed()
        }
        Kind::Flag => any::<bool>().prop_map(Json::from).boxed(),
        Kind::Choice(choices) => select(choices).prop_map(|choice| Json::from(choice.id)).boxed(),
        Kind::Text(_) => "[a-z]{1,8}".prop_map(Json::from).boxed(),
        Kind::Object(form) => object(form),
        Kind::List { of: Kind::Choice(choices), min, max } if min != max => {
            subsequence(*choices, min..=max.min(choices.len()))
                .prop_map(|chosen| chosen.iter().map(|choice| Json::from(choice.id)).collect())
                .boxed()
        }
        Kind::List { of, min, max } => {
            proptest::collection::vec(value(of), min..=max.min(min.max(2))).prop_map(Json::from).boxed()
        }
        Kind::Counts { of, max } => {
            proptest::collection::btree_map(select(of).prop_map(|choice| choice.id.to_owned()), 0..=max.min(9), 0..4)
                .prop_map(|counts| json!(counts))
                .boxed()
        }
    }
}

/// Any JSON at all, with a liking for the words of requests.
fn any_json() -> impl Strategy<Value = Json> {
    let word = prop_oneof![
        select(vec![
            "ruleset",
            "procedure",
            "input",
            "call",
            "odds",
            "resolve",
            "request",
            "faces",
            "target",
            "counters"
        ])
        .prop_map(str::to_owned),
        select(rulesets::ALL).prop_map(|ruleset| ruleset.id.to_owned()),
        select(rulesets::ALL).prop_map(|ruleset| ruleset.procedures[0].id.to_owned()),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        word.clone().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            proptest::collection::btree_map(word.clone(), inner, 0..6).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn odds_sum_to_one_and_list_whatever_dice_give(request in request(), dice in proptest::collection::vec(0_u8..240, 400)) {
        let answer = odds(&request);
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
            let answer = resolve(&request, &faces);
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
        prop_assert!(odds(&request)["status"].is_string());
        prop_assert!(resolve(&request, &faces)["status"].is_string());
        let answer = serde_json::to_value(answer_line(request.to_string().as_bytes())).expect("answers are JSON");
        prop_assert!(answer["status"].is_string());
    }

    #[test]
    fn any_input_to_any_procedure_gets_an_answer(request in request(), stranger in any_json(), at in any::<proptest::sample::Index>()) {
        let mut request = request;
        if let Some(input) = request["input"].as_object_mut().filter(|input| !input.is_empty()) {
            let key = input.keys().nth(at.index(input.len())).cloned().expect("within the input");
            input.insert(key, stranger);
        }
        prop_assert!(odds(&request)["status"].is_string());
        prop_assert!(resolve(&request, &[1, 2, 3])["status"].is_string());
    }

    #[test]
    fn any_line_gets_an_answer(text in any::<String>(), bytes in proptest::collection::vec(any::<u8>(), 0..99)) {
        for line in [text.as_bytes(), &bytes] {
            let answer = serde_json::to_value(answer_line(line)).expect("answers are JSON");
            prop_assert!(answer["status"].is_string());
        }
    }
}
