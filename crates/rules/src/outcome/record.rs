//! Named values in a fixed order.

use super::value::{digest_of, same};
use super::{Path, Value};
use serde::ser::{Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Named values in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Record {
    names: Names,
    values: Values,
}

/// The values of a record.
#[derive(Clone, Debug)]
enum Values {
    /// A list of this record alone.
    Own(Vec<Value>),
    /// A part of a list shared by many records. It begins at this index and is as long as the names. With it, odds with thousands of
    /// outcomes need one list.
    Among(Arc<Vec<Value>>, usize),
}

impl Default for Values {
    fn default() -> Self {
        Values::Own(Vec::new())
    }
}

/// The names of a record's values.
#[derive(Clone, Debug)]
enum Names {
    /// Fixed by the procedure, and shared by all its outcomes.
    Fixed(&'static [&'static str]),
    /// A name for each value.
    Own(Vec<Name>),
}

impl Default for Names {
    fn default() -> Self {
        Names::Own(Vec::new())
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

/// Hashes only the values: outcomes of one procedure have equal names.
impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.digest());
    }
}

/// Compares the values in one loop.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names && same(self.values(), other.values())
    }
}

impl Eq for Record {}

/// The name of a value. The procedure fixes most names; a few come from the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// Fixed by the procedure.
    Fixed(&'static str),
    /// From the request, and shared by all outcomes.
    Given(Arc<String>),
}

impl Name {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        match self {
            Name::Fixed(name) => name,
            Name::Given(name) => name,
        }
    }
}

impl Record {
    /// Returns a record with names that the procedure fixes.
    pub(crate) fn of(names: &'static [&'static str], values: Vec<Value>) -> Self {
        Self { names: Names::Fixed(names), values: Values::Own(values) }
    }

    /// Returns a record with names that the procedure fixes. Its values are in a list shared by many records, from index `from` on.
    pub(super) fn among(names: &'static [&'static str], all: &Arc<Vec<Value>>, from: usize) -> Self {
        Self { names: Names::Fixed(names), values: Values::Among(Arc::clone(all), from) }
    }

    /// Returns an empty record with room for `fields` values.
    pub fn with_room(fields: usize) -> Self {
        Self { names: Names::Own(Vec::with_capacity(fields)), values: Values::Own(Vec::with_capacity(fields)) }
    }

    /// Adds a value.
    pub fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        self.add(Name::Fixed(name), value.into());
    }

    /// Adds a value under a name from the request.
    pub fn set_named(&mut self, name: &Arc<String>, value: impl Into<Value>) {
        self.add(Name::Given(Arc::clone(name)), value.into());
    }

    fn add(&mut self, name: Name, value: Value) {
        if let Names::Fixed(fixed) = self.names {
            self.values = Values::Own(self.values().to_vec());
            self.names = Names::Own(fixed.iter().map(|name| Name::Fixed(name)).collect());
        }
        if let (Names::Own(names), Values::Own(values)) = (&mut self.names, &mut self.values) {
            names.push(name);
            values.push(value);
        }
    }

    pub(super) fn digest(&self) -> u64 {
        digest_of(self.values())
    }

    fn values(&self) -> &[Value] {
        match &self.values {
            Values::Own(values) => values,
            Values::Among(all, from) => &all[*from..from + self.names.len()],
        }
    }

    /// Returns the value at a [path](Path). `None` if there is none.
    pub fn at(&self, path: &str) -> Option<&Value> {
        Path::of(path).at(self)
    }

    /// Returns the whole number at a [path](Path), or a sum. `None` if there is no number.
    pub fn sum(&self, path: &str) -> Option<i32> {
        Path::of(path).sum(self)
    }

    /// Returns the id at a [path](Path). `None` if the value is not an id of the rules.
    pub fn word(&self, path: &str) -> Option<&'static str> {
        self.at(path)?.word()
    }

    /// Returns the whole numbers of the list at a [path](Path); an empty list if there are none.
    pub fn numbers(&self, path: &str) -> Vec<i32> {
        self.at(path).and_then(Value::list).unwrap_or_default().iter().filter_map(Value::sum).collect()
    }

    /// True if the value at a [path](Path) is a flag that is set.
    pub fn holds(&self, path: &str) -> bool {
        self.at(path) == Some(&Value::Flag(true))
    }

    /// Returns the index of the value with this name, and checks the index `likely` first. `None` if there is none.
    pub(super) fn index_of(&self, name: &str, likely: usize) -> Option<usize> {
        if likely < self.names.len() && self.names.get(likely) == name {
            return Some(likely);
        }
        (0..self.names.len()).find(|index| self.names.get(*index) == name)
    }

    /// Returns the value at an index. `None` if there is none.
    pub(super) fn nth(&self, index: usize) -> Option<&Value> {
        self.values().get(index)
    }

    /// Iterates over names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values().iter().enumerate().map(|(index, value)| (self.names.get(index), value))
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_up_along_a_list_and_by_prefix() {
        let mut losses = Record::default();
        losses.set_named(&Arc::new("a1".into()), 2);
        losses.set_named(&Arc::new("a2".into()), 1);
        losses.set_named(&Arc::new("b1".into()), 4);
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
