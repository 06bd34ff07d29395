//! Times the check of the longest log that is opened: 20,000 events, by three tabs that now and then act at once.

use battle::verify::verify;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit, referee};
use rules::dice::rng::Seed;
use serde_json::{Value as Json, json};

fn main() {
    divan::main();
}

/// Number of events between two moments at which three tabs act without knowing of each other.
const APART: &[usize] = &[2, 10, 100];

fn battle(apart: usize) -> Battle {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").expect("a ruleset");
    let samples: Json = serde_json::from_str(ruleset.rosters.samples).expect("samples are JSON");
    let unit = |n: usize| Unit {
        id: format!("u{n}"),
        side: n % 2,
        profile: samples["rosters"][n % 2]["units"][n / 2 % 4].as_object().cloned().expect("a unit"),
        ..Unit::default()
    };
    let units = (0..24).map(unit).collect();
    let mut battle = Battle::begin(
        test_rulesets::RULESETS,
        Header::new(ruleset.named.id, "Marston Moor", ["North", "South"], units, Seed([1; 32])),
    );
    let act = |battle: &Battle, n: usize| {
        let (action, changes) = match n % 8 {
            0 => (Action::Phase, referee::next_changes(ruleset, battle.state())),
            _ => {
                let change = Change::set(format!("u{}", n % 24), "counters", json!(n % 3));
                (Action::ByHand, referee::changes_by_hand(ruleset, battle.state(), vec![change]))
            }
        };
        battle.linked(Event::Action(Box::new(ActionEvent::new(1.0, action, changes).refereed(Vec::new()))))
    };
    let mut n = 0;
    while n < 20_000 {
        let tabs: &[&str] = if n % apart == 0 { &["x", "y", "z"] } else { &["x"] };
        let events: Vec<_> = tabs.iter().map(|tab| (battle.next_stamp(tab), act(&battle, n))).collect();
        n += events.len();
        events.into_iter().for_each(|(stamp, event)| battle.add(stamp, event));
    }
    battle
}

/// Times the whole check.
#[divan::bench(args = APART, sample_count = 3, sample_size = 1)]
fn twenty_thousand_events(bencher: divan::Bencher, apart: &usize) {
    let battle = battle(*apart);
    bencher.bench_local(|| {
        let findings = verify(&battle);
        assert!(findings.iter().all(|finding| finding.faults.is_empty()), "nobody is accused");
        findings.len()
    });
}
