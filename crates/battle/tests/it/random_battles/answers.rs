//! Random answers to the questions of a form.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rules::form::{Constant, Field, Form, Kind, Need, Origin};
use serde_json::{Map, Value as Json};

/// Adds answers that only players can give: fields of the situation, choices without a value, and sometimes others.
pub fn say_what_is_asked(
    form: &'static Form,
    known: &Map<String, Json>,
    answers: &mut Map<String, Json>,
    cautious: bool,
    rng: &mut ChaCha8Rng,
) {
    for field in form.fields {
        if answers.contains_key(field.id) || !field.mid_roll_purposes().is_empty() {
            continue;
        }
        let missing = !known.contains_key(field.id) && matches!(field.need, Need::Required);
        match field.kind {
            Kind::List { of: Kind::Object(inner), .. } => {
                let members = known.get(field.id).and_then(Json::as_array).cloned().unwrap_or_default();
                let members: Vec<Json> = members
                    .iter()
                    .map(|member| {
                        let mut fields = Map::new();
                        say_what_is_asked(inner, member.as_object().unwrap_or(&Map::new()), &mut fields, cautious, rng);
                        Json::Object(fields)
                    })
                    .collect();
                if members
                    .iter()
                    .any(|member| member.as_object().is_some_and(|member_fields| !member_fields.is_empty()))
                {
                    answers.insert(field.id.to_owned(), members.into());
                }
            }
            Kind::Object(inner) => {
                let held = known.get(field.id).and_then(Json::as_object).cloned().unwrap_or_default();
                let mut fields = Map::new();
                say_what_is_asked(inner, &held, &mut fields, cautious, rng);
                if !fields.is_empty() {
                    answers.insert(field.id.to_owned(), Json::Object(fields));
                }
            }
            _ if missing || (!cautious && field.origin != Origin::Unit && rng.random_range(0..4) == 0) => {
                if let Some(value) = random_value(field, rng) {
                    answers.insert(field.id.to_owned(), value);
                }
            }
            _ => {}
        }
    }
}

pub fn random_value(field: &Field, rng: &mut ChaCha8Rng) -> Option<Json> {
    Some(match field.kind {
        Kind::Whole { min, max } => rng.random_range(min..=max.min(min + 6)).into(),
        Kind::OneOf(numbers) => (*numbers.choose(rng)?).into(),
        Kind::Number { min, max, step } => {
            let number = min + f64::from(rng.random_range(0..=12_u8)) * if step > 0.0 { step } else { 1.0 };
            number.min(max).into()
        }
        Kind::Flag => rng.random_bool(0.5).into(),
        Kind::Choice(choices) => choices.choose(rng)?.id.into(),
        Kind::Text(_) => "x".into(),
        Kind::List { of, min, .. } => {
            let one = Field { kind: *of, ..*field };
            (0..min).map(|_| random_value(&one, rng)).collect::<Option<Vec<_>>>()?.into()
        }
        Kind::Counts { .. } => Constant::EmptyObject.json(),
        Kind::Object(_) => return None,
    })
}
