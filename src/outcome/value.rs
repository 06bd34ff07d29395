//! Values in outcomes.

use super::Record;
use crate::core::number::serialize_number;
use serde::ser::{Serialize, Serializer};
use std::sync::Arc;

/// A value in an outcome. Cloning one is cheap: texts, lists and records are shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// JSON `null`: the rules give no answer here.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i32),
    /// A number that may be fractional, such as inches.
    Number(Number),
    /// An id that the rules fix.
    Word(&'static str),
    /// A text from the request, such as the id of a target.
    Name(Arc<str>),
    /// Several values.
    List(Arc<[Value]>),
    /// Named values within the outcome.
    Record(Arc<Record>),
}

/// A finite number that can be compared and hashed, so that equal outcomes merge. −0 becomes 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number(u64);

impl Number {
    /// The number itself.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self((number + 0.0).to_bits())
    }
}

impl Value {
    /// The id, if it is one that the rules fix.
    pub fn word(&self) -> Option<&'static str> {
        if let Value::Word(id) = self { Some(id) } else { None }
    }

    /// The text, if it came in with the request.
    pub fn name(&self) -> Option<&str> {
        if let Value::Name(name) = self { Some(name) } else { None }
    }

    /// The list, if it is one.
    pub fn list(&self) -> Option<&[Value]> {
        if let Value::List(list) = self { Some(list) } else { None }
    }

    /// The record, if it is one.
    pub fn record(&self) -> Option<&Record> {
        if let Value::Record(record) = self { Some(record) } else { None }
    }

    /// The whole number, or the sum of a list of whole numbers.
    pub(super) fn sum(&self) -> Option<i32> {
        match self {
            Value::Whole(number) => Some(*number),
            _ => self.list()?.iter().map(Value::sum).sum(),
        }
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(list: I) -> Self {
        Value::List(list.into_iter().map(Into::into).collect())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Value::Whole(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Number(number.into())
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Value::Word(word)
    }
}

impl From<String> for Value {
    fn from(name: String) -> Self {
        Value::Name(name.into())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        list.into_iter().collect()
    }
}

impl From<Record> for Value {
    fn from(record: Record) -> Self {
        Value::Record(record.into())
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Whole(number) => serializer.serialize_i32(*number),
            Value::Number(number) => serialize_number(&number.get(), serializer),
            Value::Word(word) => serializer.serialize_str(word),
            Value::Name(name) => serializer.serialize_str(name),
            Value::List(list) => serializer.collect_seq(list.iter()),
            Value::Record(record) => record.serialize(serializer),
        }
    }
}
