//! Acts of a chain: their input, and the units that the chain concerns.

use super::Chain;
use crate::{Act, State, referee};
use rules::form::{Origin, path};
use rules::procedure::Ready;
use rules::refusal::{Code, Refusal};
use rules::ruleset::{Ruleset, Tracks};
use rules::subject::Side;
use rules::turn::Duty;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Assumed answers, by procedure and field.
pub(super) type Assumed = BTreeMap<(&'static str, &'static str), Json>;

/// An act that the referee allows, with everything needed to resolve it.
pub(super) struct Allowed {
    pub(super) act: Act,
    pub(super) input: Map<String, Json>,
    pub(super) ready: Ready,
}

impl Act {
    /// Fills in the input without assumptions, and checks that the referee allows the act. The error is the first reason against it.
    pub(super) fn allowed(self, ruleset: &'static Ruleset, state: &State) -> Result<Allowed, Refusal> {
        let input = self.input(state);
        if let Some(barred) =
            referee::bars(ruleset, self.procedure, &self.participants, state, &input).into_iter().next()
        {
            return Err(Refusal::new(Code::NotAllowed, "", barred.message));
        }
        let ready = self.procedure.read(&input)?;
        Ok(Allowed { act: self, input, ready })
    }

    /// Adds missing answers: the caller's, else the procedure's assumption. An assumption does not replace a value from the table.
    pub(super) fn assuming(mut self, chain: &Chain, state: &State) -> Self {
        let procedure = self.procedure;
        let filled = self.input(state);
        for (assumption, places) in procedure.assumed(&filled) {
            for place in places {
                path::set(&mut self.answers, &place, Some(assumption.value.json()));
            }
        }
        if let Some(answers) = chain.answers.get(procedure.id).and_then(Json::as_object) {
            rules::filling::overlay(&mut self.answers, answers);
        }
        self
    }
}

impl Allowed {
    /// Adds to `assumed` the values of those fields that players see or decide, if the fields matter for this input.
    pub(super) fn note(&self, assumed: &mut Assumed) {
        let form = self.act.procedure.form;
        for field in form.fields {
            let asked = field.origin != Origin::Unit
                && !field.rare
                && field.id != "rulings"
                && field.mid_roll_purposes().is_empty();
            if !asked || !field.matters(form, &self.input) {
                continue;
            }
            let value = self.input.get(field.id).cloned().or_else(|| field.need.default());
            if let Some(value) = value.filter(|value| !value.is_array() && !value.is_object()) {
                assumed.entry((self.act.procedure.id, field.id)).or_insert(value);
            }
        }
    }
}

/// The units of an act, and all units that trackers link to them, directly or through other units.
pub(super) fn concerned(ruleset: &'static Ruleset, state: &State, act: &Act) -> Vec<String> {
    let roles = act.procedure.participants.iter();
    let mut units: Vec<String> = Vec::new();
    for id in roles.flat_map(|role| act.participants.units(role.id)) {
        if !units.contains(id) {
            units.push(id.clone());
        }
    }
    let links: Vec<(&str, Vec<&str>)> =
        state.units().map(|unit| (unit.id.as_str(), named_by(ruleset, state, &unit.id))).collect();
    loop {
        let linked = links.iter().find(|(id, named)| {
            let names_one = named.iter().any(|name| units.iter().any(|unit| unit == name));
            let is_named =
                links.iter().any(|(other, named)| units.iter().any(|unit| unit == other) && named.contains(id));
            !units.iter().any(|unit| unit == id) && (names_one || is_named)
        });
        match linked {
            Some((id, _)) => units.push((*id).to_owned()),
            None => return units,
        }
    }
}

/// Ids of the units to which a unit's trackers refer.
fn named_by<'a>(ruleset: &Ruleset, state: &'a State, unit: &str) -> Vec<&'a str> {
    let Some(facts) = state.tracked(unit) else { return Vec::new() };
    let trackers =
        ruleset.trackers.unit.iter().filter(|tracker| matches!(tracker.kind, Tracks::Unit(_) | Tracks::Units(_)));
    let values = trackers.filter_map(|tracker| facts.get(tracker.id));
    let each = values.flat_map(|value| match value {
        Json::Array(list) => list.iter().collect(),
        other => vec![other],
    });
    each.filter_map(Json::as_str).filter(|id| !id.is_empty()).collect()
}

/// True for a duty of one of these units, of a side, or of the battle.
pub(super) fn is_of(duty: &Duty, units: &[String]) -> bool {
    let mut named = duty.roles.iter().flat_map(|(_, ids)| ids).peekable();
    named.peek().is_none() || named.any(|id| units.contains(id))
}

/// True if two duties, neither of a unit, have the same procedure and the same side.
pub(super) fn same_of_side(one: &Duty, other: &Duty) -> bool {
    let of_units = |duty: &Duty| duty.roles.iter().any(|(_, ids)| !ids.is_empty());
    let side = |duty: &Duty| duty.side.map(Side::id);
    !of_units(one) && !of_units(other) && one.procedure == other.procedure && side(one) == side(other)
}
