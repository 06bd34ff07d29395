//! States of battles: equality, sharing between copies, and free ids.

use super::*;
use crate::analysis::battle_stats::roll_call;
use rules::facts::{Facts, NAME};
use std::sync::Arc;

/// A battle with this many units, alternating between the sides.
fn many(units: usize) -> Battle {
    let unit = |n: usize| Unit {
        id: format!("u{}", n + 1),
        side: n % 2,
        profile: json!({ "name": format!("Foot {n}"), "troop_type": "foot", "pikes": 12 }).as_object().unwrap().clone(),
        ..Unit::default()
    };
    Battle::begin(test_rulesets::RULESETS, Header { units: (0..units).map(unit).collect(), ..header() })
}

#[test]
fn states_are_equal_if_units_and_tracked_values_are_equal() {
    let begun = many(3);
    let state = begun.state();
    let other = |changes: &[Change]| state.after(changes);
    let same = [other(&[]), other(&[Change::set("u1", "counters", 0)]), many(3).state().clone()];
    for other in &same {
        assert!(state.is_same(other) && other.is_same(state));
        assert_eq!(other.digest(), state.digest());
    }
    let last = begun.header().units[2].clone();
    let first = begun.header().units[0].clone();
    let different = [
        other(&[Change::set("u1", "counters", 1)]),
        other(&[Change::set("u3", "counters", 1)]),
        other(&[Change::set("a", "victory", 1)]),
        other(&[Change::set("b", "victory", 1)]),
        other(&[Change::set("battle", "turn", 2)]),
        other(&[Change::Remove("u3".into())]),
        other(&[Change::Remove("u1".into()), Change::Add(first)]),
        other(&[Change::Remove("u3".into()), Change::Add(Unit { id: "u4".into(), ..last })]),
    ];
    for (place, other) in different.iter().enumerate() {
        assert!(!state.is_same(other) && !other.is_same(state), "change {place}");
        assert_ne!(other.digest(), state.digest(), "change {place}");
        assert!(different[..place].iter().all(|before| !before.is_same(other) && before.digest() != other.digest()));
    }
}

#[test]
fn ids_of_joining_units_continue_from_the_number_of_units() {
    assert_eq!(many(2).state().free_ids("k3x9", 3), ["u3-k3x9", "u4-k3x9", "u5-k3x9"]);
    assert_eq!(many(0).state().free_ids("a", 1), ["u1-a"]);
    let joined = |id: &str| Change::Add(Unit { id: id.into(), ..header().units[0].clone() });
    let state = many(1).state().after(&[joined("u3-a"), joined("u9")]);
    assert_eq!(state.free_ids("a", 2), ["u4-a", "u5-a"], "others have the numbers before");
    assert_eq!(state.free_ids("b", 1), ["u4-b"]);
}

#[test]
fn only_facts_that_an_act_changes_are_computed_again() {
    let facts = |of: &State, unit: usize| of.table().units[unit].facts.clone();
    for changed in [1, 2, 8] {
        let mut battle = many(12);
        let before: Vec<Arc<Facts>> = (0..12).map(|unit| facts(battle.state(), unit)).collect();
        let changes = (1..=changed).map(|n| Change::set(format!("u{n}"), "counters", n)).collect();
        next(&mut battle, by_hand(changes));
        for (unit, known) in before.iter().enumerate() {
            assert_eq!(Arc::ptr_eq(known, &facts(battle.state(), unit)), unit >= changed, "unit {unit} of {changed}");
        }
        let counters = |unit: usize| facts(battle.state(), unit).value::<i32>(rules::fact!("counters")).unwrap();
        assert!((0..changed).map(counters).eq((1..).take(changed)));
        undo(&mut battle);
        assert!((0..12).all(|unit| *before[unit] == *facts(battle.state(), unit)));
        assert!(Arc::ptr_eq(&before[11], &facts(battle.state(), 11)));
    }
    // If most of the table changes, the facts of unchanged units are computed again, too.
    let mut battle = many(12);
    let last = facts(battle.state(), 11);
    next(&mut battle, by_hand((1..=9).map(|n| Change::set(format!("u{n}"), "counters", 1)).collect()));
    assert_eq!(*last, *facts(battle.state(), 11));
    assert!(!Arc::ptr_eq(&last, &facts(battle.state(), 11)));
}

#[test]
fn cached_armies_are_not_used_after_a_change() {
    let battle = many(4);
    let counters =
        |state: &State| state.armies().each_ref().map(|side| side[0].value::<i32>(rules::fact!("counters")).unwrap());
    assert_eq!(counters(battle.state()), [0, 0]);
    let after = battle.state().after(&[Change::set("u2", "counters", 3)]);
    assert_eq!((counters(&after), counters(battle.state())), ([0, 3], [0, 0]));
}

fn foot(id: &str, side: usize, name: &str) -> Unit {
    Unit { id: id.into(), side, profile: json!({ "name": name }).as_object().unwrap().clone(), ..Unit::default() }
}

fn names_of<const N: usize>(battle: &Battle, ids: [&str; N]) -> [Option<String>; N] {
    ids.map(|id| battle.state().unit(id).map(|unit| unit.name().to_owned()))
}

fn some<const N: usize>(names: [&str; N]) -> [Option<String>; N] {
    names.map(|name| Some(name.to_owned()))
}

fn act(battle: &mut Battle, changes: Vec<Change>) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, Event::Action(Box::new(ActionEvent::new(0.0, Action::Muster, changes))));
}

/// Units with the same name on the roster get numbers. They keep their names when one of them leaves.
#[test]
fn units_of_one_name_have_a_number() {
    let units = vec![foot("u1", 0, "Foot"), foot("u2", 1, "Foot")];
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header::new("toy", "", ["A", "B"], units, Seed([0; 32])));
    assert_eq!(names_of(&battle, ["u1", "u2"]), some(["Foot", "Foot 2"]));
    // Rules and pages read the name from the unit's facts.
    let facts =
        battle.state().table().units.iter().map(|unit| unit.facts.text(NAME).unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(facts, ["Foot", "Foot 2"]);
    assert_eq!(battle.state().unit("u2").unwrap().roster_name(), "Foot");

    act(&mut battle, vec![Change::Remove("u1".into()), Change::Add(foot("u3", 0, "Foot"))]);
    let later = [None, Some("Foot 2".into()), Some("Foot 3".into())];
    assert_eq!(names_of(&battle, ["u1", "u2", "u3"]), later, "the name of the unit that left is not used again");
    let all = roll_call(&battle);
    let named = ["u1", "u2", "u3"].map(|id| all.unit(id).unwrap().name().to_owned());
    assert_eq!(named, ["Foot", "Foot 2", "Foot 3"], "the report calls them as the table does");

    let undo = battle.undoing().unwrap();
    battle.add(battle.next_stamp("t"), undo);
    assert_eq!(names_of(&battle, ["u1", "u2", "u3"]), [Some("Foot".into()), Some("Foot 2".into()), None]);
    act(&mut battle, vec![Change::Remove("u2".into())]);
    act(&mut battle, vec![Change::Add(foot("u2", 1, "Foot"))]);
    assert_eq!(names_of(&battle, ["u1", "u2"]), some(["Foot", "Foot 2"]), "a unit that comes back has its name");
}

#[test]
fn a_number_avoids_the_names_that_players_gave() {
    let named = |names: &[&str]| {
        let units = names.iter().zip(1..).map(|(name, n)| foot(&format!("u{n}"), 0, name)).collect();
        let battle = Battle::begin(test_rulesets::RULESETS, Header::new("toy", "", ["A", "B"], units, Seed([0; 32])));
        battle.state().units().map(|unit| unit.name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named(&["Foot", "Foot", "Foot 2"]), ["Foot", "Foot 3", "Foot 2"]);
    assert_eq!(named(&["Foot 2", "Foot 2", "Foot"]), ["Foot 2", "Foot 3", "Foot"]);
    // Four digits at the end of a name are a year and not a number of the unit.
    assert_eq!(named(&["King 1644", "King 1644"]), ["King 1644", "King 1644 2"]);
    assert_eq!(named(&["Foot", "foot"]), ["Foot", "foot"]);
}

/// Forks and supposed battles begin without the units that have left.
#[test]
fn battles_that_begin_with_the_units_of_another_keep_their_names() {
    let units = vec![foot("u1", 0, "Foot"), foot("u2", 0, "Foot"), foot("u3", 1, "Foot")];
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header::new("toy", "", ["A", "B"], units, Seed([0; 32])));
    act(&mut battle, vec![Change::Remove("u1".into())]);
    let (header, event) = battle.fork("f", "Later".into(), Seed([1; 32]), 1.0);
    let mut fork = Battle::begin(test_rulesets::RULESETS, header);
    fork.add(fork.next_stamp("t"), event);
    assert_eq!(names_of(&fork, ["u2", "u3"]), some(["Foot 2", "Foot 3"]));
    assert_eq!(roll_call(&fork).unit("u3").unwrap().name(), "Foot 3");
    let supposed = forecast::job::supposed(&battle, &[Change::Remove("u2".into())]);
    assert_eq!(names_of(&supposed, ["u3"]), some(["Foot 3"]));
    let undo = fork.undoing().unwrap();
    fork.add(fork.next_stamp("t"), undo);
    assert_eq!(names_of(&fork, ["u2", "u3"]), some(["Foot", "Foot 2"]), "the act that named them is undone");
}
