//! Control of a battle: the device in control, the right to write, and the stored form.

use super::*;
use crate::control::{self, ControlEvent, Named, NoControl};

fn device(name: &str) -> Device {
    Device::parse(name).unwrap()
}

fn named(device: &Device, name: &str) -> Named {
    Named { device: device.clone(), name: name.into() }
}

/// Adds an event of a tab of a device. Returns its stamp.
fn add(battle: &mut Battle, device: &Device, event: Event) -> Stamp {
    let (stamp, event) = (battle.next_stamp(&device.tab("11111111")), battle.linked(event));
    battle.add(stamp.clone(), event);
    stamp
}

#[test]
fn everybody_may_write_until_a_device_takes_control() {
    let (a, b) = (device("aaaaaaaa"), device("bbbbbbbb"));
    let (of_a, of_b) = (named(&a, "Anna’s phone"), named(&b, ""));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    assert_eq!((battle.control(), battle.may_write(&a), battle.may_write(&b)), (None, Ok(()), Ok(())));
    let event = battle.passing(1.0, &of_a, &of_a).unwrap();
    let first = add(&mut battle, &a, event);
    assert_eq!((battle.may_write(&a), battle.may_write(&b)), (Ok(()), Err(NoControl::HeldBy(a.clone()))));
    assert_eq!(battle.passing(2.0, &of_b, &of_b), None, "who does not hold it takes it");
    let event = battle.passing(2.0, &of_a, &of_b).unwrap();
    add(&mut battle, &a, event);
    assert_eq!((battle.may_write(&a), battle.may_write(&b)), (Err(NoControl::HeldBy(b.clone())), Ok(())));
    assert_eq!(battle.control().map(|control| control.taken_over), Some(false));
    let event = battle.taking(3.0, &of_a);
    add(&mut battle, &a, event);
    assert_eq!(battle.control().map(|control| (control.holder.clone(), control.taken_over)), Some((a.clone(), true)));
    assert_eq!((battle.device_name(&a), battle.device_name(&b)), (Some("Anna’s phone"), None));
    assert_eq!(battle.devices(), [a, b]);
    assert_eq!(first.device(), device("aaaaaaaa"), "all tabs of a device are in control together");
}

#[test]
fn a_new_holder_may_write_once_it_has_all_events_of_the_last_holder() {
    let (a, b) = (device("aaaaaaaa"), device("bbbbbbbb"));
    let (of_a, of_b) = (named(&a, ""), named(&b, ""));
    let mut first = Battle::begin(test_rulesets::RULESETS, header());
    let event = first.taking(1.0, &of_a);
    add(&mut first, &a, event);
    let rolled = add(&mut first, &a, rolled(0));
    add(&mut first, &a, resolved(Some(0), Some(&rolled), vec![]));
    let undoing = first.undoing().unwrap();
    add(&mut first, &a, undoing);
    let event = first.passing(2.0, &of_a, &of_b).unwrap();
    add(&mut first, &a, event);
    for late in 0..4 {
        let mut other = Battle::begin(test_rulesets::RULESETS, header());
        for (place, (stamp, event)) in first.log().iter().enumerate().rev() {
            if place != late {
                other.add(stamp.clone(), event.clone());
            }
        }
        assert_eq!(other.may_write(&b), Err(NoControl::Lacking), "entry {late} comes late");
        assert_eq!(
            Battle::replay(test_rulesets::RULESETS, header(), other.log().to_vec()).may_write(&b),
            Err(NoControl::Lacking)
        );
        other.add_all(first.log().to_vec());
        assert_eq!(other.may_write(&b), Ok(()));
    }
    // A device that takes over continues with the entries that it has, and lists the missing ones.
    let mut other = Battle::replay(test_rulesets::RULESETS, header(), first.log()[3..].to_vec());
    let event = other.taking(3.0, &of_b);
    add(&mut other, &b, event);
    assert_eq!(other.may_write(&b), Ok(()));
    assert_eq!(other.control().map(|control| control.taken_over), Some(true));
}

#[test]
fn an_undo_is_stored_as_its_stamp_and_with_links_if_a_device_is_in_control() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    let text = |event: &Event| serde_json::to_value(event).unwrap();
    let undoing = battle.linked(battle.undoing().unwrap());
    assert_eq!(text(&undoing), json!({ "undo": "0-t" }));
    let taking = battle.taking(1.0, &named(&device("t"), "Bob"));
    let taking = battle.linked(taking);
    next(&mut battle, taking);
    let linked = battle.linked(battle.undoing().unwrap());
    assert_eq!(text(&linked)["undo"]["of"], json!("0-t"));
    assert_eq!(text(&linked)["undo"]["after"].as_array().map(Vec::len), Some(1));
    for event in [undoing, linked, battle.log()[1].1.clone()] {
        assert_eq!(serde_json::from_value::<Event>(text(&event)).unwrap(), event);
    }
}

#[test]
fn long_names_of_devices_are_cut_when_made_and_refused_when_read() {
    let long = named(&device("t"), &"x".repeat(500));
    let Event::Control(event) = Battle::begin(test_rulesets::RULESETS, header()).taking(1.0, &long) else {
        panic!("a change of control")
    };
    assert_eq!(event.name.len(), control::NAME);
    for strange in ["", "A", "a b", "aaaaaaaaaaaaaaaaa", "é"] {
        let text = json!({ "at": 1.0, "to": strange });
        assert!(serde_json::from_value::<ControlEvent>(text).is_err(), "{strange}");
    }
}

#[test]
fn numbers_of_a_discarded_roll_become_free_despite_undo_and_redo() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, resolved(Some(number), Some(&stamp), vec![]));
    let (stamp, number) = roll(&mut battle, "t");
    next(&mut battle, discarded(number, &stamp));
    undo(&mut battle);
    assert_eq!(battle.next_roll(), 0);
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 2)]));
    undo(&mut battle);
    undo(&mut battle);
    redo(&mut battle);
    assert_eq!(battle.next_roll(), 0, "else two dice that were seen would be skipped");
}
