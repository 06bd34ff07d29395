//! Access to inputs of procedures: fields by their facts, and objects in lists.

use crate::facts::{Fact, FactValue};
use crate::form::path;
use serde_json::{Map, Value as Json};

/// An input, or an object in it. The log stores it, and the procedure's form reads it.
pub type Input = Map<String, Json>;

/// Returns the value of a field. `None` if the field is missing or the value cannot be read.
pub fn answer<T: FactValue>(input: &Input, field: Fact<T>) -> Option<T> {
    input.get(field.id()).and_then(T::read)
}

/// Sets a field and overwrites its value.
pub fn put<T: FactValue>(input: &mut Input, field: Fact<T>, value: impl Into<T>) {
    input.insert(field.id().to_owned(), value.into().write());
}

/// Sets a field that has no value yet.
pub fn suggest<T: FactValue>(input: &mut Input, field: Fact<T>, value: impl Into<T>) {
    input.entry(field.id()).or_insert_with(|| value.into().write());
}

/// Returns the object in a field. `None` if there is none.
pub fn part<'a>(input: &'a mut Input, field: &str) -> Option<&'a mut Input> {
    input.get_mut(field)?.as_object_mut()
}

/// Returns the text at a path in an input, such as `target.state`. `None` if there is none.
pub fn word_at<'a>(input: &'a Input, place: &str) -> Option<&'a str> {
    path::get(input, place).and_then(Json::as_str)
}

/// Iterates over the objects of a list, in order.
pub fn members<'a>(input: &'a mut Input, list: &str) -> impl Iterator<Item = &'a mut Input> + use<'a> {
    input.get_mut(list).and_then(Json::as_array_mut).into_iter().flatten().filter_map(Json::as_object_mut)
}
