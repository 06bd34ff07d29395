//! Tests of several tabs in which one battle is open.

use super::*;
use proptest::prelude::*;

#[test]
fn acts_made_at_once_are_both_kept_in_the_same_order() {
    let (mut a, mut b) =
        (Battle::begin(test_rulesets::RULESETS, header()), Battle::begin(test_rulesets::RULESETS, header()));
    let of_a = (a.next_stamp("a"), by_hand(vec![Change::set("u1", "counters", 3)]));
    let of_b = (b.next_stamp("b"), by_hand(vec![Change::set("u2", "counters", 2)]));
    a.add(of_a.0.clone(), of_a.1.clone());
    a.add(of_b.0.clone(), of_b.1.clone());
    b.add(of_b.0, of_b.1);
    b.add(of_a.0, of_a.1);
    assert_eq!(a.log(), b.log());
    assert_eq!(a.event_statuses(), [EventStatus::InForce; 2]);
    assert_eq!((counters(&b), b.state().facts("u2").value::<i32>(rules::fact!("counters")).unwrap()), (3, 2));
}

#[test]
fn every_event_that_is_added_or_merged_changes_the_revision_wherever_it_comes() {
    let mut a = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut a, by_hand(vec![Change::set("u1", "counters", 1)]));
    let late = (a.next_stamp("a"), by_hand(vec![Change::set("u2", "counters", 2)]));
    let mut b = a.clone();
    assert_eq!(a.revision(), b.revision(), "an unchanged copy");
    next(&mut a, by_hand(vec![Change::set("u1", "counters", 3)]));
    next(&mut b, by_hand(vec![Change::set("u1", "counters", 4)]));
    assert_eq!(a.log().len(), b.log().len());
    assert_ne!(a.revision(), b.revision(), "two logs of one length");
    let before = a.revision();
    a.add(late.0.clone(), late.1.clone());
    assert_ne!(a.revision(), before, "an event that is inserted");
    let before = a.revision();
    a.add(late.0.clone(), late.1.clone());
    a.add_all([late.clone()]);
    assert_eq!(a.revision(), before, "an event that is there already");
    b.add_all([late]);
    let merged = b.revision();
    undo(&mut b);
    assert_ne!(b.revision(), merged, "an undo");
}

#[test]
fn an_undo_undoes_its_own_act_despite_later_acts_of_another_tab() {
    let mut a = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut a, by_hand(vec![Change::set("u1", "counters", 1)]));
    let mut b = a.clone();
    let elsewhere = (b.next_stamp("b"), by_hand(vec![Change::set("u2", "counters", 2)]));
    b.add(elsewhere.0.clone(), elsewhere.1.clone());
    undo(&mut a);
    a.add(elsewhere.0, elsewhere.1);
    assert_eq!((counters(&a), a.state().facts("u2").value::<i32>(rules::fact!("counters")).unwrap()), (0, 2));
    assert_eq!(a.to_undo(), b.to_undo(), "what the other tab did is in force");
}

#[test]
fn an_act_that_both_undo_is_undone_once() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 2)]));
    let undoing = battle.undoing().unwrap();
    let at = [battle.next_stamp("a"), battle.next_stamp("b")];
    for stamp in at {
        battle.add(stamp, undoing.clone());
    }
    assert_eq!(counters(&battle), 1);
}

#[test]
fn a_roll_settled_by_both_tabs_is_settled_by_the_first() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let (stamp, number) = roll(&mut battle, "a");
    let both = ["a", "b"].map(|tab| battle.next_stamp(tab)).into_iter().zip([3, 4]);
    let both = both.map(|(act_stamp, to)| {
        (act_stamp, resolved(Some(number), Some(&stamp), vec![Change::set("u1", "counters", to)]))
    });
    let both: Vec<_> = both.collect();
    for (act_stamp, event) in both.iter().rev() {
        battle.add(act_stamp.clone(), event.clone());
    }
    assert_eq!(battle.event_statuses(), [EventStatus::Settled, EventStatus::InForce, EventStatus::TooLate]);
    assert_eq!(counters(&battle), 3);
    undo(&mut battle);
    next(&mut battle, Event::Redo(both[1].0.clone().into()));
    assert_eq!(counters(&battle), 0, "what came too late is not redone");
}

#[test]
fn tabs_that_roll_at_once_get_equal_dice_and_the_log_shows_this() {
    let (mut a, mut b) =
        (Battle::begin(test_rulesets::RULESETS, header()), Battle::begin(test_rulesets::RULESETS, header()));
    roll(&mut a, "a");
    roll(&mut b, "b");
    for (stamp, event) in b.log().to_vec() {
        a.add(stamp, event);
    }
    assert_eq!(a.awaiting().count(), 2);
    assert_eq!([0, 1].map(|event| a.seen_before(event)), [None, Some(SeenBefore::AtOnce)]);
    assert_eq!(a.next_roll(), 1);
}

#[test]
fn units_added_at_once_are_both_kept() {
    let battle = Battle::begin(test_rulesets::RULESETS, header());
    let [a, b] = ["a", "b"].map(|tab| battle.state().free_ids(tab, 3));
    assert!(a.iter().all(|id| !b.contains(id)));
    assert_eq!(a.iter().collect::<BTreeSet<_>>().len(), 3);
}

/// A step by one of three tabs: an act on a unit, an undo, a redo, a roll, the settling of a roll, or reading the others' events.
#[derive(Clone, Debug)]
enum Move {
    Act(&'static str, u8),
    Undo,
    Redo,
    Roll,
    Settle(bool),
    Look,
}

fn moves() -> impl Strategy<Value = Vec<(usize, Move)>> {
    let one = prop_oneof![
        3 => (prop_oneof![Just("u1"), Just("u2"), Just("a")], 0..9_u8).prop_map(|(of, to)| Move::Act(of, to)),
        2 => Just(Move::Undo),
        1 => Just(Move::Redo),
        2 => Just(Move::Roll),
        2 => proptest::bool::ANY.prop_map(Move::Settle),
        2 => Just(Move::Look),
    ];
    proptest::collection::vec((0..3_usize, one), 0..40)
}

/// The number of the next roll, found by a search of all events.
fn next_roll_slowly(battle: &Battle) -> u64 {
    let event_statuses = battle.event_statuses();
    let places = battle.events().zip(event_statuses).filter_map(|(event, status)| match (event, status) {
        (Event::Action(act), EventStatus::InForce) => match &act.action {
            Action::Resolved(resolved) => resolved.rolls.iter().filter_map(|roll| roll.number).max(),
            _ => None,
        },
        (Event::Rolled(rolled), EventStatus::Awaiting) => rolled.rolls.iter().filter_map(|roll| roll.number).max(),
        _ => None,
    });
    places.max().map_or(0, |last| last + 1)
}

proptest! {
    #[test]
    fn all_tabs_agree_once_they_have_seen_everything(moves in moves()) {
        let mut tabs = [(); 3].map(|()| Battle::begin(test_rulesets::RULESETS, header()));
        let mut saved: Vec<(Stamp, Event)> = Vec::new();
        for (tab, made) in moves {
            let battle = &mut tabs[tab];
            let event = match made {
                Move::Act(of, to) => Some(by_hand(vec![Change::set(of, "counters", to)])),
                Move::Undo => battle.undoing(),
                Move::Redo => battle.redoing(),
                Move::Roll => Some(rolled(battle.next_roll())),
                Move::Settle(keep) => battle.awaiting().next().map(|(stamp, rolled)| {
                    let to = rolled.rolls[0].number.unwrap();
                    let changes = if keep { vec![Change::set("u1", "counters", to)] } else { vec![] };
                    resolved(Some(to), Some(stamp), changes)
                }),
                Move::Look => {
                    for (stamp, event) in saved.iter().rev() {
                        battle.add(stamp.clone(), event.clone());
                    }
                    None
                }
            };
            if let Some(event) = event {
                let stamp = battle.next_stamp(["a", "b", "c"][tab]);
                prop_assert!(saved.iter().all(|(known, _)| *known != stamp), "a key is written once");
                let (open, before) = (battle.awaiting().count(), battle.next_roll());
                battle.add(stamp.clone(), event.clone());
                prop_assert_eq!(battle.next_roll(), next_roll_slowly(battle));
                if matches!(event, Event::Rolled(_)) {
                    prop_assert_eq!((battle.awaiting().count(), battle.next_roll()), (open + 1, before + 1));
                }
                saved.push((stamp, event));
            }
        }
        let whole = Battle::replay(test_rulesets::RULESETS, header(), saved.clone());
        prop_assert_eq!(whole.log().len(), saved.len(), "nothing is lost");
        for mut battle in tabs {
            for (stamp, event) in &saved {
                battle.add(stamp.clone(), event.clone());
            }
            prop_assert_eq!(battle.log(), whole.log());
            prop_assert_eq!(battle.event_statuses(), whole.event_statuses());
            prop_assert_eq!(battle.to_redo(), whole.to_redo());
            prop_assert_eq!(battle.next_roll(), whole.next_roll());
            prop_assert!(battle.awaiting().eq(whole.awaiting()));
            let seen_before = |of: &Battle| (0..saved.len()).map(|event| of.seen_before(event)).collect::<Vec<_>>();
            prop_assert_eq!(seen_before(&battle), seen_before(&whole));
            for of in ["u1", "u2", "a"] {
                prop_assert_eq!(battle.state().tracked(of), whole.state().tracked(of));
            }
        }
    }
}

#[test]
fn a_tracker_that_two_tabs_changed_independently_is_reported_with_both_values() {
    let mut a = Battle::begin(test_rulesets::RULESETS, header());
    let hand = |battle: &mut Battle, tab: &str, of: &str, to: i32| {
        let stamp = battle.next_stamp(tab);
        let event = battle.linked(by_hand(vec![Change::set(of, "counters", to)]));
        battle.add(stamp.clone(), event);
        stamp
    };
    hand(&mut a, "a", "u1", 1);
    let mut b = a.clone();
    hand(&mut a, "a", "u1", 2);
    hand(&mut a, "a", "u2", 5);
    let arrived = hand(&mut b, "b", "u1", 4);
    let same = hand(&mut b, "b", "u2", 5);
    a.add_all(b.log().to_vec());
    let clashes = a.clashes_of(&arrived);
    assert_eq!(clashes.len(), 1);
    let clash = &clashes[0];
    assert_eq!((clash.of.as_str(), clash.key.as_str()), ("u1", "counters"));
    assert_eq!([&clash.own, &clash.theirs, &clash.merged], [&json!(2), &json!(4), &json!(5)]);
    assert!(clash.adds);
    let both = a.clashes_of(&same);
    assert_eq!((both.len(), &both[0].own, &both[0].theirs), (1, &json!(5), &json!(5)), "equal counts are named, too");
    let statuses = a.event_statuses();
    assert!(statuses.iter().all(|status| *status == EventStatus::InForce), "the log keeps both");
    // An author who has seen the other change causes no conflict, and undone changes do not count.
    let knowing = hand(&mut a, "a", "u1", 7);
    assert_eq!(a.clashes_of(&knowing), []);
    let mut undone = b.clone();
    let stamp = undone.next_stamp("b");
    undone.add(stamp, Event::Undo(arrived.clone().into()));
    a.add_all(undone.log().to_vec());
    assert_eq!(a.clashes_of(&arrived), []);
}

#[test]
fn each_conflicting_tracker_is_reported_once_with_the_last_value_of_each_tab() {
    let (mut a, mut b) =
        (Battle::begin(test_rulesets::RULESETS, header()), Battle::begin(test_rulesets::RULESETS, header()));
    let set = |of: &str, key: &str, to: i32| Change::set(of, key, to);
    for change in [set("u1", "counters", 2), set("u1", "counters", 3), set("u1", "pikes", 7), set("u2", "counters", 5)]
    {
        let event = a.linked(by_hand(vec![change]));
        a.add(a.next_stamp("a"), event);
    }
    let arrived = b.next_stamp("b");
    let all = vec![set("u1", "counters", 9), set("u1", "pikes", 8), set("u1", "counters", 4), set("u2", "counters", 6)];
    b.add(arrived.clone(), b.linked(by_hand(all)));
    a.add_all(b.log().to_vec());
    let named = |clash: &relation::Clash| {
        (clash.of.clone(), clash.key.clone(), clash.own.as_i64().unwrap(), clash.theirs.as_i64().unwrap())
    };
    let mut clashes: Vec<_> = a.clashes_of(&arrived).iter().map(named).collect();
    clashes.sort();
    let wanted = [("u1", "counters", 3, 4), ("u1", "pikes", 7, 8), ("u2", "counters", 5, 6)];
    assert_eq!(clashes, wanted.map(|(of, key, own, theirs)| (of.to_owned(), key.to_owned(), own, theirs)));
}

#[test]
fn an_author_without_links_counts_as_having_seen_all_lower_numbers() {
    // Each act sets the counters of one unit to another value.
    let clashes_of_last = |stamps: &[&str]| {
        let set = |to: usize| by_hand(vec![Change::set("u1", "counters", to)]);
        let log: Vec<_> =
            stamps.iter().enumerate().map(|(to, stamp)| (Stamp::parse(stamp).unwrap(), set(to))).collect();
        let last = log.last().unwrap().0.clone();
        Battle::replay(test_rulesets::RULESETS, header(), log).clashes_of(&last).len()
    };
    assert_eq!(clashes_of_last(&["0-a", "1-b"]), 0);
    assert_eq!(clashes_of_last(&["0-a", "0-b"]), 1);
    assert_eq!(clashes_of_last(&["0-a", "0-b", "1-c"]), 0);
}

#[test]
fn a_link_to_a_later_entry_is_ignored() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, by_hand(Vec::new()));
    let act = |stamp: &str, changes: Vec<Change>, seen: &(Stamp, Event)| {
        let Event::Action(mut act) = by_hand(changes) else { unreachable!() };
        act.after = vec![Link::to(&seen.0, &seen.1)];
        (Stamp::parse(stamp).unwrap(), Event::Action(act))
    };
    let theirs = act("1-a", vec![Change::set("u1", "counters", 2)], &battle.log()[0]);
    let later = act("3-c", Vec::new(), &theirs);
    let ours = act("2-b", vec![Change::set("u1", "counters", 4)], &later);
    let arrived = ours.0.clone();
    battle.add_all([theirs, ours, later]);
    assert_eq!(battle.clashes_of(&arrived).len(), 1, "it links what came after it");
}

#[test]
fn a_device_has_seen_the_entries_that_its_own_link() {
    let tabs = ["a", "b", "c"].map(|tab| Device::parse(&tab.repeat(8)).unwrap().tab("11111111"));
    let mut all = Battle::begin(test_rulesets::RULESETS, header());
    let act = |battle: &Battle| battle.linked(by_hand(vec![Change::set("u1", "counters", 1)]));
    let mut add = |by: usize, alone: bool| {
        let seen = if alone { Battle::begin(test_rulesets::RULESETS, header()) } else { all.clone() };
        let event = act(&seen);
        let stamp = all.next_stamp(&tabs[by]);
        all.add(stamp.clone(), event);
        stamp
    };
    let [a1, c1, b1, a2] = [add(0, false), add(2, true), add(1, false), add(0, false)];
    let entries: BTreeSet<Stamp> = [&a1, &c1, &b1, &a2].into_iter().cloned().collect();
    let device = |by: usize| Stamp::after(None, &tabs[by]).device();
    assert_eq!(all.unseen_by(&device(0), &entries), 0, "its last entry links everything");
    assert_eq!(all.unseen_by(&device(1), &entries), 1, "what came after its last entry");
    assert_eq!(all.unseen_by(&device(2), &entries), 3, "it wrote without knowing of any");
    assert_eq!(all.unseen_by(&device(2), &BTreeSet::from([a2])), 1);
    assert_eq!(all.unseen_by(&device(1), &BTreeSet::new()), 0);
}

#[test]
fn the_last_roll_is_one_in_force() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    assert_eq!(battle.last_roll(), None);
    let used = |battle: &Battle| match battle.last_roll() {
        Some(LastRoll::Used(act)) => act.next_roll(),
        other => panic!("{other:?}"),
    };
    let (stamp, number) = roll(&mut battle, "t");
    assert!(matches!(battle.last_roll(), Some(LastRoll::Awaiting(_))));
    next(&mut battle, resolved(Some(number), Some(&stamp), vec![Change::set("u1", "counters", 2)]));
    assert_eq!(used(&battle), 1);
    next(&mut battle, resolved(Some(1), None, vec![Change::set("u1", "counters", 3)]));
    assert_eq!(used(&battle), 2);
    undo(&mut battle);
    assert_eq!(used(&battle), 1, "the one before it");
    undo(&mut battle);
    assert_eq!(battle.last_roll(), None, "a roll whose act was undone is not shown");
    redo(&mut battle);
    let (_, number) = roll(&mut battle, "t");
    assert!(matches!(battle.last_roll(), Some(LastRoll::Awaiting(_))));
    next(&mut battle, resolved(Some(number + 1), None, vec![Change::set("u1", "counters", 4)]));
    assert_eq!(used(&battle), number + 2, "it came after the one that waits");
}
