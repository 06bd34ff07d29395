//! Rolls to which two devices committed: who alters steps, dice or commitments is found, or what he did is disclosed.

use super::*;
use crate::battle::Device;
use crate::battle::both::ChainEvent;
use crate::battle::pen::Named;
use crate::dice::hash_chain::{LENGTH, Root};

fn device(name: &str) -> Device {
    Device::parse(name).unwrap()
}

fn root(name: &str) -> Root {
    Root::new([name.as_bytes()[0]; 16])
}

fn add(battle: &mut Battle, device: &str, event: Event) -> Stamp {
    let (stamp, event) = (battle.next_stamp(device), battle.linked(event));
    battle.add(stamp.clone(), event);
    stamp
}

fn chain(name: &str, first: u64) -> Event {
    Event::Chain(Box::new(ChainEvent { at: 1.0, first, anchor: root(name).step(0).unwrap(), after: Vec::new() }))
}

/// A battle in which `x` has the pen, and `x` and `y` committed themselves.
fn committed() -> Battle {
    let mut battle = Battle::begin(header());
    let pen = battle.taking(1.0, &Named { device: device("x"), name: String::new() });
    add(&mut battle, "x", pen);
    add(&mut battle, "x", chain("x", 0));
    add(&mut battle, "y", chain("y", 0));
    battle
}

/// The steps of `x` and another device for a roll, with these numbers.
fn steps(other: &str, numbers: [u64; 2]) -> RollSteps {
    let step = |name: &str, number| (device(name), root(name).step(number).unwrap());
    RollSteps::of(step("x", numbers[0]), step(other, numbers[1])).unwrap()
}

/// A roll of `x` with this number, whose dice are those of its steps.
fn roll(battle: &Battle, number: u64, steps: Option<RollSteps>) -> Event {
    let rule = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap();
    let Err(Halt::Needs(needs)) = rule.read(&sample()).unwrap().resolve(&[]).result else { panic!("dice") };
    let faces = battle.faces(number, needs.sides, needs.count, steps.as_ref());
    let rolls = vec![LoggedRoll {
        purpose: needs.purpose,
        sides: needs.sides,
        faces,
        number: Some(number),
        steps,
        counted: None,
    }];
    Event::Rolled(Box::new(Rolled::of(1.0, PROCEDURE, sample(), object(json!({ "unit": ["u1"] })), rolls)))
}

/// The faults of the log after one more event of `x`.
fn faults_with(battle: &Battle, event: Event) -> Vec<Fault> {
    let mut battle = battle.clone();
    add(&mut battle, "x", event);
    verify(&battle).into_iter().flat_map(|finding| finding.faults).collect()
}

#[test]
fn a_roll_of_both_devices_is_checked_and_named() {
    let battle = committed();
    let own = roll(&battle, 0, Some(steps("y", [1, 1])));
    assert_eq!(faults_with(&battle, own.clone()), []);
    let mut rolled = battle.clone();
    add(&mut rolled, "x", own);
    assert_eq!(verify(&rolled)[3].dice, Source::Committed);
    assert_eq!(disclosures(&rolled), []);
    let steps = steps("y", [1, 1]);
    assert_ne!(battle.faces(0, 6, 20, Some(&steps)), battle.faces(0, 6, 20, None), "the seed alone does not tell it");
}

#[test]
fn steps_to_which_nobody_committed_are_found() {
    let battle = committed();
    let wrong = [
        steps("y", [2, 1]),
        steps("y", [1, 2]),
        steps("z", [1, 1]),
        RollSteps::of((device("y"), root("y").step(1).unwrap()), (device("z"), root("z").step(1).unwrap())).unwrap(),
    ];
    for steps in wrong {
        assert_eq!(faults_with(&battle, roll(&battle, 0, Some(steps))), [Fault::Steps(0)]);
    }
    // Neither had committed itself yet.
    let before = battle.after_first(1);
    assert_eq!(faults_with(&before, roll(&before, 0, Some(steps("y", [1, 1])))), [Fault::Steps(0)]);
}

#[test]
fn steps_of_a_roll_that_is_not_the_authors_are_found() {
    let mut battle = committed();
    let pen = battle.passing(
        1.0,
        &Named { device: device("x"), name: String::new() },
        &Named { device: device("z"), name: String::new() },
    );
    add(&mut battle, "x", pen.unwrap());
    let own = roll(&battle, 0, Some(steps("y", [1, 1])));
    add(&mut battle, "z", own);
    assert_eq!(faults(&verify(&battle)), [(4, &Fault::Steps(0))]);
}

#[test]
fn other_dice_than_those_of_the_steps_are_found() {
    let battle = committed();
    let Event::Rolled(mut rolled) = roll(&battle, 0, Some(steps("y", [1, 1]))) else { panic!("a roll") };
    let given = rolled.rolls[0].faces.clone();
    rolled.rolls[0].faces = given.iter().map(|face| face % 6 + 1).collect();
    let said = rolled.rolls[0].faces.clone();
    let faults = faults_with(&battle, Event::Rolled(rolled));
    assert_eq!(
        faults.into_iter().filter(|own| matches!(own, Fault::Dice { .. })).collect::<Vec<_>>(),
        [Fault::Dice { number: 0, said, given }]
    );
}

#[test]
fn dice_from_the_table_have_no_steps() {
    let battle = committed();
    let Event::Rolled(mut rolled) = roll(&battle, 0, Some(steps("y", [1, 1]))) else { panic!("a roll") };
    rolled.rolls[0].number = None;
    assert!(faults_with(&battle, Event::Rolled(rolled)).contains(&Fault::Rolls));
}

#[test]
fn a_roll_that_was_seen_keeps_its_steps() {
    for known in [Some(steps("y", [1, 1])), None] {
        let mut battle = committed();
        let rolled = add(&mut battle, "x", roll(&committed(), 0, known.clone()));
        let Some(Event::Rolled(own)) = battle.event(&rolled).cloned() else { panic!("a roll") };
        let done = Resolved { discarded: false, ..Resolved::discarded(rolled, *own) };
        let act =
            add(&mut battle, "x", Event::Action(Box::new(ActionEvent::new(1.0, Action::Resolved(done), Vec::new()))));
        add(&mut battle, "x", Event::Undo(act.into()));
        assert_eq!((battle.next_roll(), battle.next_unseen_roll()), (0, 1));
        assert_eq!(battle.known_roll(0).unwrap().steps, known.as_ref());
        assert_eq!(battle.known_roll(1), None);
        let other = if known.is_some() { None } else { Some(steps("y", [1, 1])) };
        let faults_of = |steps| faults_with(&battle, roll(&battle, 0, steps)).contains(&Fault::Steps(0));
        assert!(!faults_of(known) && faults_of(other));
    }
}

#[test]
fn a_commitment_counts_from_its_first_roll_to_its_last() {
    let mut battle = Battle::begin(header());
    add(&mut battle, "x", chain("x", 5));
    let own = battle.commitment(&device("x")).unwrap();
    let numbers = [4, 5, 6, 4 + LENGTH, 5 + LENGTH, u64::MAX].map(|roll| own.step_number(roll));
    assert_eq!(numbers, [None, Some(1), Some(2), Some(LENGTH), None, None]);
    assert!(battle.commitment(&device("y")).is_none() && battle.has_commitments());
}

#[test]
fn rolls_of_one_device_alone_are_counted_once_both_are_committed() {
    let mut battle = committed();
    add(&mut battle, "x", roll(&committed(), 0, None));
    assert_eq!(faults(&verify(&battle)), [], "the other may be out of reach");
    assert_eq!(disclosures(&battle), [Disclosure::Alone(1)]);
    let mut before = committed().after_first(2);
    let own = roll(&before, 0, None);
    add(&mut before, "x", own);
    assert_eq!(disclosures(&before), [], "no other had committed itself");
}

#[test]
fn other_steps_in_the_place_of_ones_that_are_not_used_up_are_disclosed() {
    let mut battle = committed();
    add(&mut battle, "x", chain("z", 0));
    assert_eq!(disclosures(&battle), [Disclosure::CommittedAgain { entry: 4 }]);
    // The steps of the former ones are worth nothing now.
    assert_eq!(faults_with(&battle, roll(&battle, 0, Some(steps("y", [1, 1])))), [Fault::Steps(0)]);
    let mut used_up = Battle::begin(header());
    add(&mut used_up, "x", chain("x", 0));
    let own = roll(&used_up, LENGTH - 1, None);
    add(&mut used_up, "x", own);
    add(&mut used_up, "x", chain("z", LENGTH));
    assert_eq!(disclosures(&used_up), []);
}

#[test]
fn steps_have_one_spelling() {
    let own = steps("y", [1, 1]);
    let text = String::from(own.clone());
    assert_eq!(RollSteps::try_from(text.clone()), Ok(own));
    let (one, other) = text.split_once(' ').unwrap();
    for wrong in
        ["", one, &format!("{other} {one}"), &format!("{one} {one}"), &format!("{text} {one}"), &text.replace(':', "")]
    {
        assert!(RollSteps::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
}
