//! One datum of an outcome.

use super::Record;
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// One datum of an outcome. What is rare is boxed, so that the common ones stay small: odds hold thousands of them.
#[derive(Clone, Debug)]
pub enum Datum {
    /// JSON `null`: the rules give no answer here.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i32),
    /// A number that may be fractional, such as inches. Kept as bits so that equal outcomes merge.
    Number(Bits),
    /// One of a fixed list of ids, where the list keeps it: half the size of the id itself.
    Word(&'static &'static str),
    /// An id that is on no list.
    Term(Box<&'static str>),
    /// A text that came in with the request, such as the id of a target.
    Name(Box<String>),
    /// Several of them. Outcomes that have the same list share it.
    List(Arc<Vec<Datum>>),
    /// Named data within data.
    Record(Box<Record>),
}

/// A finite `f64` that can be compared and hashed: −0 is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits(u64);

impl PartialEq for Datum {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Datum::Null, Datum::Null) => true,
            (Datum::Flag(own), Datum::Flag(other)) => own == other,
            (Datum::Whole(own), Datum::Whole(other)) => own == other,
            (Datum::Number(own), Datum::Number(other)) => own == other,
            // Two places of one list, or one place.
            (Datum::Word(own), Datum::Word(other)) if std::ptr::eq(*own, *other) => true,
            (Datum::Name(own), Datum::Name(other)) => own == other,
            (Datum::List(own), Datum::List(other)) => own == other,
            (Datum::Record(own), Datum::Record(other)) => own == other,
            // An id is the same whether or not it is on a list.
            _ => self.word().is_some() && self.word() == other.word(),
        }
    }
}

impl Eq for Datum {}

/// A mark of several data that equal ones have in common, and few others: a volley compares tens of thousands.
pub(super) fn mark_of(data: &[Datum]) -> u64 {
    let mark = |datum: &Datum| match datum {
        Datum::Flag(flag) => u64::from(*flag),
        Datum::Whole(number) => u64::from(number.cast_unsigned()),
        // The length tells most ids of a list apart, and equal ids have one.
        Datum::Word(id) => id.len() as u64,
        rarer => rarer.mark(),
    };
    data.iter().fold(0, |all: u64, datum| (all.rotate_left(5) ^ mark(datum)).wrapping_mul(MIXER))
}

/// An odd number whose bits are as good as thrown.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hash for Datum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(mark_of(std::slice::from_ref(self)));
    }
}

impl Datum {
    /// The id that it is, if it is one.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Datum::Word(id) => Some(id),
            Datum::Term(id) => Some(id),
            _ => None,
        }
    }

    /// Of what stands in few outcomes, or once in each.
    fn mark(&self) -> u64 {
        match self {
            Datum::Number(bits) => bits.0,
            Datum::Term(id) => id.len() as u64,
            Datum::Name(name) => name.bytes().fold(0, |mark, byte| mark.rotate_left(5) ^ u64::from(byte)),
            Datum::List(list) => mark_of(list),
            Datum::Record(record) => record.mark(),
            Datum::Null | Datum::Flag(_) | Datum::Whole(_) | Datum::Word(_) => u64::MAX,
        }
    }

    /// A whole number, or the sum of a list of them.
    pub(super) fn sum(&self) -> Option<i32> {
        match self {
            Datum::Whole(number) => Some(*number),
            Datum::List(list) => list.iter().map(Datum::sum).sum(),
            _ => None,
        }
    }
}

impl Bits {
    /// The number itself.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<bool> for Datum {
    fn from(flag: bool) -> Self {
        Datum::Flag(flag)
    }
}

impl From<i32> for Datum {
    fn from(number: i32) -> Self {
        Datum::Whole(number)
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Self {
        Datum::Number(Bits((number + 0.0).to_bits()))
    }
}

impl From<&'static str> for Datum {
    fn from(word: &'static str) -> Self {
        Datum::Term(Box::new(word))
    }
}

impl From<String> for Datum {
    fn from(name: String) -> Self {
        Datum::Name(Box::new(name))
    }
}

impl<T: Into<Datum>> From<Option<T>> for Datum {
    fn from(datum: Option<T>) -> Self {
        datum.map_or(Datum::Null, Into::into)
    }
}

impl<T: Into<Datum>> From<Vec<T>> for Datum {
    fn from(list: Vec<T>) -> Self {
        Datum::List(Arc::new(list.into_iter().map(Into::into).collect()))
    }
}

impl From<Record> for Datum {
    fn from(record: Record) -> Self {
        Datum::Record(Box::new(record))
    }
}

impl Serialize for Datum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Datum::Null => serializer.serialize_unit(),
            Datum::Flag(flag) => serializer.serialize_bool(*flag),
            Datum::Whole(number) => serializer.serialize_i32(*number),
            Datum::Number(bits) => serialize_number(&bits.get(), serializer),
            Datum::Word(word) => serializer.serialize_str(word),
            Datum::Term(term) => serializer.serialize_str(term),
            Datum::Name(name) => serializer.serialize_str(name),
            Datum::List(list) => {
                let mut seq = serializer.serialize_seq(Some(list.len()))?;
                for datum in list.iter() {
                    seq.serialize_element(datum)?;
                }
                seq.end()
            }
            Datum::Record(record) => record.serialize(serializer),
        }
    }
}

/// Inches that are whole are written as whole numbers: `6`, not `6.0`.
pub(crate) fn serialize_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let number = *number;
    if number.fract() == 0.0 && number.abs() < f64::from(i32::MAX) {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within range, as just tested")]
        serializer.serialize_i32(number as i32)
    } else {
        serializer.serialize_f64(number)
    }
}
