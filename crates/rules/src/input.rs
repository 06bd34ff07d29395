//! Inputs of procedures as far as they are known: fields by their facts, lists of units by their ids.

use crate::facts::{Fact, FactValue};
use crate::form::path;
use serde_json::{Map, Value as Json};

/// An input, or a part of one: the log keeps it, and the procedure's form reads it.
pub type Input = Map<String, Json>;

/// The answer in a field. `None` if nobody has given it.
pub fn answer<T: FactValue>(input: &Input, field: Fact<T>) -> Option<T> {
    input.get(field.id()).and_then(T::read)
}

/// Sets a field, whatever was answered.
pub fn put<T: FactValue>(input: &mut Input, field: Fact<T>, value: impl Into<T>) {
    input.insert(field.id().to_owned(), value.into().write());
}

/// Sets a field that nobody has answered yet.
pub fn suggest<T: FactValue>(input: &mut Input, field: Fact<T>, value: impl Into<T>) {
    input.entry(field.id()).or_insert_with(|| value.into().write());
}

/// The object in a field.
pub fn part<'a>(input: &'a mut Input, field: &str) -> Option<&'a mut Input> {
    input.get_mut(field)?.as_object_mut()
}

/// The word at a place of an input: `target.state`.
pub fn word_at<'a>(input: &'a Input, place: &str) -> Option<&'a str> {
    path::get(input, place).and_then(Json::as_str)
}

/// The objects of a list, in their order.
pub fn members<'a>(input: &'a mut Input, list: &str) -> impl Iterator<Item = &'a mut Input> + use<'a> {
    input.get_mut(list).and_then(Json::as_array_mut).into_iter().flatten().filter_map(Json::as_object_mut)
}
