//! The `battle` call: a whole battle as a script of acts, and the table that they lead to.
//!
//! The script is judged by [`referee`], which the app asks too. Every act has one answer; an act that is refused changes nothing.

use super::read_faces;
use crate::battle::participants::Participants;
use crate::battle::referee::{self, Barred};
use crate::battle::{Action, ActionEvent, Battle, Event, Header, Resolved, Side as NamedSide, Stamp, State};
use crate::core::refusal::{Code, Refusal};
use crate::core::subject::{BATTLE, NO_UNITS, Side, Subject};
use crate::core::text::Text;
use crate::dice::rng::Seed;
use crate::dice::{Halt, RollRequest};
use crate::outcome::Record;
use crate::rules::procedure::{Procedure, Role, Whose};
use crate::rules::ruleset::{Ruleset, Tracker};
use crate::rules::table::{Change, Unit};
use crate::rules::turn::Duty;
use crate::rulesets;
use crate::text;
use serde_json::{Map, Value as Json, json};

/// The most acts of a script.
pub const MOST_ACTS: usize = 2_000;
/// The most units of a battle.
pub const MOST_UNITS: usize = 400;
/// The most characters of a name or an id.
const LONGEST_NAME: usize = 200;
/// The tab of the stamps of a script.
const TAB: &str = "script";

/// Plays a script and answers each of its acts, and the table after them.
pub fn battle(script: &Json) -> Json {
    match Script::read(script) {
        Ok(mut script) => script.answer(),
        Err(refusal) => json!({ "status": "error", "error": refusal_json(&refusal) }),
    }
}

/// A battle and the acts to be done in it.
struct Script {
    ruleset: &'static Ruleset,
    battle: Battle,
    acts: Vec<Json>,
}

/// The answer to an act that was not applied.
enum Stopped {
    /// A rule of the turn forbids it.
    NotNow(&'static str, Text),
    /// Its shape is wrong, or the procedure refuses it.
    Refused(Refusal),
    /// These dice are missing.
    NeedsDice(RollRequest),
}

impl From<Refusal> for Stopped {
    fn from(refusal: Refusal) -> Self {
        Stopped::Refused(refusal)
    }
}

/// The outcome of an act, if it has one, and its changes.
struct Applied {
    outcome: Option<Record>,
    changes: Vec<Json>,
}

impl Script {
    fn read(script: &Json) -> Result<Self, Refusal> {
        let script = object(script, "")?;
        known_fields(script, &["ruleset", "rulings", "sides", "units", "acts"], "")?;
        let ruleset = read_ruleset(script)?;
        let rulings = read_rulings(ruleset, script.get("rulings"))?;
        let sides = read_sides(ruleset, script.get("sides").ok_or_else(|| Refusal::missing("sides"))?)?;
        let units = read_units(ruleset, script.get("units").ok_or_else(|| Refusal::missing("units"))?)?;
        let acts = read_list(script.get("acts").unwrap_or(&Json::Array(Vec::new())), "acts", MOST_ACTS)?;
        let header = Header { rulings, sides, ..Header::new(ruleset.id, "", ["", ""], units, Seed([0; 32])) };
        let mut battle = Battle::begin(header);
        begin(ruleset, &mut battle);
        Ok(Self { ruleset, battle, acts })
    }

    fn answer(&mut self) -> Json {
        let acts: Vec<Json> = std::mem::take(&mut self.acts).iter().map(|act| answer_act(self.act(act))).collect();
        json!({ "status": "battle", "acts": acts, "table": table_json(self.ruleset, self.battle.state()) })
    }

    fn act(&mut self, act: &Json) -> Result<Applied, Stopped> {
        let act = object(act, "")?;
        let kind = required_text(act, "act")?;
        let fields: &[&str] = match kind {
            "procedure" => &["act", "procedure", "participants", "input", "faces", "override"],
            "next" => &["act", "override"],
            "set" => &["act", "of", "tracker", "to"],
            "add" | "remove" => &["act", "unit"],
            "undo" | "redo" => &["act"],
            _ => return Err(Refusal::bad("act", "There is no such act.").into()),
        };
        known_fields(act, fields, "")?;
        match kind {
            "procedure" => self.procedure(act),
            "next" => self.next(act),
            "set" => self.set(act),
            "add" => self.add(act),
            "remove" => self.remove(act),
            "undo" => self.step_back(),
            _ => self.step_forward(),
        }
    }

    fn procedure(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let name = required_text(act, "procedure")?;
        let procedure = self.ruleset.procedure(name).ok_or_else(|| {
            let message =
                text!("{ruleset} has no procedure {name}.", ruleset = self.ruleset.title, name = name.to_owned());
            Refusal::new(Code::UnknownProcedure, "procedure", message)
        })?;
        let state = self.battle.state();
        let participants = read_participants(self.ruleset, procedure, act.get("participants"), state)?;
        let said = act.get("input").map_or_else(|| Ok(Map::new()), |said| object(said, "input").cloned())?;
        let faces = act.get("faces").map_or_else(|| Ok(Vec::new()), read_faces)?;
        let overrides = flag(act, "override")?;
        let mut input = referee::filled(procedure, &participants, state, &said);
        let barred = referee::bars(self.ruleset, procedure, &participants, state, &input);
        match barred.as_slice() {
            [] => {}
            [first, ..] if !overrides => return Err(not_now(first)),
            broken => input = referee::filled_overriding(procedure, &participants, state, &said, broken),
        }
        let played = referee::play(procedure, &participants, state, &input, &faces)?;
        let resolved = match played.result {
            Ok(resolved) => resolved,
            Err(Halt::Needs(roll)) => return Err(Stopped::NeedsDice(*roll)),
            Err(Halt::Refused(refusal)) => return Err(refusal.into()),
        };
        let changes = referee::resolved_changes(self.ruleset, procedure, &participants, state, &input, &resolved);
        let outcome = resolved.outcome.clone();
        let done = Resolved::of(procedure.id, input, participants.json(), &resolved.outcome);
        let changes = self.log(Action::Resolved(done), changes, referee::rule_ids(&barred));
        Ok(Applied { outcome: Some(outcome), changes })
    }

    fn next(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let overrides = flag(act, "override")?;
        let overridden = match referee::next_barred(self.ruleset, self.battle.state()) {
            Some((rule, message)) if !overrides => return Err(Stopped::NotNow(rule, message)),
            barred => barred.map(|(rule, _)| rule.to_owned()).into_iter().collect(),
        };
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        let changes = self.log(Action::Phase, changes, overridden);
        Ok(Applied { outcome: None, changes })
    }

    fn set(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let of = Subject::from(required_text(act, "of")?);
        let key = required_text(act, "tracker")?;
        let to = act.get("to").ok_or_else(|| Refusal::missing("to"))?;
        let state = self.battle.state();
        if state.tracked(of.id()).is_none() {
            return Err(Refusal::bad("of", "There is no such unit or side.").into());
        }
        let tracker = tracker_of(self.ruleset, state, &of, key)
            .ok_or_else(|| Refusal::bad("tracker", "It has no such tracker."))?;
        if !tracker.can_hold(to, &of, &state.table()) {
            return Err(Refusal::bad("to", "It cannot hold this.").into());
        }
        let change = Change::set(of, tracker.id, to.clone());
        let changes = referee::changes_by_hand(self.ruleset, state, vec![change]);
        let changes = self.log(Action::ByHand, changes, Vec::new());
        Ok(Applied { outcome: None, changes })
    }

    fn add(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let unit = act.get("unit").ok_or_else(|| Refusal::missing("unit"))?;
        let unit = read_unit(self.ruleset, unit).map_err(|refusal| refusal.within("unit"))?;
        let state = self.battle.state();
        if state.unit(&unit.id).is_some() {
            return Err(Refusal::bad("unit.id", "Another unit has this id.").into());
        }
        if state.units().count() >= MOST_UNITS {
            return Err(Refusal::bad("unit", text!("A battle has {n} units at most.", n = MOST_UNITS)).into());
        }
        let changes = referee::changes_of_muster(self.ruleset, state, vec![Change::Add(unit)]);
        let changes = self.log(Action::Muster, changes, Vec::new());
        Ok(Applied { outcome: None, changes })
    }

    fn remove(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let id = required_text(act, "unit")?;
        let state = self.battle.state();
        if state.unit(id).is_none() {
            return Err(Refusal::bad("unit", "There is no such unit.").into());
        }
        let changes = referee::changes_of_muster(self.ruleset, state, vec![Change::Remove(id.to_owned())]);
        let changes = self.log(Action::Muster, changes, Vec::new());
        Ok(Applied { outcome: None, changes })
    }

    fn step_back(&mut self) -> Result<Applied, Stopped> {
        self.step(self.battle.undoing(), "nothing_to_undo", "There is nothing to undo.")
    }

    fn step_forward(&mut self) -> Result<Applied, Stopped> {
        self.step(self.battle.redoing(), "nothing_to_redo", "There is nothing to redo.")
    }

    fn step(&mut self, event: Option<Event>, rule: &'static str, message: &'static str) -> Result<Applied, Stopped> {
        let event = event.ok_or_else(|| Stopped::NotNow(rule, message.into()))?;
        let before = self.battle.state().clone();
        self.push(event);
        Ok(Applied { outcome: None, changes: differences(&before, self.battle.state()) })
    }

    fn log(&mut self, action: Action, changes: Vec<Change>, overrides: Vec<String>) -> Vec<Json> {
        let before = self.battle.state().clone();
        self.push(Event::Action(Box::new(ActionEvent::new(0.0, action, changes).refereed(overrides))));
        differences(&before, self.battle.state())
    }

    fn push(&mut self, event: Event) {
        let stamp: Stamp = self.battle.next_stamp(TAB);
        self.battle.add(stamp, event);
    }
}

/// Logs the changes with which a battle of this ruleset begins, if there are any.
fn begin(ruleset: &'static Ruleset, battle: &mut Battle) {
    let changes = referee::beginning(ruleset, battle.state());
    if !changes.is_empty() {
        let stamp = battle.next_stamp(TAB);
        battle.add(stamp, Event::Action(Box::new(ActionEvent::beginning(0.0, changes))));
    }
}

fn not_now(barred: &Barred) -> Stopped {
    Stopped::NotNow(barred.bar.rule, barred.message.clone())
}

fn answer_act(answer: Result<Applied, Stopped>) -> Json {
    match answer {
        Ok(Applied { outcome: Some(outcome), changes }) => {
            json!({ "status": "applied", "outcome": outcome, "changes": changes })
        }
        Ok(Applied { outcome: None, changes }) => json!({ "status": "applied", "changes": changes }),
        Err(Stopped::NotNow(rule, message)) => {
            json!({ "status": "refused", "error": { "code": "not_now", "rule": rule, "message": message.to_string() } })
        }
        Err(Stopped::Refused(refusal)) => json!({ "status": "refused", "error": refusal_json(&refusal) }),
        Err(Stopped::NeedsDice(next)) => json!({ "status": "needs_dice", "next": next }),
    }
}

fn refusal_json(refusal: &Refusal) -> Json {
    serde_json::to_value(refusal).unwrap_or(Json::Null)
}

// ---- the table after the acts

fn table_json(ruleset: &'static Ruleset, state: &State) -> Json {
    let table = state.table();
    let tracked = |of: &str, trackers: &'static [Tracker]| trackers_json(state, of, trackers);
    let units: Map<String, Json> =
        table.units.iter().map(|unit| (unit.id.clone(), tracked(&unit.id, ruleset.trackers))).collect();
    let offers: Map<String, Json> =
        table.units.iter().map(|unit| (unit.id.clone(), offers_json(ruleset, state, &unit.id))).collect();
    let sides: Map<String, Json> =
        Side::BOTH.map(Side::id).map(|id| (id.to_owned(), tracked(id, ruleset.side_trackers))).into_iter().collect();
    let due: Vec<Json> = referee::duties(ruleset, state).iter().map(duty_json).collect();
    json!({
        "turn": table.turn,
        "phase": table.phase,
        "active": (ruleset.turn_rules.active)(&table).map(Side::id),
        "units": units,
        "sides": sides,
        "battle": tracked(BATTLE, ruleset.battle_trackers),
        "offers": offers,
        "due": due,
    })
}

fn trackers_json(state: &State, of: &str, trackers: &'static [Tracker]) -> Json {
    let held = |tracker: &Tracker| Some((tracker.id.to_owned(), state.tracked(of)?.get(tracker.id)?.clone()));
    trackers.iter().filter_map(held).collect::<Map<_, _>>().into()
}

/// Each procedure once: one with several ways may be done if one of them may.
fn offers_json(ruleset: &'static Ruleset, state: &State, unit: &str) -> Json {
    let mut rows: Vec<(&str, Option<Barred>)> = Vec::new();
    for offer in referee::offers(ruleset, state, unit) {
        match rows.iter_mut().find(|(id, _)| *id == offer.procedure.id) {
            Some((_, barred)) if offer.barred.is_none() => *barred = None,
            Some(_) => {}
            None => rows.push((offer.procedure.id, offer.barred)),
        }
    }
    let row = |(procedure, barred): (&str, Option<Barred>)| match barred {
        None => json!({ "procedure": procedure, "may": true }),
        Some(Barred { bar, message }) => {
            json!({ "procedure": procedure, "may": false, "rule": bar.rule, "message": message.to_string() })
        }
    };
    rows.into_iter().map(row).collect()
}

fn duty_json(duty: &Duty) -> Json {
    let participants = referee::participants_of(duty).json();
    json!({ "procedure": duty.procedure, "participants": participants, "must": duty.must, "message": duty.why.to_string() })
}

/// Trackers that differ between two states of the table, and units that joined or left it.
fn differences(before: &State, after: &State) -> Vec<Json> {
    let mut changes = Vec::new();
    let ids = |state: &State| state.units().map(|unit| unit.id.clone()).collect::<Vec<_>>();
    let (was, is) = (ids(before), ids(after));
    changes.extend(was.iter().filter(|id| !is.contains(id)).map(|id| json!({ "of": id, "left": true })));
    for id in is.iter().map(String::as_str).chain(NO_UNITS) {
        if is.iter().any(|own| own == id) && !was.iter().any(|own| own == id) {
            changes.push(json!({ "of": id, "joined": true }));
        }
        let (Some(now), then) = (after.tracked(id), before.tracked(id)) else { continue };
        for (tracker, to) in &now.0 {
            let from = then.and_then(|then| then.get(tracker));
            if then.is_some() && from != Some(to) {
                changes.push(json!({ "of": id, "tracker": tracker, "from": from, "to": to }));
            }
        }
    }
    changes
}

// ---- what comes in

fn object<'a>(json: &'a Json, path: &str) -> Result<&'a Map<String, Json>, Refusal> {
    json.as_object().ok_or_else(|| Refusal::bad(path, "This must be an object."))
}

fn known_fields(object: &Map<String, Json>, known: &[&str], holder: &str) -> Result<(), Refusal> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(unknown) => {
            let refusal = Refusal::new(Code::UnknownField, unknown.as_str(), "There is no such field.");
            Err(if holder.is_empty() { refusal } else { refusal.within(holder) })
        }
    }
}

fn required_text<'a>(object: &'a Map<String, Json>, field: &str) -> Result<&'a str, Refusal> {
    let value = object.get(field).ok_or_else(|| Refusal::missing(field))?;
    value.as_str().ok_or_else(|| Refusal::bad(field, "This must be a text."))
}

fn flag(object: &Map<String, Json>, field: &str) -> Result<bool, Refusal> {
    object
        .get(field)
        .map_or(Ok(false), |value| value.as_bool().ok_or_else(|| Refusal::bad(field, "This must be true or false.")))
}

fn read_list(json: &Json, path: &str, most: usize) -> Result<Vec<Json>, Refusal> {
    let list = json.as_array().ok_or_else(|| Refusal::bad(path, "This must be a list."))?;
    if list.len() > most {
        return Err(Refusal::bad(path, text!("At most {n}.", n = most)));
    }
    Ok(list.clone())
}

fn read_ruleset(script: &Map<String, Json>) -> Result<&'static Ruleset, Refusal> {
    let id = required_text(script, "ruleset")?;
    rulesets::find(id).ok_or_else(|| {
        let message = text!("There is no ruleset {name}.", name = id.to_owned());
        Refusal::new(Code::UnknownRuleset, "ruleset", message)
    })
}

fn read_rulings(ruleset: &Ruleset, rulings: Option<&Json>) -> Result<Map<String, Json>, Refusal> {
    let Some(rulings) = rulings else { return Ok(Map::new()) };
    let rulings = object(rulings, "rulings")?;
    for (field, value) in rulings {
        let switches = ruleset.rulings.iter().filter_map(|ruling| ruling.switch.as_ref());
        let Some(switch) = switches.into_iter().find(|switch| switch.field == field) else {
            return Err(Refusal::new(Code::UnknownField, field.as_str(), "There is no such ruling.").within("rulings"));
        };
        if !switch.values.iter().any(|choice| *value == choice.id) {
            return Err(Refusal::bad(field.as_str(), "There is no such choice.").within("rulings"));
        }
    }
    Ok(rulings.clone())
}

fn read_sides(ruleset: &'static Ruleset, sides: &Json) -> Result<[NamedSide; 2], Refusal> {
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
    let profile = match (side.get("profile"), ruleset.side_profile) {
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
    Ok(NamedSide { name: name.to_owned(), profile })
}

fn read_units(ruleset: &'static Ruleset, units: &Json) -> Result<Vec<Unit>, Refusal> {
    let list = read_list(units, "units", MOST_UNITS)?;
    let mut units: Vec<Unit> = Vec::with_capacity(list.len());
    for (index, unit) in list.iter().enumerate() {
        let place = |refusal: Refusal| refusal.at_index(index).within("units");
        let unit = read_unit(ruleset, unit).map_err(place)?;
        if units.iter().any(|own| own.id == unit.id) {
            return Err(place(Refusal::bad("id", "Another unit has this id.")));
        }
        units.push(unit);
    }
    Ok(units)
}

fn read_unit(ruleset: &'static Ruleset, unit: &Json) -> Result<Unit, Refusal> {
    let unit = object(unit, "")?;
    known_fields(unit, &["id", "side", "profile"], "")?;
    let id = required_text(unit, "id")?;
    let is_unit = matches!(Subject::from(id), Subject::Unit(_));
    if !is_unit || id.is_empty() || id.chars().count() > LONGEST_NAME {
        return Err(Refusal::bad("id", "No unit can have this id."));
    }
    let side = Side::find(required_text(unit, "side")?).ok_or_else(|| Refusal::bad("side", "A side is a or b."))?;
    let profile = unit.get("profile").ok_or_else(|| Refusal::missing("profile"))?;
    let profile = object(profile, "profile")?;
    ruleset.profile.check(profile).map_err(|refusal| refusal.within("profile"))?;
    Ok(Unit { id: id.to_owned(), side: side.index(), profile: profile.clone() })
}

/// The participants that an act names. The units of a role that takes its only candidate by itself may be left out.
fn read_participants(
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

/// Refuses a unit of the wrong side in a role: one side's units fire, the other's are fired at.
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

fn tracker_of(ruleset: &'static Ruleset, state: &State, of: &Subject, key: &str) -> Option<&'static Tracker> {
    let trackers = match of {
        Subject::Unit(_) => ruleset.trackers,
        Subject::Side(_) => ruleset.side_trackers,
        Subject::Battle => ruleset.battle_trackers,
    };
    let held = state.tracked(of.id())?;
    trackers.iter().find(|tracker| tracker.id == key && held.get(key).is_some())
}
