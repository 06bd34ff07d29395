//! Times forecasts: an act is followed through everything that becomes due because of it. `tests/measure/browser.js` times the same forecasts
//! in a page.

use exchange::contract::chain;
use serde_json::Value as Json;
use std::sync::LazyLock;

static CHAINS: LazyLock<Vec<Json>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../tests/measure/chains.json")).unwrap_or_else(|fault| panic!("{fault}"))
});

fn main() {
    divan::main();
}

/// Times a chain by its place in the list.
#[divan::bench(args = 0..CHAINS.len())]
fn chains(bencher: divan::Bencher, place: usize) {
    let request = &CHAINS[place]["request"];
    let answer = chain(test_rulesets::RULESETS, request);
    assert_eq!(answer["status"], "chain", "{answer}");
    println!("{}: {} states, {} not followed", CHAINS[place]["chain"], answer["states"], answer["not_followed"]);
    bencher.bench_local(|| chain(test_rulesets::RULESETS, request));
}
