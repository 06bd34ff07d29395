//! What else might be: each situation and each alternative of an input, said otherwise.

use crate::form::{Choice, Field, Form, Kind, Origin, path};
use serde_json::{Map, Value as Json};

/// More alternatives than this are not gone through: an army list is not asked for by the odds.
const FEW: usize = 12;

/// One thing of an input said otherwise.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Where: `target.in_cover`.
    pub place: String,
    /// What is said there then.
    pub value: Json,
    /// Whether it is asked only of players who ask for more.
    pub rare: bool,
    /// The field.
    pub field: &'static Field,
    /// In what way it is otherwise.
    pub otherwise: Otherwise,
}

/// In what way a field is otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// Ticked, or not any more.
    Ticked(bool),
    /// A member of its list ticked, or not any more.
    Member(&'static str, bool),
    /// Another of its choices, by its label.
    Is(&'static str),
    /// Another of its numbers.
    Number(i32),
}

/// Every situation and alternative of a form that could be otherwise, given what is `seen` of it now. `hidden`: fields that
/// are not asked, because something else is said instead.
pub fn variants(form: &'static Form, hidden: &[&str], seen: &Map<String, Json>) -> Vec<Variant> {
    let mut found = Vec::new();
    collect(form, hidden, seen, "", false, &mut found);
    found
}

fn collect(
    form: &'static Form,
    hidden: &[&str],
    seen: &Map<String, Json>,
    holder: &str,
    rare: bool,
    found: &mut Vec<Variant>,
) {
    let here = path::object(seen, holder);
    for field in form.fields {
        // Rulings are the battle's, and what the dice raise is asked when they do.
        let asked = field.id != "rulings" && field.asked_at.is_empty() && !hidden.contains(&field.id);
        if !asked || !field.is_asked_at(holder) || !field.matters(form, &here) {
            continue;
        }
        let (place, rare) = (path::join(holder, field.id), rare || field.rare);
        match field.kind {
            Kind::Object(inner) => collect(inner, &[], seen, &place, rare, found),
            Kind::List { of: Kind::Object(inner), .. } => {
                let members = here.get(field.id).and_then(Json::as_array).map_or(0, Vec::len);
                for index in 0..members {
                    collect(inner, &[], seen, &format!("{place}[{index}]"), rare, found);
                }
            }
            // Who the units are is no situation.
            _ if field.origin == Origin::Unit => {}
            _ => {
                let now = here.get(field.id).cloned().or_else(|| field.need.default());
                let others = otherwise(field, now.as_ref(), &here);
                let variant = |(otherwise, value)| Variant { place: place.clone(), value, rare, field, otherwise };
                found.extend(others.into_iter().map(variant));
            }
        }
    }
}

/// What a field might hold instead of what it holds now.
fn otherwise(field: &Field, now: Option<&Json>, form: &Map<String, Json>) -> Vec<(Otherwise, Json)> {
    match field.kind {
        Kind::Flag => {
            let ticked = now != Some(&Json::Bool(true));
            vec![(Otherwise::Ticked(ticked), ticked.into())]
        }
        Kind::Choice(choices) if choices.len() <= FEW => {
            let among = field.among.map(|among| among(form));
            let offered = |own: &&Choice| among.as_ref().is_none_or(|ids| ids.contains(&own.id));
            let others = choices.iter().filter(offered).filter(|own| now.is_none_or(|now| now != own.id));
            others.map(|own| (Otherwise::Is(own.label), own.id.into())).collect()
        }
        Kind::OneOf(numbers) if numbers.len() <= FEW => {
            let others = numbers.iter().filter(|own| now.is_none_or(|now| now.as_i64() != Some(i64::from(**own))));
            others.map(|own| (Otherwise::Number(*own), (*own).into())).collect()
        }
        Kind::List { of: Kind::Choice(choices), min, max } if min != max && !field.in_order && choices.len() <= FEW => {
            choices.iter().map(|own| toggled(now, own)).collect()
        }
        _ => Vec::new(),
    }
}

/// A set with one member more, or less.
fn toggled(now: Option<&Json>, choice: &Choice) -> (Otherwise, Json) {
    let mut members = now.and_then(Json::as_array).cloned().unwrap_or_default();
    let before = members.len();
    members.retain(|own| own != choice.id);
    let ticked = members.len() == before;
    if ticked {
        members.push(choice.id.into());
    }
    (Otherwise::Member(choice.label, ticked), members.into())
}
