//! Times the referee of the turn on a table of hundreds of units: the functions that the app calls after each act.

use battle::{Battle, Change, Header, Unit, referee};
use rules::dice::rng::Seed;
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};

fn main() {
    divan::main();
}

/// Rulesets, each with the number of units a side.
const TABLES: &[(&str, usize)] = &[
    ("pike_and_shot", 100),
    ("pike_and_shot", 400),
    ("pikette_squared", 100),
    ("pikette_squared", 400),
    ("argad", 100),
    ("argad", 400),
    ("arquebusier", 100),
    ("arquebusier", 400),
];

/// A battle of the sample armies, each repeated until a side has this many units.
fn battle((id, units): (&str, usize)) -> (&'static Ruleset, Battle) {
    let ruleset = test_rulesets::RULESETS.find(id).expect("a ruleset");
    let samples: Json = serde_json::from_str(ruleset.rosters.samples).expect("samples are JSON");
    let side = |side: usize| {
        let profiles = samples["rosters"][side]["units"].as_array().expect("units").clone();
        profiles.into_iter().cycle().take(units).enumerate().map(move |(nth, profile)| {
            let mut profile: Map<String, Json> = profile.as_object().cloned().unwrap_or_default();
            profile.insert("name".into(), format!("Unit {side} {nth}").into());
            Unit { id: format!("u{side}_{nth}"), side, profile, ..Unit::default() }
        })
    };
    let units = side(0).chain(side(1)).collect();
    let battle = Battle::begin(
        test_rulesets::RULESETS,
        Header::new(ruleset.named.id, "Marston Moor", ["North", "South"], units, Seed([1; 32])),
    );
    let table = battle.state().table();
    assert_eq!(table.units.len() % 2, 0);
    (ruleset, battle)
}

/// Times the offers of all units of the table.
#[divan::bench(args = TABLES)]
fn offers_of_all_units(bencher: divan::Bencher, table: &(&str, usize)) {
    let (ruleset, battle) = battle(*table);
    let state = battle.state();
    let ids: Vec<String> = state.units().map(|unit| unit.id.clone()).collect();
    bencher.bench_local(|| ids.iter().map(|id| referee::offers(ruleset, state, id).len()).sum::<usize>());
}

/// Times the group acts that a phase offers, each phase of a turn. The app asks for them after each act.
#[divan::bench(args = [("pike_and_shot", 16), ("pikette_squared", 16), ("argad", 16), ("arquebusier", 16), ("pike_and_shot", 100)])]
fn group_acts_of_each_phase(bencher: divan::Bencher, table: &(&str, usize)) {
    let (ruleset, battle) = battle(*table);
    let of_phase = |phase: usize| battle.state().after(&[Change::set("battle", "phase", phase)]);
    let phases: Vec<_> = (0..ruleset.phases.len()).map(of_phase).collect();
    bencher.bench_local(|| phases.iter().map(|state| referee::joint_offers(ruleset, state).len()).sum::<usize>());
}

/// Times the list of duties, and the first reason that forbids `next`.
#[divan::bench(args = TABLES)]
fn duties_and_next(bencher: divan::Bencher, table: &(&str, usize)) {
    let (ruleset, battle) = battle(*table);
    let state = battle.state();
    bencher.bench_local(|| (referee::duties(ruleset, state).len(), referee::next_barred(ruleset, state).is_some()));
}

/// Times a change by hand, with all that follows from it.
#[divan::bench(args = TABLES)]
fn change_by_hand(bencher: divan::Bencher, table: &(&str, usize)) {
    let (ruleset, battle) = battle(*table);
    let state = battle.state();
    let tracker = &ruleset.trackers.unit[0];
    bencher.bench_local(|| {
        let change = Change::set("u0_0", tracker.id, tracker.start.json());
        referee::changes_by_hand(ruleset, state, vec![change]).len()
    });
}

/// Times the end of a phase.
#[divan::bench(args = TABLES)]
fn next(bencher: divan::Bencher, table: &(&str, usize)) {
    let (ruleset, battle) = battle(*table);
    let state = battle.state();
    bencher.bench_local(|| referee::next_changes(ruleset, state).len());
}
