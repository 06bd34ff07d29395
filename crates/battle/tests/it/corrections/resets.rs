//! Trackers that have no value at the beginning of a battle. A correction that leaves out the act which first set one resets it.

use super::{add, begin, faults};
use battle::{Action, ActionEvent, Battle, Change, Stamp, referee};
use rules::clock::{self, ClockKind};
use rules::closing::Verdict;
use rules::own::{OwnRules, REMINDERS};
use rules::secrecy::Secrecy;
use serde_json::{Value as Json, json};
use test_rulesets::pike_and_shot::RULESET;

fn by_hand(battle: &mut Battle, of: &str, key: &str, to: &Json) -> Stamp {
    add(battle, ActionEvent::new(0.0, Action::ByHand, vec![Change::set(of, key, to.clone())]).refereed(Vec::new()))
}

/// Leaves an act out by a correction.
fn leave_out(battle: &mut Battle, of: &Stamp) {
    let act = battle.correction(of, None, &[]).unwrap().act(battle, 0.0, None).unwrap();
    add(battle, act);
}

/// A value for each common tracker, for an own tracker of a unit and for the seats of a device, and the value to which it is reset.
fn values() -> Vec<(&'static str, &'static str, Json, Json)> {
    let smoke = json!({
        "name": "Smoke", "of": "unit", "kind": "flag", "upkeep": "never", "on_row": false, "secret": false,
    });
    let own = json!({ "trackers": [smoke] });
    vec![
        ("battle", "secrecy", json!("umpire"), json!("open")),
        ("battle", "own_rules", own, json!({})),
        ("battle", "own_reminders", json!(["Reload"]), json!([])),
        ("battle", "clock", json!("sides"), json!("off")),
        ("battle", "clock_minutes", json!(30), json!(90)),
        ("battle", "verdict", json!("a"), json!("open")),
        ("battle", "seat:aaaaaaaa", json!([{ "player": "Ann", "of": "umpire" }]), json!([])),
        ("battle", "of_a_later_version", json!(5), Json::Null),
        ("r1", "of_a_later_version", json!(true), Json::Null),
    ]
}

#[test]
fn a_tracker_that_only_the_left_out_act_had_set_is_reset() {
    for (of, key, to, reset) in values() {
        let mut battle = begin();
        let first = by_hand(&mut battle, of, key, &to);
        leave_out(&mut battle, &first);
        assert_eq!(battle.state().tracked(of).unwrap().get(key), Some(&reset), "{key}");
        assert_eq!(faults(&battle), [], "{key}");
        // A second correction has nothing to reset.
        let second = by_hand(&mut battle, "r2", "counters", &json!(1));
        let act = battle.correction(&second, None, &[]).unwrap().act(&battle, 0.0, None).unwrap();
        assert_eq!(act.changes, [Change::set("r2", "counters", 0)], "{key}");
    }
}

#[test]
fn reset_trackers_are_read_as_if_they_had_no_value() {
    let mut battle = begin();
    for (of, key, to, reset) in values() {
        by_hand(&mut battle, of, key, &to);
        by_hand(&mut battle, of, key, &reset);
    }
    let (facts, none) = (battle.state().battle(), begin());
    let none = none.state().battle();
    assert_eq!(ClockKind::of(facts).has_limit(), ClockKind::of(none).has_limit());
    assert_eq!(clock::minutes(facts), clock::minutes(none));
    assert_eq!(Verdict::of(facts), Verdict::of(none));
    assert_eq!((OwnRules::of(facts), facts.value(REMINDERS).unwrap_or_default()), (OwnRules::default(), Vec::new()));
    assert!(matches!(Secrecy::of(facts), Secrecy::Open));
    assert!(battle.seats().is_empty() && !battle.everybody_acts());
}

#[test]
fn the_value_of_an_own_tracker_is_reset_with_its_rules() {
    let mut battle = begin();
    let (.., own, _) = values().swap_remove(1);
    let rules = referee::changes_by_hand(&RULESET, battle.state(), vec![Change::set("battle", "own_rules", own)]);
    let first = add(&mut battle, ActionEvent::new(0.0, Action::ByHand, rules).refereed(Vec::new()));
    by_hand(&mut battle, "r1", "own:Smoke", &json!(true));
    leave_out(&mut battle, &first);
    assert_eq!(battle.state().battle().get("own_rules"), Some(&json!({})));
    assert_eq!(battle.state().tracked("r2").unwrap().get("own:Smoke"), Some(&json!(false)));
    assert_eq!(faults(&battle), []);
}

#[test]
fn a_correction_of_an_earlier_version_that_did_not_reset_a_tracker_has_no_fault() {
    let mut battle = begin();
    let first = by_hand(&mut battle, "battle", "clock", &json!("times"));
    let mut act = battle.correction(&first, None, &[]).unwrap().act(&battle, 0.0, None).unwrap();
    act.changes.clear();
    add(&mut battle, act);
    assert_eq!(faults(&battle), []);
}
