//! Control of a battle. An event that a device wrote without control is a fault, if its author could know this.

use super::*;
use crate::Device;
use crate::control::Named;

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
    add(&mut battle, "x", |battle| battle.taking(1.0, &named("x")));
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
fn acts_by_a_device_that_knew_it_was_not_in_control_are_faults() {
    let holder = Device::parse("y").unwrap();
    let passed = passed();
    for event in [phase(&passed), passed.undoing().unwrap(), races::random_event(&passed, 1, 0).unwrap()] {
        for device in ["x", "z"] {
            let mut battle = passed.clone();
            add(&mut battle, device, |_| event.clone());
            assert_eq!(faults(&verify(&battle)), [(3, &Fault::WithoutControl(holder.clone()))]);
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
fn leaving_out_own_entries_does_not_hide_a_write_without_control() {
    let battle = passed();
    let before = battle.after_first(2);
    for event in [phase(&before), before.undoing().unwrap()] {
        let mut whole = battle.clone();
        whole.add(battle.next_stamp("x"), before.linked(event));
        assert_eq!(faults(&verify(&whole)), [(3, &Fault::WithoutControl(Device::parse("y").unwrap()))]);
    }
}

#[test]
fn acts_by_a_device_that_could_not_know_are_valid() {
    let before = passed().after_first(2);
    let mut whole = passed();
    let mut forced = before.clone();
    add(&mut forced, "z", |battle| battle.taking(3.0, &named("z")));
    add(&mut forced, "z", phase);
    whole.add_all(forced.log().to_vec());
    assert_eq!(faults(&verify(&whole)), []);
    assert_eq!(whole.state().battle().value(rules::table::PHASE), Some(1));
}

#[test]
fn taking_over_control_is_disclosed_and_hiding_it_is_a_fault() {
    let mut battle = passed();
    let taking = battle.taking(3.0, &named("x"));
    add(&mut battle, "x", |_| taking.clone());
    assert_eq!(faults(&verify(&battle)), []);
    assert_eq!(disclosures(&battle), [Disclosure::ControlTakenOver { entry: 4 }]);
    let mut silent = passed();
    let Event::Control(mut event) = taking else { panic!("a change of control") };
    event.taken_over = false;
    add(&mut silent, "x", |_| Event::Control(event));
    assert_eq!(faults(&verify(&silent)), [(3, &Fault::ControlTaken(Device::parse("y").unwrap()))]);
}

#[test]
fn tabs_of_a_device_share_control_and_a_tab_that_could_not_know_is_not_at_fault() {
    let [one, two, other] = ["xxxxxxxx1", "xxxxxxxx2", "yyyyyyyy1"];
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    add(&mut battle, one, |battle| battle.taking(1.0, &named("xxxxxxxx")));
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
    assert_eq!(faults(&verify(&battle)), [(6, &Fault::WithoutControl(Device::parse("yyyyyyyy").unwrap()))]);
}

#[test]
fn an_undo_that_lost_its_links_is_a_fault_if_its_author_knew_of_seats() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    add(&mut battle, "x", |_| by_hand(1));
    let before = battle.clone();
    let seated = |battle: &Battle| {
        let seats = [crate::seat::Seat::new("Ann", crate::seat::Place::Umpire)];
        battle.seating(1.0, &Device::parse("x").unwrap(), &seats, None)
    };
    add(&mut battle, "x", seated);
    add(&mut battle, "x", |_| by_hand(2));
    let mut linked = battle.clone();
    add(&mut linked, "x", |battle| battle.undoing().unwrap());
    assert_eq!(faults(&verify(&linked)), []);
    let mut unlinked = battle.clone();
    unlinked.add(battle.next_stamp("x"), battle.undoing().unwrap());
    assert_eq!(faults(&verify(&unlinked)), [(3, &Fault::Unlinked)]);
    // Another device did not know of the seats.
    battle.add(battle.next_stamp("y"), before.undoing().unwrap());
    assert_eq!(faults(&verify(&battle)), []);
}
