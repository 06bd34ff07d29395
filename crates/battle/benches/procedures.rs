//! Times the odds of every procedure over the cases of its conformance sample, and the replay of a battle's log.

use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit};
use exchange::contract;
use rules::dice::rng::Seed;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The requests of each procedure, by `ruleset/procedure`.
static REQUESTS: LazyLock<BTreeMap<String, Vec<Json>>> = LazyLock::new(|| {
    let mut all: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for ruleset in test_rulesets::ALL {
        for case in testing::conformance::cases(ruleset.named.id).into_iter().filter(|case| case.get("odds").is_some())
        {
            let procedure = case["request"]["procedure"].as_str().expect("a procedure");
            all.entry(format!("{}/{procedure}", ruleset.named.id)).or_default().push(case["request"].clone());
        }
    }
    all
});

fn main() {
    divan::main();
}

/// Times all cases of a procedure, one after the other.
#[divan::bench(args = REQUESTS.keys())]
fn odds_of_all_cases(bencher: divan::Bencher, procedure: &String) {
    let requests = &REQUESTS[procedure];
    let cases = divan::counter::ItemsCount::new(requests.len());
    bencher
        .counter(cases)
        .bench(|| requests.iter().for_each(|request| drop(contract::answer_odds(test_rulesets::RULESETS, request))));
}

/// Times opening a battle: replays a log in which each action sets the counters of one of two hundred units.
#[divan::bench(args = [10, 100, 1_000, 10_000])]
fn folding_a_log(bencher: divan::Bencher, acts: i32) {
    let unit = |nth: usize| {
        let profile = json!({ "name": format!("Regiment {nth}"), "troop_type": "foot", "pikes": 12, "muskets": 12 });
        Unit {
            id: format!("u{nth}"),
            side: nth % 2,
            profile: profile.as_object().cloned().unwrap_or_default(),
            ..Unit::default()
        }
    };
    let units = (0..200).map(unit).collect();
    let header = Header::new("pike_and_shot", "Marston Moor", ["Parliament", "The King"], units, Seed([1; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    for nth in 0..acts {
        let changes = vec![Change::set(format!("u{}", nth % 200), "counters", nth % 7)];
        let act = ActionEvent::new(f64::from(nth), Action::ByHand, changes);
        battle.add(battle.next_stamp("t"), battle.linked(Event::Action(Box::new(act))));
    }
    bencher
        .with_inputs(|| (battle.header().clone(), battle.log().to_vec()))
        .bench_values(|(header, log)| Battle::replay(test_rulesets::RULESETS, header, log));
}
