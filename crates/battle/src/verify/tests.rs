use super::*;
use crate::relation::{Relation, relation};
use crate::{Change, Header, Unit, referee};
use rules::dice::rng::Seed;

mod control;
mod disclosed;
mod goes_on;
mod partitions;
mod races;
mod seated;
mod streams;
mod summed_up;
mod two_devices;
mod unlinked;
mod words;
use serde_json::json;
use std::sync::OnceLock;
use test_rulesets::pike_and_shot;

fn object(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

fn header() -> Header {
    let profile =
        |name: &str| object(json!({ "name": name, "troop_type": "horse", "figures": 12, "training": "average" }));
    let unit = |id: &str, side, name: &str| Unit { id: id.into(), side, profile: profile(name), ..Unit::default() };
    let units = vec![unit("u1", 0, "Haselrig's"), unit("u2", 1, "Pinchbeck's")];
    Header {
        phrases: ["God with us".into(), "Have at you".into()],
        ..Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], units, Seed([9; 32]))
    }
}

fn next(battle: &mut Battle, event: Event) -> Stamp {
    let stamp = battle.next_stamp("t");
    battle.add(stamp.clone(), battle.linked(event));
    stamp
}

/// Adds the events of a procedure. Its dice are the app's from `next_roll` on, or typed sixes.
fn play(battle: &mut Battle, app: bool) -> Stamp {
    let procedure = PROCEDURE;
    let input = sample();
    let rule = pike_and_shot::RULESET.procedure(procedure).unwrap();
    let ready = rule.read(&input).unwrap();
    let (mut faces, mut rolls) = (Vec::new(), Vec::new());
    let mut number = battle.next_roll();
    let outcome = loop {
        match ready.resolve(&faces).result {
            Ok(resolved) => break serde_json::to_value(&resolved.outcome).unwrap(),
            Err(Halt::Needs(roll)) => {
                let rolled_faces = if app { battle.faces(number, roll.sides, roll.count) } else { vec![6; roll.count] };
                faces.extend(&rolled_faces);
                rolls.push(LoggedRoll {
                    purpose: roll.purpose,
                    sides: roll.sides,
                    faces: rolled_faces,
                    number: app.then_some(number),
                    steps: None,
                    counted: None,
                });
                number += 1;
            }
            Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
        }
    };
    let (participants, at) = (object(json!({ "unit": ["u1"] })), 1.0);
    let settles = app.then(|| {
        let rolled = Rolled::of(at, procedure, input.clone(), participants.clone(), rolls.clone());
        next(battle, Event::Rolled(Box::new(rolled)))
    });
    let action =
        Resolved { procedure: procedure.into(), input, participants, rolls, settles, outcome, discarded: false };
    let changes = action.changes(&pike_and_shot::RULESET, Judged::on(battle.state())).unwrap();
    next(battle, Event::Action(Box::new(ActionEvent::new(at, Action::Resolved(action), changes).refereed(Vec::new()))))
}

const PROCEDURE: &str = "reaction_charge";

/// The first case of the sample that has dice. The sample is long, so it is read once.
fn sample() -> Map<String, Json> {
    static INPUT: OnceLock<Map<String, Json>> = OnceLock::new();
    let first = || {
        let cases: Json = serde_json::from_str(include_str!("../../../pike_and_shot/tests/conformance.json")).unwrap();
        let rule = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap();
        let needs_dice = |input: &Map<String, Json>| {
            rule.read(input).is_ok_and(|ready| matches!(ready.resolve(&[]).result, Err(Halt::Needs(_))))
        };
        let requests = cases["cases"].as_array().unwrap().iter().map(|case| &case["request"]);
        let mut inputs = requests
            .filter(|request| request["procedure"] == PROCEDURE)
            .map(|request| object(request["input"].clone()));
        inputs.find(needs_dice).unwrap()
    };
    INPUT.get_or_init(first).clone()
}

fn by_hand(to: i32) -> Event {
    let changes = vec![Change::set("u2", "counters", to)];
    Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes).refereed(Vec::new())))
}

/// A battle with dice of the app, typed dice and a change by hand. One act was undone, and the same dice were rolled again.
fn fought() -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    play(&mut battle, true);
    next(&mut battle, by_hand(3));
    play(&mut battle, true);
    play(&mut battle, false);
    for _ in 0..2 {
        let undo = battle.undoing().unwrap();
        next(&mut battle, undo);
    }
    play(&mut battle, true);
    next(&mut battle, by_hand(4));
    play(&mut battle, true);
    battle
}

type Log = Vec<(Stamp, Event)>;

fn after(change: impl FnOnce(&mut Log)) -> Vec<Finding> {
    let mut log = fought().log().to_vec();
    change(&mut log);
    verify(&Battle::replay(test_rulesets::RULESETS, header(), log))
}

fn faults(findings: &[Finding]) -> Vec<(usize, &Fault)> {
    let each = findings.iter().enumerate();
    each.flat_map(|(place, finding)| finding.faults.iter().map(move |fault| (place, fault))).collect()
}

fn resolved(event: &mut Event) -> &mut Resolved {
    match event {
        Event::Action(act) => match &mut act.action {
            Action::Resolved(resolved) => resolved,
            _ => panic!("no procedure"),
        },
        _ => panic!("no act"),
    }
}

#[test]
fn an_unaltered_log_has_no_faults_and_shows_the_source_of_its_dice() {
    let battle = fought();
    let findings = verify(&battle);
    assert_eq!(faults(&findings), []);
    let dice: Vec<Source> = findings.iter().map(|finding| finding.dice).collect();
    use Source::{App, None, Table};
    assert_eq!(dice, [App, App, None, App, App, Table, None, None, App, App, None, App, App]);
    let written = serde_json::to_string(battle.log()).unwrap();
    let read = Battle::replay(test_rulesets::RULESETS, header(), serde_json::from_str::<Log>(&written).unwrap());
    assert_eq!((faults(&verify(&read)).len(), read.fingerprint()), (0, battle.fingerprint()));
}

#[test]
fn a_die_altered_in_both_roll_and_act_is_found() {
    let findings = after(|log| {
        let turn = |face: &mut u8| *face = if *face == 6 { 1 } else { *face + 1 };
        let Event::Rolled(rolled) = &mut log[3].1 else { panic!("a roll") };
        turn(&mut rolled.rolls[0].faces[0]);
        turn(&mut resolved(&mut log[4].1).rolls[0].faces[0]);
    });
    let faults = faults(&findings);
    assert!(faults.iter().any(|(place, fault)| *place == 3 && matches!(fault, Fault::Dice { .. })));
    assert!(faults.iter().any(|(place, fault)| *place == 4 && matches!(fault, Fault::Changed(_))));
}

#[test]
fn every_removed_act_is_found() {
    for removed in 0..12 {
        let findings = after(|log| drop(log.remove(removed)));
        assert!(!faults(&findings).is_empty(), "entry {removed} is gone and nobody noticed");
    }
    let roll = after(|log| drop(log.drain(..2)));
    assert!(
        faults(&roll).iter().any(|(_, fault)| matches!(fault, Fault::RollNumber { .. })),
        "its rolls are missing, too"
    );
}

#[test]
fn swapped_acts_are_found() {
    for (a, b) in [(0, 3), (1, 4), (2, 9), (4, 5), (6, 7)] {
        let findings = after(|log| {
            let (first, second) = (log[a].1.clone(), log[b].1.clone());
            (log[a].1, log[b].1) = (second, first);
        });
        assert!(!faults(&findings).is_empty(), "entries {a} and {b} changed places and nobody noticed");
    }
}

#[test]
fn swapped_entries_are_found_by_their_links() {
    let battle = fought();
    assert!(!battle.links_altered(0..battle.log().len()));
    for (a, b) in [(0, 3), (1, 4), (2, 9), (4, 5)] {
        let mut log = battle.log().to_vec();
        let (first, second) = (log[a].1.clone(), log[b].1.clone());
        (log[a].1, log[b].1) = (second, first);
        let swapped = Battle::replay(test_rulesets::RULESETS, header(), log);
        assert!(swapped.links_altered(0..99), "{a} and {b}");
        assert!((0..swapped.log().len()).any(|place| swapped.links_altered(place..place + 1)));
        assert!(!swapped.links_altered(99..120));
    }
}

#[test]
fn altered_inputs_outcomes_and_changes_are_found() {
    let outcome = after(|log| resolved(&mut log[5].1).outcome = json!({}));
    assert!(faults(&outcome).contains(&(5, &Fault::Outcome)));
    let input = after(|log| resolved(&mut log[4].1).input.clear());
    assert!(faults(&input).contains(&(4, &Fault::OtherUse)));
    let changed = after(|log| {
        let Event::Action(act) = &mut log[2].1 else { panic!("an act") };
        act.changes = vec![Change::set("u2", "counters", 0)];
    });
    assert_eq!(faults(&changed).len(), 1, "the next entry says so");
    let other = verify(&Battle::replay(
        test_rulesets::RULESETS,
        Header { seed: Seed([8; 32]), ..header() },
        fought().log().to_vec(),
    ));
    let phrase = Header { phrases: Default::default(), ..header() };
    let silent = verify(&Battle::replay(test_rulesets::RULESETS, phrase, fought().log().to_vec()));
    for findings in [other, silent] {
        assert!(faults(&findings).iter().any(|(_, fault)| matches!(fault, Fault::Dice { .. })));
    }
}

#[test]
fn changes_by_rules_are_verified_and_changes_by_hand_are_not() {
    let findings = verify(&fought());
    use Changed::{ByHand, ByRules, Nothing};
    let changed: Vec<Changed> = findings.iter().map(|finding| finding.changed).collect();
    let marks = [Nothing, Nothing];
    assert_eq!(changed[..6], [Nothing, ByRules, ByHand, Nothing, ByRules, ByRules]);
    assert_eq!(changed[6..8], marks);
    assert_eq!(changed[10], ByHand);

    let set = |place: usize, key: &'static str, to: Json| {
        after(move |log| {
            let Event::Action(act) = &mut log[place].1 else { panic!("an act") };
            act.changes.push(Change::set("u2", key, to));
        })
    };
    let words = "Pinchbeck's, Counters: 5 in the log, 3 by the rules.";
    assert!(faults(&set(4, "counters", 5.into())).contains(&(4, &Fault::Table(vec![words.into()]))));
    assert!(!faults(&set(2, "counters", 5.into())).iter().any(|(place, _)| *place == 2), "that was said by hand");
    let left_out = after(|log| {
        let Event::Action(act) = &mut log[1].1 else { panic!("an act") };
        act.changes.clear();
    });
    assert!(faults(&left_out).iter().any(|(place, fault)| *place == 1 && matches!(fault, Fault::Table(_))));
}

#[test]
fn a_phase_with_other_changes_is_a_fault() {
    let begun = |more: Vec<Change>| {
        let mut battle = fought();
        let changes = [referee::next_changes(&pike_and_shot::RULESET, battle.state()), more].concat();
        next(&mut battle, Event::Action(Box::new(ActionEvent::new(1.0, Action::Phase, changes).refereed(Vec::new()))));
        verify(&battle).pop().unwrap()
    };
    assert_eq!(begun(vec![]), Finding { dice: Source::None, changed: Changed::ByRules, faults: vec![] });
    assert!(matches!(begun(vec![Change::set("u1", "figures", 2)]).faults[..], [Fault::Table(_)]));
}

#[test]
fn two_tabs_that_act_at_once_are_no_fault() {
    let mut battle = fought();
    let both: Vec<(Stamp, Event)> =
        ["x", "y"].map(|tab| (battle.next_stamp(tab), battle.linked(by_hand(5)))).into_iter().collect();
    for (stamp, event) in both {
        battle.add(stamp, event);
    }
    next(&mut battle, by_hand(6));
    assert_eq!(faults(&verify(&battle)), []);
    for removed in [13, 14] {
        let mut log = battle.log().to_vec();
        log.remove(removed);
        assert!(!faults(&verify(&Battle::replay(test_rulesets::RULESETS, header(), log))).is_empty());
    }
}

#[test]
fn a_fork_begins_with_the_state_of_its_origin() {
    let battle = fought();
    let then = battle.after_first(3);
    assert_eq!(then.state().facts("u2").value::<i32>(rules::fact!("counters")).unwrap(), 3);
    assert_eq!(battle.after_first(battle.log().len()).state().tracked("u2"), battle.state().tracked("u2"));
    let (header, act) = then.fork("b1", "What if".into(), Seed([1; 32]), 5.0);
    let mut other = Battle::begin(test_rulesets::RULESETS, header);
    next(&mut other, act);
    for of in ["u1", "u2", "a", "b", "battle"] {
        assert_eq!(other.state().tracked(of), then.state().tracked(of));
    }
    assert_eq!(other.header().from.as_ref().map(|from| (from.name.as_str(), from.events)), Some(("Cheriton lane", 3)));
    assert_eq!((faults(&verify(&other)), other.next_roll()), (vec![], 0));
}

#[test]
fn an_act_without_links_in_a_linked_log_is_a_fault_but_an_undo_needs_none() {
    let findings = after(|log| {
        let Event::Action(act) = &mut log[2].1 else { panic!("an act by hand") };
        act.after.clear();
    });
    assert!(faults(&findings).contains(&(2, &Fault::Unlinked)));
    let battle = fought();
    let unlinked = battle.events().enumerate().filter(|(_, event)| event.after().is_empty()).map(|(place, _)| place);
    assert_eq!(unlinked.collect::<Vec<_>>(), [0, 6, 7], "the first entry, and two undos");
}

/// The act that a roll leads to, or that discards it.
fn settled(battle: &Battle, stamp: Stamp, rolled: Rolled, discard: bool) -> Event {
    let ready = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap().read(&rolled.input).unwrap();
    let outcome = ready.resolve(&ruled::faces(&rolled.rolls)).result.map_err(|_| "dice").unwrap().outcome;
    let mut resolved = Resolved::of(PROCEDURE, rolled.input, rolled.participants, &outcome);
    (resolved.rolls, resolved.settles, resolved.discarded) = (rolled.rolls, Some(stamp), discard);
    let changes = if discard {
        Vec::new()
    } else {
        resolved.changes(&pike_and_shot::RULESET, Judged::on(battle.state())).unwrap()
    };
    Event::Action(Box::new(ActionEvent::new(1.0, Action::Resolved(resolved), changes).refereed(Vec::new())))
}

/// The device with index `to` reads the log of the device with index `from`. Both battles began with this header.
fn read_log(battles: &mut [Battle], header: &Header, from: usize, to: usize) {
    let incoming = battles[from].log().to_vec();
    let here = &mut battles[to];
    let relation = relation((header, &incoming), (header, here.log()));
    assert!(!matches!(relation, Relation::Apart(_)), "honest logs are merged: {relation:?}");
    here.add_all(incoming);
}
