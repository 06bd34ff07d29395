//! Judgement of the bans of a procedure, in a battle and without one.

use super::Ban;
use crate::facts::{Fact, FactValue, Facts};
use crate::form::{Form, Kind};
use crate::input::Input;
use crate::procedure::{Procedure, Role};
use crate::refusal::Refusal;
use crate::table::TableUnit;
use crate::text::Text;
use crate::turn::Attempt;
use serde_json::Value as Json;
use std::convert::Infallible;
use std::ops::{ControlFlow, Deref};

/// A unit as a ban reads it: its facts on the table, and its fields in the input.
///
/// Fields of an input that come from units have the ids of their facts, so the same id finds both.
#[derive(Debug)]
pub struct Judged<'a> {
    facts: Option<&'a Facts>,
    /// Objects of the input, from the unit's own object to the whole input.
    parts: Vec<Part<'a>>,
    /// True if fields of the input take precedence over facts on the table.
    input_first: bool,
}

/// An object of the input.
#[derive(Debug)]
struct Part<'a> {
    form: &'static Form,
    object: &'a Input,
    /// Path of the object in the input: `shooters[0]`.
    path: String,
    /// True if missing fields have their defaults.
    is_whole: bool,
}

impl<'a> Judged<'a> {
    /// Returns a unit with facts on the table and without an input.
    pub(super) fn of(facts: &'a Facts) -> Self {
        Self { facts: Some(facts), parts: Vec::new(), input_first: false }
    }

    /// Returns the value of a fact, or of the input field with its id. `None` if neither is known.
    pub fn get<T: FactValue>(&self, fact: Fact<T>) -> Option<T> {
        let recorded = || self.facts.and_then(|facts| facts.value(fact));
        let answered = || self.answer(fact);
        if self.input_first { answered().or_else(recorded) } else { recorded().or_else(answered) }
    }

    /// Returns the unit's facts on the table, for values that depend on several facts. `None` without a battle.
    pub fn record(&self) -> Option<&Facts> {
        self.facts
    }

    /// Returns the value of an input field; facts on the table are not read. `None` if the field is missing.
    pub fn answer<T: FactValue>(&self, field: Fact<T>) -> Option<T> {
        T::read(&self.parts.iter().find_map(|part| part.value(field.id()))?)
    }
}

impl Part<'_> {
    fn value(&self, id: &str) -> Option<Json> {
        let default = || self.form.field(id).filter(|_| self.is_whole)?.need.default();
        self.object.get(id).cloned().or_else(default)
    }
}

/// Returns the objects of an input that belong to a unit, the innermost first. `at` is the path of its role, `index` its index in the role.
fn parts<'a>(form: &'static Form, at: &str, index: usize, input: &'a Input, is_whole: bool) -> Vec<Part<'a>> {
    let mut parts = vec![Part { form, object: input, path: String::new(), is_whole }];
    for step in at.split('.').filter(|step| !step.is_empty()) {
        let id = step.trim_end_matches("[]");
        let holder = &parts[parts.len() - 1];
        let inner = match holder.form.field(id).map(|field| field.kind) {
            Some(Kind::Object(inner)) => inner,
            Some(Kind::List { of: Kind::Object(inner), .. }) => *inner,
            _ => break,
        };
        let (held, step) = match holder.object.get(id) {
            Some(Json::Array(list)) => (list.get(index), format!("{id}[{index}]")),
            held => (held, id.to_owned()),
        };
        let Some(object) = held.and_then(Json::as_object) else { break };
        let path = if holder.path.is_empty() { step } else { format!("{}.{step}", holder.path) };
        parts.push(Part { form: inner, object, path, is_whole });
    }
    parts.reverse();
    parts
}

/// A ban that forbids an act, with its reason for players.
pub type Held = (&'static Ban, Text);

/// Returns the bans that forbid an act in a battle, in the order of the procedure's list.
pub fn held(procedure: &'static Procedure, act: &Attempt, input: &impl Deref<Target = Input>) -> Vec<Held> {
    let mut held: Vec<Held> = Vec::new();
    let ControlFlow::<Infallible>::Continue(()) = judge(procedure, act, input, |ban, reason| {
        if !held.iter().any(|(other, known)| other.rule == ban.rule && *known == reason) {
            held.push((ban, reason));
        }
        ControlFlow::Continue(())
    });
    held
}

/// Returns the first ban that forbids an act in a battle. Bans after it are not judged.
pub fn first_held(procedure: &'static Procedure, act: &Attempt, input: &impl Deref<Target = Input>) -> Option<Held> {
    judge(procedure, act, input, |ban, reason| ControlFlow::Break((ban, reason))).break_value()
}

/// Calls `found` for each ban that forbids an act, in the order of the list, until `found` breaks. Consecutive bans on acting units in a slice are
/// judged unit by unit.
fn judge<B>(
    procedure: &'static Procedure,
    act: &Attempt,
    input: &impl Deref<Target = Input>,
    mut found: impl FnMut(&'static Ban, Text) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let taken = |role: &Role| act.scene.units(role.id).iter().enumerate();
    let by_unit = |ban: &Ban, role: &Role, index: usize, unit: &TableUnit| {
        let judged = |input_first| {
            let parts = parts(procedure.form, role.at.unwrap_or_default(), index, input, false);
            Judged { facts: Some(&unit.facts), parts, input_first }
        };
        // Judged twice: facts of the table take precedence the first time, fields of the input the second time. Either result forbids.
        let is_judged = ban.is_of_units() && ban.judges(act);
        let holds = is_judged && (ban.holds(&judged(false)) || ban.holds(&judged(true)));
        holds.then(|| ban.reason(&unit.facts))
    };
    let runs = |bans: &'static [Ban]| bans.chunk_by(|ban, next| ban.is_of_actors() && next.is_of_actors());
    for run in procedure.bans.iter().flat_map(|bans| runs(bans)) {
        for ban in run {
            if let Some(reason) = ban.stands_against(act) {
                found(ban, reason)?;
            }
        }
        for role in run.first().map_or(&[][..], |ban| ban.roles(procedure)) {
            for (index, unit) in taken(role) {
                for ban in run {
                    if let Some(reason) = by_unit(ban, role, index, unit) {
                        found(ban, reason)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Refuses an input that a ban forbids, at the ban's field, or that the rule's own `permit` refuses. Only the input is read. `judges` selects the
/// bans.
pub(in super::super) fn permit(
    procedure: &Procedure,
    input: &Input,
    judges: fn(&Ban) -> bool,
    by_rule: impl Fn() -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    for ban in procedure.all_bans() {
        if ban.is_permit() {
            by_rule()?;
        } else if !ban.field.is_empty() && judges(ban) {
            permit_one(procedure, ban, input)?;
        }
    }
    if procedure.all_bans().any(Ban::is_permit) { Ok(()) } else { by_rule() }
}

fn permit_one(procedure: &Procedure, ban: &Ban, input: &Input) -> Result<(), Refusal> {
    let roles = ban.roles(procedure);
    // A side that acts without units is described by the whole input.
    let whole = roles.is_empty().then_some(("", ""));
    for (at, label) in roles.iter().map(|role| (role.at.unwrap_or_default(), role.label)).chain(whole) {
        for index in 0..members(at, input) {
            let parts = parts(procedure.form, at, index, input, true);
            let unit = Judged { facts: None, parts, input_first: true };
            if ban.holds(&unit) {
                return Err(refusal(ban, label, &unit));
            }
        }
    }
    Ok(())
}

/// Returns the number of units that an input describes at the place of a role.
fn members(at: &str, input: &Input) -> usize {
    let list = at.split_once("[]").and_then(|(list, _)| input.get(list)).and_then(Json::as_array);
    list.map_or(1, Vec::len)
}

fn refusal(ban: &Ban, label: &'static str, unit: &Judged) -> Refusal {
    let holder = unit.parts.iter().find(|part| part.form.field(ban.field).is_some());
    let refusal = Refusal::forbidden(ban.field, ban.reason_without_unit(label));
    match holder.map_or("", |part| part.path.as_str()) {
        "" => refusal,
        path => refusal.within(path),
    }
}

/// True if no ban of units forbids the procedure to a unit that acts. Only the unit's facts and `answers` are read.
pub(in super::super) fn may(procedure: &Procedure, unit: &Facts, answers: &Input) -> bool {
    let part = Part { form: procedure.form, object: answers, path: String::new(), is_whole: false };
    let unit = Judged { facts: Some(unit), parts: vec![part], input_first: false };
    !procedure.all_bans().any(|ban| ban.is_of_units() && ban.holds(&unit))
}
