//! The act `group` of a script: one procedure for several units, each judged in order and answered by itself.

use super::read::{known_fields, object, read_list, read_participants};
use super::table::differences;
use super::{Applied, MOST_UNITS, Script, Stopped, answer_act, stopped_by};
use crate::contract::read_faces;
use battle::groups::write_acts;
use battle::participants::Participants;
use battle::referee::{self, GroupTable};
use battle::{Action, ActionEvent, Event, Resolved, State};
use rules::dice::Halt;
use rules::form::path;
use rules::procedure::{GroupOrder, Grouping, Procedure};
use rules::refusal::{Code, Refusal};
use rules::{filling, text};
use serde_json::{Map, Value as Json};

/// A part as it is read: its participants, and the answers of players to it.
struct Part {
    participants: Participants,
    answers: Map<String, Json>,
}

/// A part that was resolved.
struct Done {
    action: Resolved,
    outcome: rules::outcome::Record,
    resolved: rules::procedure::Resolved,
    input: Map<String, Json>,
}

impl Script {
    /// Does a group act. A part that the rules forbid, or that an earlier result has made impossible, is refused by itself and takes no
    /// dice. Nothing is done if all parts are refused, if dice are missing, or if some are left over.
    pub(super) fn group(&mut self, act: &Map<String, Json>) -> Result<Applied, Stopped> {
        let procedure = self.find_procedure(act)?;
        let grouping =
            procedure.grouping.ok_or_else(|| Refusal::bad("procedure", "Several units cannot do this as one act."))?;
        let shared = act.get("input").map_or_else(|| Ok(Map::new()), |said| object(said, "input").cloned())?;
        refuse_unshared(&grouping, &shared)?;
        let parts = self.read_parts(procedure, &grouping, &shared, act)?;
        let faces = act.get("faces").map_or_else(|| Ok(Vec::new()), read_faces)?;
        let order = grouping.order(&self.battle.header().rulings);
        let before = self.battle.state().clone();
        let mut table = GroupTable::begin(order, before.clone());
        let (mut left, mut answers, mut acts) = (faces.as_slice(), Vec::new(), Vec::new());
        for part in &parts {
            let done = match self.part(procedure, part, &table, &mut left) {
                Ok(done) => done,
                Err(Stopped::NeedsDice(roll)) => return Err(Stopped::NeedsDice(roll)),
                Err(Stopped::Refused(refusal)) if refusal.code == Code::BadFace => return Err(refusal.into()),
                Err(stopped) => {
                    answers.push(answer_act(Err(stopped)));
                    continue;
                }
            };
            let judged = table.next();
            let changes = judged.changes(self.ruleset, procedure, &part.participants, &done.input, &done.resolved);
            let was = table.now().clone();
            table.apply(&changes);
            let changed = differences(&was, table.now());
            answers.push(answer_act(Ok(Applied { outcome: Some(done.outcome), ..Applied::changing(changed) })));
            let at_once = order == GroupOrder::AtOnce;
            let act = ActionEvent::new(0.0, Action::Resolved(done.action), changes).refereed(Vec::new());
            acts.push(ActionEvent { at_once, ..act });
        }
        if acts.is_empty() {
            return Err(Refusal::forbidden("parts", text!("No unit can do this now.")).into());
        }
        if !left.is_empty() {
            let message = text!("{n} {n|face|faces} too many.", n = left.len() as f64);
            return Err(Refusal::new(Code::UnusedDice, "faces", message).into());
        }
        write_acts(acts, |event: Event| Some(self.push(event)));
        Ok(Applied { parts: Some(answers), ..Applied::changing(differences(&before, self.battle.state())) })
    }

    fn read_parts(
        &self,
        procedure: &'static Procedure,
        grouping: &Grouping,
        shared: &Map<String, Json>,
        act: &Map<String, Json>,
    ) -> Result<Vec<Part>, Refusal> {
        let list = read_list(act.get("parts").ok_or_else(|| Refusal::missing("parts"))?, "parts", MOST_UNITS)?;
        if list.is_empty() {
            return Err(Refusal::bad("parts", "A group act has at least one part."));
        }
        let read = |(index, part): (usize, &Json)| {
            let at_part = |refusal: Refusal| refusal.at_index(index).within("parts");
            self.read_part(procedure, grouping, shared, part).map_err(at_part)
        };
        list.iter().enumerate().map(read).collect()
    }

    fn read_part(
        &self,
        procedure: &'static Procedure,
        grouping: &Grouping,
        shared: &Map<String, Json>,
        part: &Json,
    ) -> Result<Part, Refusal> {
        let part = object(part, "")?;
        known_fields(part, &["participants", "input"], "")?;
        let participants = read_participants(self.ruleset, procedure, part.get("participants"), self.battle.state())?;
        let mut answers = part.get("input").map_or_else(|| Ok(Map::new()), |said| object(said, "input").cloned())?;
        if let Some(place) = grouping.shared.iter().find(|place| path::get(&answers, place).is_some()) {
            return Err(Refusal::new(Code::UnknownField, *place, "All parts share this answer.").within("input"));
        }
        filling::overlay(&mut answers, shared);
        Ok(Part { participants, answers })
    }

    /// Resolves a part with the first of the dice that are left, and takes these away.
    fn part(
        &self,
        procedure: &'static Procedure,
        part: &Part,
        table: &GroupTable,
        left: &mut &[u8],
    ) -> Result<Done, Stopped> {
        let judged = table.next();
        let is_there = |state: &State| {
            let mut units = procedure.participants.iter().flat_map(|role| part.participants.units(role.id));
            units.all(|id| state.unit(id).is_some())
        };
        if !is_there(judged.on) || !is_there(judged.applied_to) {
            let message = text!("A unit that takes part is not on the table.");
            return Err(Refusal::forbidden("participants", message).into());
        }
        let input = referee::filled(procedure, &part.participants, judged.on, &part.answers);
        let barred = referee::bars(self.ruleset, procedure, &part.participants, judged.on, &input);
        if let Some(stopped) = stopped_by(&barred) {
            return Err(stopped);
        }
        let (mut faces, mut count) = (Vec::new(), 0);
        let resolved = loop {
            match referee::play(procedure, &part.participants, judged.on, &input, &faces)?.result {
                Ok(resolved) => break resolved,
                Err(Halt::Refused(refusal)) => return Err(refusal.into()),
                Err(Halt::Needs(roll)) if count == left.len() => return Err(Stopped::NeedsDice(*roll)),
                Err(Halt::Needs(roll)) => {
                    count = (count + roll.count).min(left.len());
                    faces = left[..count].to_vec();
                }
            }
        };
        *left = &left[count..];
        let outcome = resolved.outcome.clone();
        let action = Resolved::of(procedure.id, input.clone(), part.participants.json(), &outcome);
        Ok(Done { action, outcome, resolved, input })
    }
}

/// Refuses shared answers that each part gives by itself.
fn refuse_unshared(grouping: &Grouping, shared: &Map<String, Json>) -> Result<(), Refusal> {
    let known = grouping.shared_in(shared);
    let unshared = shared.iter().find(|(field, value)| known.get(*field) != Some(*value));
    unshared.map_or(Ok(()), |(field, _)| {
        Err(Refusal::new(Code::UnknownField, field.as_str(), "Each part answers this by itself.").within("input"))
    })
}
