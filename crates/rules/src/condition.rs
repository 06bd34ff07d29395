//! Conditions: prohibitions of the turn for one unit, each declared once, next to its procedure.
//!
//! A [`Condition`] has a message about a unit that takes part: "It fired this bound, and does not rest." It is judged in these places, if
//! its facts are known:
//!
//! - Without a battle, the *procedure* refuses an input at the condition's field ([`read_alone`](super::procedure::Procedure::read_alone)).
//! - In a battle, the *referee* bars the act and disables the offer on the unit's card, with the same message and rule id. Players can
//!   override it. Then no other code judges the condition again, so the input stays as it is.
//! - *Duties* and *phases* call [`may`](super::procedure::Procedure::may) to find the units that can do a procedure.
//! - The *reference* lists its message.
//!
//! Rules that depend on other units or on the whole table are [bars](super::turn::Bar) of the turn. If fields of the input show the fact,
//! such as the card in play, a condition [of the table](Condition::of_table) judges it without a battle.

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
    /// Reason, for players. `{name}` stands for the unit's name or, without a battle, for the label of its role.
    pub message: &'static str,
    /// Id of the field at which the procedure refuses the input. Empty if no field of the input shows the fact.
    pub field: &'static str,
    /// True if it concerns all participants, not only the units of the first role.
    pub of_everybody: bool,
    /// True if the act is refused even when players override: it would have nothing to resolve. The procedure refuses it if a field shows
    /// the fact, otherwise the referee does.
    pub is_final: bool,
    /// True if a card hides the offer while the condition forbids it, because there is nothing to do. Otherwise the card disables the
    /// offer.
    pub hides_offer: bool,
    /// True if it depends on the table. In a battle, a bar with the same rule id replaces it; without a battle, it judges the input.
    pub of_table: bool,
    /// True if the procedure checks it after all its other prohibitions.
    pub is_last: bool,
    /// Rule id of the bar after which its message is listed. Empty: between the bars and the late bars of the turn.
    pub after: &'static str,
    /// Returns true if it forbids the act. `None` if a fact that it reads is not known: then it does not forbid.
    pub forbids: fn(&Judged) -> Option<bool>,
}

impl Condition {
    /// Returns a condition on the units of the first role that no field of the input shows.
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

    /// Lets the procedure also refuse an input, at this field.
    #[must_use]
    pub const fn at<T>(mut self, field: Fact<T>) -> Self {
        self.field = field.id();
        self
    }

    /// Applies the condition to all participants.
    #[must_use]
    pub const fn of_everybody(mut self) -> Self {
        self.of_everybody = true;
        self
    }

    /// Refuses the act even when players override.
    #[must_use]
    pub const fn even_if_overridden(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// Hides the offer on cards while the condition forbids it.
    #[must_use]
    pub const fn hides_offer(mut self) -> Self {
        self.hides_offer = true;
        self
    }

    /// Replaces the condition in a battle by the bar with the same rule id, which sees the whole table.
    #[must_use]
    pub const fn of_table(mut self) -> Self {
        self.of_table = true;
        self
    }

    /// Checks the condition after all other prohibitions of the procedure.
    #[must_use]
    pub const fn last(mut self) -> Self {
        self.is_last = true;
        self
    }

    /// Lists its message after that of the bar with this rule id.
    #[must_use]
    pub const fn after(mut self, rule: &'static str) -> Self {
        self.after = rule;
        self
    }

    /// True if the condition does not forbid the act to a unit with these facts.
    pub fn permits(&self, facts: &Facts) -> bool {
        !self.holds(&Judged { facts: Some(facts), parts: Vec::new(), input_first: false })
    }

    /// Returns the reason for the reference: `{name}` is replaced by the label of the role.
    pub fn in_general(&self, procedure: &Procedure) -> Text {
        self.reason(procedure.participants.first().map_or("", |role| role.label))
    }

    fn holds(&self, unit: &Judged) -> bool {
        (self.forbids)(unit) == Some(true)
    }

    /// Returns the reason with this filling for `{name}`.
    fn reason(&self, name: impl Into<Gap>) -> Text {
        let reason = Text::from(self.message);
        if self.message.contains("{name}") { reason.with("name", name) } else { reason }
    }
}

/// A unit as a condition reads it: its facts on the table, and its fields in the input.
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
    object: &'a Map<String, Json>,
    /// Path of the object in the input: `shooters[0]`.
    path: String,
    /// True if missing fields have their defaults.
    is_whole: bool,
}

impl Judged<'_> {
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

/// Returns the objects of an input that belong to a unit, its own object first. `at` is the place of its role, `index` its index there.
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

/// A condition that forbids an act, with its reason for players.
pub type Held = (&'static Condition, Text);

/// Returns the conditions that forbid an act in a battle. A condition forbids if it does so by the table's facts or by the input.
/// Conditions of the acting units come first, then those of all participants. `roles` holds the participants.
pub fn held(
    procedure: &'static Procedure,
    roles: &[(&'static str, Vec<&TableUnit>)],
    input: &Map<String, Json>,
) -> Vec<Held> {
    let mut held: Vec<Held> = Vec::new();
    let mut judge = |condition: &'static Condition, role: &Role, index: usize, facts: &Facts| {
        let unit = |input_first| {
            let parts = parts(procedure.form, role.at.unwrap_or_default(), index, input, false);
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

/// Refuses an input that a condition forbids, at the condition's field. Only the input is read.
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
        // A side that acts without units is described by the whole input.
        let whole = roles.is_empty().then_some(("", ""));
        for (at, label) in roles.iter().map(|role| (role.at.unwrap_or_default(), role.label)).chain(whole) {
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

/// Returns the number of units that an input describes at the place of a role.
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

/// True if no condition forbids the procedure to a unit of its first role. Only the unit's facts and these answers are read.
pub(super) fn may(procedure: &Procedure, unit: &Facts, answers: &Map<String, Json>) -> bool {
    let part = Part { form: procedure.form, object: answers, path: String::new(), is_whole: false };
    let unit = Judged { facts: Some(unit), parts: vec![part], input_first: false };
    !procedure.conditions.iter().any(|condition| !condition.of_table && condition.holds(&unit))
}
