//! Odds of random requests, compared with brute force for every procedure.
//!
//! `DRUMHEAD_REQUESTS=100000` compares more requests:
//!
//! ```sh
//! DRUMHEAD_REQUESTS=100000 cargo test --release -p battle --test it oracle::random -- --nocapture
//! ```

use crate::oracle::brute_force::{brute_force, compare};
use crate::oracle::requests::Draw;
use exchange::contract;
use rules::dice::{Dist, Halt};
use rules::outcome::Record;
use rules::procedure::Ready;
use rules::refusal::Refusal;
use serde_json::Value as Json;
use testing::conformance::samples;

/// Number of requests of each ruleset, unless `DRUMHEAD_REQUESTS` sets another.
const REQUESTS: usize = 2_000;
/// Requests with more ends are replaced by others, because brute force would take too long.
const ENDS: usize = 1_300;
/// The maximum number of random requests for each comparison. The rules refuse many, and others have too many ends.
const DRAWN: usize = 400;

/// The function whose odds are tested.
type Odds = fn(&Ready) -> Result<Dist<Record>, Refusal>;

fn requests() -> usize {
    std::env::var("DRUMHEAD_REQUESTS").map_or(REQUESTS, |number| number.parse().expect("a number of requests"))
}

macro_rules! random_requests_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            compare_ruleset(stringify!($name));
        }
    )*};
}
random_requests_of!(pike_and_shot, pikette_squared, argad, arquebusier, toy);

fn compare_ruleset(id: &str) {
    let ruleset = test_rulesets::RULESETS.find(id).expect("a ruleset");
    let each = requests().div_ceil(ruleset.procedures.len());
    let samples: Vec<Json> =
        samples().into_iter().filter(|(ruleset, _)| *ruleset == id).flat_map(|(_, cases)| cases).collect();
    for procedure in ruleset.procedures {
        let of_procedure =
            samples.iter().map(|case| &case["request"]).filter(|request| request["procedure"] == procedure.id);
        let draw = Draw::of(ruleset.named.id, procedure, of_procedure.cloned().collect());
        let drawn = compare_requests(draw, each, Ready::odds).unwrap_or_else(|why| panic!("{why}"));
        println!("{id}/{}: {each} requests compared, {drawn} drawn", procedure.id);
    }
}

/// Compares the odds of this many random requests. Returns the number of requests that were drawn.
///
/// # Errors
/// The smallest request with different odds, and the difference.
fn compare_requests(mut draw: Draw, requests: usize, odds: Odds) -> Result<usize, String> {
    let (mut compared, mut drawn) = (0, 0);
    while compared < requests {
        if drawn == requests * DRAWN {
            return Err(format!("only {compared} of {drawn} requests can be compared, such as {}", draw.request()));
        }
        drawn += 1;
        let request = draw.request();
        match check(&request, odds) {
            Check::Equal => {
                compared += 1;
                draw.vary(request);
            }
            Check::Refused => {}
            Check::TooMany => draw.smaller(&request),
            Check::Differs(_) => {
                let (smallest, why) = smallest(request, odds);
                return Err(format!("{why}\nThe smallest request: {smallest}"));
            }
        }
    }
    Ok(drawn)
}

enum Check {
    Equal,
    Differs(String),
    Refused,
    TooMany,
}

fn check(request: &Json, odds: Odds) -> Check {
    let (_, procedure) = contract::find(test_rulesets::RULESETS, request).expect("requests are of a procedure");
    let Ok(ready) = procedure.read(request["input"].as_object().expect("an object")) else { return Check::Refused };
    if let Err(Halt::Refused(_)) = ready.resolve(&[]).result {
        return Check::Refused;
    }
    let Some(counted) = brute_force(&ready, ENDS) else { return Check::TooMany };
    let compared =
        odds(&ready).map_err(|refusal| format!("no odds: {refusal:?}")).and_then(|given| compare(&given, &counted));
    compared.map_or_else(Check::Differs, |()| Check::Equal)
}

/// Reduces a request with different odds step by step, as long as the odds differ: leaves out a value or lowers a number. Returns the
/// reduced request and its difference.
fn smallest(mut request: Json, odds: Odds) -> (Json, String) {
    loop {
        let smaller = shrunk(&request["input"]).into_iter().find_map(|input| {
            let mut smaller = request.clone();
            smaller["input"] = input;
            matches!(check(&smaller, odds), Check::Differs(_)).then_some(smaller)
        });
        match (smaller, check(&request, odds)) {
            (Some(smaller), _) => request = smaller,
            (None, Check::Differs(why)) => return (request, why),
            (None, _) => unreachable!("only requests that differ are kept"),
        }
    }
}

/// Returns all values that are one step smaller than this one.
fn shrunk(value: &Json) -> Vec<Json> {
    match value {
        Json::Object(fields) => {
            let without = fields.keys().map(|key| {
                let mut fewer = fields.clone();
                fewer.remove(key);
                Json::from(fewer)
            });
            let within = fields.iter().flat_map(|(key, field)| {
                shrunk(field).into_iter().map(move |smaller| {
                    let mut changed = fields.clone();
                    changed.insert(key.clone(), smaller);
                    Json::from(changed)
                })
            });
            without.chain(within).collect()
        }
        Json::Array(list) => {
            let without = (0..list.len()).map(|left_out| {
                let kept = list.iter().enumerate().filter(|(place, _)| *place != left_out);
                kept.map(|(_, member)| member.clone()).collect()
            });
            let within = list.iter().enumerate().flat_map(|(place, member)| {
                shrunk(member).into_iter().map(move |smaller| {
                    let mut changed = list.clone();
                    changed[place] = smaller;
                    Json::from(changed)
                })
            });
            without.chain(within).collect()
        }
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole @ 1..), _) => [0, whole / 2, whole - 1].map(Json::from).to_vec(),
            (None, Some(fraction)) if fraction > 0.0 => vec![Json::from(fraction.floor())],
            _ => Vec::new(),
        },
        Json::Bool(true) => vec![Json::from(false)],
        _ => Vec::new(),
    }
}

#[test]
fn a_difference_is_reported_with_the_smallest_request() {
    /// Wrong odds for more than three outcomes: the first outcome is left out.
    fn wrong(ready: &Ready) -> Result<Dist<Record>, Refusal> {
        let right = ready.odds()?.into_vec();
        let left_out = usize::from(right.len() > 3);
        Ok(Dist::gather(right.into_iter().skip(left_out)))
    }
    let toy = test_rulesets::RULESETS.find("toy").expect("a ruleset");
    let message =
        compare_requests(Draw::of("toy", toy.procedures[0], Vec::new()), 200, wrong).expect_err("a difference");
    let smallest = r#"{"input":{"roller":{"standing":3},"target":{"made_of":"tin","standing":3}},"procedure":"marbles","ruleset":"toy"}"#;
    assert_eq!(message, format!("3 outcomes by the odds, 4 by brute force\nThe smallest request: {smallest}"));
}
