//! Rolls that two devices of version 1.0.0 made together. They are no fault; the check reports that their faces cannot be checked.

use super::*;

const STEPS: &str = "x:000102030405060708090a0b0c0d0e0f y:f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

fn add(battle: &mut Battle, event: Event) -> Stamp {
    next(battle, event)
}

/// A battle in which two devices committed to the first roll.
fn committed() -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let chain = json!({ "chain": { "at": 1.0, "first": 0, "anchor": "0363c438c19ddaad4a1f1f08e66bf780" } });
    add(&mut battle, serde_json::from_value(chain).unwrap());
    battle
}

/// A roll with this number whose faces do not follow from the seed, with or without steps.
fn roll(battle: &Battle, number: u64, steps: Option<&str>) -> Event {
    let rule = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap();
    let Err(Halt::Needs(needs)) = rule.read(&sample()).unwrap().resolve(&[]).result else { panic!("dice") };
    let by_seed = battle.header().dice().faces(number, needs.sides, needs.count);
    let faces = by_seed.iter().map(|face| face % needs.sides + 1).collect();
    let steps = steps.map(|steps| steps.to_owned().try_into().unwrap());
    let (purpose, sides) = (needs.purpose, needs.sides);
    let rolls = vec![LoggedRoll { purpose, sides, faces, number: Some(number), steps, counted: None }];
    Event::Rolled(Box::new(Rolled::of(1.0, PROCEDURE, sample(), object(json!({ "unit": ["u1"] })), rolls)))
}

#[test]
fn a_roll_of_two_devices_is_no_fault_and_is_reported_as_not_checked() {
    let mut battle = committed();
    let rolled = roll(&battle, 0, Some(STEPS));
    add(&mut battle, rolled);
    let findings = verify(&battle);
    assert_eq!(faults(&findings), []);
    assert_eq!((findings[0].dice, findings[1].dice), (Source::None, Source::TwoDevices));
    assert_eq!(disclosures(&battle), [Disclosure::TwoDevices(1)]);
    let words = "1 roll of two devices with version 1.0.0 cannot be checked: their dice do not come from the seed.";
    assert_eq!(Disclosure::TwoDevices(1).to_string(), words);
}

#[test]
fn equal_faces_without_steps_are_a_fault() {
    let mut battle = committed();
    let rolled = roll(&battle, 0, None);
    let (sides, count) = rolled.rolls().first().map(|roll| (roll.sides, roll.faces.len())).unwrap();
    add(&mut battle, rolled);
    assert_eq!(battle.faces(0, sides, count), battle.header().dice().faces(0, sides, count));
    assert!(matches!(faults(&verify(&battle))[..], [(1, Fault::Dice { number: 0, .. })]), "{:?}", verify(&battle));
    assert_eq!(disclosures(&battle), []);
}

#[test]
fn a_roll_of_two_devices_counts_in_the_order_of_rolls() {
    let mut battle = committed();
    let rolled = roll(&battle, 3, Some(STEPS));
    add(&mut battle, rolled);
    assert_eq!(faults(&verify(&battle)), [(1, &Fault::RollNumber { number: 3, next: 0 })]);
}

#[test]
fn after_an_undo_a_roll_of_two_devices_gives_the_same_dice_and_is_reported_once() {
    let mut battle = committed();
    let Event::Rolled(rolled) = roll(&battle, 0, Some(STEPS)) else { unreachable!() };
    let first = rolled.rolls[0].clone();
    add(&mut battle, Event::Rolled(rolled.clone()));
    let faces = battle.faces(0, first.sides, first.faces.len());
    assert_eq!(faces, first.faces);
    // A new roll, as the app makes it.
    let fresh = LoggedRoll { steps: None, ..first.clone() };
    assert_eq!(battle.with_steps(vec![fresh]), std::slice::from_ref(&first));
    let repeated = Rolled { rolls: vec![first.clone()], ..*rolled };
    assert_eq!(repeated.rolls[0].steps, first.steps);
    add(&mut battle, Event::Rolled(Box::new(repeated)));
    assert_eq!(disclosures(&battle), [Disclosure::TwoDevices(1)]);
    // Other rolls and dice of another kind or number come from the seed.
    let (sides, count) = (first.sides, first.faces.len());
    for (number, sides, count) in [(0, 20, count), (0, sides, count + 1), (1, sides, count)] {
        let by_seed = battle.header().dice().faces(number, sides, count);
        assert_eq!(battle.faces(number, sides, count), by_seed, "roll {number} of {count} D{sides}");
    }
}
