//! Limits on a battle as a whole. A short text can require much work: a link of a few hundred letters can hold 20,000 undos, or a counter
//! of a million, which the table would draw pip by pip.

use super::{EVENTS, TooMuch, Within, within};
use crate::storage::envelope;
use crate::storage::scenario::Scenario;
use battle::correct::Now;
use battle::{Action, ActionEvent, Change, Event, Header, Side, Stamp, Unit};
use rules::registry::Registry;
use rules::ruleset::{Ruleset, Tracker};
use rules::subject::Subject;
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Steps that the undos, redos and corrections of a battle take together: about a second's work on a phone.
const STEPS: usize = 4_000_000;
/// The longest event, in bytes of JSON. With its envelope it is no longer than the longest text.
const LONGEST_EVENT: usize = envelope::LONGEST - 100;
/// Every tracker may have values up to this. A tracker may also have twice its greatest value in the rules, which may have been higher when the
/// battle was played.
const SMALL: f64 = 100.0;
/// Values of the battle that are no trackers of a ruleset. Acts increase them, so they are limited by the number of events.
const COUNTED: [&str; 2] = ["turn", "phase"];

/// Checks the effects of a battle's events on its table, and the work that they require. The events may be in any order. Each event is
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
        Event::Undo(_) | Event::Redo(_) | Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => Ok(()),
    })
}

/// Checks the values with which the units and the battle of a scenario begin.
pub(super) fn scenario(registry: Registry, scenario: &Scenario) -> Within {
    let Some(ruleset) = registry.find(&scenario.ruleset) else { return Ok(()) };
    all_hold(ruleset.trackers.battle, &scenario.agreed)?;
    scenario.sides.iter().try_for_each(|side| {
        all_hold(ruleset.trackers.side, &side.profile)?;
        side.units
            .iter()
            .try_for_each(|unit| all_hold(ruleset.trackers.unit, battle::start(ruleset, &unit.profile).all()))
    })
}

/// Returns the first unit at the start of a battle that exceeds a limit. `None` if no unit does, and for an unknown ruleset.
pub fn faulty_unit(registry: Registry, header: &Header) -> Option<&Unit> {
    let ruleset = registry.find(&header.ruleset)?;
    header.units.iter().find(|unit| super::unit(unit).and_then(|()| joins(ruleset, unit)).is_err())
}

/// Checks an event before it is added at the end of a battle's log, so that the longer log can be read again.
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
        Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => false,
    };
    if takes_work {
        let all: Vec<(&Stamp, &Event)> =
            log.iter().map(|(stamp, event)| (stamp, event)).chain([(stamp, event)]).collect();
        work(&all)?;
        // Only corrections can be nearly this long.
        within(serde_json::to_string(event).is_ok_and(|text| text.len() <= LONGEST_EVENT))?;
    }
    Ok(())
}

/// Checks the work of undos, redos and corrections: each of them replays the acts after the first that it changes.
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
                if let Action::Corrected(corrected) = &act.action { corrected.acts.len() + in_force.len() } else { 0 }
            }
            Event::Undo(undo) => {
                let mut undone = parts(&undo.act);
                // Parts that are undone already are walked through, too.
                let walked = undone.len().saturating_sub(1);
                undone.retain(|act| in_force.binary_search(act).is_ok());
                walked
                    + match undone.first().map(|first| in_force.partition_point(|act| act < first)) {
                        Some(at) => {
                            in_force.retain(|act| undone.binary_search(act).is_err());
                            in_force.len() - at
                        }
                        None => 0,
                    }
            }
            Event::Redo(redo) => {
                let mut redone = parts(&redo.act);
                let walked = redone.len().saturating_sub(1);
                redone.retain(|act| in_force.binary_search(act).is_err());
                walked
                    + match redone.first().map(|first| in_force.partition_point(|act| act < first)) {
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
            Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => 0,
        };
        within(steps <= STEPS)?;
    }
    Ok(())
}

/// Returns, for the index of each part of a group act, the indexes of all its parts, in order.
fn groups(log: &[(&Stamp, &Event)], places: &HashMap<&Stamp, usize>) -> HashMap<usize, Rc<[usize]>> {
    let mut by_first: BTreeMap<&Stamp, Vec<usize>> = BTreeMap::new();
    for (place, (stamp, event)) in log.iter().enumerate() {
        let Event::Action(act) = event else { continue };
        if let Some(first) = act.first_part(stamp) {
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
        Now::Changed(changed) => changed.changes.iter().try_for_each(|change| changes(ruleset, change)),
        Now::Same | Now::LeftOut => Ok(()),
    })
}

fn changes(ruleset: &Ruleset, change: &Change) -> Within {
    match change {
        Change::Set { of: Subject::Unit(_), key, to } => holds(ruleset.trackers.unit, key, to),
        Change::Set { of: Subject::Side(_), key, to } => holds(ruleset.trackers.side, key, to),
        Change::Set { of: Subject::Battle, key, to } if COUNTED.contains(&key.as_str()) => {
            let most = u32::try_from(EVENTS).map_or(f64::MAX, f64::from);
            within(to.as_f64().is_none_or(|to| to.abs() <= most))
        }
        Change::Set { of: Subject::Battle, key, to } => holds(ruleset.trackers.battle, key, to),
        Change::Add(unit) => joins(ruleset, unit),
        Change::Remove(_) => Ok(()),
    }
}

fn joins(ruleset: &Ruleset, unit: &Unit) -> Within {
    all_hold(ruleset.trackers.unit, battle::start(ruleset, &unit.profile).all())
}

fn side_of(ruleset: &Ruleset, side: &Side) -> Within {
    all_hold(ruleset.trackers.side, &side.profile)
}

fn all_hold(trackers: &[Tracker], held: &Map<String, Json>) -> Within {
    held.iter().try_for_each(|(key, to)| holds(trackers, key, to))
}

/// Checks a value of a tracker.
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
        let unit = Unit { id: "u1".into(), side: 0, profile: profile.as_object().cloned().unwrap(), ..Unit::default() };
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
    fn tracker_values_beyond_any_meaning_are_refused() {
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
    fn undos_are_limited_by_their_number_and_the_work_that_they_cause() {
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
        // Only the first of these undos changes something, but each walks through the parts.
        let undos = (0..8_000).map(|_| Event::Undo(stamp(0).into()));
        let again = log((0..8_000).map(part).chain(undos));
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &again), Err(TooMuch));
    }

    #[test]
    fn a_number_may_be_twice_the_limit_of_its_tracker_or_a_hundred() {
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
        // At most 200 pips, 60 fallen, and nightfall after 10 turns.
        let (pips, fallen) = (of_unit("prior_pips"), of_unit("fallen"));
        for (ruleset, most, change) in [
            ("pikette_squared", 400, &pips as &dyn Fn(i32) -> Change),
            ("argad", 120, &fallen),
            ("pikette_squared", 100, &of_battle("nightfall_turns")),
        ] {
            assert_eq!((held(ruleset, change(most)), held(ruleset, change(-most))), (Ok(()), Ok(())), "{most}");
            assert_eq!(held(ruleset, change(most + 1)), Err(TooMuch), "{most}");
        }
        // Acts count the turns, and there may be many acts.
        assert_eq!(held("pikette_squared", of_battle("turn")(5_000)), Ok(()));
        assert_eq!(held("pikette_squared", of_unit("nobody_tracks_this")(5_000)), Ok(()));
    }

    #[test]
    fn corrections_are_limited_by_the_number_of_acts_that_they_replay() {
        let corrected = |acts: usize, redone: usize| {
            let same = |place: usize| Redone { act: stamp(place), now: Now::Same, kept: false };
            let correction = Corrected { of: stamp(0), acts: (0..redone).map(same).collect(), settles: None };
            let act = ActionEvent::new(1.0, Action::Corrected(Box::new(correction)), Vec::new());
            log((0..acts - 1).map(|_| sets("counters", 1)).chain([Event::Action(Box::new(act))]))
        };
        assert_eq!(battle(test_rulesets::RULESETS, &header(), &corrected(20_000, 4_000)), Ok(()));
        let many: Vec<_> = (0..300).flat_map(|n| corrected(16_000 - n, 4_000).split_off(15_999 - n)).collect();
        let all = |corrections: usize| {
            let corrections_made =
                many[..corrections].iter().enumerate().map(|(n, (_, event))| (stamp(16_000 + n), event.clone()));
            corrected(16_000, 0).into_iter().chain(corrections_made).collect::<Vec<_>>()
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
    fn added_events_have_the_limits_of_events_that_are_read() {
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
