//! Reading JSON by a form. Everything that comes in is untrusted.

use super::{Choice, Choices, Field, Form, Kind, Need};
use crate::refusal::{Code, Refusal};
use crate::text;
use serde_json::{Map, Value as Json};
use std::marker::PhantomData;

/// A type that a field can be read as.
pub trait Readable: Sized {
    /// Reads a value of this kind.
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal>;

    /// What stands for a field that is left out and has no default.
    fn absent() -> Option<Self> {
        None
    }
}

/// The fields of an object, to be read one after the other in the order of its form.
pub struct Fields<'a> {
    fields: std::slice::Iter<'static, Field>,
    object: &'a Map<String, Json>,
}

/// Begins to read `object`: refuses a field that the form does not have.
pub fn read_fields<'a>(form: &'static Form, object: &'a Map<String, Json>) -> Result<Fields<'a>, Refusal> {
    if let Some(stranger) = object.keys().find(|key| form.field(key).is_none()) {
        return Err(Refusal::new(Code::UnknownField, stranger.as_str(), "There is no such field."));
    }
    Ok(Fields { fields: form.fields.iter(), object })
}

impl Fields<'_> {
    /// Reads the next field of the form.
    pub fn take<T: Readable>(&mut self) -> Result<T, Refusal> {
        let field = self.fields.next().expect("a form reads each of its fields once");
        field.read(self.object.get(field.id)).map_err(|refusal| refusal.within(field.id))
    }
}

impl Field {
    fn read<T: Readable>(&self, given: Option<&Json>) -> Result<T, Refusal> {
        match (given, self.need) {
            (Some(Json::Null), _) if !self.nullable => Err(Refusal::bad("", "Leave this out rather than empty.")),
            (Some(json), _) => T::read(&self.kind, json),
            (None, Need::Default(constant)) => T::read(&self.kind, &constant.json()),
            (None, Need::Optional) => T::absent().ok_or_else(|| Refusal::missing("")),
            (None, Need::Required) => Err(Refusal::missing("")),
        }
    }
}

impl Readable for i32 {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        let number = json.as_i64().and_then(|number| i32::try_from(number).ok());
        match (*kind, number) {
            (Kind::Whole { min, max }, Some(number)) if (min..=max).contains(&number) => Ok(number),
            (Kind::OneOf(numbers), Some(number)) if numbers.contains(&number) => Ok(number),
            (Kind::Whole { min, max }, _) => {
                Err(Refusal::bad("", text!("This must be a whole number from {min} to {max}.", min = min, max = max)))
            }
            _ => Err(Refusal::bad("", "This is not one of the numbers it may be.")),
        }
    }
}

impl Readable for f64 {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        let Kind::Number { min, max, step } = *kind else {
            return Err(Refusal::bad("", "This must be a number."));
        };
        let number = json.as_f64().filter(|number| (min..=max).contains(number));
        match number {
            Some(number) if step == 0.0 || (number / step).fract() == 0.0 => Ok(number),
            Some(_) => Err(Refusal::bad("", text!("This must be a multiple of {step}.", step = step))),
            None => Err(Refusal::bad("", text!("This must be a number from {min} to {max}.", min = min, max = max))),
        }
    }
}

impl Readable for bool {
    fn read(_: &Kind, json: &Json) -> Result<Self, Refusal> {
        json.as_bool().ok_or_else(|| Refusal::bad("", "This must be yes or no."))
    }
}

/// The place of an id in a list of choices.
impl Readable for usize {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        let Kind::Choice(choices) = *kind else {
            return Err(Refusal::bad("", "This must be one of a list."));
        };
        let id = json.as_str().ok_or_else(|| Refusal::bad("", "This must be one of a list."))?;
        place_of(id, choices).ok_or_else(|| {
            let known = choices.iter().map(|choice| choice.id).collect::<Vec<_>>().join(", ");
            Refusal::bad("", text!("This must be one of: {known}.", known = known))
        })
    }
}

fn place_of(id: &str, choices: &[Choice]) -> Option<usize> {
    choices.iter().position(|choice| choice.id == id)
}

impl Readable for String {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        let longest = if let Kind::Text(longest) = *kind { longest } else { 0 };
        match json.as_str() {
            Some(text) if (1..=longest).contains(&text.chars().count()) => Ok(text.to_owned()),
            _ => Err(Refusal::bad("", text!("This must be a text of 1 to {n} characters.", n = longest as f64))),
        }
    }
}

impl<T: Readable> Readable for Option<T> {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        if json.is_null() { Ok(None) } else { T::read(kind, json).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Readable> Readable for Vec<T> {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        let Kind::List { of, min, max } = *kind else {
            return Err(Refusal::bad("", "This must be a list."));
        };
        let members = json.as_array().ok_or_else(|| Refusal::bad("", "This must be a list."))?;
        if !(min..=max).contains(&members.len()) {
            let (min, max) = (min as f64, max as f64);
            return Err(Refusal::bad("", text!("This must be a list of {min} to {max}.", min = min, max = max)));
        }
        members
            .iter()
            .enumerate()
            .map(|(index, member)| T::read(of, member).map_err(|refusal| refusal.at_index(index)))
            .collect()
    }
}

/// How many of each value of `T`.
#[derive(Clone, Debug)]
pub struct Counts<T> {
    counts: Vec<i32>,
    of: PhantomData<fn() -> T>,
}

impl<T: Choices> Counts<T> {
    /// How many of `what`.
    pub fn of(&self, what: T) -> i32 {
        self.counts[what.index()]
    }

    /// All of them together.
    pub fn total(&self) -> i32 {
        self.counts.iter().sum()
    }

    /// Each value with its number, in order.
    pub fn iter(&self) -> impl Iterator<Item = (T, i32)> {
        T::ALL.iter().copied().zip(self.counts.iter().copied())
    }
}

impl<T: Choices> Readable for Counts<T> {
    fn read(kind: &Kind, json: &Json) -> Result<Self, Refusal> {
        let (Kind::Counts { of, max }, Some(object)) = (*kind, json.as_object()) else {
            return Err(Refusal::bad("", "This must be an object of numbers."));
        };
        if let Some(stranger) = object.keys().find(|key| place_of(key, of).is_none()) {
            return Err(Refusal::new(Code::UnknownField, stranger.as_str(), "There is no such field."));
        }
        let each = Kind::Whole { min: 0, max };
        let count = |choice: &Choice| {
            object
                .get(choice.id)
                .map_or(Ok(0), |json| i32::read(&each, json).map_err(|refusal| refusal.within(choice.id)))
        };
        Ok(Self { counts: of.iter().map(count).collect::<Result<_, _>>()?, of: PhantomData })
    }
}

#[cfg(test)]
mod tests {
    use crate::form::*;

    crate::form! {
        struct Group {
            troop: i32 = unit(whole(1, 9)).named("type"),
        }
    }

    #[test]
    fn a_field_is_read_and_refused_under_the_name_given_to_it() {
        let group = |json: serde_json::Value| Group::from_object(json.as_object().unwrap());
        assert_eq!(group(serde_json::json!({ "type": 3 })).unwrap().troop, 3);
        assert_eq!(group(serde_json::json!({ "troop": 3 })).unwrap_err().field, "troop");
        assert_eq!(group(serde_json::json!({})).unwrap_err().field, "type");
    }
}
