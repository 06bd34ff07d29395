//! Verification of rolls that are numbered by unit.

use super::*;
use crate::participants::Participants;

/// An act of a unit with dice of the app. It is discarded, or applied.
fn play_for(battle: &mut Battle, tab: &str, unit: &str, discards: bool) -> Stamp {
    let numbers = stream_of(battle, unit);
    let (input, participants) = (sample(), object(json!({ "unit": [unit] })));
    let rule = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap();
    let ready = rule.read(&input).unwrap();
    let (mut faces, mut rolls) = (Vec::new(), Vec::new());
    let outcome = loop {
        match ready.resolve(&faces).result {
            Ok(resolved) => break serde_json::to_value(&resolved.outcome).unwrap(),
            Err(Halt::Needs(roll)) => {
                let number = numbers[rolls.len()];
                let rolled_faces = battle.header().dice().faces(number, roll.sides, roll.count);
                faces.extend(&rolled_faces);
                let (purpose, sides) = (roll.purpose, roll.sides);
                rolls.push(LoggedRoll {
                    purpose,
                    sides,
                    faces: rolled_faces,
                    number: Some(number),
                    steps: None,
                    counted: None,
                });
            }
            Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
        }
    };
    let rolled = Rolled::of(1.0, PROCEDURE, input.clone(), participants.clone(), rolls.clone());
    let settles = Some(add(battle, tab, Event::Rolled(Box::new(rolled))));
    let action =
        Resolved { procedure: PROCEDURE.into(), input, participants, rolls, settles, outcome, discarded: discards };
    let changes = if discards {
        Vec::new()
    } else {
        action.changes(&pike_and_shot::RULESET, Judged::on(battle.state())).unwrap()
    };
    let act = ActionEvent::new(1.0, Action::Resolved(action), changes).refereed(Vec::new());
    add(battle, tab, Event::Action(Box::new(act)))
}

fn stream_of(battle: &Battle, unit: &str) -> Vec<u64> {
    let procedure = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap();
    let participants = Participants::read(procedure, &object(json!({ "unit": [unit] })));
    battle.roll_numbers(participants.stream(procedure, battle.header())).take(20).collect()
}

fn add(battle: &mut Battle, tab: &str, event: Event) -> Stamp {
    let stamp = battle.next_stamp(tab);
    battle.add(stamp.clone(), battle.linked(event));
    stamp
}

fn undo(battle: &mut Battle, tab: &str) {
    let event = battle.undoing().unwrap();
    add(battle, tab, event);
}

/// Acts of two units. One act is discarded and rolled again, another one is undone and rolled again.
fn fought_by_unit() -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    play_for(&mut battle, "t", "u1", false);
    play_for(&mut battle, "t", "u2", true);
    play_for(&mut battle, "t", "u2", false);
    play_for(&mut battle, "t", "u1", false);
    undo(&mut battle, "t");
    play_for(&mut battle, "t", "u1", false);
    battle
}

#[test]
fn undo_and_discard_are_no_fault_and_give_the_same_dice() {
    let battle = fought_by_unit();
    assert_eq!(faults(&verify(&battle)), []);
    let faces = |place: usize| battle.log()[place].1.rolls().iter().map(|roll| roll.faces.clone()).collect::<Vec<_>>();
    assert_eq!(faces(2), faces(4), "discarded and rolled again");
    assert_eq!(faces(6), faces(9), "undone and rolled again");
    assert_ne!(faces(0), faces(6));
}

#[test]
fn roll_numbers_of_another_unit_and_skipped_numbers_are_faults() {
    for shift in [1_i64, -2_000, 2_000] {
        let mut battle = Battle::begin(test_rulesets::RULESETS, header());
        play_for(&mut battle, "t", "u1", false);
        let mut other = Battle::begin(test_rulesets::RULESETS, header());
        for (stamp, event) in battle.log() {
            let mut event = event.clone();
            let rolls = match &mut event {
                Event::Rolled(rolled) => &mut rolled.rolls,
                Event::Action(act) => match &mut act.action {
                    Action::Resolved(resolved) => &mut resolved.rolls,
                    _ => unreachable!(),
                },
                _ => unreachable!(),
            };
            for roll in rolls {
                roll.number = roll.number.map(|number| number.checked_add_signed(shift).unwrap());
                roll.faces = header().dice().faces(roll.number.unwrap(), roll.sides, roll.faces.len());
            }
            other.add(stamp.clone(), event);
        }
        let findings = verify(&other);
        assert!(
            findings[0].faults.iter().any(|fault| matches!(fault, Fault::RollNumber { .. })),
            "{shift}: {findings:?}"
        );
    }
}

#[test]
fn two_devices_that_roll_for_different_units_at_once_use_different_dice() {
    let begun = fought_by_unit();
    let (mut a, mut b) = (begun.clone(), begun);
    play_for(&mut a, "aaaaaaaa11111111", "u1", false);
    play_for(&mut b, "bbbbbbbb11111111", "u2", false);
    a.add_all(b.log().to_vec());
    assert_eq!(faults(&verify(&a)), []);
    assert!((0..a.log().len()).all(|place| a.seen_before(place) != Some(SeenBefore::AtOnce)));
}

#[test]
fn a_device_of_version_1_0_0_may_continue_after_the_highest_number() {
    let begun = fought_by_unit();
    let highest = begun.next_roll();
    let goes_on = |tab: &str| {
        let mut battle = begun.clone();
        let stamp = play_for(&mut battle, tab, "u1", false);
        let log = battle.log().to_vec();
        let mut other = begun.clone();
        let mut shifted = log[log.len() - 2..].to_vec();
        let Event::Rolled(rolled) = &mut shifted[0].1 else { unreachable!() };
        for (roll, number) in rolled.rolls.iter_mut().zip(highest..) {
            roll.number = Some(number);
            roll.faces = header().dice().faces(number, roll.sides, roll.faces.len());
        }
        let (stamp_of_roll, event) = shifted.remove(0);
        other.add(stamp_of_roll, event);
        drop(stamp);
        let is_out_of_turn =
            |finding: &Finding| finding.faults.iter().any(|fault| matches!(fault, Fault::RollNumber { .. }));
        verify(&other).iter().any(is_out_of_turn)
    };
    assert!(!goes_on("cccccccc11111111"), "its first roll");
    assert!(goes_on("t"), "a device that has numbered by unit");
}

#[test]
fn an_undone_discard_is_no_fault_under_either_rule_of_numbers() {
    let mut by_unit = Battle::begin(test_rulesets::RULESETS, header());
    play_for(&mut by_unit, "t", "u1", true);
    let mut together = Battle::begin(test_rulesets::RULESETS, header());
    play(&mut together, true);
    let Event::Action(mut act) = together.log()[1].1.clone() else { unreachable!() };
    let Action::Resolved(done) = &mut act.action else { unreachable!() };
    done.discarded = true;
    act.changes.clear();
    let mut discarded = Battle::begin(test_rulesets::RULESETS, header());
    discarded.add_all([together.log()[0].clone(), (together.log()[1].0.clone(), Event::Action(act))]);
    for mut battle in [by_unit, discarded] {
        let (_, rolled) = battle.last_discard().expect("the last act discarded it");
        add(&mut battle, "t", Event::Rolled(Box::new(rolled.clone())));
        assert_eq!(battle.awaiting().map(|(_, waiting)| &waiting.rolls).collect::<Vec<_>>(), [&rolled.rolls]);
        assert_eq!((faults(&verify(&battle)), battle.last_discard()), (vec![], None));
    }
}
