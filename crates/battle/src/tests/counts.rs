//! Counts that two devices change independently.

use super::*;
use crate::sample::sample;
use rules::ruleset::{Ruleset, Tracker, Tracks};
use rules::subject::Subject;
use test_rulesets as rulesets;

/// An act of a device, linked as in the device's own log.
fn made(battle: &Battle, tab: &str, event: Event) -> (Stamp, Event) {
    (battle.next_stamp(tab), battle.linked(event))
}

/// Returns the battle after acts of two devices. Both orders of merging must give equal battles.
fn merged(before: &Battle, acts: &[(Stamp, Event)]) -> Battle {
    let (mut one, mut other) = (before.clone(), before.clone());
    one.add_all(acts.to_vec());
    acts.iter().rev().for_each(|(stamp, event)| other.add(stamp.clone(), event.clone()));
    assert!(one.state().is_same(other.state()), "whatever comes first");
    assert_eq!(one.log(), other.log());
    one
}

fn held(battle: &Battle, of: &str, key: &str) -> Json {
    battle.state().tracked(of).and_then(|facts| facts.get(key)).cloned().unwrap_or_default()
}

/// Returns the trackers that are counts, each with a subject that has it.
fn counting(ruleset: &'static Ruleset, battle: &Battle) -> Vec<(Subject, &'static Tracker)> {
    let has =
        |of: &str, tracker: &Tracker| battle.state().tracked(of).is_some_and(|facts| facts.get(tracker.id).is_some());
    let of_unit = ruleset.trackers.unit.iter().filter_map(|tracker| {
        let unit = battle.state().units().find(|unit| has(&unit.id, tracker))?;
        Some((Subject::from(unit.id.as_str()), tracker))
    });
    let of_side = ruleset.trackers.side.iter().map(|tracker| (Subject::from("a"), tracker));
    let of_battle = ruleset.trackers.battle.iter().map(|tracker| (Subject::Battle, tracker));
    of_unit.chain(of_side).chain(of_battle).filter(|(_, tracker)| tracker.counts()).collect()
}

#[test]
fn the_act_that_begins_a_battle_counts_from_no_earlier_values() {
    let battle = Battle::begin(test_rulesets::RULESETS, header());
    let changes = vec![Change::set("u1", "counters", 2)];
    let seen = |act: ActionEvent| match battle.linked(Event::Action(Box::new(act))) {
        Event::Action(act) => act.seen.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(seen(ActionEvent::new(1.0, Action::ByHand, changes.clone())), 1);
    assert_eq!(seen(ActionEvent::beginning(1.0, changes)), 0);
}

#[test]
fn independent_changes_of_a_count_add_up_within_its_limits() {
    for ruleset in rulesets::ALL {
        let (header, changes) = sample(ruleset, Seed([9; 32]));
        let mut begun = Battle::begin(test_rulesets::RULESETS, header);
        next(&mut begun, by_hand(changes));
        for (of, tracker) in counting(ruleset, &begun) {
            let most = i64::from(tracker.kind.most());
            let facts = begun.state().facts(of.id());
            let own_most = tracker.most.and_then(|most| most(&facts)).map_or(most, i64::from);
            for (start, [a, b], wanted) in [
                (0, [1, 1], 2.min(own_most)),
                (0, [1, 2], 3.min(own_most)),
                (own_most, [own_most - 1, own_most - 1], (own_most - 2).max(0)),
                (own_most - 1, [own_most, own_most], own_most),
                (1, [0, 0], 0),
                (1, [0, 2], 1),
            ] {
                let within = |value: i64| (i64::from(tracker.kind.least())..=own_most).contains(&value);
                if ![start, a, b].into_iter().all(within) {
                    continue;
                }
                let set = |to: i64| by_hand(vec![Change::set(of.clone(), tracker.id, to)]);
                let mut before = begun.clone();
                next(&mut before, set(start));
                let acts = [made(&before, "a1", set(a)), made(&before, "b1", set(b))];
                let after = merged(&before, &acts);
                let what = format!("{} {}: {start} to {a} and {b}", ruleset.named.id, tracker.id);
                assert_eq!(held(&after, of.id(), tracker.id), json!(wanted), "{what}");
                let clashes = after.clashes_of(&acts[1].0);
                let clash = clashes.iter().find(|clash| clash.key == tracker.id).expect("both are named");
                assert!(clash.adds && clash.merged == json!(wanted), "{what}: {clash:?}");
            }
        }
    }
}

fn counters_to(to: i32) -> Event {
    by_hand(vec![Change::set("u1", "counters", to)])
}

#[test]
fn acts_that_link_each_other_set_their_own_values() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    for to in [3, 1, 1, 4] {
        let act = battle.linked(counters_to(to));
        next(&mut battle, act);
        assert_eq!(counters(&battle), to);
    }
    undo(&mut battle);
    redo(&mut battle);
    assert_eq!(counters(&battle), 4);
}

#[test]
fn an_undo_of_one_count_leaves_the_other() {
    let before = Battle::begin(test_rulesets::RULESETS, header());
    let acts = [made(&before, "a1", counters_to(1)), made(&before, "b1", counters_to(2))];
    let mut both = merged(&before, &acts);
    assert_eq!(counters(&both), 3);
    next(&mut both, Event::Undo(acts[0].0.clone().into()));
    assert_eq!(counters(&both), 2);
    next(&mut both, Event::Redo(acts[0].0.clone().into()));
    next(&mut both, Event::Undo(acts[1].0.clone().into()));
    assert_eq!(counters(&both), 1);
}

#[test]
fn a_change_by_hand_adds_to_an_independent_change_by_a_procedure() {
    let before = Battle::begin(test_rulesets::RULESETS, header());
    for tabs in [["a1", "b1"], ["b1", "a1"]] {
        let done = before.linked(resolved(Some(0), None, vec![Change::set("u1", "counters", 2)]));
        let acts = [(before.next_stamp(tabs[0]), done), made(&before, tabs[1], counters_to(1))];
        assert_eq!(counters(&merged(&before, &acts)), 3);
    }
}

#[test]
fn a_phase_that_two_devices_end_begins_once_and_the_conflict_is_reported() {
    let mut before = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut before, counters_to(1));
    let ends = || {
        let changes = vec![Change::set("battle", "phase", 1), Change::set("u1", "counters", 2)];
        Event::Action(Box::new(ActionEvent::new(1.0, Action::Phase, changes).refereed(Vec::new())))
    };
    let acts = [made(&before, "a1", ends()), made(&before, "b1", ends())];
    let both = merged(&before, &acts);
    assert_eq!((counters(&both), held(&both, "battle", "phase")), (2, json!(1)));
    let acts = [made(&before, "a1", counters_to(2)), made(&before, "b1", ends())];
    let both = merged(&before, &acts);
    let named: Vec<_> =
        both.clashes_of(&acts[0].0).into_iter().map(|clash| (clash.key, clash.merged, clash.adds)).collect();
    assert_eq!(named, [("counters".to_owned(), json!(2), false)], "both set it to 2, and one is not counted");
}

#[test]
fn units_that_two_devices_add_to_a_list_independently_are_all_in_it() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let list = ruleset.trackers.unit.iter().find(|tracker| matches!(tracker.kind, Tracks::Units(_))).unwrap();
    let before = Battle::begin(test_rulesets::RULESETS, header());
    let set = |ids: &[&str]| by_hand(vec![Change::set("u1", list.id, json!(ids))]);
    let acts = [made(&before, "a1", set(&["u2"])), made(&before, "b1", set(&["u3"]))];
    assert_eq!(held(&merged(&before, &acts), "u1", list.id), json!(["u2", "u3"]));
}

#[test]
fn acts_of_earlier_versions_set_their_own_values() {
    let before = Battle::begin(test_rulesets::RULESETS, header());
    let acts = ["a1", "b1"].map(|tab| (before.next_stamp(tab), counters_to(1)));
    assert_eq!(counters(&merged(&before, &acts)), 1);
    let text = serde_json::to_string(&acts[0].1).unwrap();
    assert!(!text.contains("seen"), "{text}");
    let counted = serde_json::to_string(&before.linked(counters_to(1))).unwrap();
    assert!(counted.contains(r#""seen":[[0,0]]"#), "{counted}");
}
