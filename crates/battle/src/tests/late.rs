//! Tests of late events, and of the checkpoints that save applying the whole log again.

use super::*;
use crate::control::Named;

/// A log with this many events: acts, undos, rolls, changes of control and commitments to rolls.
fn long(events: usize) -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let ann = Named { device: Device::parse("t").unwrap(), name: "Ann".into() };
    for n in 0..events {
        let event = match n % 5 {
            0 => battle.taking(1.0, &ann),
            1 => by_hand(vec![Change::set("u1", "counters", n)]),
            2 => serde_json::from_value(json!({ "chain": { "at": 1.0, "first": n, "anchor": "07".repeat(16) } }))
                .unwrap(),
            3 => battle.undoing().unwrap_or_else(|| by_hand(Vec::new())),
            _ => resolved(Some(battle.next_roll()), None, vec![Change::set("u2", "counters", n)]),
        };
        let event = battle.linked(event);
        next(&mut battle, event);
    }
    battle
}

fn checkpoints(battle: &Battle) -> Vec<usize> {
    battle.checkpoints.iter().map(|checkpoint| checkpoint.events).collect()
}

#[test]
fn a_late_event_has_the_place_and_effect_of_one_that_arrives_in_time() {
    let whole = long(140);
    for late in [0, 1, 2, 62, 63, 64, 65, 66, 67, 127, 128, 129, 130, 131, 138, 139] {
        let mut log = whole.log().to_vec();
        let (stamp, event) = log.remove(late);
        let mut battle = Battle::replay(test_rulesets::RULESETS, header(), log);
        battle.add(stamp, event);
        assert_eq!(battle.log(), whole.log());
        // Each control event is listed once, although later events were applied again.
        assert_eq!(battle.control_events, whole.control_events, "event {late}");
        assert_eq!((&battle.ends, &battle.undone), (&whole.ends, &whole.undone), "event {late}");
        assert_eq!(checkpoints(&battle), checkpoints(&whole), "event {late}");
        assert_eq!(battle.event_statuses(), whole.event_statuses());
        assert!(battle.state().is_same(whole.state()));
        assert_eq!(battle.control(), whole.control());
    }
}

#[test]
fn the_last_two_checkpoints_are_kept_each_once() {
    let all = [
        (64, vec![]),
        (65, vec![64]),
        (128, vec![64]),
        (129, vec![64, 128]),
        (192, vec![64, 128]),
        (193, vec![128, 192]),
    ];
    for (events, kept) in all {
        let grown = long(events);
        assert_eq!(checkpoints(&grown), kept, "{events} events");
        assert_eq!(
            checkpoints(&Battle::replay(test_rulesets::RULESETS, header(), grown.log().to_vec())),
            kept,
            "{events} events, replayed"
        );
    }
}

#[test]
fn undo_and_redo_of_a_later_event_have_no_effect() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    // An act arrives after its undo and its redo, but comes later in the log.
    let later = Stamp::parse("5-t").unwrap();
    next(&mut battle, Event::Undo(later.clone().into()));
    next(&mut battle, Event::Redo(later.clone().into()));
    battle.add(later, by_hand(vec![Change::set("u1", "counters", 2)]));
    assert_eq!(counters(&battle), 2);
    assert_eq!(
        battle.event_statuses(),
        [EventStatus::InForce, EventStatus::Other, EventStatus::Other, EventStatus::InForce]
    );
}

#[test]
fn an_act_settles_no_roll_that_comes_after_it() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let later = Stamp::parse("1-t").unwrap();
    next(&mut battle, resolved(Some(0), Some(&later), vec![Change::set("u1", "counters", 2)]));
    battle.add(later.clone(), rolled(1));
    assert_eq!(battle.event_statuses(), [EventStatus::InForce, EventStatus::Awaiting]);
    // A roll cannot continue a later one, either.
    let Event::Rolled(mut more) = rolled(2) else { unreachable!() };
    more.goes_on = Stamp::parse("3-t");
    battle.add(Stamp::parse("2-t").unwrap(), Event::Rolled(more));
    battle.add(Stamp::parse("3-t").unwrap(), rolled(3));
    assert_eq!(battle.awaiting().count(), 3);
}
