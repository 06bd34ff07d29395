//! Limits on a battle as a whole: small texts can mean much work, as a link of a few hundred letters can hold twenty thousand
//! undos, or a counter of a million that the table would draw pip by pip.

use super::{EVENTS, TooMuch, Within, within};
use crate::storage::envelope;
use battle::correct::Now;
use battle::{Action, ActionEvent, Change, Event, Header, Side, Stamp, Unit};
use rules::registry::Registry;
use rules::ruleset::{Ruleset, Tracker};
use rules::subject::Subject;
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Steps that the undos, redos and corrections of a battle take together: a moment's work on a phone.
const STEPS: usize = 4_000_000;
/// The longest event, in bytes of JSON: with its envelope it is no longer than the longest text.
const LONGEST_EVENT: usize = envelope::LONGEST - 100;
/// The lowest bound of a number that is tracked. Above it, a tracker may hold twice what its rules allow: they may have
/// allowed more when a battle was played.
const SMALL: f64 = 100.0;
/// Turns and phases are no trackers of a ruleset, and are counted by acts.
const COUNTED: [&str; 2] = ["turn", "phase"];

/// Checks what the events of a battle, in whatever order, do to its table, and how much work they are. Each of them is
/// checked by itself elsewhere.
///
/// # Errors
/// If they exceed a limit.
pub fn battle(registry: Registry, header: &Header, log: &[(Stamp, Event)]) -> Within {
    let mut in_order: Vec<(&Stamp, &Event)> = log.iter().map(|(stamp, event)| (stamp, event)).collect();
    in_order.sort_by_key(|(stamp, _)| *stamp);
    work(&in_order)?;
    let Some(ruleset) = registry.find(&header.ruleset) else { return Ok(()) };
    header.sides.iter().try_for_each(|side| side_of(ruleset, side))?;
    header.units.iter().try_for_each(|unit| joins(ruleset, unit))?;
    log.iter().try_for_each(|(_, event)| match event {
        Event::Action(act) => acts(ruleset, act),
        Event::Undo(_) | Event::Redo(_) | Event::Rolled(_) | Event::Pen(_) | Event::Chain(_) => Ok(()),
    })
}

/// The first unit of a battle's beginning that exceeds a limit.
pub fn faulty_unit(registry: Registry, header: &Header) -> Option<&Unit> {
    let ruleset = registry.find(&header.ruleset)?;
    header.units.iter().find(|unit| super::unit(unit).and_then(|()| joins(ruleset, unit)).is_err())
}

/// Checks an event that is about to be added at the end of a battle's log: whatever is added can be read again.
///
/// # Errors
/// If the event or, with it, the battle exceeds a limit.
pub fn added(registry: Registry, header: &Header, log: &[(Stamp, Event)], stamp: &Stamp, event: &Event) -> Within {
    within(log.len() < EVENTS)?;
    super::event(stamp, event)?;
    if let (Event::Action(act), Some(ruleset)) = (event, registry.find(&header.ruleset)) {
        acts(ruleset, act)?;
    }
    let takes_work = match event {
        Event::Undo(_) | Event::Redo(_) => true,
        Event::Action(act) => matches!(act.action, Action::Corrected(_)),
        Event::Rolled(_) | Event::Pen(_) | Event::Chain(_) => false,
    };
    if takes_work {
        let all: Vec<(&Stamp, &Event)> =
            log.iter().map(|(stamp, event)| (stamp, event)).chain([(stamp, event)]).collect();
        work(&all)?;
        // Only corrections can come near this.
        within(serde_json::to_string(event).is_ok_and(|text| text.len() <= LONGEST_EVENT))?;
    }
    Ok(())
}

/// Checks how much work it is to take back what the undos and redos name, and to lay corrections over the acts before them.
fn work(log: &[(&Stamp, &Event)]) -> Within {
    let places: HashMap<&Stamp, usize> = log.iter().enumerate().map(|(place, (stamp, _))| (*stamp, place)).collect();
    let groups = groups(log, &places);
    let parts = |act: &Stamp| {
        let place = places.get(act).copied();
        let parts = |place| groups.get(&place).map_or_else(|| vec![place], |parts| parts.to_vec());
        place.map_or_else(Vec::new, parts)
    };
    let (mut in_force, mut steps): (Vec<usize>, usize) = (Vec::new(), 0);
    for (place, (_, event)) in log.iter().enumerate() {
        steps += match event {
            Event::Action(act) => {
                in_force.push(place);
                if let Action::Corrected(own) = &act.action { own.acts.len() + in_force.len() } else { 0 }
            }
            Event::Undo(own) => {
                let mut undone = parts(&own.act);
                undone.retain(|act| in_force.binary_search(act).is_ok());
                match undone.first().map(|first| in_force.partition_point(|act| act < first)) {
                    Some(at) => {
                        in_force.retain(|act| undone.binary_search(act).is_err());
                        in_force.len() - at + undone.len() - 1
                    }
                    None => 0,
                }
            }
            Event::Redo(own) => {
                let mut redone = parts(&own.act);
                redone.retain(|act| in_force.binary_search(act).is_err());
                match redone.first().map(|first| in_force.partition_point(|act| act < first)) {
                    Some(at) => {
                        let later = in_force.split_off(at);
                        redone.extend(later);
                        redone.sort_unstable();
                        in_force.extend(redone);
                        in_force.len() - at
                    }
                    None => 0,
                }
            }
            Event::Rolled(_) | Event::Pen(_) | Event::Chain(_) => 0,
        };
        within(steps <= STEPS)?;
    }
    Ok(())
}

/// For each part of a group act, the places of all its parts, in order.
fn groups(log: &[(&Stamp, &Event)], places: &HashMap<&Stamp, usize>) -> HashMap<usize, Rc<[usize]>> {
    let mut by_first: BTreeMap<&Stamp, Vec<usize>> = BTreeMap::new();
    for (place, (stamp, event)) in log.iter().enumerate() {
        let Event::Action(act) = event else { continue };
        if let Some(first) = act.group.as_ref().filter(|first| *first < *stamp && first.tab() == stamp.tab()) {
            by_first.entry(first).or_default().push(place);
        }
    }
    let mut groups = HashMap::new();
    for (first, later) in by_first {
        let parts: Rc<[usize]> = places.get(first).copied().into_iter().chain(later).collect();
        groups.extend(parts.iter().map(|part| (*part, Rc::clone(&parts))));
    }
    groups
}

fn acts(ruleset: &Ruleset, act: &ActionEvent) -> Within {
    act.changes.iter().try_for_each(|change| changes(ruleset, change))?;
    let Action::Corrected(corrected) = &act.action else { return Ok(()) };
    corrected.acts.iter().try_for_each(|redone| match &redone.now {
        Now::Changed(own) => own.changes.iter().try_for_each(|change| changes(ruleset, change)),
        Now::Same | Now::LeftOut => Ok(()),
    })
}

fn changes(ruleset: &Ruleset, change: &Change) -> Within {
    match change {
        Change::Set { of: Subject::Unit(_), key, to } => holds(ruleset.trackers, key, to),
        Change::Set { of: Subject::Side(_), key, to } => holds(ruleset.side_trackers, key, to),
        Change::Set { of: Subject::Battle, key, to } if COUNTED.contains(&key.as_str()) => {
            let most = u32::try_from(EVENTS).map_or(f64::MAX, f64::from);
            within(to.as_f64().is_none_or(|to| to.abs() <= most))
        }
        Change::Set { of: Subject::Battle, key, to } => holds(ruleset.battle_trackers, key, to),
        Change::Add(unit) => joins(ruleset, unit),
        Change::Remove(_) => Ok(()),
    }
}

fn joins(ruleset: &Ruleset, unit: &Unit) -> Within {
    all_hold(ruleset.trackers, battle::start(ruleset, &unit.profile).all())
}

fn side_of(ruleset: &Ruleset, side: &Side) -> Within {
    all_hold(ruleset.side_trackers, &side.profile)
}

fn all_hold(trackers: &[Tracker], held: &Map<String, Json>) -> Within {
    held.iter().try_for_each(|(key, to)| holds(trackers, key, to))
}

/// Checks a number that a tracker takes.
fn holds(trackers: &[Tracker], key: &str, to: &Json) -> Within {
    let most = |tracker: &Tracker| SMALL.max(2.0 * f64::from(tracker.kind.most()));
    let fits = |tracker: &Tracker| to.as_f64().is_none_or(|to| to.abs() <= most(tracker));
    if trackers.iter().filter(|tracker| tracker.id == key).all(fits) { Ok(()) } else { Err(TooMuch) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::correct::{Corrected, Redone};
    use rules::dice::rng::Seed;
    use serde_json::json;

    fn header() -> Header {
        let profile = json!({ "name": "Haselrig's", "troop_type": "horse", "figures": 12, "training": "average" });
        let unit = Unit { id: "u1".into(), side: 0, profile: profile.as_object().cloned().unwrap() };
        Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], vec![unit], Seed([9; 32]))
    }

    fn stamp(number: usize) -> Stamp {
        Stamp::parse(&format!("{number}-t")).unwrap()
    }

    fn sets(key: &str, to: impl Into<Json>) -> Event {
        Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u1", key, to)])))
    }

    fn log(events: impl IntoIterator<Item = Event>) -> Vec<(Stamp, Event)> {
        events.into_iter().enumerate().map(|(place, event)| (stamp(place), event)).collect()
    }

    #[test]
    fn a_tracker_holds_no_more_than_its_rules_could_mean() {
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &log([sets("counters", 9)])), Ok(()));
        for (key, to) in [("counters", 1_000_000), ("counters", -1_000_000), ("figures", 5_000)] {
            assert_eq!(battle(test_rulesets::RULESETS, &header(), &log([sets(key, to)])), Err(TooMuch), "{key} {to}");
        }
        let mut many = header();
        many.units[0].profile.insert("figures".into(), 1_000_000.into());
        assert_eq!(battle(test_rulesets::RULESETS, &many, &[]), Err(TooMuch));
        let turn = |to| {
            let changes = vec![Change::set("battle", "turn", to)];
            log([Event::Action(Box::new(ActionEvent::new(1.0, Action::Phase, changes)))])
        };
        assert_eq!(
            (
                battle(test_rulesets::RULESETS, &header(), &turn(12)),
                battle(test_rulesets::RULESETS, &header(), &turn(1_000_000))
            ),
            (Ok(()), Err(TooMuch))
        );
    }

    #[test]
    fn undos_are_bounded_by_the_acts_and_by_the_work_that_they_are() {
        let undone = |acts: usize, marks: usize, of: usize| {
            let to_and_fro = |n: usize| {
                if n.is_multiple_of(2) { Event::Undo(stamp(of).into()) } else { Event::Redo(stamp(of).into()) }
            };
            log((0..acts).map(|_| sets("counters", 1)).chain((0..marks).map(to_and_fro)))
        };
        assert_eq!(
            battle(test_rulesets::RULESETS, &header(), &undone(1, 19_999, 0)),
            Ok(()),
            "each takes one act back"
        );
        assert_eq!(
            battle(test_rulesets::RULESETS, &header(), &undone(1, 220, 0)),
            Ok(()),
            "as players do who try what happens"
        );
        assert_eq!(
            battle(test_rulesets::RULESETS, &header(), &undone(8_000, 8_000, 0)),
            Err(TooMuch),
            "each takes all acts back"
        );
        assert_eq!(
            battle(test_rulesets::RULESETS, &header(), &undone(8_000, 8_000, 7_999)),
            Ok(()),
            "the last act is no work"
        );
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &undone(100, 300, 0)), Ok(()));
    }

    #[test]
    fn undos_of_group_acts_are_bounded_by_their_parts() {
        let part = |place: usize| {
            let group = (place > 0).then(|| stamp(0));
            let act = ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u1", "counters", 1)]).in_group(group);
            Event::Action(Box::new(act))
        };
        let undone = |parts: usize, marks: usize| {
            let to_and_fro = |n: usize| {
                if n.is_multiple_of(2) { Event::Undo(stamp(0).into()) } else { Event::Redo(stamp(1).into()) }
            };
            log((0..parts).map(part).chain((0..marks).map(to_and_fro)))
        };
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &undone(40, 400)), Ok(()), "as players do");
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &undone(8_000, 8_000)), Err(TooMuch));
    }

    #[test]
    fn a_number_may_be_twice_what_its_own_tracker_allows_and_a_hundred_at_least() {
        let of_unit = |key: &'static str| move |to: i32| Change::set("u1", key, to);
        let of_battle = |key: &'static str| move |to: i32| Change::set("battle", key, to);
        let held = |ruleset: &str, change: Change| {
            let header = Header { ruleset: ruleset.into(), units: Vec::new(), ..header() };
            battle(
                test_rulesets::RULESETS,
                &header,
                &log([Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, vec![change])))]),
            )
        };
        // 200 pips and 60 fallen at most; nightfall after 10 turns at most.
        let (pips, fallen) = (of_unit("prior_pips"), of_unit("fallen"));
        for (ruleset, most, change) in [
            ("pikette_squared", 400, &pips as &dyn Fn(i32) -> Change),
            ("argad", 120, &fallen),
            ("pikette_squared", 100, &of_battle("nightfall_turns")),
        ] {
            assert_eq!((held(ruleset, change(most)), held(ruleset, change(-most))), (Ok(()), Ok(())), "{most}");
            assert_eq!(held(ruleset, change(most + 1)), Err(TooMuch), "{most}");
        }
        // Turns are counted by acts, of which there may be many.
        assert_eq!(held("pikette_squared", of_battle("turn")(5_000)), Ok(()));
        assert_eq!(held("pikette_squared", of_unit("nobody_tracks_this")(5_000)), Ok(()));
    }

    #[test]
    fn corrections_are_bounded_by_the_acts_that_they_lay_anew() {
        let corrected = |acts: usize, redone: usize| {
            let same = |place: usize| Redone { act: stamp(place), now: Now::Same, kept: false };
            let own = Corrected { of: stamp(0), acts: (0..redone).map(same).collect(), settles: None };
            let act = ActionEvent::new(1.0, Action::Corrected(Box::new(own)), Vec::new());
            log((0..acts - 1).map(|_| sets("counters", 1)).chain([Event::Action(Box::new(act))]))
        };
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &corrected(20_000, 4_000)), Ok(()));
        let many: Vec<_> = (0..300).flat_map(|n| corrected(16_000 - n, 4_000).split_off(15_999 - n)).collect();
        let all = |corrections: usize| {
            let own = many[..corrections].iter().enumerate().map(|(n, (_, event))| (stamp(16_000 + n), event.clone()));
            corrected(16_000, 0).into_iter().chain(own).collect::<Vec<_>>()
        };
        assert_eq!(
            (
                battle(test_rulesets::RULESETS, &header(), &all(100)),
                battle(test_rulesets::RULESETS, &header(), &all(300))
            ),
            (Ok(()), Err(TooMuch))
        );
    }

    #[test]
    fn what_is_added_is_bounded_as_what_is_read() {
        let begun = log((0..3).map(|_| sets("counters", 1)));
        let add = |event: Event| added(test_rulesets::RULESETS, &header(), &begun, &stamp(3), &event);
        assert_eq!((add(sets("counters", 9)), add(Event::Undo(stamp(2).into()))), (Ok(()), Ok(())));
        assert_eq!(add(sets("counters", 1_000_000)), Err(TooMuch));
        let note = |letters: usize| {
            Event::Action(Box::new(ActionEvent::new(1.0, Action::Note("x".repeat(letters)), Vec::new())))
        };
        assert_eq!((add(note(super::super::TEXT)), add(note(super::super::TEXT + 1))), (Ok(()), Err(TooMuch)));
        let full = log((0..EVENTS).map(|_| sets("counters", 1)));
        assert_eq!(
            added(test_rulesets::RULESETS, &header(), &full, &stamp(EVENTS), &sets("counters", 1)),
            Err(TooMuch)
        );
    }
}
