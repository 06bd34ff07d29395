//! Named data in a fixed order.

use super::value::{mark_of, same};
use super::{Path, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Named data in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Record {
    names: Names,
    data: Data,
}

/// Where the data of a record are.
#[derive(Clone, Debug)]
enum Data {
    /// In a list of their own.
    Own(Vec<Value>),
    /// In a list of those of many records, from this place on: as many as there are names.
    Among(Arc<Vec<Value>>, usize),
}

impl Default for Data {
    fn default() -> Self {
        Data::Own(Vec::new())
    }
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

/// Said at length, so that the data are compared in one loop.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names && same(self.data(), other.data())
    }
}

impl Eq for Record {}

/// Outcomes of one procedure differ in their data, so the names would only slow the hash down.
impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mark());
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
    /// The data of names that are fixed by the procedure.
    pub(crate) fn of(names: &'static [&'static str], data: Vec<Value>) -> Self {
        Self { names: Names::Fixed(names), data: Data::Own(data) }
    }

    /// The same where the data are found in a list of those of many records, from a place on.
    pub(super) fn among(names: &'static [&'static str], all: &Arc<Vec<Value>>, from: usize) -> Self {
        Self { names: Names::Fixed(names), data: Data::Among(Arc::clone(all), from) }
    }

    /// An empty record with room for `fields` data.
    pub fn with_room(fields: usize) -> Self {
        Self { names: Names::Own(Box::new(Vec::with_capacity(fields))), data: Data::Own(Vec::with_capacity(fields)) }
    }

    /// Adds a datum.
    pub fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        self.add(Name::Fixed(name), value.into());
    }

    /// Adds a datum whose name came in with the request.
    pub fn set_given(&mut self, name: &Arc<String>, value: impl Into<Value>) {
        self.add(Name::Given(Arc::clone(name)), value.into());
    }

    fn add(&mut self, name: Name, value: Value) {
        if let Names::Fixed(fixed) = self.names {
            self.data = Data::Own(self.data().to_vec());
            self.names = Names::Own(Box::new(fixed.iter().map(|name| Name::Fixed(name)).collect()));
        }
        if let (Names::Own(names), Data::Own(data)) = (&mut self.names, &mut self.data) {
            names.push(name);
            data.push(value);
        }
    }

    fn data(&self) -> &[Value] {
        match &self.data {
            Data::Own(data) => data,
            Data::Among(all, from) => &all[*from..from + self.names.len()],
        }
    }

    pub(super) fn mark(&self) -> u64 {
        mark_of(self.data())
    }

    /// The datum at a [path](Path).
    pub fn at(&self, path: &str) -> Option<&Value> {
        Path::of(path).at(self)
    }

    /// The whole number at a [path](Path), which may be a sum.
    pub fn sum(&self, path: &str) -> Option<i32> {
        Path::of(path).sum(self)
    }

    /// The place of the datum with this name: the `likely` one, or another.
    pub(super) fn place_of(&self, name: &str, likely: usize) -> Option<usize> {
        if likely < self.names.len() && self.names.get(likely) == name {
            return Some(likely);
        }
        (0..self.names.len()).find(|place| self.names.get(*place) == name)
    }

    /// The datum at a place.
    pub(super) fn nth(&self, place: usize) -> Option<&Value> {
        self.data().get(place)
    }

    /// Names and data, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.data().iter().enumerate().map(|(index, value)| (self.names.get(index), value))
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.names.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
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
