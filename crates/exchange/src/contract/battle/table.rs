//! The table after the acts of a script, and what each act changed on it.

use battle::State;
use battle::referee::{self, Barred, Offer};
use rules::closing::Force;
use rules::facts::FactValue;
use rules::ruleset::{Ruleset, Tracker};
use rules::scenario;
use rules::subject::{BATTLE, NO_UNITS, Side, Subject};
use rules::turn::Duty;
use serde_json::{Map, Value as Json, json};

pub(super) fn table_json(ruleset: &'static Ruleset, state: &State) -> Json {
    let table = state.table();
    let tracked = |of: &str| trackers_json(state, of, ruleset.trackers_in(&of.into(), state.battle()).into_iter());
    let units = Map::from_iter(table.units.iter().map(|unit| (unit.id.clone(), tracked(&unit.id))));
    let offers =
        Map::from_iter(table.units.iter().map(|unit| (unit.id.clone(), offers_json(ruleset, state, &unit.id))));
    let sides = Map::from_iter(Side::BOTH.map(Side::id).map(|id| (id.to_owned(), tracked(id))));
    let due: Vec<Json> = referee::duties(ruleset, state).iter().map(duty_json).collect();
    let agreed = ruleset.common_trackers();
    let of_battle = ruleset.trackers_in(&Subject::Battle, state.battle()).into_iter().chain(agreed);
    let mut answer = json!({
        "turn": table.turn(),
        "phase": table.phase,
        "active": (ruleset.turn_rules.active)(&table).map(Side::id),
        "units": units,
        "sides": sides,
        "battle": trackers_json(state, BATTLE, of_battle),
        "offers": offers,
        "due": due,
    });
    if let Some(answer) = answer.as_object_mut().filter(|_| state.planned().is_some()) {
        answer.extend(course_json(ruleset, state));
    }
    answer
}

/// Returns the fields that only a battle with a scenario has: the units off the table, the arrivals and events that the game master may call, the
/// points, and the proposed verdict.
fn course_json(ruleset: &'static Ruleset, state: &State) -> Map<String, Json> {
    let table = state.table();
    let off_table: Vec<&str> = table.off_table.iter().map(|unit| unit.id.as_str()).collect();
    let at_will: Vec<Json> = referee::scenario_offers(state).iter().map(duty_json).collect();
    let points = scenario::score(ruleset, &table).map(|score| json!({ "a": score.points[0], "b": score.points[1] }));
    let result = ruleset.proposed(&table).map(|decided| {
        let is_over = decided.force != Force::Provisional;
        json!({ "verdict": decided.verdict.write(), "over": is_over, "because": decided.because.to_string() })
    });
    let answer = json!({ "off_table": off_table, "at_will": at_will, "points": points, "result": result });
    answer.as_object().cloned().unwrap_or_default()
}

/// Returns the values of these trackers that a unit, a side or the battle has. Trackers that all rulesets share appear once players have set them.
fn trackers_json(state: &State, of: &str, trackers: impl Iterator<Item = &'static Tracker>) -> Json {
    let held = |tracker: &Tracker| Some((tracker.id.to_owned(), state.tracked(of)?.get(tracker.id)?.clone()));
    Map::from_iter(trackers.filter_map(held)).into()
}

/// Lists each procedure that fits a unit once. If a procedure has several offers, it is allowed if one of them is.
fn offers_json(ruleset: &'static Ruleset, state: &State, unit: &str) -> Json {
    let mut rows: Vec<(&str, Option<Barred>)> = Vec::new();
    for offer in referee::offers(ruleset, state, unit).into_iter().filter(Offer::is_fit) {
        match rows.iter_mut().find(|(id, _)| *id == offer.procedure.id) {
            Some((_, barred)) if offer.barred().is_none() => *barred = None,
            Some(_) => {}
            None => rows.push((offer.procedure.id, offer.barred().cloned())),
        }
    }
    let row = |(procedure, barred): (&str, Option<Barred>)| match barred {
        None => json!({ "procedure": procedure, "may": true }),
        Some(Barred { rule, message, .. }) => {
            json!({ "procedure": procedure, "may": false, "rule": rule, "message": message.to_string() })
        }
    };
    rows.into_iter().map(row).collect()
}

fn duty_json(duty: &Duty) -> Json {
    let participants = referee::participants_of(duty).json();
    let mut answer = json!({
        "procedure": duty.procedure,
        "participants": participants,
        "must": duty.must,
        "message": duty.why.to_string(),
    });
    // Events and arrivals have no units, so their input shows which one is due.
    if scenario::is_of_scenario(duty.procedure) {
        answer["input"] = referee::fixed_answers(duty).into();
    }
    answer
}

/// Trackers that differ between two states of the table, and units that joined or left it.
pub(super) fn differences(before: &State, after: &State) -> Vec<Json> {
    let mut changes = Vec::new();
    let ids = |state: &State| state.units().map(|unit| unit.id.clone()).collect::<Vec<_>>();
    let (was, is) = (ids(before), ids(after));
    changes.extend(was.iter().filter(|id| !is.contains(id)).map(|id| json!({ "of": id, "left": true })));
    for id in is.iter().map(String::as_str).chain(NO_UNITS) {
        if is.iter().any(|now| now == id) && !was.iter().any(|now| now == id) {
            changes.push(json!({ "of": id, "joined": true }));
        }
        let (Some(now), then) = (after.tracked(id), before.tracked(id)) else { continue };
        for (tracker, to) in now.all() {
            let from = then.and_then(|then| then.get(tracker));
            if then.is_some() && from != Some(to) {
                changes.push(json!({ "of": id, "tracker": tracker, "from": from, "to": to }));
            }
        }
    }
    changes
}
