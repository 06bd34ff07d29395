//! Group acts in the log: parts that are undone and redone as one, whatever comes between them.

use super::*;
use crate::groups::{write_acts, write_rolls};

fn sets(n: i32) -> ActionEvent {
    ActionEvent::new(f64::from(n), Action::ByHand, vec![Change::set("u1", "counters", n)]).refereed(Vec::new())
}

fn other(n: i32) -> ActionEvent {
    ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u2", "counters", n)]).refereed(Vec::new())
}

fn add_as(battle: &mut Battle, tab: &str, act: ActionEvent) -> Stamp {
    let stamp = battle.next_stamp(tab);
    battle.add(stamp.clone(), Event::Action(Box::new(act)));
    stamp
}

/// Counters of both units.
fn both(battle: &Battle) -> [i32; 2] {
    ["u1", "u2"].map(|unit| battle.state().facts(unit).value::<i32>(rules::fact!("counters")).unwrap())
}

/// A battle in which tab `t` sets 1, and then 2, 3 and 4 as one group, with an act of tab `other` after the group's first part.
fn with_group() -> (Battle, Vec<Stamp>) {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, Event::Action(Box::new(sets(1))));
    let mut acts = vec![sets(2), sets(3), sets(4)].into_iter();
    let mut stamps = Vec::new();
    for act in acts.by_ref() {
        if stamps.len() == 1 {
            add_as(&mut battle, "other", other(7));
        }
        let act = act.in_group(stamps.first().cloned());
        stamps.push(add_as(&mut battle, "t", act));
    }
    (battle, stamps)
}

#[test]
fn all_parts_are_undone_and_redone_by_one_event_although_another_author_came_between() {
    let (mut battle, stamps) = with_group();
    assert_eq!(both(&battle), [4, 7]);
    let undo_of = |stamp: &Stamp| Event::Undo(stamp.clone().into());
    assert_eq!(battle.undoing(), Some(undo_of(&stamps[0])), "the first part stands for all");
    undo(&mut battle);
    assert_eq!(both(&battle), [1, 7], "the other author’s act stays");
    undo(&mut battle);
    assert_eq!(both(&battle), [1, 0]);
    undo(&mut battle);
    assert_eq!(both(&battle), [0, 0]);
    redo(&mut battle);
    redo(&mut battle);
    assert_eq!(both(&battle), [1, 7], "redone in the order in which they were undone");
    assert_eq!(battle.redoing(), Some(Event::Redo(stamps[0].clone().into())));
    redo(&mut battle);
    assert_eq!((both(&battle), battle.redoing()), ([4, 7], None));
    let statuses = battle.event_statuses();
    assert!(statuses[..5].iter().all(|status| *status == EventStatus::InForce), "{statuses:?}");
}

#[test]
fn an_undo_that_names_any_part_undoes_all_and_a_battle_is_the_same_in_whatever_order_its_events_come() {
    let (battle, stamps) = with_group();
    for named in &stamps {
        let mut undone = battle.clone();
        undone.add(undone.next_stamp("t"), Event::Undo(named.clone().into()));
        assert_eq!(both(&undone), [1, 7], "{named}");
        assert_eq!(undone.parts_of(named), stamps.iter().collect::<Vec<_>>());
        let mut log = undone.log().to_vec();
        log.rotate_left(3);
        let mut one_by_one = battle.at_start();
        for (stamp, event) in log.into_iter().rev() {
            one_by_one.add(stamp, event);
        }
        assert_eq!(both(&one_by_one), [1, 7], "{named}");
        redo(&mut one_by_one);
        assert_eq!(both(&one_by_one), [4, 7], "{named}");
    }
}

#[test]
fn an_act_that_names_a_group_of_another_author_or_a_later_entry_is_no_part_of_it() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let first = add_as(&mut battle, "t", sets(1));
    add_as(&mut battle, "other", other(7).in_group(Some(first.clone())));
    let later = Stamp::parse("40-t").unwrap();
    add_as(&mut battle, "t", sets(2).in_group(Some(later)));
    assert_eq!(battle.parts_of(&first), [&first]);
    undo(&mut battle);
    assert_eq!(both(&battle), [1, 7]);
    undo(&mut battle);
    assert_eq!(both(&battle), [1, 0]);
}

#[test]
fn parts_are_written_with_the_stamp_of_the_first_and_marked_for_version_1_0_0() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let acts = [sets(1), sets(2), sets(3)].map(|act| ActionEvent { at_once: true, ..act });
    let stamps = write_acts(acts, |event| {
        let stamp = battle.next_stamp("t");
        battle.add(stamp.clone(), event);
        Some(stamp)
    });
    let fields = |event: &Event| match event {
        Event::Action(act) => (act.group.clone(), act.at_once),
        _ => unreachable!(),
    };
    let found: Vec<_> = battle.events().map(fields).collect();
    let later = (Some(stamps[0].clone()), true);
    assert_eq!(found, [(None, false), later.clone(), later]);
    assert_eq!(battle.events().map(Event::is_marked).collect::<Vec<_>>(), [false, true, true]);
    assert!(battle.is_marked() && !battle.at_start().is_marked());

    let rolled = || Rolled::of(1.0, "rest", Map::new(), Map::new(), Vec::new());
    let mut numbers = 10..;
    let mut groups = Vec::new();
    let mut add = |event: Event| {
        let Event::Rolled(rolled) = event else { unreachable!() };
        groups.push(rolled.group.map(|stamp| stamp.to_string()));
        Stamp::parse(&format!("{}-t", numbers.next()?))
    };
    write_rolls([rolled(), rolled()], None, &mut add);
    write_rolls([rolled()], Stamp::parse("3-t"), &mut add);
    assert_eq!(groups, [None, Some("10-t".to_owned()), Some("3-t".to_owned())]);
}

#[test]
fn several_taps_on_one_tracker_in_a_row_are_one_entry() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let tap = |battle: &mut Battle, tab: &str, at: f64, unit: &str, n: i32| {
        let changes = vec![Change::set(unit, "counters", n)];
        let group = battle.group_by_hand(tab, at, &changes);
        let act = ActionEvent::new(at, Action::ByHand, changes).refereed(Vec::new()).in_group(group);
        add_as(battle, tab, act);
    };
    for (n, at) in [(1, 1_000.0), (2, 2_000.0), (3, 4_400.0)] {
        tap(&mut battle, "t", at, "u1", n);
    }
    undo(&mut battle);
    assert_eq!(both(&battle), [0, 0], "three taps");
    redo(&mut battle);
    tap(&mut battle, "t", 5_000.0, "u1", 4);
    undo(&mut battle);
    assert_eq!(both(&battle), [3, 0], "a redo came between");

    tap(&mut battle, "t", 6_000.0, "u1", 5);
    tap(&mut battle, "t", 8_501.0, "u1", 6);
    undo(&mut battle);
    assert_eq!(both(&battle), [5, 0], "a pause came between");
    tap(&mut battle, "t", 9_000.0, "u1", 6);
    tap(&mut battle, "t", 9_100.0, "u2", 1);
    undo(&mut battle);
    assert_eq!(both(&battle), [6, 0], "another tracker");
    tap(&mut battle, "t", 9_200.0, "u1", 7);
    tap(&mut battle, "other", 9_300.0, "u1", 8);
    undo(&mut battle);
    assert_eq!(both(&battle), [7, 0], "another device");
}
