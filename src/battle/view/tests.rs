//! Tests of the views of both sides.

use super::*;
use crate::battle::state::Side as Army;
use crate::battle::{Header, Unit};
use crate::dice::rng::Seed;
use crate::rules::secrecy::SECRECY;
use crate::rulesets;
use crate::storage::beginning;
use serde_json::json;

/// A battle of the samples in which the sides have made this agreement.
fn begun(ruleset: &'static Ruleset, secrecy: Secrecy) -> Battle {
    let (header, changes) = beginning::sample(ruleset, Seed([9; 32]));
    let mut battle = Battle::begin(header);
    by_hand(&mut battle, changes);
    by_hand(&mut battle, vec![Change::to(Subject::Battle, SECRECY, secrecy)]);
    battle
}

fn by_hand(battle: &mut Battle, changes: Vec<Change>) {
    add(battle, ActionEvent::new(0.0, Action::ByHand, changes));
}

fn add(battle: &mut Battle, act: ActionEvent) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, Event::Action(Box::new(act)));
}

/// A secret tracker of a unit of a side, and the unit.
fn secret_of(battle: &Battle, ruleset: &'static Ruleset, side: Side) -> Option<(String, &'static Tracker)> {
    let units = battle.state().units().filter(|unit| unit.side == side.index());
    units.into_iter().find_map(|unit| {
        let has = |own: &&Tracker| own.secret && battle.state().tracked(&unit.id).is_some_and(|own_of| own_of.has(own.id));
        Some((unit.id.clone(), ruleset.trackers.iter().find(has)?))
    })
}

fn held(battle: &Battle, of: &str, key: &str) -> Json {
    battle.state().tracked(of).and_then(|facts| facts.get(key)).cloned().unwrap_or_default()
}

/// The rulesets that have something to hide.
fn with_secrets() -> impl Iterator<Item = &'static Ruleset> {
    rulesets::ALL.iter().copied().filter(|ruleset| !ruleset.secrecies().is_empty())
}

#[test]
fn each_side_sees_its_own_counters_and_nothing_of_the_others() {
    assert!(with_secrets().count() >= 3);
    for ruleset in with_secrets() {
        let mut battle = begun(ruleset, Secrecy::OwnSide);
        let (unit, tracker) = secret_of(&battle, ruleset, Side::B).expect("a unit with counters");
        by_hand(&mut battle, vec![Change::set(unit.as_str(), tracker.id, 1)]);
        let [own, other] = [Side::B, Side::A].map(|side| battle.seen_by(side));
        assert_eq!(held(&own, &unit, tracker.id), json!(1), "{}", ruleset.id);
        assert_eq!(held(&other, &unit, tracker.id), Json::Null, "{}", ruleset.id);
        assert!(tracker.is_hidden_in(&other.state().facts(&unit)));
        let Some((_, Event::Action(last))) = other.log().last() else { panic!("an act") };
        assert!(last.hidden && last.changes.is_empty());
        // Open again, everything is known, and undone it is hidden again.
        by_hand(&mut battle, vec![Change::to(Subject::Battle, SECRECY, Secrecy::Open)]);
        assert_eq!(held(&battle.seen_by(Side::A), &unit, tracker.id), json!(1));
        let undo = battle.undoing().expect("something to undo");
        let stamp = battle.next_stamp("t");
        battle.add(stamp, undo);
        assert_eq!(held(&battle.seen_by(Side::A), &unit, tracker.id), Json::Null);
    }
}

#[test]
fn with_an_umpire_a_player_sees_the_units_that_his_general_is_with() {
    for ruleset in with_secrets() {
        let Some(with) = ruleset.general_with else { continue };
        let mut battle = begun(ruleset, Secrecy::Umpire);
        let (unit, tracker) = secret_of(&battle, ruleset, Side::B).expect("a unit with counters");
        by_hand(&mut battle, vec![Change::set(unit.as_str(), tracker.id, 1), Change::to(unit.as_str(), with, false)]);
        assert_eq!(held(&battle.seen_by(Side::B), &unit, tracker.id), Json::Null, "{}", ruleset.id);
        by_hand(&mut battle, vec![Change::to(unit.as_str(), with, true)]);
        assert_eq!(held(&battle.seen_by(Side::B), &unit, tracker.id), json!(1), "{}", ruleset.id);
        assert_eq!(held(&battle.seen_by(Side::A), &unit, tracker.id), Json::Null, "{}", ruleset.id);
        by_hand(&mut battle, vec![Change::to(unit.as_str(), with, false)]);
        assert_eq!(held(&battle.seen_by(Side::B), &unit, tracker.id), Json::Null, "{}", ruleset.id);
    }
}

#[test]
fn an_act_that_depends_on_hidden_counters_shows_its_units_and_dice_alone() {
    let ruleset = rulesets::find("pike_and_shot").expect("it is known");
    let unit = |id: &str, side: usize| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": id, "troop_type": "foot", "pikes": 12, "muskets": 12, "morale_class": "raw" })
            .as_object()
            .cloned()
            .unwrap_or_default(),
    };
    let header = Header {
        sides: ["King", "Parliament"].map(|name| Army { name: name.into(), ..Army::default() }),
        ..Header::new(ruleset.id, "Edgehill", ["", ""], vec![unit("k", 0), unit("p", 1)], Seed([9; 32]))
    };
    let mut battle = Battle::begin(header);
    by_hand(&mut battle, vec![Change::to(Subject::Battle, SECRECY, Secrecy::OwnSide)]);
    by_hand(&mut battle, vec![Change::set("p", "counters", 2)]);
    let input = json!({ "counters": 2, "action": "remove_counter" }).as_object().cloned().unwrap_or_default();
    let participants = json!({ "unit": ["p"] }).as_object().cloned().unwrap_or_default();
    let rest = Resolved {
        procedure: "rest".into(),
        input,
        participants,
        rolls: Vec::new(),
        settles: None,
        outcome: json!({ "counters": 1 }),
        discarded: false,
    };
    let changes = vec![Change::set("p", "counters", 1), Change::set("p", "rested", true)];
    add(&mut battle, ActionEvent::new(0.0, Action::Resolved(rest), changes));
    for (side, is_hidden) in [(Side::A, true), (Side::B, false)] {
        let view = battle.seen_by(side);
        let Some((_, Event::Action(last))) = view.log().last() else { panic!("an act") };
        let Action::Resolved(resolved) = &last.action else { panic!("a procedure") };
        assert_eq!((resolved.is_hidden(), resolved.input.is_empty(), last.hidden), (is_hidden, is_hidden, is_hidden));
        assert_eq!(held(&view, "p", "rested"), json!(true));
        assert_eq!(last.changes.len(), if is_hidden { 1 } else { 2 });
    }
}
