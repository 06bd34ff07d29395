//! Choices in the line of a part: the units and the answers that players pick with one tap.

use super::super::Outlook;
use super::{GroupAct, ShownPart};
use crate::analysis::candidates;
use crate::{Act, State};
use rules::form::{Field, Form, Kind, Need, Origin, path};
use rules::own;
use rules::procedure::{Procedure, Role};
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};

/// Greatest number of options of a choice in a line.
const MAX_OPTIONS: usize = 6;

/// A choice in the line of a part.
#[derive(Clone, Debug)]
pub struct Pick {
    /// The thing that is picked.
    pub of: PickOf,
    /// True if the part cannot be done before it is picked.
    pub is_asked: bool,
}

/// The thing that players pick in a line.
#[derive(Clone, Debug)]
pub enum PickOf {
    /// The unit of a role.
    Unit(&'static Role),
    /// The value of a field, at its path in the input.
    Answer(&'static Field, String),
}

impl Pick {
    /// Path of the field, or id of the role.
    pub fn id(&self) -> &str {
        match &self.of {
            PickOf::Unit(role) => role.id,
            PickOf::Answer(_, place) => place,
        }
    }
}

impl PartialEq for Pick {
    fn eq(&self, other: &Self) -> bool {
        (self.is_asked, self.id()) == (other.is_asked, other.id())
    }
}

impl GroupAct {
    /// The choices in the line of a part: each required unit besides the acting unit, and each required answer with few options. Answers
    /// that players gave stay in the line, so that they can be changed.
    pub fn picks(part: &ShownPart) -> Vec<Pick> {
        let procedure = part.panel.act.procedure;
        let Some(grouping) = procedure.grouping else { return Vec::new() };
        let asked = asked(part);
        let roles = procedure.participants.iter().skip(1).filter(|role| is_required(procedure, role));
        let roles = roles.map(|role| Pick { is_asked: asked.as_deref() == Some(role.id), of: PickOf::Unit(role) });
        let mut picks: Vec<Pick> = roles.collect();
        if part.asks && picks.iter().any(|pick| pick.is_asked) {
            // Most questions depend on the units.
            return picks;
        }
        let sketch = procedure.sketch.as_ref();
        let forms = sketch.map(|sketch| (sketch.form, &[][..])).into_iter();
        for (form, hidden) in forms.chain([(procedure.form, sketch.map_or(&[][..], |sketch| sketch.instead_of))]) {
            let fields = form.fields.iter().filter(|field| !hidden.contains(&field.id) && !grouping.shares(field.id));
            let fields = fields.filter(|field| is_picked(field) && field.matters(form, &part.panel.sketch));
            // A choice that offers one option needs no tap.
            let fields = fields.filter(|field| !field.is_settled(&part.panel.sketch));
            picks.extend(fields.map(|field| Pick {
                is_asked: asked.as_deref() == Some(field.id),
                of: PickOf::Answer(field, field.id.to_owned()),
            }));
        }
        let asked = asked.filter(|place| !grouping.shares(place));
        let answered = places(&part.panel.act.answers).into_iter().filter(|place| asked.as_ref() != Some(place));
        for (place, is_asked) in answered.map(|place| (place, false)).chain(asked.clone().map(|place| (place, true))) {
            if grouping.shares(&place) || picks.iter().any(|pick| pick.id() == place) {
                continue;
            }
            if let Some(field) = field_at(procedure, &place)
                && has_few_options(field)
                && (is_asked || is_kept(field))
            {
                picks.push(Pick { is_asked, of: PickOf::Answer(field, place) });
            }
        }
        picks
    }
}

impl ShownPart {
    /// The units that can take a role of the part. A unit is left out if, with it, the act breaks a rule that it keeps while the role is
    /// empty.
    pub fn able(&self, role: &'static Role, ruleset: &'static Ruleset, state: &State) -> Vec<String> {
        self.panel.act.able(role, ruleset, state)
    }

    /// True if the part asks for an answer that all parts share.
    pub fn asks_shared(&self) -> bool {
        let grouping = self.panel.act.procedure.grouping;
        asked(self).is_some_and(|place| grouping.is_some_and(|grouping| grouping.shares(&place)))
    }

    /// The value of a field, as players entered it or as the table gives it; `None` while there is none.
    pub fn value(&self, place: &str) -> Option<&Json> {
        path::get(&self.panel.sketch, place)
    }
}

impl Act {
    /// The units that can take a role. A unit is left out if, with it, the act breaks a rule that it keeps while the role is empty.
    /// Overridden rules do not count.
    pub(super) fn able(&self, role: &'static Role, ruleset: &'static Ruleset, state: &State) -> Vec<String> {
        let mut alone = self.clone();
        alone.participants.set(role.id, Vec::new());
        let known: Vec<&str> = alone.bars(ruleset, state).iter().map(|barred| barred.rule).collect();
        let is_legal = |unit: &String| {
            let (participants, answers) =
                candidates::alone(self.procedure, &self.participants, role, unit, &self.answers);
            let act = Self { participants, answers, ..self.clone() };
            act.bars(ruleset, state).iter().all(|barred| known.contains(&barred.rule) || act.is_overridden(barred))
        };
        let mut units = self.participants.candidates(self.procedure, role, state);
        units.retain(is_legal);
        units
    }
}

/// The role or the path of the field that the part asks for.
fn asked(part: &ShownPart) -> Option<String> {
    if !part.asks {
        return None;
    }
    match &*part.panel.outlook {
        Outlook::Missing(role) => part.panel.act.procedure.participants.get(*role).map(|role| role.id.to_owned()),
        Outlook::Refused(fault) => Some(fault.field.clone()),
        Outlook::Undecided(decision) => Some(decision.field.to_owned()),
        Outlook::Barred(_) | Outlook::Hidden | Outlook::Ready(_) => None,
    }
}

fn field_at(procedure: &'static Procedure, place: &str) -> Option<&'static Field> {
    let at = |form: &'static Form| form.at(place);
    procedure.sketch.as_ref().and_then(|sketch| at(sketch.form)).or_else(|| at(procedure.form))
}

/// True for a role that needs a unit: always, or because a rule [asks](rules::ban::Ban::asks_for) for one.
fn is_required(procedure: &Procedure, role: &Role) -> bool {
    role.min > 0 || procedure.all_bans().any(|ban| ban.asks_for == Some(role.id))
}

/// Paths of all answers that are no objects or lists, in order.
fn places(answers: &Map<String, Json>) -> Vec<String> {
    fn add(place: String, answer: &Json, places: &mut Vec<String>) {
        match answer {
            Json::Object(object) => object.iter().for_each(|(id, answer)| add(path::join(&place, id), answer, places)),
            Json::Array(list) => {
                list.iter().enumerate().for_each(|(nth, answer)| add(format!("{place}[{nth}]"), answer, places));
            }
            _ => places.push(place),
        }
    }
    let mut places = Vec::new();
    answers.iter().for_each(|(id, answer)| add(id.clone(), answer, &mut places));
    places
}

/// True for a field that must be answered, and has no usual answer.
fn is_picked(field: &Field) -> bool {
    matches!(field.need, Need::Required) && field.usual.is_none() && is_open(field) && has_few_options(field)
}

/// True for a field whose answer stays in the line.
fn is_kept(field: &Field) -> bool {
    !matches!(field.need, Need::Default(_)) && is_open(field)
}

/// True for a common field that players answer before the dice.
fn is_open(field: &Field) -> bool {
    field.origin != Origin::Unit && !field.rare && field.mid_roll_purposes().is_empty() && !own::is_field(field)
}

fn has_few_options(field: &Field) -> bool {
    match field.kind {
        Kind::Flag => true,
        // A choice that decides the act offers only a few of its options at once.
        Kind::Choice(choices) => field.decides || choices.len() <= MAX_OPTIONS && field.between().is_none(),
        Kind::Number { .. } => field.bands().is_some(),
        _ => false,
    }
}
