//! Conditions: what the turn forbids one unit, declared once beside the procedure that it belongs to.
//!
//! A [`Condition`] is a sentence about a unit that takes part: "It fired this bound, and does not rest." It is judged wherever that
//! is known of the unit:
//!
//! - The *procedure* refuses an input at the condition's field, where there is no battle to ask
//!   ([`read_alone`](super::procedure::Procedure::read_alone)).
//! - The *referee* bars the act in a battle, and greys the offer on the unit's card, with the same words and the rule id. Players can
//!   override that; then nothing judges it again, and nothing in the input has to be put back.
//! - *Duties* and *phases* ask [`may`](super::procedure::Procedure::may) whom the procedure is open to.
//! - The *reference* lists it.
//!
//! Rules that look at other units or at the whole table are [bars](super::turn::Bar) of the turn. Where fields of an input show one of
//! them, too, such as the card in play, a condition [of the table](Condition::of_table) judges it without a battle.

use super::procedure::{Procedure, Role};
use super::table::TableUnit;
use crate::facts::{Fact, FactValue, Facts, NAME};
use crate::form::{Form, Kind};
use crate::refusal::Refusal;
use crate::text::{Gap, Text};
use serde_json::{Map, Value as Json};

/// A rule of the turn about one unit that takes part in a procedure.
#[derive(Debug)]
pub struct Condition {
    /// Rule id, as the contract reports it.
    pub rule: &'static str,
    /// Headings of the source.
    pub heading: &'static str,
    /// Reason, for players. `{name}` is the unit's name; without a battle, the label of its role.
    pub message: &'static str,
    /// Id of the field at which the procedure refuses it. Empty if no field of the input shows it.
    pub field: &'static str,
    /// True if it concerns everybody who takes part, rather than the units of the first role.
    pub of_everybody: bool,
    /// True if even an act that overrides it is refused: without it there is nothing to play. The procedure refuses it where a
    /// field shows it, the referee otherwise.
    pub is_final: bool,
    /// True if a card leaves the offer out while it holds, because there is nothing to do, rather than greying it.
    pub hides_offer: bool,
    /// True if it looks at the table: in a battle a bar of the same rule judges it, and the condition judges an input without one.
    pub of_table: bool,
    /// True if the procedure refuses it after everything else that it refuses.
    pub is_last: bool,
    /// Rule id of the bar after which it is named. Empty: between the bars and the late bars of the turn.
    pub after: &'static str,
    /// True if it forbids the act. `None` while something that it reads is not known: then it is not judged.
    pub forbids: fn(&Judged) -> Option<bool>,
}

impl Condition {
    /// A condition on the units that act, which no field of the input shows.
    pub const fn new(
        rule: &'static str,
        heading: &'static str,
        message: &'static str,
        forbids: fn(&Judged) -> Option<bool>,
    ) -> Self {
        Self {
            rule,
            heading,
            message,
            field: "",
            of_everybody: false,
            is_final: false,
            hides_offer: false,
            of_table: false,
            is_last: false,
            after: "",
            forbids,
        }
    }

    /// Lets the procedure refuse it at this field, too.
    #[must_use]
    pub const fn at<T>(mut self, field: Fact<T>) -> Self {
        self.field = field.id();
        self
    }

    /// Judges everybody who takes part.
    #[must_use]
    pub const fn of_everybody(mut self) -> Self {
        self.of_everybody = true;
        self
    }

    /// Refuses even an act that overrides it.
    #[must_use]
    pub const fn even_if_overridden(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// Leaves the offer out of cards while it holds.
    #[must_use]
    pub const fn hides_offer(mut self) -> Self {
        self.hides_offer = true;
        self
    }

    /// Leaves it in a battle to the bar of the same rule, which sees the whole table.
    #[must_use]
    pub const fn of_table(mut self) -> Self {
        self.of_table = true;
        self
    }

    /// Lets the procedure refuse it only if it refuses nothing else.
    #[must_use]
    pub const fn last(mut self) -> Self {
        self.is_last = true;
        self
    }

    /// Names it after the bar of this rule, where several rules forbid an act.
    #[must_use]
    pub const fn after(mut self, rule: &'static str) -> Self {
        self.after = rule;
        self
    }

    /// True if it does not forbid the act to a unit, by the unit's facts alone.
    pub fn permits(&self, facts: &Facts) -> bool {
        !self.holds(&Judged { facts: Some(facts), parts: Vec::new(), input_first: false })
    }

    /// The reason in general, for the reference: `{name}` is the label of the role.
    pub fn in_general(&self, procedure: &Procedure) -> Text {
        self.reason(procedure.participants.first().map_or("", |role| role.label))
    }

    fn holds(&self, unit: &Judged) -> bool {
        (self.forbids)(unit) == Some(true)
    }

    /// The reason, with what stands for the unit's name.
    fn reason(&self, name: impl Into<Gap>) -> Text {
        let reason = Text::from(self.message);
        if self.message.contains("{name}") { reason.with("name", name) } else { reason }
    }
}

/// A unit as a condition sees it: what the table has on record of it, and what the input says of it.
///
/// Fields of an input that come from units have the ids of their facts, so one name finds either.
#[derive(Debug)]
pub struct Judged<'a> {
    facts: Option<&'a Facts>,
    /// Parts of the input, from the unit's own outwards.
    parts: Vec<Part<'a>>,
    /// True if the input goes before the record.
    input_first: bool,
}

/// An object of the input.
#[derive(Debug)]
struct Part<'a> {
    form: &'static Form,
    object: &'a Map<String, Json>,
    /// Path of the object in the input: `shooters[0]`.
    path: String,
    /// True if fields that are left out have their defaults.
    is_whole: bool,
}

impl Judged<'_> {
    /// The value of a fact, or of the field with its id. `None` if it is not known.
    pub fn get<T: FactValue>(&self, fact: Fact<T>) -> Option<T> {
        let recorded = || self.facts.and_then(|facts| facts.value(fact));
        let answered = || self.answer(fact);
        if self.input_first { answered().or_else(recorded) } else { recorded().or_else(answered) }
    }

    /// The record of the table, for values that depend on several facts. `None` where there is no battle to ask.
    pub fn record(&self) -> Option<&Facts> {
        self.facts
    }

    /// The value of a field of the input alone, whatever is on record.
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

/// The parts of an input that belong to a unit by the place of its role and its index there, from its own outwards.
fn parts<'a>(
    form: &'static Form,
    at: &str,
    index: usize,
    input: &'a Map<String, Json>,
    is_whole: bool,
) -> Vec<Part<'a>> {
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

/// A condition that forbids an act, with the reason for players.
pub type Held = (&'static Condition, Text);

/// Conditions that forbid an act in a battle, each on record or by what players say: of the units that act one after the other, then
/// of everybody. The roles are those that were taken.
pub fn held(
    procedure: &'static Procedure,
    roles: &[(&'static str, Vec<&TableUnit>)],
    input: &Map<String, Json>,
) -> Vec<Held> {
    let mut held: Vec<Held> = Vec::new();
    let mut judge = |condition: &'static Condition, role: &Role, index: usize, facts: &Facts| {
        let unit = |input_first| {
            let parts = parts(procedure.form, role.at, index, input, false);
            Judged { facts: Some(facts), parts, input_first }
        };
        if condition.holds(&unit(false)) || condition.holds(&unit(true)) {
            let reason = condition.reason(facts.text(NAME).unwrap_or("?").to_owned());
            if !held.iter().any(|(own, known)| own.rule == condition.rule && *known == reason) {
                held.push((condition, reason));
            }
        }
    };
    let taken = |role: &Role| {
        let units = roles.iter().find(|(id, _)| *id == role.id).map(|(_, units)| units);
        units.into_iter().flatten().enumerate()
    };
    let (of_everybody, of_actors): (Vec<_>, Vec<_>) = procedure
        .conditions
        .iter()
        .filter(|condition| !condition.of_table)
        .partition(|condition| condition.of_everybody);
    if let Some(first) = procedure.participants.first() {
        for (index, unit) in taken(first) {
            of_actors.iter().for_each(|condition| judge(condition, first, index, &unit.facts));
        }
    }
    for condition in of_everybody {
        for role in procedure.participants {
            taken(role).for_each(|(index, unit)| judge(condition, role, index, &unit.facts));
        }
    }
    held
}

/// Refuses an input that a condition forbids, at its field, as far as the input alone shows it.
pub(super) fn permit(
    procedure: &Procedure,
    input: &Map<String, Json>,
    counts: impl Fn(&Condition) -> bool,
) -> Result<(), Refusal> {
    for condition in procedure.conditions.iter().filter(|condition| !condition.field.is_empty() && counts(condition)) {
        let roles = if condition.of_everybody {
            procedure.participants
        } else {
            procedure.participants.get(..1).unwrap_or_default()
        };
        // A side that acts by itself is described by the input as a whole.
        let whole = roles.is_empty().then_some(("", ""));
        for (at, label) in roles.iter().map(|role| (role.at, role.label)).chain(whole) {
            for index in 0..members(at, input) {
                let parts = parts(procedure.form, at, index, input, true);
                let unit = Judged { facts: None, parts, input_first: true };
                if condition.holds(&unit) {
                    return Err(refusal(condition, label, &unit));
                }
            }
        }
    }
    Ok(())
}

/// Number of units that an input describes at the place of a role.
fn members(at: &str, input: &Map<String, Json>) -> usize {
    let list = at.split_once("[]").and_then(|(list, _)| input.get(list)).and_then(Json::as_array);
    list.map_or(1, Vec::len)
}

fn refusal(condition: &Condition, label: &'static str, unit: &Judged) -> Refusal {
    let holder = unit.parts.iter().find(|part| part.form.field(condition.field).is_some());
    let refusal = Refusal::forbidden(condition.field, condition.reason(label));
    match holder.map_or("", |part| part.path.as_str()) {
        "" => refusal,
        path => refusal.within(path),
    }
}

/// True if no condition forbids the procedure to a unit that would act, by its facts and these answers alone.
pub(super) fn may(procedure: &Procedure, unit: &Facts, answers: &Map<String, Json>) -> bool {
    let part = Part { form: procedure.form, object: answers, path: String::new(), is_whole: false };
    let unit = Judged { facts: Some(unit), parts: vec![part], input_first: false };
    !procedure.conditions.iter().any(|condition| !condition.of_table && condition.holds(&unit))
}
