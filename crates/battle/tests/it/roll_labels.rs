//! Labels of rolls and the number on the Roll button, for random requests of all rulesets.
//!
//! `DRUMHEAD_REQUESTS=20000 cargo test --release -p battle --test it roll_labels` draws more requests.

use crate::oracle::requests;
use battle::analysis::dice_sheet::CertainDice;
use battle::analysis::roll_labels::roll_labels;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rules::dice::{Halt, Roll, dice_words};
use rules::names::Names;
use rules::procedure::{Procedure, Ready};
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;

/// Number of requests of each procedure, unless `DRUMHEAD_REQUESTS` sets another.
const REQUESTS: usize = 120;
/// Number of plays of each request, with random faces.
const PLAYS: usize = 6;

fn requests() -> usize {
    std::env::var("DRUMHEAD_REQUESTS").map_or(REQUESTS, |number| number.parse().unwrap())
}

/// Names for the units of each role.
fn names(procedure: &Procedure) -> Names {
    let mut names = Names::default();
    for role in procedure.participants.iter().filter(|role| !role.tag.is_empty()) {
        (1..=9).for_each(|number| names.add_unit(role.tag, number, format!("{} {number}", role.label)));
    }
    names
}

/// Returns the rolls of a play with random faces until its outcome or a choice of the players, and true if it ended with the outcome.
fn played(
    procedure: &Procedure,
    input: &Map<String, Json>,
    ready: &Ready,
    luck: &mut ChaCha8Rng,
) -> Option<(Vec<Roll>, bool)> {
    let mut faces = Vec::new();
    loop {
        let played = ready.resolve(&faces);
        match played.result {
            Err(Halt::Needs(roll)) => {
                if !played.rolls.is_empty() && procedure.mid_roll_choice(input, &roll, &played.rolls).is_some() {
                    return Some((played.rolls, false));
                }
                faces.extend((0..roll.count).map(|_| luck.random_range(1..=roll.sides)));
            }
            Ok(_) => return Some((played.rolls, true)),
            Err(Halt::Refused(_)) => return None,
        }
    }
}

/// Runs `check` on random requests of every procedure that rolls dice.
fn for_random_requests(mut check: impl FnMut(&'static Procedure, &Map<String, Json>, &Ready)) {
    for (ruleset, (_, cases)) in rulesets::ALL.iter().zip(testing::conformance::samples()) {
        for procedure in ruleset.procedures {
            let of_procedure =
                cases.iter().map(|case| &case["request"]).filter(|request| request["procedure"] == procedure.id);
            let mut draw = requests::Draw::of(ruleset.named.id, procedure, of_procedure.cloned().collect());
            for _ in 0..requests() {
                let request = draw.request();
                let Some(input) = request["input"].as_object() else { continue };
                let Ok(ready) = procedure.read(input) else { continue };
                if matches!(ready.resolve(&[]).result, Err(Halt::Needs(_))) {
                    check(procedure, input, &ready);
                }
            }
        }
    }
}

#[test]
fn rolls_of_one_act_have_different_labels() {
    let mut luck = ChaCha8Rng::seed_from_u64(7);
    let mut compared = 0;
    for_random_requests(|procedure, input, ready| {
        for _ in 0..PLAYS {
            let Some((rolls, _)) = played(procedure, input, ready, &mut luck) else { continue };
            let labels =
                roll_labels(procedure, &names(procedure), input, rolls.iter().map(|roll| roll.purpose.as_str()));
            for (nth, label) in labels.iter().enumerate() {
                assert!(!labels[..nth].contains(label), "{}: {label}, of {labels:?}\n{input:?}", procedure.id);
            }
            compared += labels.len();
        }
    });
    assert!(compared > 1_000, "only {compared} rolls");
}

#[test]
fn the_roll_button_shows_the_dice_that_are_rolled_first() {
    let mut luck = ChaCha8Rng::seed_from_u64(11);
    let mut checked = [0; 2];
    for_random_requests(|procedure, input, ready| {
        let dice = CertainDice::of(procedure, input, ready);
        for _ in 0..PLAYS {
            let Some((rolls, is_whole)) = played(procedure, input, ready, &mut luck) else { continue };
            let counts: Vec<usize> = rolls.iter().map(|roll| roll.faces.len()).collect();
            let mut first = 0;
            let is_first = counts.iter().any(|count| {
                first += count;
                first == dice.count()
            });
            assert!(is_first, "{}: {dice:?}, but {counts:?}\n{input:?}", procedure.id);
            if is_whole && !dice.more {
                assert_eq!(counts.iter().sum::<usize>(), dice.count(), "{}\n{input:?}", procedure.id);
            }
            checked[usize::from(dice.more)] += 1;
        }
    });
    assert!(checked.iter().all(|checked| *checked > 500), "{checked:?}");
}

/// The strip, the pad, the sheet and the button show dice that are not six-sided as the rulebook does: `D8` (*What you need*).
#[test]
fn dice_with_other_than_six_sides_are_named() {
    assert_eq!([dice_words(1, 6), dice_words(3, 6)].map(|words| words.to_string()), ["1 die", "3 dice"]);
    assert_eq!([dice_words(1, 8), dice_words(2, 12)].map(|words| words.to_string()), ["1 D8", "2 D12"]);
    let button = |procedure: &str, input: Json| {
        let procedure = test_rulesets::RULESETS.find("pikette_squared").unwrap().procedure(procedure).unwrap();
        let input = input.as_object().unwrap();
        let ready = procedure.read(input).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        CertainDice::of(procedure, input, &ready).button().to_string()
    };
    let unit = |kind: &str, die: &str| json!({ "type": kind, "move_squares": 2, "fight_die": die });
    let fight = |a: &str, b: &str| json!({ "attacker": unit("lancers", a), "defender": unit("pike", b) });
    // Horse that attacks foot in front uses a larger die.
    assert_eq!(button("fight", fight("d8", "d6")), "Roll 1 D10 + 1 D6");
    assert_eq!(button("fight", fight("d8", "d10")), "Roll 2 D10");
}
