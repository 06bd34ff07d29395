//! The bin: things deleted during this visit, which players can restore. It is bounded: the oldest are dropped first.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// The maximum number of things in a bin.
pub const MOST: usize = 20;
/// The maximum length of all texts in a bin, in characters. The last deleted thing is kept, however long it is.
pub const LONGEST: usize = 2_000_000;

/// Something that was deleted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deleted {
    /// Number with which the thing is restored. It is unique in the bin.
    pub number: u64,
    /// Its name, or a few words for several things.
    pub words: String,
    /// The thing.
    #[serde(rename = "it")]
    pub thing: Thing,
}

/// A thing that can be deleted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Thing {
    /// Saved texts, by the names of their keys.
    Texts(BTreeMap<String, String>),
    /// A unit of a roster.
    Unit {
        /// Id of the roster.
        roster: String,
        /// Index of the unit in it.
        place: usize,
        /// Profile of the unit.
        profile: Map<String, Json>,
    },
}

impl Thing {
    fn length(&self) -> usize {
        match self {
            Thing::Texts(texts) => texts.iter().map(|(name, text)| name.len() + text.len()).sum(),
            Thing::Unit { profile, .. } => {
                profile.iter().map(|(field, value)| field.len() + value.to_string().len()).sum()
            }
        }
    }
}

/// Deleted things, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin(Vec<Deleted>);

impl Bin {
    /// Returns all things, the last deleted first.
    pub fn all(&self) -> &[Deleted] {
        &self.0
    }

    /// Adds a thing and drops the oldest that exceed a limit. Returns its number.
    pub fn put(&mut self, words: String, thing: Thing) -> u64 {
        let number = self.0.first().map_or(0, |last| last.number + 1);
        self.0.insert(0, Deleted { number, words, thing });
        self.0.truncate(MOST);
        let mut length = 0;
        let fits = self.0.iter().take_while(|deleted| {
            length += deleted.thing.length();
            length <= LONGEST
        });
        let count = fits.count().max(1);
        self.0.truncate(count);
        number
    }

    /// Removes a thing from the bin and returns it. `None` if the bin does not have it.
    pub fn take(&mut self, number: u64) -> Option<Deleted> {
        let place = self.0.iter().position(|deleted| deleted.number == number)?;
        Some(self.0.remove(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Thing {
        Thing::Texts([("drumhead/roster/a".to_owned(), "x".repeat(length))].into())
    }

    #[test]
    fn a_deleted_thing_can_be_taken_out_of_the_bin_once() {
        let mut bin = Bin::default();
        let (first, second) = (bin.put("first".into(), text(1)), bin.put("second".into(), text(2)));
        assert_ne!(first, second);
        assert_eq!(bin.take(first).map(|deleted| deleted.thing), Some(text(1)));
        assert_eq!(bin.take(first), None);
        assert_eq!(bin.all().iter().map(|deleted| deleted.words.as_str()).collect::<Vec<_>>(), ["second"]);
    }

    #[test]
    fn the_oldest_things_are_dropped_if_the_bin_exceeds_its_limits() {
        let mut bin = Bin::default();
        for _ in 0..MOST + 5 {
            bin.put(String::new(), text(1));
        }
        assert_eq!(bin.all().len(), MOST);
        let number = bin.put("long".into(), text(LONGEST - 100));
        assert!(bin.all().len() > 1 && bin.all().len() < MOST);
        bin.put("longer".into(), text(LONGEST + 1));
        assert_eq!(bin.all().len(), 1, "the last stays, however long it is");
        assert_eq!(bin.take(number), None);
    }

    #[test]
    fn the_length_of_a_unit_is_that_of_its_fields_and_values() {
        let profile = Map::from_iter([("name".to_owned(), Json::from("Skippon")), ("pikes".to_owned(), 12.into())]);
        // `name`, `"Skippon"`, `pikes` and `12`.
        assert_eq!(Thing::Unit { roster: "r1".into(), place: 2, profile }.length(), 4 + 9 + 5 + 2);
        assert_eq!(text(7).length(), "drumhead/roster/a".len() + 7);
    }

    #[test]
    fn a_bin_is_read_as_it_was_written() {
        let mut bin = Bin::default();
        bin.put("a roster".into(), text(3));
        let profile = Map::from_iter([("name".to_owned(), Json::from("Skippon"))]);
        bin.put("a unit".into(), Thing::Unit { roster: "r1".into(), place: 2, profile });
        let written = serde_json::to_string(&bin).unwrap();
        assert_eq!(serde_json::from_str::<Bin>(&written).unwrap(), bin);
    }
}
