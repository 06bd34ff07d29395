//! Times comparisons: targets of an act, two rosters unit by unit, and options of a unit.

use drumhead::analysis::candidates::candidates;
use drumhead::analysis::matchups::{Army, Matchups};
use drumhead::analysis::worth::Worth;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Battle, Header, Unit};
use drumhead::dice::rng::Seed;
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::roster::{Roster, presets};
use serde_json::Map;

fn main() {
    divan::main();
}

fn ruleset(id: &str) -> &'static Ruleset {
    rulesets::find(id).expect("it is registered")
}

/// Twenty units: those of a sample, again and again.
fn twenty(ruleset: &'static Ruleset, nth: usize) -> Army {
    let units = Roster::samples(ruleset).remove(nth).units;
    Army {
        units: units.iter().cycle().take(20).map(|unit| ruleset.profile.relevant(unit)).collect(),
        ..Army::default()
    }
}

const RULESETS: [&str; 4] = ["pike_and_shot", "pikette_squared", "argad", "arquebusier"];

fn grid(bencher: divan::Bencher, id: &str, nth: usize) {
    let ruleset = ruleset(id);
    let armies = [twenty(ruleset, 0), twenty(ruleset, 1)];
    bencher.bench_local(|| {
        let matchups = Matchups::begin(ruleset, &ruleset.matchups[nth], &armies).expect("it is a procedure");
        let [rows, columns] = matchups.units().map(|units| units.len());
        for row in 0..rows {
            for column in 0..columns {
                divan::black_box(matchups.cell(row, column, &Map::new()));
            }
        }
    });
}

/// Times fire of twenty units at twenty.
#[divan::bench(args = RULESETS)]
fn fire_of_twenty_at_twenty(bencher: divan::Bencher, id: &str) {
    grid(bencher, id, 0);
}

/// Times melees of twenty units with twenty.
#[divan::bench(args = RULESETS)]
fn melee_of_twenty_with_twenty(bencher: divan::Bencher, id: &str) {
    grid(bencher, id, ruleset(id).matchups.len() - 1);
}

/// Times all options of the first usual unit.
#[divan::bench(args = RULESETS)]
fn options_of_a_unit(bencher: divan::Bencher, id: &str) {
    let ruleset = ruleset(id);
    let unit = presets(ruleset).remove(0);
    bencher.bench_local(|| {
        let worth = Worth::of(ruleset, &unit);
        worth.options().iter().map(|option| worth.effects(option).len()).sum::<usize>()
    });
}

/// Times twelve targets of a volley, as a panel lists them.
#[divan::bench]
fn twelve_targets_of_a_volley(bencher: divan::Bencher) {
    let ruleset = ruleset("pike_and_shot");
    let regiment = presets(ruleset).remove(0);
    let unit = |(nth, side)| Unit { id: format!("u{nth}"), side, profile: regiment.clone() };
    let units = (0..13).map(|nth| unit((nth, usize::from(nth > 0)))).collect();
    let battle = Battle::begin(Header::new(ruleset.id, "", ["", ""], units, Seed([7; 32])));
    let procedure = ruleset.procedure("infantry_fire").expect("it is a procedure");
    let mut firer = Participants::nobody();
    firer.set("firer", vec!["u0".into()]);
    let role = &procedure.participants[1];
    let evaluate = || candidates(ruleset, procedure, role, &firer, battle.state(), |_| Map::new());
    assert_eq!(evaluate().len(), 12);
    bencher.bench_local(evaluate);
}
