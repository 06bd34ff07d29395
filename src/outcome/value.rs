//! One datum of an outcome.

use super::Record;
use crate::core::number::serialize_number;
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// One datum of an outcome. What is rare lies elsewhere, all of it behind one variant: odds hold tens of thousands of data, so the
/// common ones stay small, and making, comparing and dropping them stays cheap.
#[derive(Clone, Debug)]
pub enum Value {
    /// JSON `null`: the rules give no answer here.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i32),
    /// A number that may be fractional, such as inches.
    Number(Bits),
    /// One of a fixed list of ids, where the list keeps it: half the size of the id itself.
    Word(&'static &'static str),
    /// Whatever is seldom told. Outcomes that have the same share it.
    Rare(Arc<Rare>),
}

/// A datum that few outcomes tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rare {
    /// A number of more digits than [`Bits`] hold, as bits.
    Number(u64),
    /// An id that is on no list.
    Term(&'static str),
    /// A text that came in with the request, such as the id of a target.
    Name(String),
    /// Several data.
    List(List),
    /// Named data within data.
    Record(Record),
}

/// A list of data. Most have one member, which needs no memory of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// One member.
    One([Value; 1]),
    /// None, or several.
    Many(Vec<Value>),
}

/// A finite number of few digits that can be compared and hashed, so that equal outcomes merge: −0 is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits(u32);

impl PartialEq for Value {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Flag(own), Value::Flag(other)) => own == other,
            (Value::Whole(own), Value::Whole(other)) => own == other,
            (Value::Number(own), Value::Number(other)) => own == other,
            // Two places of one list, or one place.
            (Value::Word(own), Value::Word(other)) => std::ptr::eq(*own, *other) || own == other,
            (Value::Rare(own), Value::Rare(other)) => own == other,
            // An id is the same whether or not it is on a list.
            _ => self.word().is_some() && self.word() == other.word(),
        }
    }
}

impl Eq for Value {}

/// A mark of several data that equal ones have in common, and few others: a volley compares tens of thousands. It is the value of
/// a polynomial, so that no datum's part in it waits for that of another.
pub(super) fn mark_of(data: &[Value]) -> u64 {
    let (mut mark, mut power) = (0, MIXER);
    for value in data {
        let own = match value {
            Value::Null => u64::MAX,
            Value::Flag(flag) => u64::from(*flag),
            Value::Whole(number) => u64::from(number.cast_unsigned()),
            Value::Number(bits) => u64::from(bits.0),
            // The length tells most ids of a list apart, and equal ids have one.
            Value::Word(id) => id.len() as u64,
            Value::Rare(rare) => rare.mark(),
        };
        mark = own.wrapping_mul(power).wrapping_add(mark);
        power = power.wrapping_mul(MIXER);
    }
    mark
}

/// Whether data that are as many are equal, in one loop.
pub(super) fn same(own: &[Value], other: &[Value]) -> bool {
    own.iter().zip(other).all(|(own, other)| own == other)
}

/// An odd number whose bits are as good as thrown.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(mark_of(std::slice::from_ref(self)));
    }
}

impl Value {
    /// The id that it is, if it is one.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Value::Word(id) => Some(id),
            Value::Rare(rare) => match **rare {
                Rare::Term(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text that it is, if it came in with the request.
    pub fn name(&self) -> Option<&str> {
        match self.rare() {
            Some(Rare::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// The list that it is, if it is one.
    pub fn list(&self) -> Option<&[Value]> {
        match self.rare() {
            Some(Rare::List(list)) => Some(list),
            _ => None,
        }
    }

    /// The data within it, if they have names.
    pub fn record(&self) -> Option<&Record> {
        match self.rare() {
            Some(Rare::Record(record)) => Some(record),
            _ => None,
        }
    }

    fn rare(&self) -> Option<&Rare> {
        match self {
            Value::Rare(rare) => Some(rare),
            _ => None,
        }
    }

    /// A whole number, or the sum of a list of them.
    pub(super) fn sum(&self) -> Option<i32> {
        match self {
            Value::Whole(number) => Some(*number),
            _ => self.list()?.iter().map(Value::sum).sum(),
        }
    }
}

impl Rare {
    fn mark(&self) -> u64 {
        match self {
            Rare::Number(bits) => *bits,
            Rare::Term(id) => id.len() as u64,
            Rare::Name(name) => name.bytes().fold(0, |mark, byte| mark.rotate_left(5) ^ u64::from(byte)),
            Rare::List(list) => mark_of(list),
            Rare::Record(record) => record.mark(),
        }
    }
}

impl Bits {
    /// The number itself.
    pub fn get(self) -> f64 {
        f64::from(f32::from_bits(self.0))
    }
}

impl Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        match self {
            List::One(list) => list,
            List::Many(list) => list,
        }
    }
}

impl<T: Into<Value>> FromIterator<T> for List {
    fn from_iter<I: IntoIterator<Item = T>>(list: I) -> Self {
        let mut list = list.into_iter().map(Into::into);
        match (list.next(), list.size_hint()) {
            (Some(one), (_, Some(0))) => List::One([one]),
            (first, _) => List::Many(first.into_iter().chain(list).collect()),
        }
    }
}

impl From<Rare> for Value {
    fn from(rare: Rare) -> Self {
        Value::Rare(Arc::new(rare))
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
        let number = number + 0.0;
        #[expect(clippy::cast_possible_truncation, reason = "taken only if nothing is lost")]
        let few_digits = number as f32;
        if f64::from(few_digits) == number {
            Value::Number(Bits(few_digits.to_bits()))
        } else {
            Rare::Number(number.to_bits()).into()
        }
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Rare::Term(word).into()
    }
}

impl From<String> for Value {
    fn from(name: String) -> Self {
        Rare::Name(name).into()
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        Rare::List(list.into_iter().collect()).into()
    }
}

impl From<Record> for Value {
    fn from(record: Record) -> Self {
        Rare::Record(record).into()
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Whole(number) => serializer.serialize_i32(*number),
            Value::Number(bits) => serialize_number(&bits.get(), serializer),
            Value::Word(word) => serializer.serialize_str(word),
            Value::Rare(rare) => rare.serialize(serializer),
        }
    }
}

impl Serialize for Rare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Rare::Number(bits) => serialize_number(&f64::from_bits(*bits), serializer),
            Rare::Term(term) => serializer.serialize_str(term),
            Rare::Name(name) => serializer.serialize_str(name),
            Rare::List(list) => {
                let mut seq = serializer.serialize_seq(Some(list.len()))?;
                for value in list.iter() {
                    seq.serialize_element(value)?;
                }
                seq.end()
            }
            Rare::Record(record) => record.serialize(serializer),
        }
    }
}
