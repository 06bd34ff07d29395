//! Acts that need neither dice nor an answer. The tap that opens their panel applies them instead.

use super::{Outcome, Panel, Tables};
use crate::Act;
use crate::participants::Participants;
use rules::form::{Field, Form, Kind, Origin, path};
use rules::own;
use rules::procedure::{Agent, Role};
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

impl Panel {
    /// The panel of an act with its outcome, if one tap can apply it. `None` if players must first roll dice, answer a question, choose a
    /// unit, or read a rule that forbids the act or an option that the act takes away. Also `None` if the act changes no tracker, because
    /// players then want to read the result.
    pub fn at_once(ruleset: &'static Ruleset, act: &Act, tables: &Tables) -> Option<(Self, Arc<Outcome>)> {
        let state = tables.state()?;
        let given = act.clone().with_duty(ruleset, state);
        let mut panel = Self::open(ruleset, given.clone().opened(ruleset, state), tables);
        let suggested = act.suggested(ruleset, state);
        if panel.has_open_role(&given, tables) || !panel.questions(&suggested, tables).is_empty() {
            return None;
        }
        let shown = panel.shown(tables);
        let is_plain =
            shown.barred.is_empty() && shown.ends.is_empty() && !shown.hides && shown.outlook.decision().is_none();
        if !is_plain || shown.is_rolling || panel.is_forbidden_unseen(tables) {
            return None;
        }
        let outcome = shown.outcome.clone()?;
        let is_applied = outcome.rolls.is_empty() && !outcome.changes.is_empty() && outcome.settlement.is_some();
        is_applied.then_some((panel, outcome))
    }

    /// True if players can choose another unit for a role, or the side that acts.
    fn has_open_role(&self, given: &Act, tables: &Tables) -> bool {
        let (Some(state), procedure) = (tables.state(), self.act.procedure) else { return true };
        let is_open = |role: &Role| {
            let chosen = self.act.participants.units(role.id);
            let mut others = self.act.participants.candidates(procedure, role, state);
            others.retain(|unit| !chosen.contains(unit));
            given.participants.units(role.id).is_empty() && !others.is_empty()
        };
        let lacks_side = match procedure.agent {
            Agent::Side => {
                given.participants.named_side().is_none() && !has_units(&given.participants, procedure.participants)
            }
            Agent::Unit | Agent::Nobody => false,
        };
        lacks_side || procedure.grid.is_some() || procedure.participants.iter().any(is_open)
    }

    /// Paths of the questions that the panel shows and players have not answered. Answers to the fields with the ids in `suggested` do not
    /// count.
    pub(super) fn questions(&self, suggested: &[&str], tables: &Tables) -> Vec<String> {
        let procedure = self.act.procedure;
        let (sketch, drawn) = (self.sketch(tables), self.drawn_sketch(tables));
        let scene = tables.scene(&self.act).map(|(scene, _)| scene);
        let mut places = Vec::new();
        let mut note = |field: &Field, place: String| {
            let is_known = procedure.known.zip(scene.as_ref()).is_some_and(|(known, scene)| known(scene, &place));
            let is_answered = path::get(&self.act.answers, &place).is_some() && !suggested.contains(&field.id);
            if !is_known && !is_answered && !self.is_settled_by_form(field, &sketch) {
                places.push(place);
            }
        };
        if let Some(drawn) = drawn {
            each_question(drawn.form, &sketch, "", &[], &mut note);
        }
        each_question(procedure.form, &sketch, "", drawn.map_or(&[][..], |sketch| sketch.instead_of), &mut note);
        places
    }

    /// True if a field offers a single value that the input already has: one option, or the only unit of a role.
    fn is_settled_by_form(&self, field: &Field, sketch: &Map<String, Json>) -> bool {
        let is_of_one_unit = || self.act.participants.units(field.names).len() == 1 && field.need.default().is_some();
        field.is_settled(sketch) || is_of_one_unit()
    }
}

fn has_units(participants: &Participants, roles: &[Role]) -> bool {
    roles.iter().any(|role| !participants.units(role.id).is_empty())
}

/// Calls `note` for each question that a form shows, with its path. `holder` is the path of its object; fields with the ids in `hidden` are
/// not shown.
fn each_question(
    form: &'static Form,
    whole: &Map<String, Json>,
    holder: &str,
    hidden: &[&str],
    note: &mut dyn FnMut(&Field, String),
) {
    let object = path::object(whole, holder);
    let is_shown = |field: &&Field| {
        let is_special = field.id == "rulings" || own::is_field(field) || hidden.contains(&field.id);
        let is_asked = field.is_shown_in(holder) && field.mid_roll_purposes().is_empty() && !field.rare;
        !is_special && is_asked && field.matters(form, &object)
    };
    for field in form.fields.iter().filter(is_shown) {
        let place = path::join(holder, field.id);
        match field.kind {
            Kind::Object(inner) => each_question(inner, whole, &place, &[], note),
            Kind::List { of: Kind::Object(inner), .. } => {
                let count = path::get(whole, &place).and_then(Json::as_array).map_or(0, Vec::len);
                for nth in 0..count {
                    each_question(inner, whole, &format!("{place}[{nth}]"), &[], note);
                }
            }
            _ if field.origin != Origin::Unit => note(field, place),
            _ => {}
        }
    }
}
