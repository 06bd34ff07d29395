//! Values in outcomes.

use super::Record;
use ::dice::serialize_number;
use serde::ser::{Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A value in an outcome. Clones are cheap: texts, lists and records are shared.
#[derive(Clone, Debug, Eq)]
pub enum Value {
    /// JSON `null`: the rules give no value.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i32),
    /// A number that may be fractional, such as inches.
    Number(Number),
    /// An id of the rules.
    Word(&'static str),
    /// A text from the request, such as the id of a target.
    Name(Arc<str>),
    /// A list of values.
    List(Arc<[Value]>),
    /// A record inside the outcome.
    Record(Arc<Record>),
}

/// A finite number with equality and a hash, so that equal outcomes merge. −0 becomes 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number(u64);

impl Number {
    /// Returns the number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self((number + 0.0).to_bits())
    }
}

/// Compares ids by address first, because most come from the same list.
impl PartialEq for Value {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Flag(own), Value::Flag(other)) => own == other,
            (Value::Whole(own), Value::Whole(other)) => own == other,
            (Value::Number(own), Value::Number(other)) => own == other,
            (Value::Word(own), Value::Word(other)) => std::ptr::eq(*own, *other) || own == other,
            (Value::Name(own), Value::Name(other)) => own == other,
            (Value::List(own), Value::List(other)) => own == other,
            (Value::Record(own), Value::Record(other)) => own == other,
            _ => false,
        }
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(digest_of(std::slice::from_ref(self)));
    }
}

/// An odd number with well mixed bits.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a hash of several values, as a polynomial, so that each value's part is computed independently. A volley compares tens of
/// thousands of values.
pub(super) fn digest_of(values: &[Value]) -> u64 {
    let (mut mark, mut power) = (0, MIXER);
    for value in values {
        let own = match value {
            Value::Null => u64::MAX,
            Value::Flag(flag) => u64::from(*flag),
            Value::Whole(number) => u64::from(number.cast_unsigned()),
            Value::Number(Number(bits)) => *bits,
            // Only the length is hashed, because most ids of a list have different lengths.
            Value::Word(id) => id.len() as u64,
            Value::Name(name) => name.bytes().fold(0_u64, |mark, byte| mark.rotate_left(5) ^ u64::from(byte)),
            Value::List(list) => digest_of(list),
            Value::Record(record) => record.digest(),
        };
        mark = own.wrapping_mul(power).wrapping_add(mark);
        power = power.wrapping_mul(MIXER);
    }
    mark
}

/// Compares lists of the same length in one loop.
pub(super) fn same(own: &[Value], other: &[Value]) -> bool {
    own.iter().zip(other).all(|(value, other)| value == other)
}

impl Value {
    /// Returns the id. `None` if the value is not an id of the rules.
    pub fn word(&self) -> Option<&'static str> {
        if let Value::Word(id) = self { Some(id) } else { None }
    }

    /// Returns the number. `None` if the value is not a [`Number`].
    pub fn number(&self) -> Option<f64> {
        if let Value::Number(number) = self { Some(number.get()) } else { None }
    }

    /// Returns the text from the request. `None` if the value is not one.
    pub fn name(&self) -> Option<&str> {
        if let Value::Name(name) = self { Some(name) } else { None }
    }

    /// Returns the list. `None` if the value is not one.
    pub fn list(&self) -> Option<&[Value]> {
        if let Value::List(list) = self { Some(list) } else { None }
    }

    /// Returns the record. `None` if the value is not one.
    pub fn record(&self) -> Option<&Record> {
        if let Value::Record(record) = self { Some(record) } else { None }
    }

    /// Returns the whole number, or the sum of a list of whole numbers. `None` for other values.
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
