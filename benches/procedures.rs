//! How long the odds of every procedure take, from the conformance samples: a new procedure is here as soon as it has cases.

use drumhead::contract;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The requests of each procedure, by `ruleset/procedure`.
static REQUESTS: LazyLock<BTreeMap<String, Vec<Json>>> = LazyLock::new(|| {
    let mut all: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for ruleset in drumhead::rulesets::ALL {
        let file = format!("{}/tests/conformance/{}.json", env!("CARGO_MANIFEST_DIR"), ruleset.id);
        let text = std::fs::read_to_string(&file).expect("every ruleset has a sample");
        let sample: Json = serde_json::from_str(&text).expect("a sample is JSON");
        let cases = sample["cases"].as_array().expect("a sample has cases");
        for case in cases.iter().filter(|case| case.get("odds").is_some()) {
            let procedure = case["request"]["procedure"].as_str().expect("a procedure");
            all.entry(format!("{}/{procedure}", ruleset.id)).or_default().push(case["request"].clone());
        }
    }
    all
});

fn main() {
    divan::main();
}

/// All cases of a procedure, one after the other.
#[divan::bench(args = REQUESTS.keys())]
fn odds_of_all_cases(bencher: divan::Bencher, procedure: &String) {
    let requests = &REQUESTS[procedure];
    let cases = divan::counter::ItemsCount::new(requests.len());
    bencher.counter(cases).bench(|| requests.iter().map(contract::answer_odds).for_each(drop));
}
