//! Times the ranking of targets.

use battle::analysis::candidates::candidates;
use battle::participants::Participants;
use battle::{Battle, Header, Unit};
use exchange::storage::roster::presets;
use rules::dice::rng::Seed;
use serde_json::Map;

fn main() {
    divan::main();
}

/// Times the ranking of twelve targets of a volley, as a panel lists them.
#[divan::bench]
fn twelve_targets_of_a_volley(bencher: divan::Bencher) {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").expect("the ruleset is registered");
    let regiment = presets(ruleset).remove(0);
    let unit = |(nth, side)| Unit { id: format!("u{nth}"), side, profile: regiment.clone(), ..Unit::default() };
    let units = (0..13).map(|nth| unit((nth, usize::from(nth > 0)))).collect();
    let battle =
        Battle::begin(test_rulesets::RULESETS, Header::new(ruleset.named.id, "", ["", ""], units, Seed([7; 32])));
    let procedure = ruleset.procedure("infantry_fire").expect("the ruleset has this procedure");
    let mut firer = Participants::nobody();
    firer.set("firer", vec!["u0".into()]);
    let role = &procedure.participants[1];
    let evaluate = || candidates(ruleset, procedure, role, &firer, battle.state(), |_| Map::new());
    assert_eq!(evaluate().len(), 12);
    bencher.bench_local(evaluate);
}
