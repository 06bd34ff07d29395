//! The `battle` call: a whole battle as a script of acts, and the table that they lead to.
//!
//! The [`referee`] that the app uses decides which acts are allowed. Every act has one answer; a refused act changes nothing.
//!
//! A script has a `ruleset` with `sides` and `units`, or a [`scenario`] in their place, in the form of a file of the library. Then arrivals and
//! events are in `due` with their `input`, and in the same form in `at_will`, if the game master may call them. They are acts of the
//! procedures `arrival` and `event`. The table has the ids of the units that are `off_table`, the `points` of both sides, and the
//! `result` that is proposed. `set` accepts `off_table` of a unit, and `ground:<id>` of the battle.

mod group;
pub(super) mod read;
mod table;

use super::read_faces;
use crate::storage::scenario;
use battle::participants::Participants;
use battle::referee::{self, Barred};
use battle::{Action, ActionEvent, Battle, Event, Header, Resolved, Stamp, State};
use read::{
    flag, known_fields, object, read_acts, read_own_rules, read_participants, read_ruleset, read_rulings,
    read_scenario, read_sides, read_unit, read_units, required_text,
};
use rules::closing::CLOSED;
use rules::dice::rng::Seed;
use rules::dice::{Halt, RollRequest};
use rules::outcome::Record;
use rules::own::{OWN_RULES, OwnRules};
use rules::procedure::Procedure;
use rules::refusal::{Code, Refusal};
use rules::registry::Registry;
use rules::ruleset::{Ruleset, Tracker};
use rules::secrecy::SECRECY;
use rules::subject::Subject;
use rules::table::Change;
use rules::text;
use rules::text::Text;
use serde_json::{Map, Value as Json, json};
use table::{differences, table_json};

/// The maximum number of acts of a script.
pub const MOST_ACTS: usize = 2_000;
/// The maximum number of units of a battle.
pub const MOST_UNITS: usize = 400;
/// The maximum length of a name or an id, in characters.
const LONGEST_NAME: usize = 200;
/// The tab in the stamps of a script's events.
const TAB: &str = "script";

/// Plays a script. Returns the answer to each act, and the table after them.
pub fn battle(registry: Registry, script: &Json) -> Json {
    match Script::read(registry, script) {
        Ok(mut script) => script.answer(),
        Err(refusal) => json!({ "status": "error", "error": refusal_json(&refusal) }),
    }
}

/// A battle and its remaining acts.
pub(super) struct Script {
    pub(super) ruleset: &'static Ruleset,
    pub(super) battle: Battle,
    acts: Vec<Json>,
}

/// A rule id, with the reason for players.
type Reason = (&'static str, Text);

/// The answer to an act that was not applied.
pub(super) enum Stopped {
    /// Rules forbid the act: the first of them and all others, each with its reason.
    NotNow(Reason, Vec<Reason>),
    /// Its JSON is malformed, or the procedure refuses it.
    Refused(Refusal),
    /// These dice are missing.
    NeedsDice(RollRequest),
    /// The request contains an error outside its acts.
    Error(Refusal),
}

impl From<Refusal> for Stopped {
    fn from(refusal: Refusal) -> Self {
        Stopped::Refused(refusal)
    }
}

/// A procedure, its participants, and the answers of players.
type Asked = (&'static Procedure, Participants, Map<String, Json>);

/// The outcome of a procedure, the answers to the parts of a group act, and the changes of an act. Other acts have no outcome.
struct Applied {
    outcome: Option<Record>,
    parts: Option<Vec<Json>>,
    changes: Vec<Json>,
}

impl Applied {
    /// An act without an outcome.
    fn changing(changes: Vec<Json>) -> Self {
        Self { outcome: None, parts: None, changes }
    }
}

impl Script {
    pub(super) fn read(registry: Registry, script: &Json) -> Result<Self, Refusal> {
        let script = object(script, "")?;
        if let Some(scenario) = script.get("scenario") {
            known_fields(script, &["scenario", "acts"], "")?;
            return Self::of_scenario(registry, scenario, script.get("acts"));
        }
        known_fields(script, &["ruleset", "rulings", "own_rules", "sides", "units", "acts"], "")?;
        let ruleset = read_ruleset(registry, script)?;
        let rulings = read_rulings(ruleset, script.get("rulings"))?;
        let own_rules = script.get("own_rules");
        let own_rules = own_rules.map(|rules| read_own_rules(ruleset, rules, "own_rules")).transpose()?;
        let sides = read_sides(ruleset, script.get("sides").ok_or_else(|| Refusal::missing("sides"))?)?;
        let units = read_units(ruleset, script.get("units").ok_or_else(|| Refusal::missing("units"))?)?;
        let acts = read_acts(script.get("acts"))?;
        let header = Header { rulings, sides, ..Header::new(ruleset.named.id, "", ["", ""], units, Seed([0; 32])) };
        let mut battle = Battle::begin(registry, header);
        let agreed = own_rules.map(|rules| Change::to(Subject::Battle, OWN_RULES, rules));
        begin(ruleset, &mut battle, agreed.into_iter().collect());
        Ok(Self { ruleset, battle, acts })
    }

    /// Reads a script that plays a scenario.
    fn of_scenario(registry: Registry, scenario: &Json, acts: Option<&Json>) -> Result<Self, Refusal> {
        let (ruleset, scenario) = read_scenario(registry, scenario)?;
        let acts = read_acts(acts)?;
        let (header, changes) = scenario::play(ruleset, ("script", 0), &scenario, Seed([0; 32]));
        let mut battle = Battle::begin(registry, header);
        begin(ruleset, &mut battle, changes);
        Ok(Self { ruleset, battle, acts })
    }

    fn answer(&mut self) -> Json {
        let acts: Vec<Json> = std::mem::take(&mut self.acts).iter().map(|act| answer_act(self.act(act))).collect();
        json!({ "status": "battle", "acts": acts, "table": table_json(self.ruleset, self.battle.state()) })
    }

    /// Applies all acts.
    ///
    /// # Errors
    /// `bad_value` at the first act that is not applied.
    pub(super) fn play_all(&mut self) -> Result<(), Refusal> {
        for (index, act) in std::mem::take(&mut self.acts).iter().enumerate() {
            if self.act(act).is_err() {
                let refusal = Refusal::bad("", "This act is not applied: ask the battle for the reason.");
                return Err(refusal.at_index(index).within("acts").within("battle"));
            }
        }
        Ok(())
    }

    fn act(&mut self, act: &Json) -> Result<Applied, Stopped> {
        let act = object(act, "")?;
        let kind = required_text(act, "act")?;
        let fields: &[&str] = match kind {
            "procedure" => &["act", "procedure", "participants", "input", "faces", "override"],
            "group" => &["act", "procedure", "input", "parts", "faces"],
            "next" => &["act", "override"],
            "set" => &["act", "of", "tracker", "to"],
            "add" | "remove" => &["act", "unit"],
            "undo" | "redo" => &["act"],
            _ => return Err(Refusal::bad("act", "There is no such act.").into()),
        };
        known_fields(act, fields, "")?;
        self.permit_if_closed(act, kind)?;
        match kind {
            "procedure" => self.procedure(act),
            "group" => self.group(act),
            "next" => self.next(act),
            "set" => self.set(act),
            "add" => self.add(act),
            "remove" => self.remove(act),
            "undo" => self.step_back(),
            _ => self.step_forward(),
        }
    }

    /// Refuses an act in a closed battle, unless the act reopens it.
    fn permit_if_closed(&self, act: &Map<String, Json>, kind: &str) -> Result<(), Stopped> {
        let text = |field: &str| act.get(field).and_then(Json::as_str).unwrap_or_default();
        let changes = match kind {
            "undo" | "redo" => return Ok(()),
            "set" => vec![Change::set(text("of"), text("tracker"), Json::Null)],
            _ => Vec::new(),
        };
        let by_hand = Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes)));
        self.battle.refuses(&by_hand).map_or(Ok(()), |message| Err(Stopped::NotNow((CLOSED, message), Vec::new())))
    }

    /// Reads the procedure of an act, its participants, and the answers of players.
    pub(super) fn read_procedure(&self, act: &Map<String, Json>) -> Result<Asked, Refusal> {
        let procedure = self.find_procedure(act)?;
        let participants = read_participants(self.ruleset, procedure, act.get("participants"), self.battle.state())?;
        let said = act.get("input").map_or_else(|| Ok(Map::new()), |said| object(said, "input").cloned())?;
        Ok((procedure, participants, said))
    }

    fn find_procedure(&self, act: &Map<String, Json>) -> Result<&'static Procedure, Refusal> {
        let name = required_text(act, "procedure")?;
        self.ruleset.procedure(name).ok_or_else(|| {
            let message =
                text!("{ruleset} has no procedure {name}.", ruleset = self.ruleset.named.title, name = name.to_owned());
            Refusal::new(Code::UnknownProcedure, "procedure", message)
        })
    }

    /// Stops an act that a rule forbids.
    pub(super) fn judge(
        &self,
        procedure: &'static Procedure,
        participants: &Participants,
        said: &Map<String, Json>,
    ) -> Result<(), Stopped> {
        let state = self.battle.state();
        let input = referee::filled(procedure, participants, state, said);
        let barred = referee::bars(self.ruleset, procedure, participants, state, &input);
        stopped_by(&barred).map_or(Ok(()), Err)
    }

    fn procedure(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let (procedure, participants, said) = self.read_procedure(act)?;
        let state = self.battle.state();
        let faces = act.get("faces").map_or_else(|| Ok(Vec::new()), read_faces)?;
        let overrides = flag(act, "override")?;
        let input = referee::filled(procedure, &participants, state, &said);
        let barred = referee::bars(self.ruleset, procedure, &participants, state, &input);
        match stopped_by(&barred) {
            Some(stopped) if !overrides => return Err(stopped),
            _ => referee::permit_override(&barred)?,
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
        Ok(Applied { outcome: Some(outcome), ..Applied::changing(changes) })
    }

    fn next(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let overrides = flag(act, "override")?;
        let barred = referee::next_bars(self.ruleset, self.battle.state());
        if let Some(stopped) = stopped_by(&barred).filter(|_| !overrides) {
            return Err(stopped);
        }
        let overridden = barred.first().map(|barred| barred.rule.to_owned()).into_iter().collect();
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        let changes = self.log(Action::Phase, changes, overridden);
        Ok(Applied::changing(changes))
    }

    fn set(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let of = Subject::from(required_text(act, "of")?);
        let key = required_text(act, "tracker")?;
        let to = act.get("to").ok_or_else(|| Refusal::missing("to"))?;
        let state = self.battle.state();
        if state.tracked(of.id()).is_none() {
            return Err(Refusal::bad("of", "There is no such unit or side.").into());
        }
        if state.planned().is_some_and(|planned| planned.can_hold(of.id(), key, to)) {
            let changes = vec![Change::set(of, key, to.clone())];
            let changes = self.log(Action::ByHand, changes, Vec::new());
            return Ok(Applied::changing(changes));
        }
        let tracker = tracker_of(self.ruleset, state, &of, key)
            .ok_or_else(|| Refusal::bad("tracker", "It has no such tracker."))?;
        if tracker.id == OWN_RULES.id() {
            read_own_rules(self.ruleset, to, "to")?;
        }
        if !tracker.can_hold(to, &of, &state.table()) {
            return Err(Refusal::bad("to", "It cannot hold this.").into());
        }
        let change = Change::set(of, tracker.id, to.clone());
        let changes = referee::changes_by_hand(self.ruleset, state, vec![change]);
        let changes = self.log(Action::ByHand, changes, Vec::new());
        Ok(Applied::changing(changes))
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
        Ok(Applied::changing(changes))
    }

    fn remove(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let id = required_text(act, "unit")?;
        let state = self.battle.state();
        if state.unit(id).is_none() {
            return Err(Refusal::bad("unit", "There is no such unit.").into());
        }
        let changes = referee::changes_of_muster(self.ruleset, state, vec![Change::Remove(id.to_owned())]);
        let changes = self.log(Action::Muster, changes, Vec::new());
        Ok(Applied::changing(changes))
    }

    fn step_back(&mut self) -> Result<Applied, Stopped> {
        self.step(self.battle.undoing(), "nothing_to_undo", "There is nothing to undo.")
    }

    fn step_forward(&mut self) -> Result<Applied, Stopped> {
        self.step(self.battle.redoing(), "nothing_to_redo", "There is nothing to redo.")
    }

    fn step(&mut self, event: Option<Event>, rule: &'static str, message: &'static str) -> Result<Applied, Stopped> {
        let event = event.ok_or_else(|| Stopped::NotNow((rule, message.into()), Vec::new()))?;
        let before = self.battle.state().clone();
        self.push(event);
        Ok(Applied::changing(differences(&before, self.battle.state())))
    }

    fn log(&mut self, action: Action, changes: Vec<Change>, overrides: Vec<String>) -> Vec<Json> {
        let before = self.battle.state().clone();
        self.push(Event::Action(Box::new(ActionEvent::new(0.0, action, changes).refereed(overrides))));
        differences(&before, self.battle.state())
    }

    fn push(&mut self, event: Event) -> Stamp {
        let stamp: Stamp = self.battle.next_stamp(TAB);
        self.battle.add(stamp.clone(), event);
        stamp
    }
}

/// Logs the changes at the start of a battle, and those that the players agreed on, such as own rules, if there are any.
fn begin(ruleset: &'static Ruleset, battle: &mut Battle, agreed: Vec<Change>) {
    let mut changes = referee::beginning(ruleset, battle.state());
    if !agreed.is_empty() {
        changes.extend(referee::changes_by_hand(ruleset, battle.state(), agreed));
    }
    if !changes.is_empty() {
        let stamp = battle.next_stamp(TAB);
        battle.add(stamp, Event::Action(Box::new(ActionEvent::beginning(0.0, changes))));
    }
}

/// The answer to an act that these rules forbid; `None` without any.
fn stopped_by(barred: &[Barred]) -> Option<Stopped> {
    let reason = |barred: &Barred| (barred.rule, barred.message.clone());
    let (first, others) = barred.split_first()?;
    Some(Stopped::NotNow(reason(first), others.iter().map(reason).collect()))
}

fn answer_act(answer: Result<Applied, Stopped>) -> Json {
    match answer {
        Ok(Applied { outcome: Some(outcome), changes, .. }) => {
            json!({ "status": "applied", "outcome": outcome, "changes": changes })
        }
        Ok(Applied { parts: Some(parts), changes, .. }) => {
            json!({ "status": "applied", "parts": parts, "changes": changes })
        }
        Ok(Applied { changes, .. }) => json!({ "status": "applied", "changes": changes }),
        Err(stopped) => answer_stopped(stopped),
    }
}

pub(super) fn answer_stopped(stopped: Stopped) -> Json {
    match stopped {
        Stopped::NotNow(first, others) => {
            let not_now =
                |(rule, message): Reason| json!({ "code": "not_now", "rule": rule, "message": message.to_string() });
            let mut answer = json!({ "status": "refused", "error": not_now(first) });
            if !others.is_empty() {
                answer["also"] = others.into_iter().map(not_now).collect();
            }
            answer
        }
        Stopped::Refused(refusal) => json!({ "status": "refused", "error": refusal_json(&refusal) }),
        Stopped::NeedsDice(next) => json!({ "status": "needs_dice", "next": next }),
        Stopped::Error(refusal) => json!({ "status": "error", "error": refusal_json(&refusal) }),
    }
}

fn refusal_json(refusal: &Refusal) -> Json {
    serde_json::to_value(refusal).unwrap_or(Json::Null)
}

fn tracker_of(ruleset: &'static Ruleset, state: &State, of: &Subject, key: &str) -> Option<&'static Tracker> {
    let trackers = ruleset.trackers_in(of, state.battle());
    let held = state.tracked(of.id())?;
    let has_secrets = !ruleset.secrecies(&OwnRules::of(state.battle())).is_empty();
    let can_be_agreed = |tracker: &Tracker| tracker.id != SECRECY.id() || has_secrets;
    // Players can set trackers that all rulesets share at any time, even before they have a value.
    if let Some(common) =
        ruleset.common_trackers().find(|tracker| *of == Subject::Battle && tracker.id == key && can_be_agreed(tracker))
    {
        return Some(common);
    }
    trackers.into_iter().find(|tracker| tracker.id == key && held.get(key).is_some())
}

#[cfg(test)]
mod tests;
