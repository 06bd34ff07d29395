//! Finds values in a list by their hashes, to merge equal values.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Indexes of values in a list, each with its hash. The caller keeps the list.
#[derive(Default)]
pub struct HashIndex(HashTable<(u64, u32)>);

impl HashIndex {
    /// Returns an empty index with room for `room` values.
    pub fn with_room(room: usize) -> Self {
        Self(HashTable::with_capacity(room))
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a new value, with the next index.
    pub(super) fn add(&mut self, hash: u64) {
        self.find_or_add(hash, |_| false);
    }

    /// Returns the index of the value with this hash for which `is` returns true. `None` if there is no such value; then it is added with
    /// the next index.
    pub fn find_or_add(&mut self, hash: u64, is: impl Fn(usize) -> bool) -> Option<usize> {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        match self.0.entry(hash, |(known, place)| *known == hash && is(*place as usize), |(known, _)| *known) {
            Entry::Occupied(known) => Some(known.get().1 as usize),
            Entry::Vacant(free) => {
                free.insert((hash, next));
                None
            }
        }
    }
}

pub(super) fn hash(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_found_by_its_place_even_where_all_hashes_are_equal() {
        for hashes in [(0..200).collect::<Vec<u64>>(), vec![7; 200], (0..200).map(|n| n << 56).collect()] {
            let mut index = HashIndex::default();
            for (place, hash) in hashes.iter().enumerate() {
                index.add(*hash);
                assert_eq!(index.len(), place + 1);
            }
            for (place, hash) in hashes.iter().enumerate() {
                assert_eq!(index.find_or_add(*hash, |is| is == place), Some(place));
            }
            assert_eq!(index.find_or_add(7, |_| false), None);
            assert_eq!(index.find_or_add(7, |is| is == 200), Some(200));
        }
    }

    #[test]
    fn different_values_mostly_have_different_hashes() {
        let mut hashes: Vec<u64> = (0..1_000_u32).map(|value| hash(&value)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert!(hashes.len() > 990, "{} of 1,000", hashes.len());
    }
}
