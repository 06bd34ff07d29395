//! What a procedure comes to: a list of named data, the same whether it is told, applied, compared or written as JSON.

mod path;

pub use path::Path;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
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
            (Datum::Name(own), Datum::Name(other)) => own == other,
            (Datum::List(own), Datum::List(other)) => own == other,
            (Datum::Record(own), Datum::Record(other)) => own == other,
            // An id is the same whether or not it is on a list.
            _ => self.word().is_some() && self.word() == other.word(),
        }
    }
}

impl Eq for Datum {}

/// One write for each of the common ones: a volley hashes tens of thousands of them.
impl Hash for Datum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Datum::Null => state.write_u32(u32::MAX),
            Datum::Flag(flag) => state.write_u32(u32::from(*flag)),
            Datum::Whole(number) => number.hash(state),
            Datum::Number(bits) => bits.hash(state),
            // The length tells most ids of a list apart, and equal ids have one.
            Datum::Word(id) => state.write_usize(id.len()),
            Datum::Term(id) => state.write_usize(id.len()),
            Datum::Name(name) => name.hash(state),
            Datum::List(list) => list.hash(state),
            Datum::Record(record) => record.hash(state),
        }
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

    /// A whole number, or the sum of a list of them.
    fn sum(&self) -> Option<i32> {
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

/// Named data in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    names: Names,
    data: Vec<Datum>,
}

/// The names of a record's data. Odds hold thousands of outcomes of one procedure, which share theirs.
#[derive(Clone, Debug)]
#[expect(clippy::box_collection, reason = "rare, and half the size of what is common")]
enum Names {
    /// Fixed by the procedure.
    Fixed(&'static [&'static str]),
    /// Given to each datum by itself.
    Own(Box<Vec<Name>>),
}

impl Default for Names {
    fn default() -> Self {
        Names::Own(Box::default())
    }
}

impl Names {
    fn get(&self, index: usize) -> &str {
        match self {
            Names::Fixed(names) => names[index],
            Names::Own(names) => names[index].as_str(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Names::Fixed(names) => names.len(),
            Names::Own(names) => names.len(),
        }
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Names::Fixed(own), Names::Fixed(theirs)) if std::ptr::eq(*own, *theirs) => true,
            _ => self.len() == other.len() && (0..self.len()).all(|index| self.get(index) == other.get(index)),
        }
    }
}

impl Eq for Names {}

/// Outcomes of one procedure differ in their data, so the names would only slow the hash down.
impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for datum in &self.data {
            datum.hash(state);
        }
    }
}

/// The name of a datum: fixed by the procedure, or (rarely) taken from the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// Fixed by the procedure.
    Fixed(&'static str),
    /// From the request; all outcomes share it.
    Given(Arc<String>),
}

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        match self {
            Name::Fixed(name) => name,
            Name::Given(name) => name,
        }
    }
}

impl Record {
    /// An empty record with room for `fields` data.
    pub fn with_room(fields: usize) -> Self {
        Self { names: Names::Own(Box::new(Vec::with_capacity(fields))), data: Vec::with_capacity(fields) }
    }

    /// Adds a datum.
    pub fn set(&mut self, name: &'static str, datum: impl Into<Datum>) {
        self.add(Name::Fixed(name), datum.into());
    }

    /// Adds a datum whose name came in with the request.
    pub fn set_given(&mut self, name: &Arc<String>, datum: impl Into<Datum>) {
        self.add(Name::Given(Arc::clone(name)), datum.into());
    }

    fn add(&mut self, name: Name, datum: Datum) {
        if let Names::Fixed(fixed) = self.names {
            self.names = Names::Own(Box::new(fixed.iter().map(|name| Name::Fixed(name)).collect()));
        }
        if let Names::Own(names) = &mut self.names {
            names.push(name);
            self.data.push(datum);
        }
    }

    /// The datum at a [path](Path).
    pub fn at(&self, path: &str) -> Option<&Datum> {
        Path::of(path).at(self)
    }

    /// The whole number at a [path](Path), which may be a sum.
    pub fn sum(&self, path: &str) -> Option<i32> {
        Path::of(path).sum(self)
    }

    /// Names and data, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Datum)> {
        self.data.iter().enumerate().map(|(index, datum)| (self.names.get(index), datum))
    }
}

/// What a procedure's outcome can do: write itself down. Made by [`outcome!`](crate::outcome!).
pub trait Outcome: Sized {
    /// The names of its fields, in the order of the ruleset's description.
    const NAMES: &'static [&'static str];

    /// Writes every field, in that order.
    fn write(self, data: &mut Vec<Datum>);

    /// The outcome as a record.
    fn record(self) -> Record {
        let mut data = Vec::with_capacity(Self::NAMES.len());
        self.write(&mut data);
        Record { names: Names::Fixed(Self::NAMES), data }
    }
}

/// Declares an outcome: `outcome! { /// doc pub struct Volley { /// doc pub hits: i32, … } }`.
/// A last line `..name: Type` writes the fields of another outcome after its own.
#[macro_export]
macro_rules! outcome {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident : $ty:ty,)*
        $(..$(#[$rest_meta:meta])* $rest:ident : $rest_ty:ty $(,)?)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[$field_meta])* pub $field: $ty,)*
            $($(#[$rest_meta])* pub $rest: $rest_ty,)?
        }

        impl $crate::outcome::Outcome for $name {
            const NAMES: &'static [&'static str] = {
                const OWN: &[&str] = &[$(stringify!($field)),*];
                const PARTS: &[&[&str]] = &[OWN $(, <$rest_ty as $crate::outcome::Outcome>::NAMES)?];
                &$crate::lists::join::<_, { $crate::lists::count(PARTS) }>(PARTS, "")
            };

            fn write(self, data: &mut Vec<$crate::outcome::Datum>) {
                let own: [$crate::outcome::Datum; <[&str]>::len(&[$(stringify!($field)),*])] = [$(self.$field.into()),*];
                data.extend(own);
                $($crate::outcome::Outcome::write(self.$rest, data);)?
            }
        }

        impl From<$name> for $crate::outcome::Datum {
            fn from(outcome: $name) -> Self {
                $crate::outcome::Datum::from($crate::outcome::Outcome::record(outcome))
            }
        }
    };
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

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.data.len()))?;
        for (name, datum) in self.iter() {
            map.serialize_entry(name, datum)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_up_along_a_list_and_by_how_names_begin() {
        let mut losses = Record::default();
        losses.set_given(&Arc::new("a1".into()), 2);
        losses.set_given(&Arc::new("a2".into()), 1);
        losses.set_given(&Arc::new("b1".into()), 4);
        let mut outcome = Record::default();
        outcome.set("lost", vec![1, 2]);
        outcome.set("losses", losses);
        assert_eq!(outcome.sum("lost"), Some(3));
        assert_eq!(outcome.sum("lost[1]"), Some(2));
        assert_eq!(outcome.sum("losses.a*"), Some(3));
        assert_eq!(outcome.sum("losses.c*"), None);
        assert_eq!(outcome.sum("losses"), None);
    }
}
