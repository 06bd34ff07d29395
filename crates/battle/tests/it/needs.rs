//! Needs of dice in all samples of all rulesets. A die needs exactly the faces that its roll counts as successes.

use battle::analysis::dice_sheet::{SheetRoll, dice_sheet};
use battle::analysis::needs::{More, Need, RollNeeds, needs_in_words, successes};
use battle::analysis::odds::OddsSummary;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rules::dice::{Halt, RollRequest};
use rules::procedure::Ready;
use serde_json::{Value as Json, json};
use test_rulesets as rulesets;
use testing::conformance::samples;

/// Returns the roll after these faces.
fn next(ready: &Ready, faces: &[u8]) -> Option<RollRequest> {
    match ready.resolve(faces).result {
        Err(Halt::Needs(roll)) => Some(*roll),
        _ => None,
    }
}

#[test]
fn dice_need_the_faces_that_count_as_successes() {
    let mut judged = [0; 2];
    for (ruleset, (_, cases)) in rulesets::ALL.iter().zip(samples()) {
        let before = judged[0];
        for case in &cases {
            let request = &case["request"];
            let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
            let Ok(ready) = procedure.read(request["input"].as_object().unwrap()) else { continue };
            for resolution in case["resolutions"].as_array().into_iter().flatten() {
                let faces: Vec<u8> = serde_json::from_value(resolution["faces"].clone()).unwrap();
                let played = ready.resolve(&faces);
                if played.result.is_err() {
                    continue;
                }
                let came = successes(&played);
                let mut place = 0;
                for roll in &played.rolls {
                    let request = RollRequest {
                        purpose: roll.purpose.clone(),
                        sides: roll.sides,
                        count: roll.faces.len(),
                        counts_from: None,
                    };
                    let needs = RollNeeds::of(&ready, &faces[..place], &request);
                    assert_eq!(needs.dice.len(), roll.faces.len());
                    for (need, face) in needs.dice.iter().zip(&roll.faces) {
                        if let (Some(needed), Some(came)) = (need.succeeds(*face), came[place]) {
                            let succeeds = needed || played.helped.contains(&place);
                            assert_eq!(succeeds, came, "{} {}: {face} of {need:?}", ruleset.named.id, roll.purpose);
                            judged[0] += 1;
                        }
                        place += 1;
                    }
                    let last = place == faces.len();
                    let wrong = if last { More::Always } else { More::Never };
                    assert_ne!(needs.more, wrong, "{} {}: whether more dice follow", ruleset.named.id, roll.purpose);
                    judged[1] += 1;
                }
            }
        }
        assert!(judged[0] > before, "{}: no die was judged", ruleset.named.id);
    }
    assert!(judged[1] > 1_000);
}

#[test]
fn the_sheet_of_dice_lists_rolls_of_every_play_with_their_needs() {
    let mut luck = ChaCha8Rng::seed_from_u64(1);
    let (mut sheets, mut repeated) = ([0; 4], 0);
    for (of, (ruleset, (_, cases))) in rulesets::ALL.iter().zip(samples()).enumerate() {
        for case in &cases {
            let request = &case["request"];
            let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
            let Ok(ready) = procedure.read(request["input"].as_object().unwrap()) else { continue };
            let sheet = dice_sheet(&ready);
            for _ in 0..if sheet.is_empty() { 0 } else { 12 } {
                let mut faces = Vec::new();
                while let Some(roll) = next(&ready, &faces) {
                    faces.extend((0..roll.count).map(|_| luck.random_range(1..=roll.sides)));
                }
                let played = ready.resolve(&faces);
                let came = successes(&played);
                for (index, SheetRoll { roll, dice, owners }) in sheet.iter().enumerate() {
                    let what = format!("{} {}: {roll:?}", ruleset.named.id, procedure.id);
                    assert_eq!([dice.len(), owners.len()], [roll.count; 2], "{what}");
                    let nth = sheet[..index].iter().filter(|earlier| earlier.roll == *roll).count();
                    repeated += usize::from(nth > 0);
                    let equal = played.rolls.iter().enumerate().filter(|(_, made)| {
                        (&made.purpose, made.sides, made.faces.len()) == (&roll.purpose, roll.sides, roll.count)
                    });
                    let place = equal.map(|(place, _)| place).nth(nth);
                    let place = place.unwrap_or_else(|| panic!("{what} was not made with {faces:?}"));
                    let before: usize = played.rolls[..place].iter().map(|made| made.faces.len()).sum();
                    for (die, need) in dice.iter().enumerate() {
                        if let (Some(needed), Some(came)) = (need.succeeds(faces[before + die]), came[before + die]) {
                            let succeeds = needed || played.helped.contains(&(before + die));
                            assert_eq!(succeeds, came, "{what}, with {faces:?}");
                            sheets[of] += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(sheets.iter().all(|dice| *dice > 0), "each ruleset has a fight of several rolls: {sheets:?}");
    assert!(repeated > 0, "no sheet has two equal rolls");
}

#[test]
fn several_rolls_have_a_sheet_and_one_has_none() {
    let rows = |ruleset: &str, procedure: &str, input: Json| -> Vec<usize> {
        let ready = rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
        let ready = ready.read(input.as_object().unwrap()).unwrap();
        dice_sheet(&ready).iter().map(|row| row.dice.len()).collect()
    };
    let unit = |kind: &str, die: &str| json!({ "type": kind, "move_squares": 2, "fight_die": die });
    let fight = json!({ "attacker": unit("lancers", "d8"), "defender": unit("pike", "d6") });
    assert_eq!(rows("pikette_squared", "fight", fight), [1, 1]);
    let horse = json!({ "troop_type": "horse", "figures": 12, "ranks": 2, "morale_class": "average" });
    let contacts = json!([{ "a": 1, "b": 1 }, { "a": 1, "b": 2 }]);
    let melee = json!({ "side_a": [horse], "side_b": [horse, horse], "contacts": contacts });
    assert!(rows("pike_and_shot", "melee_round", melee).len() > 2, "each unit rolls for each enemy");
    let shot = json!({ "shooters": [{ "range_cm": 10, "weapon": "longbow" }], "target": {} });
    assert_eq!(rows("argad", "shoot", shot), [] as [usize; 0]);
}

/// Replaces successes by the highest face, and failures by ones.
fn standing_in(faces: &[u8], sides: u8, from: u8) -> Vec<u8> {
    faces.iter().map(|face| if *face >= from { sides } else { 1 }).collect()
}

#[test]
fn if_a_roll_counts_successes_the_faces_do_not_matter() {
    let mut counted = [0; 2];
    for (ruleset, (_, cases)) in rulesets::ALL.iter().zip(samples()) {
        for case in &cases {
            let request = &case["request"];
            let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
            let Ok(ready) = procedure.read(request["input"].as_object().unwrap()) else { continue };
            for resolution in case["resolutions"].as_array().into_iter().flatten() {
                let mut faces: Vec<u8> = serde_json::from_value(resolution["faces"].clone()).unwrap();
                let Ok(outcome) = ready.resolve(&faces).result else { continue };
                let mut place = 0;
                while let Some(roll) = next(&ready, &faces[..place]) {
                    let dice = place..place + roll.count;
                    if let Some(from) = roll.counts_from {
                        let stand_ins = standing_in(&faces[dice.clone()], roll.sides, from);
                        faces[dice.clone()].copy_from_slice(&stand_ins);
                        counted[usize::from(roll.count > 1)] += 1;
                    }
                    place = dice.end;
                }
                assert_eq!(ready.resolve(&faces).result.unwrap(), outcome, "{} {request}", ruleset.named.id);
            }
        }
    }
    assert!(counted.iter().all(|rolls| *rolls > 100), "{counted:?}");
}

#[test]
fn needs_are_described_in_a_few_words() {
    let face = |good: &[u8]| Need::Faces {
        good: good.to_vec(),
        grades: Vec::new(),
        sides: 6,
        whose: rules::procedure::Whose::Own,
    };
    let words = |need: Need| need.words().unwrap().to_string();
    assert_eq!(words(face(&[5, 6])), "5+");
    assert_eq!(words(face(&[6])), "6+");
    assert_eq!(words(face(&[1])), "1");
    assert_eq!(words(face(&[1, 2])), "1–2");
    assert_eq!(words(face(&[1, 6])), "1, 6");
    assert_eq!(words(face(&[1, 2, 3, 4, 5, 6])), "1+");
    assert_eq!(words(face(&[])), "more than 6");
    assert_eq!(words(Need::Total { good: (7..=12).collect(), most: 12 }), "7+ in total");
    assert_eq!(needs_in_words(&[face(&[5, 6]), face(&[5, 6]), face(&[4, 5, 6])]).unwrap(), "5+ or 4+");
    assert_eq!(needs_in_words(&[Need::Nothing]), None);
}

#[test]
fn the_two_dice_of_a_charge_need_a_total() {
    let runs = samples()
        .into_iter()
        .flat_map(|(_, cases)| cases)
        .filter(|case| case["request"]["procedure"] == json!("run_up"));
    let mut totals = 0;
    for case in runs {
        let procedure = test_rulesets::RULESETS.find("argad").unwrap().procedure("run_up").unwrap();
        let Ok(ready) = procedure.read(case["request"]["input"].as_object().unwrap()) else { continue };
        let Some(roll) = next(&ready, &[]) else { continue };
        let needs = RollNeeds::of(&ready, &[], &roll);
        let Some(Need::Total { good, most: 12 }) = needs.dice.first() else { panic!("{needs:?}") };
        for total in 2..=12_i32 {
            let high = u8::try_from((total - 1).min(6)).unwrap();
            let faces = [high, u8::try_from(total).unwrap() - high];
            let success = ready.resolve(&faces).luck[0].success;
            assert_eq!(good.contains(&total), success);
        }
        totals += 1;
    }
    assert!(totals > 0);
}

#[test]
fn the_gist_of_the_odds_is_a_chance_for_each_side() {
    let mut found = 0;
    for (ruleset, (_, cases)) in rulesets::ALL.iter().zip(samples()) {
        for case in &cases {
            let request = &case["request"];
            let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
            let Ok(ready) = procedure.read(request["input"].as_object().unwrap()) else { continue };
            let Some(Ok(summary)) = OddsSummary::at_once(procedure, &ready) else { continue };
            let gist = summary.gist(procedure);
            assert!(gist.iter().all(|(place, _, p)| *p > 0.0 && *place < procedure.chances.len()), "{}", procedure.id);
            match procedure.id {
                "melee_round" => assert!(gist.iter().all(|(place, ..)| *place < 2), "who loses"),
                // No card represents the others.
                "draw_card" => assert!(gist.is_empty()),
                _ => continue,
            }
            found += 1;
        }
    }
    assert!(found > 2);
}
