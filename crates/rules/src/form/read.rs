//! Reads JSON by a form. All input is untrusted.

use super::{Choice, Choices, Constant, Field, Form, Kind, Need};
use crate::number::whole;
use crate::refusal::{Code, Refusal};
use crate::text;
use crate::text::{Text, is_blank};
use serde_json::{Map, Value as Json};
use std::marker::PhantomData;

/// Value of a field after reading, before a struct takes it.
#[derive(Clone, Debug)]
pub enum Slot {
    /// Missing, or `null`.
    Nothing,
    /// A whole number.
    Whole(i32),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Index of a choice in its list.
    Place(usize),
    /// A text.
    Text(String),
    /// Members of a list, fields of an object, or numbers of counts.
    Members(Vec<Slot>),
}

/// Values of a form's fields after reading, in order.
pub type Slots<'a> = std::slice::Iter<'a, Slot>;

/// A type that takes the value of a field. The [`Spec`](super::Spec) of a field binds its type to its kind, so the value always has the
/// right type.
pub trait Taken: Sized {
    /// Converts a value of the field's kind.
    fn taken(slot: &Slot) -> Self;

    /// Takes the value of the next field.
    fn taken_next(slots: &mut Slots) -> Self {
        Self::taken(slots.next().unwrap_or(&Slot::Nothing))
    }
}

/// Reads an object by a form. Fields that the form does not have are refused first, then its fields are read in order.
///
/// One function reads all forms, by their descriptions. Only the code that copies values into the struct is generated for each form. This
/// keeps the download small: there are about a hundred forms.
///
/// # Errors
/// The first fault.
pub fn read(form: &Form, object: &Map<String, Json>) -> Result<Vec<Slot>, Refusal> {
    if !form.one_of.is_empty() {
        return read_one_of(form, object);
    }
    if let Some(stranger) = object.keys().find(|key| form.field(key).is_none()) {
        return Err(Refusal::new(Code::UnknownField, stranger.as_str(), "There is no such field."));
    }
    let mut slots = Vec::with_capacity(form.fields.len());
    read_fields(form, object, &mut slots)?;
    Ok(slots)
}

/// Reads the fields of a form's head, then its own fields.
fn read_fields(form: &Form, object: &Map<String, Json>, slots: &mut Vec<Slot>) -> Result<(), Refusal> {
    let first = slots.len();
    if let Some(head) = form.head {
        read_fields(head, object, slots)?;
    }
    for field in &form.fields[slots.len() - first..] {
        slots.push(field.read(object.get(field.id)).map_err(|refusal| refusal.within(field.id))?);
    }
    form.validate.map_or(Ok(()), |validate| validate(&slots[first..]))
}

/// Reads the choice between several forms, then the chosen form. Returns two slots.
fn read_one_of(form: &Form, object: &Map<String, Json>) -> Result<Vec<Slot>, Refusal> {
    let first = &form.fields[0];
    let which = first.read(object.get(first.id)).map_err(|refusal| refusal.within(first.id))?;
    let mut others = object.clone();
    others.remove(first.id);
    let chosen = read(form.one_of[which.place()], &others)?;
    Ok(vec![which, Slot::Members(chosen)])
}

impl Field {
    fn read(&self, given: Option<&Json>) -> Result<Slot, Refusal> {
        match (given, self.need) {
            (Some(Json::Null), _) if self.is_nullable() => Ok(Slot::Nothing),
            (Some(Json::Null), _) => Err(Refusal::bad("", "Leave this out rather than empty.")),
            (Some(json), _) => self.kind.read(json),
            (None, Need::Default(Constant::Null)) | (None, Need::Optional) => Ok(Slot::Nothing),
            (None, Need::Default(constant)) => self.kind.default(constant),
            (None, Need::Required) => Err(Refusal::missing("")),
        }
    }
}

impl Kind {
    /// Returns the value of a missing field. The most common defaults are made without JSON.
    fn default(&self, constant: Constant) -> Result<Slot, Refusal> {
        match constant {
            Constant::Whole(number) => Ok(Slot::Whole(number)),
            Constant::Number(number) => Ok(Slot::Number(number)),
            Constant::Flag(flag) => Ok(Slot::Flag(flag)),
            Constant::Word(id)
                if let Kind::Choice(choices) = self
                    && let Some(place) = place_of(id, choices) =>
            {
                Ok(Slot::Place(place))
            }
            constant => self.read(&constant.json()),
        }
    }

    fn read(&self, json: &Json) -> Result<Slot, Refusal> {
        match *self {
            Kind::Whole { .. } | Kind::OneOf(_) => self.whole(json).map(Slot::Whole),
            Kind::Number { min, max, step } => number(json, min, max, step).map(Slot::Number),
            Kind::Flag => json.as_bool().map(Slot::Flag).ok_or_else(|| Refusal::bad("", "This must be yes or no.")),
            Kind::Choice(choices) => place(json, choices).map(Slot::Place),
            Kind::Text(longest) => text(json, longest).map(Slot::Text),
            Kind::Object(form) => {
                let object = json.as_object().ok_or_else(|| Refusal::bad("", "This must be an object."))?;
                read(form, object).map(Slot::Members)
            }
            Kind::List { of, min, max } => list(json, of, min, max).map(Slot::Members),
            Kind::Counts { of, max } => counts(json, of, max).map(Slot::Members),
        }
    }

    fn whole(&self, json: &Json) -> Result<i32, Refusal> {
        let number = whole(json);
        match (*self, number) {
            (Kind::Whole { min, max }, Some(number)) if (min..=max).contains(&number) => Ok(number),
            (Kind::OneOf(numbers), Some(number)) if numbers.contains(&number) => Ok(number),
            (Kind::Whole { min, max }, _) => {
                Err(Refusal::bad("", text!("This must be a whole number from {min} to {max}.", min = min, max = max)))
            }
            _ => Err(Refusal::bad("", "This is not one of the numbers it may be.")),
        }
    }
}

fn number(json: &Json, min: f64, max: f64, step: f64) -> Result<f64, Refusal> {
    match json.as_f64().filter(|number| (min..=max).contains(number)) {
        Some(number) if step == 0.0 || (number / step).fract() == 0.0 => Ok(number),
        Some(_) => Err(Refusal::bad("", text!("This must be a multiple of {step}.", step = step))),
        None => Err(Refusal::bad("", text!("This must be a number from {min} to {max}.", min = min, max = max))),
    }
}

fn place(json: &Json, choices: &[Choice]) -> Result<usize, Refusal> {
    let id = json.as_str().ok_or_else(|| Refusal::bad("", "This must be one of a list."))?;
    place_of(id, choices).ok_or_else(|| {
        let labels = choices.iter().map(|choice| Text::from(choice.label));
        let known = labels.reduce(|so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next));
        Refusal::bad("", text!("This must be one of: {known}.", known = known.unwrap_or("".into())))
    })
}

fn place_of(id: &str, choices: &[Choice]) -> Option<usize> {
    choices.iter().position(|choice| choice.id == id)
}

fn text(json: &Json, longest: usize) -> Result<String, Refusal> {
    match json.as_str() {
        Some(text) if !text.is_empty() && is_blank(text) => {
            Err(Refusal::bad("", "This shows nothing: enter a letter or a number."))
        }
        Some(text) if (1..=longest).contains(&text.chars().count()) => Ok(text.to_owned()),
        _ => Err(Refusal::bad("", text!("This must be a text of 1 to {n} characters.", n = longest as f64))),
    }
}

fn list(json: &Json, of: &Kind, min: usize, max: usize) -> Result<Vec<Slot>, Refusal> {
    let members = json.as_array().ok_or_else(|| Refusal::bad("", "This must be a list."))?;
    if !(min..=max).contains(&members.len()) {
        let (min, max) = (min as f64, max as f64);
        return Err(Refusal::bad("", text!("This must be a list of {min} to {max}.", min = min, max = max)));
    }
    let members = members.iter().enumerate();
    members.map(|(index, member)| of.read(member).map_err(|refusal| refusal.at_index(index))).collect()
}

fn counts(json: &Json, of: &[Choice], max: i32) -> Result<Vec<Slot>, Refusal> {
    let object = json.as_object().ok_or_else(|| Refusal::bad("", "This must be an object of numbers."))?;
    if let Some(stranger) = object.keys().find(|key| place_of(key, of).is_none()) {
        return Err(Refusal::new(Code::UnknownField, stranger.as_str(), "There is no such field."));
    }
    let each = Kind::Whole { min: 0, max };
    let count = |choice: &Choice| match object.get(choice.id) {
        None => Ok(Slot::Whole(0)),
        Some(json) => each.read(json).map_err(|refusal| refusal.within(choice.id)),
    };
    of.iter().map(count).collect()
}

impl Slot {
    /// Returns the index of a choice.
    pub fn place(&self) -> usize {
        if let Slot::Place(place) = self { *place } else { self.is_no("choice") }
    }

    /// Returns the members of a list, or the fields of an object.
    pub fn members(&self) -> &[Slot] {
        if let Slot::Members(members) = self { members } else { self.is_no("list") }
    }

    /// Panics. It is never called, because [`Spec`](super::Spec) binds the type to the kind.
    #[cold]
    fn is_no(&self, what: &str) -> ! {
        unreachable!("{self:?} is no {what}")
    }
}

impl Taken for i32 {
    fn taken(slot: &Slot) -> Self {
        if let Slot::Whole(number) = slot { *number } else { slot.is_no("whole number") }
    }
}

impl Taken for usize {
    fn taken(slot: &Slot) -> Self {
        if let Slot::Whole(index) = slot { index.unsigned_abs() as usize } else { slot.is_no("index") }
    }
}

impl Taken for f64 {
    fn taken(slot: &Slot) -> Self {
        if let Slot::Number(number) = slot { *number } else { slot.is_no("number") }
    }
}

impl Taken for bool {
    fn taken(slot: &Slot) -> Self {
        if let Slot::Flag(flag) = slot { *flag } else { slot.is_no("yes or no") }
    }
}

impl Taken for String {
    fn taken(slot: &Slot) -> Self {
        if let Slot::Text(text) = slot { text.clone() } else { slot.is_no("text") }
    }
}

impl<T: Taken> Taken for Option<T> {
    fn taken(slot: &Slot) -> Self {
        if matches!(slot, Slot::Nothing) { None } else { Some(T::taken(slot)) }
    }
}

impl<T: Taken> Taken for Vec<T> {
    fn taken(slot: &Slot) -> Self {
        slot.members().iter().map(T::taken).collect()
    }
}

/// A number for each value of `T`.
#[derive(Clone, Debug)]
pub struct Counts<T> {
    counts: Vec<i32>,
    of: PhantomData<fn() -> T>,
}

impl<T: Choices> Counts<T> {
    /// Returns the number for a value.
    pub fn of(&self, what: T) -> i32 {
        self.counts[what.index()]
    }

    /// Returns the sum of all numbers.
    pub fn total(&self) -> i32 {
        self.counts.iter().sum()
    }

    /// Iterates over values and their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (T, i32)> {
        T::ALL.iter().copied().zip(self.counts.iter().copied())
    }
}

impl<T> Taken for Counts<T> {
    fn taken(slot: &Slot) -> Self {
        Self { counts: Taken::taken(slot), of: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, number};
    use crate::form::{Choice, Filled, Kind};

    crate::form! {
        struct Group {
            troop: i32 = unit(whole(1, 9)).named("type"),
        }
    }

    #[test]
    fn a_refused_choice_is_answered_with_the_labels_of_the_others() {
        const CHOICES: &[Choice] =
            &[Choice { id: "mounted_dragoons", label: "Dragoons on horseback" }, Choice { id: "foot", label: "Foot" }];
        let refused = Kind::Choice(CHOICES).read(&Json::from("general")).unwrap_err();
        assert_eq!(refused.message.to_string(), "This must be one of: Dragoons on horseback, Foot.");
    }

    #[test]
    fn a_field_is_read_and_refused_under_its_own_id() {
        let group = |json: serde_json::Value| Group::from_object(json.as_object().unwrap());
        assert_eq!(group(serde_json::json!({ "type": 3 })).unwrap().troop, 3);
        assert_eq!(group(serde_json::json!({ "troop": 3 })).unwrap_err().field, "troop");
        assert_eq!(group(serde_json::json!({})).unwrap_err().field, "type");
    }

    #[test]
    fn every_small_number_is_read_within_its_limits_and_as_a_multiple_of_its_step() {
        let quarters = || (-12..=12).map(|quarter| f64::from(quarter) / 4.0);
        for min in quarters() {
            for max in quarters().filter(|max| *max >= min) {
                for step in [0.0, 0.25, 0.5, 1.0] {
                    for own in quarters() {
                        let is_multiple = step == 0.0 || (own / step).round() * step == own;
                        let read = number(&Json::from(own), min, max, step);
                        assert_eq!(
                            read.ok(),
                            (min <= own && own <= max && is_multiple).then_some(own),
                            "{own} {min} {max} {step}"
                        );
                    }
                }
            }
        }
        for json in [Json::Null, Json::from("1"), Json::from(true), Json::from(f64::NAN)] {
            assert!(number(&json, -3.0, 3.0, 0.0).is_err(), "{json}");
        }
    }

    #[test]
    fn every_small_whole_number_is_read_within_its_limits() {
        for min in -4..=4 {
            for max in min..=4 {
                let kind = Kind::Whole { min, max };
                for own in -6..=6 {
                    assert_eq!(kind.whole(&Json::from(own)).ok(), (min..=max).contains(&own).then_some(own));
                    assert!(kind.whole(&Json::from(f64::from(own) + 0.5)).is_err());
                }
            }
        }
        let whole = Kind::Whole { min: i32::MIN, max: i32::MAX };
        for own in [i64::from(i32::MIN), i64::from(i32::MAX)] {
            assert_eq!(whole.whole(&Json::from(own)).ok().map(i64::from), Some(own));
            assert!(whole.whole(&Json::from(own + own.signum())).is_err());
        }
    }
}
