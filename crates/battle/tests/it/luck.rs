//! Luck in all samples of all rulesets. Every roll that can succeed counts, and every chance is exact and belongs to the right side.

use rules::dice::{Halt, LuckSample, Played};
use rules::procedure::{Ready, Resolved, Whose};
use rules::ruleset::Ruleset;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use test_rulesets as rulesets;
use testing::conformance::samples;

/// Requests with more ends than this are skipped where every branch of the dice is followed.
const MOST_ENDS: usize = 1_000;

/// Reads the request of a case; `None` if it is refused.
fn ready(ruleset: &'static Ruleset, request: &Json) -> Option<Ready> {
    let procedure = ruleset.procedure(request["procedure"].as_str()?)?;
    procedure.read(request["input"].as_object()?).ok()
}

/// Calls a function for every sample that the rules permit, with its ruleset.
fn each(mut act: impl FnMut(&'static Ruleset, &Json, Ready)) {
    for (ruleset, (_, cases)) in rulesets::ALL.iter().zip(samples()) {
        for case in &cases {
            if let Some(ready) = ready(ruleset, &case["request"]) {
                act(ruleset, case, ready);
            }
        }
    }
}

/// Records the rolls that are listed as uncounted, and asserts that each die of the others counts.
fn note_uncounted(
    ruleset: &'static Ruleset,
    played: &Played<Resolved>,
    seen: &mut BTreeSet<(&'static str, &'static str)>,
) {
    let mut place = 0;
    for roll in &played.rolls {
        let dice = place..place + roll.faces.len();
        place = dice.end;
        let counted = dice.filter(|die| played.luck.iter().any(|sample| sample.dice.contains(die))).count();
        let mut uncounted = ruleset.battle_stats.uncounted.iter().map(|(purpose, _)| *purpose);
        let listed =
            uncounted.find(|purpose| roll.purpose == **purpose || roll.purpose.ends_with(&format!("_{purpose}")));
        let wanted = if listed.is_some() { 0 } else { roll.faces.len() };
        assert_eq!(counted, wanted, "{} {}: neither counted nor listed as uncounted", ruleset.named.id, roll.purpose);
        seen.extend(listed.map(|purpose| (ruleset.named.id, purpose)));
    }
}

#[test]
fn every_roll_counts_as_luck_or_is_listed_as_uncounted() {
    let mut seen = BTreeSet::new();
    each(|ruleset, case, ready| {
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let faces = resolution["faces"].as_array().unwrap();
            let faces: Vec<u8> = faces.iter().filter_map(|face| u8::try_from(face.as_u64()?).ok()).collect();
            let played = ready.resolve(&faces);
            if played.result.is_ok() {
                note_uncounted(ruleset, &played, &mut seen);
            }
        }
        if case["request"]["procedure"] == "general_casualty" {
            // The samples contain no flesh wound, and few samples of this procedure.
            note_uncounted(ruleset, &ready.resolve(&[6, 4, 3]), &mut seen);
        }
    });
    for ruleset in rulesets::LIST.iter().filter_map(|named| test_rulesets::RULESETS.find(named.id)) {
        for (purpose, _) in ruleset.battle_stats.uncounted {
            assert!(seen.contains(&(ruleset.named.id, purpose)), "{}: nothing rolls {purpose}", ruleset.named.id);
        }
    }
}

/// Returns, for each side, the average of its successes minus their expected number, over all branches. `None` if there are too many
/// branches.
fn surplus(ready: &Ready) -> Option<[f64; 2]> {
    let (mut open, mut sums, mut ends) = (vec![(Vec::new(), 1.0)], [0.0, 0.0], 0);
    while let Some((faces, weight)) = open.pop() {
        let played = ready.resolve(&faces);
        match played.result {
            Err(Halt::Needs(roll)) => {
                let sides = f64::from(roll.sides);
                open.extend((1..=roll.sides).map(|face| ([&faces[..], &[face]].concat(), weight / sides)));
            }
            Err(Halt::Refused(_)) => return None,
            Ok(_) => {
                ends += 1;
                for sample in &played.luck {
                    let side = usize::from(sample.whose == Whose::Enemy);
                    sums[side] += weight * (f64::from(u8::from(sample.success)) - sample.chance);
                }
            }
        }
        if ends + open.len() > MOST_ENDS {
            return None;
        }
    }
    Some(sums)
}

#[test]
fn nobody_is_lucky_on_average() {
    let mut followed = BTreeSet::new();
    each(|ruleset, case, ready| {
        if let Some(surplus) = surplus(&ready) {
            assert!(surplus.iter().all(|side| side.abs() < 1e-9), "{} {}: {surplus:?}", ruleset.named.id, case["id"]);
            followed.insert((ruleset.named.id, case["request"]["procedure"].as_str().unwrap().to_owned()));
        }
    });
    for procedure in [
        ("argad", "shoot"),
        ("argad", "melee"),
        ("argad", "healing"),
        ("argad", "run_up"),
        ("arquebusier", "command"),
        ("arquebusier", "shooting"),
        ("arquebusier", "melee"),
        ("pike_and_shot", "infantry_fire"),
        ("pike_and_shot", "melee_round"),
        ("pike_and_shot", "general_casualty"),
        ("pikette_squared", "shoot"),
        ("pikette_squared", "fight"),
        ("pikette_squared", "courage_check"),
    ] {
        assert!(followed.contains(&(procedure.0, procedure.1.to_owned())), "{procedure:?} was not followed");
    }
}

/// Returns the luck in the first sample of a procedure that satisfies `fits`, with these faces.
fn judged(ruleset: &str, procedure: &str, faces: &[u8], fits: impl Fn(&[LuckSample]) -> bool) -> Vec<LuckSample> {
    let mut found = None;
    each(|candidate, case, ready| {
        if found.is_none() && candidate.named.id == ruleset && case["request"]["procedure"] == procedure {
            let played = ready.resolve(faces);
            found = (played.result.is_ok() && fits(&played.luck)).then_some(played.luck);
        }
    });
    found.unwrap_or_else(|| panic!("no sample of {procedure} fits"))
}

#[test]
fn two_dice_against_each_other_are_a_chance_for_each_side() {
    let pair = judged("pikette_squared", "fight", &[2, 1], |samples| samples.len() == 2);
    assert_eq!(pair.iter().map(|sample| sample.whose).collect::<Vec<_>>(), [Whose::Own, Whose::Enemy]);
    assert_eq!(pair.iter().map(|sample| sample.success).collect::<Vec<_>>(), [true, false]);
    assert!(pair.iter().all(|sample| sample.dice == (0..2)), "both dice decide");
    assert!(pair.iter().map(|sample| sample.chance).sum::<f64>() < 1.0, "a tie serves nobody");
    let shot = judged("pikette_squared", "shoot", &[1, 1], |samples| samples.len() == 2);
    assert_eq!(
        shot.iter().map(|sample| sample.success).collect::<Vec<_>>(),
        [false, true],
        "equal dice spare the target"
    );
    assert!((shot.iter().map(|sample| sample.chance).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn blows_of_both_sides_in_one_roll_count_for_their_own_side() {
    let mut both = 0;
    each(|ruleset, case, ready| {
        if ruleset.named.id == "arquebusier" && case["request"]["procedure"] == "melee" {
            let attacks = case["request"]["input"]["attacks"].as_array().unwrap();
            let groups = case["request"]["input"]["groups"].as_array().unwrap();
            let of_a = |attack: &&Json| groups.iter().any(|group| group["id"] == attack["by"] && group["side"] == "a");
            let played = ready.resolve(&vec![6; attacks.len()]);
            if played.result.is_ok() {
                let ours = played.luck.iter().filter(|sample| sample.whose == Whose::Own).count();
                assert_eq!(ours, attacks.iter().filter(of_a).count());
                assert_eq!(played.luck.len(), attacks.len());
                both += usize::from(ours > 0 && ours < attacks.len());
            }
        }
    });
    assert!(both > 10);
}

#[test]
fn a_speech_with_a_modifier_of_players_succeeds_if_it_removes_counters() {
    let input = json!({ "counters": 3, "own": [{ "name": "Beloved", "number": "taken_off", "by": 1 }] });
    let speech = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("rousing_speech").unwrap();
    let ready = speech.read(input.as_object().unwrap()).unwrap();
    assert_eq!([1, 2, 3].map(|face| ready.resolve(&[face]).luck[0].success), [false, true, true]);
}
