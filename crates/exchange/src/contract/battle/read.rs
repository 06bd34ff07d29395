//! Reads a script. Unknown fields and values outside their limits are refused at their field.

use super::{LONGEST_NAME, MOST_ACTS, MOST_UNITS};
use crate::storage::limits;
use crate::storage::scenario::Scenario;
use battle::participants::Participants;
use battle::{Side as NamedSide, State};
use rules::own::OwnRules;
use rules::procedure::{Procedure, Role, Whose};
use rules::refusal::{Code, Refusal};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use rules::subject::{Side, Subject};
use rules::table::Unit;
use rules::text;
use serde_json::{Map, Value as Json};

pub(in crate::contract) fn object<'a>(json: &'a Json, path: &str) -> Result<&'a Map<String, Json>, Refusal> {
    json.as_object().ok_or_else(|| Refusal::bad(path, "This must be an object."))
}

pub(in crate::contract) fn known_fields(
    object: &Map<String, Json>,
    known: &[&str],
    holder: &str,
) -> Result<(), Refusal> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(unknown) => {
            let refusal = Refusal::new(Code::UnknownField, unknown.as_str(), "There is no such field.");
            Err(if holder.is_empty() { refusal } else { refusal.within(holder) })
        }
    }
}

pub(in crate::contract) fn required_text<'a>(object: &'a Map<String, Json>, field: &str) -> Result<&'a str, Refusal> {
    let value = object.get(field).ok_or_else(|| Refusal::missing(field))?;
    value.as_str().ok_or_else(|| Refusal::bad(field, "This must be a text."))
}

pub(super) fn flag(object: &Map<String, Json>, field: &str) -> Result<bool, Refusal> {
    object
        .get(field)
        .map_or(Ok(false), |value| value.as_bool().ok_or_else(|| Refusal::bad(field, "This must be true or false.")))
}

pub(super) fn read_list(json: &Json, path: &str, most: usize) -> Result<Vec<Json>, Refusal> {
    let list = json.as_array().ok_or_else(|| Refusal::bad(path, "This must be a list."))?;
    if list.len() > most {
        return Err(Refusal::bad(path, text!("At most {n}.", n = most)));
    }
    Ok(list.clone())
}

/// Reads the acts of a script. Without any, the list is empty.
pub(super) fn read_acts(acts: Option<&Json>) -> Result<Vec<Json>, Refusal> {
    acts.map_or_else(|| Ok(Vec::new()), |acts| read_list(acts, "acts", MOST_ACTS))
}

/// Reads a scenario, and checks it like the page that edits scenarios. A refusal names its place: `scenario.course.events[0].rows`.
pub(super) fn read_scenario(registry: Registry, scenario: &Json) -> Result<(&'static Ruleset, Scenario), Refusal> {
    let ruleset =
        read_ruleset(registry, object(scenario, "scenario")?).map_err(|refusal| refusal.within("scenario"))?;
    let read: Result<Scenario, _> = serde_json::from_value(scenario.clone());
    let scenario = read.map_err(|fault| {
        let fault = text!("A scenario does not look like this: {fault}", fault = fault.to_string());
        Refusal::bad("scenario", fault)
    })?;
    scenario.check(registry).map_err(|refusal| refusal.within("scenario"))?;
    let is_within = limits::scenario(registry, &scenario).is_ok();
    let units: usize = scenario.sides.iter().map(|side| side.units.len()).sum();
    if units > MOST_UNITS || !is_within {
        return Err(Refusal::bad("scenario", "This is too much."));
    }
    Ok((ruleset, scenario))
}

pub(super) fn read_ruleset(registry: Registry, script: &Map<String, Json>) -> Result<&'static Ruleset, Refusal> {
    let id = required_text(script, "ruleset")?;
    registry.find(id).ok_or_else(|| {
        let message = text!("There is no ruleset {name}.", name = id.to_owned());
        Refusal::new(Code::UnknownRuleset, "ruleset", message)
    })
}

/// Reads own rules. `field` is their place in the script or act, for refusals.
pub(super) fn read_own_rules(ruleset: &Ruleset, rules: &Json, field: &str) -> Result<OwnRules, Refusal> {
    let rules = object(rules, field)?.clone();
    let read: Result<OwnRules, _> = serde_json::from_value(rules.into());
    let rules = read.map_err(|_| Refusal::bad(field, "Own rules do not look like this."))?;
    rules.check_for(ruleset).map_err(|refusal| refusal.within(field))?;
    Ok(rules)
}

pub(super) fn read_rulings(ruleset: &Ruleset, rulings: Option<&Json>) -> Result<Map<String, Json>, Refusal> {
    let Some(rulings) = rulings else { return Ok(Map::new()) };
    let rulings = object(rulings, "rulings")?;
    for (field, value) in rulings {
        let switches = ruleset.texts.rulings.iter().filter_map(|ruling| ruling.switch.as_ref());
        let Some(switch) = switches.into_iter().find(|switch| switch.field == field) else {
            return Err(Refusal::new(Code::UnknownField, field.as_str(), "There is no such ruling.").within("rulings"));
        };
        if !switch.values.iter().any(|choice| *value == choice.id) {
            return Err(Refusal::bad(field.as_str(), "There is no such choice.").within("rulings"));
        }
    }
    Ok(rulings.clone())
}

pub(super) fn read_sides(ruleset: &'static Ruleset, sides: &Json) -> Result<[NamedSide; 2], Refusal> {
    let list = read_list(sides, "sides", 2)?;
    let [first, second] = list.as_slice() else { return Err(Refusal::bad("sides", "A battle has two sides.")) };
    let read =
        |side: &Json, index: usize| read_side(ruleset, side).map_err(|refusal| refusal.at_index(index).within("sides"));
    Ok([read(first, 0)?, read(second, 1)?])
}

fn read_side(ruleset: &'static Ruleset, side: &Json) -> Result<NamedSide, Refusal> {
    let side = object(side, "")?;
    known_fields(side, &["name", "profile"], "")?;
    let name = side.get("name").map_or(Ok(""), |_| required_text(side, "name"))?;
    if name.chars().count() > LONGEST_NAME {
        return Err(Refusal::bad("name", "This is too long."));
    }
    let profile = match (side.get("profile"), ruleset.rosters.side_profile) {
        (None, _) => Map::new(),
        (Some(profile), form) => {
            let profile = object(profile, "profile")?;
            match form {
                Some(form) => form.check(profile).map_err(|refusal| refusal.within("profile"))?,
                None => known_fields(profile, &[], "profile")?,
            }
            profile.clone()
        }
    };
    Ok(NamedSide { name: name.to_owned(), profile, ..NamedSide::default() })
}

pub(super) fn read_units(ruleset: &'static Ruleset, units: &Json) -> Result<Vec<Unit>, Refusal> {
    let list = read_list(units, "units", MOST_UNITS)?;
    let mut units: Vec<Unit> = Vec::with_capacity(list.len());
    for (index, unit) in list.iter().enumerate() {
        let place = |refusal: Refusal| refusal.at_index(index).within("units");
        let unit = read_unit(ruleset, unit).map_err(place)?;
        if units.iter().any(|known| known.id == unit.id) {
            return Err(place(Refusal::bad("id", "Another unit has this id.")));
        }
        units.push(unit);
    }
    Ok(units)
}

pub(super) fn read_unit(ruleset: &'static Ruleset, unit: &Json) -> Result<Unit, Refusal> {
    let unit = object(unit, "")?;
    known_fields(unit, &["id", "side", "profile", "command"], "")?;
    let id = required_text(unit, "id")?;
    let is_unit = matches!(Subject::from(id), Subject::Unit(_));
    if !is_unit || id.is_empty() || id.chars().count() > LONGEST_NAME {
        return Err(Refusal::bad("id", "No unit can have this id."));
    }
    let side = Side::find(required_text(unit, "side")?).ok_or_else(|| Refusal::bad("side", "A side is a or b."))?;
    let profile = unit.get("profile").ok_or_else(|| Refusal::missing("profile"))?;
    let profile = object(profile, "profile")?;
    ruleset.profile.check(profile).map_err(|refusal| refusal.within("profile"))?;
    let command = unit.get("command").map_or(Ok(""), |_| required_text(unit, "command"))?;
    if command.chars().count() > LONGEST_NAME {
        return Err(Refusal::bad("command", "This is too long."));
    }
    Ok(Unit { id: id.to_owned(), side: side.index(), profile: profile.clone(), command: command.to_owned() })
}

/// Reads the participants of an act. A role that is filled with its only candidate may be left out.
pub(super) fn read_participants(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    said: Option<&Json>,
    state: &State,
) -> Result<Participants, Refusal> {
    let none = Map::new();
    let said = said.map_or(Ok(&none), |said| object(said, "participants"))?;
    let mut known: Vec<&str> = procedure.participants.iter().map(|role| role.id).collect();
    known.push("side");
    known_fields(said, &known, "participants")?;
    let mut participants = Participants::nobody();
    let side = said.get("side").map(read_acting_side).transpose()?;
    for role in procedure.participants {
        let units = read_role(role, said.get(role.id), state).map_err(|refusal| refusal.within("participants"))?;
        if !units.is_empty() {
            participants.set(role.id, units);
        }
    }
    let shown = procedure.participants.iter().any(|role| !participants.units(role.id).is_empty());
    if !shown {
        let active = || (ruleset.turn_rules.active)(&state.table());
        participants.act_for(side.or_else(active).unwrap_or(Side::A).index());
    }
    check_sides(procedure, &participants, state)?;
    participants.fill_in_by_itself(procedure, state);
    for role in procedure.participants {
        if participants.units(role.id).len() < role.min {
            return Err(Refusal::missing(role.id).within("participants"));
        }
    }
    Ok(participants)
}

fn read_acting_side(side: &Json) -> Result<Side, Refusal> {
    let known = side.as_str().and_then(Side::find);
    known.ok_or_else(|| Refusal::bad("participants.side", "A side is a or b."))
}

fn read_role(role: &Role, said: Option<&Json>, state: &State) -> Result<Vec<String>, Refusal> {
    let Some(said) = said else { return Ok(Vec::new()) };
    let list = read_list(said, role.id, role.max)?;
    let mut units: Vec<String> = Vec::with_capacity(list.len());
    for (index, unit) in list.iter().enumerate() {
        let place = |refusal: Refusal| refusal.at_index(index).within(role.id);
        let id = unit.as_str().ok_or_else(|| place(Refusal::bad("", "This must be a unit's id.")))?;
        let known = state.unit(id).ok_or_else(|| place(Refusal::bad("", "There is no such unit.")))?;
        if units.contains(&known.id) && role.each.is_none() {
            return Err(place(Refusal::bad("", "This unit is named twice.")));
        }
        units.push(known.id.clone());
    }
    Ok(units)
}

/// Refuses a unit whose side does not match its role. For example, one side's units fire at the other's.
fn check_sides(procedure: &Procedure, participants: &Participants, state: &State) -> Result<(), Refusal> {
    let acting = participants.side(procedure, state);
    for role in procedure.participants {
        let expected = if role.whose == Whose::Own { acting } else { 1 - acting };
        for (index, id) in participants.units(role.id).iter().enumerate() {
            if state.unit(id).is_some_and(|unit| unit.side != expected) {
                let refusal = Refusal::bad("", "This unit is of the wrong side.");
                return Err(refusal.at_index(index).within(role.id).within("participants"));
            }
        }
    }
    Ok(())
}
