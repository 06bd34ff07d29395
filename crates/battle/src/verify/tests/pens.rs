//! Control of a battle: events that a device wrote without it are found, if the author could have known.

use super::*;
use crate::Device;
use crate::pen::Named;

fn named(device: &str) -> Named {
    Named { device: Device::parse(device).unwrap(), name: String::new() }
}

fn add(battle: &mut Battle, device: &str, event: impl FnOnce(&Battle) -> Event) {
    let (stamp, event) = (battle.next_stamp(device), battle.linked(event(battle)));
    battle.add(stamp, event);
}

/// A battle in which `x` acted, and then passed control to `y`.
fn passed() -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    add(&mut battle, "x", |own| own.taking(1.0, &named("x")));
    add(&mut battle, "x", |_| by_hand(1));
    let passing = battle.passing(2.0, &named("x"), &named("y")).unwrap();
    add(&mut battle, "x", |_| passing);
    battle
}

fn phase(battle: &Battle) -> Event {
    let changes = referee::next_changes(&pike_and_shot::RULESET, battle.state());
    Event::Action(Box::new(ActionEvent::new(1.0, Action::Phase, changes).refereed(Vec::new())))
}

#[test]
fn who_knew_that_another_held_the_pen_is_found_whatever_he_did() {
    let holder = Device::parse("y").unwrap();
    let passed = passed();
    for event in [phase(&passed), passed.undoing().unwrap(), races::random_event(&passed, 1, 0).unwrap()] {
        for device in ["x", "z"] {
            let mut battle = passed.clone();
            add(&mut battle, device, |_| event.clone());
            assert_eq!(faults(&verify(&battle)), [(3, &Fault::WithoutPen(holder.clone()))]);
        }
        let mut battle = passed.clone();
        add(&mut battle, "y", |_| event);
        assert_eq!(faults(&verify(&battle)), []);
    }
    let mut marked = passed.clone();
    add(&mut marked, "x", |_| by_hand(4));
    assert_eq!(faults(&verify(&marked)), [], "everybody marks");
}

#[test]
fn who_leaves_out_what_he_had_written_himself_is_found_too() {
    let battle = passed();
    let before = battle.after_first(2);
    for event in [phase(&before), before.undoing().unwrap()] {
        let mut whole = battle.clone();
        whole.add(battle.next_stamp("x"), before.linked(event));
        assert_eq!(faults(&verify(&whole)), [(3, &Fault::WithoutPen(Device::parse("y").unwrap()))]);
    }
}

#[test]
fn who_did_not_know_is_not_accused_and_what_he_did_stands() {
    let before = passed().after_first(2);
    let mut whole = passed();
    let mut forced = before.clone();
    add(&mut forced, "z", |own| own.taking(3.0, &named("z")));
    add(&mut forced, "z", phase);
    whole.add_all(forced.log().to_vec());
    assert_eq!(faults(&verify(&whole)), []);
    assert_eq!(whole.state().battle().value(rules::table::PHASE), Some(1));
}

#[test]
fn taking_the_pen_is_disclosed_and_taking_it_silently_is_found() {
    let mut battle = passed();
    let taking = battle.taking(3.0, &named("x"));
    add(&mut battle, "x", |_| taking.clone());
    assert_eq!(faults(&verify(&battle)), []);
    assert_eq!(disclosures(&battle), [Disclosure::PenForced { entry: 4 }]);
    let mut silent = passed();
    let Event::Pen(mut own) = taking else { panic!("a pen") };
    own.by_force = false;
    add(&mut silent, "x", |_| Event::Pen(own));
    assert_eq!(faults(&verify(&silent)), [(3, &Fault::PenTaken(Device::parse("y").unwrap()))]);
}

#[test]
fn tabs_of_a_device_share_the_pen_and_one_that_had_not_heard_of_its_passing_is_not_accused() {
    let [one, two, other] = ["xxxxxxxx1", "xxxxxxxx2", "yyyyyyyy1"];
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    add(&mut battle, one, |own| own.taking(1.0, &named("xxxxxxxx")));
    add(&mut battle, two, |_| by_hand(1));
    add(&mut battle, two, phase);
    let unheard = (battle.next_stamp(two), battle.linked(phase(&battle)));
    let passing = battle.passing(2.0, &named("xxxxxxxx"), &named("yyyyyyyy")).unwrap();
    add(&mut battle, one, |_| passing);
    battle.add(unheard.0, unheard.1);
    assert_eq!(faults(&verify(&battle)), []);
    add(&mut battle, other, phase);
    assert_eq!(faults(&verify(&battle)), []);
    add(&mut battle, two, phase);
    assert_eq!(faults(&verify(&battle)), [(6, &Fault::WithoutPen(Device::parse("yyyyyyyy").unwrap()))]);
}
