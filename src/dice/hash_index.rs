//! Indexes of values in a list, found by their hashes, to merge equal values.
//!
//! Home-made, because with `IndexMap` and a list for each outcome the heaviest odds took up to 2.4 times as long: see
//! `docs/measured.md`.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Indexes of values, found by hash.
#[derive(Default)]
pub(crate) struct HashIndex {
    /// The hash of each value.
    hashes: Vec<u32>,
    /// The index of each value, counted from 1, in the slot of its hash or the next free one; 0 is free. There are no slots as
    /// long as the hashes are [few](SCANNED).
    slots: Vec<u32>,
}

/// The most hashes that are searched one by one rather than by slots.
const SCANNED: usize = 8;

impl HashIndex {
    /// An empty index with room for a number of values.
    pub(crate) fn with_room(room: usize) -> Self {
        Self { hashes: Vec::with_capacity(room), slots: Vec::new() }
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Adds a new value.
    pub(super) fn add(&mut self, hash: u32) {
        self.find_or_add(hash, |_| false);
    }

    /// The index of the value with this hash for which `is` returns true. `None` if there is none: the value gets the next index.
    pub(crate) fn find_or_add(&mut self, hash: u32, is: impl Fn(usize) -> bool) -> Option<usize> {
        let next = self.hashes.len();
        if self.slots.is_empty() {
            let known = self.hashes.iter().enumerate().position(|(place, own)| *own == hash && is(place));
            if known.is_some() {
                return known;
            }
        } else {
            let slot = self.slot(hash, is);
            let place = self.slots[slot] as usize;
            if place > 0 {
                return Some(place - 1);
            }
            self.slots[slot] = counted(next);
        }
        self.hashes.push(hash);
        if next >= SCANNED && 2 * next >= self.slots.len() {
            self.add_slots();
        }
        None
    }

    /// The slot of the first value with this hash for which `is` returns true, or the free slot for it.
    fn slot(&self, hash: u32, is: impl Fn(usize) -> bool) -> usize {
        let mut slot = hash as usize & (self.slots.len() - 1);
        loop {
            let place = self.slots[slot] as usize;
            if place == 0 || self.hashes[place - 1] == hash && is(place - 1) {
                return slot;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds slots, so that at least half of them stay free.
    fn add_slots(&mut self) {
        self.slots = vec![0; (4 * self.hashes.len()).max(2 * self.hashes.capacity()).next_power_of_two()];
        for place in 0..self.hashes.len() {
            let slot = self.slot(self.hashes[place], |_| false);
            self.slots[slot] = counted(place);
        }
    }
}

/// An index, counted from 1.
fn counted(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

#[expect(clippy::cast_possible_truncation, reason = "half of a hash is enough to tell most values apart")]
pub(super) fn hash(value: &impl Hash) -> u32 {
    FxBuildHasher.hash_one(value) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index of the values 0, 1, 2 … by these hashes.
    fn index(hashes: &[u32]) -> HashIndex {
        let mut index = HashIndex::default();
        for (place, own) in hashes.iter().enumerate() {
            index.add(*own);
            assert_eq!(index.len(), place + 1);
        }
        index
    }

    #[test]
    fn every_value_is_found_by_its_place_even_where_all_hashes_are_equal() {
        for hashes in [(0..200).collect::<Vec<u32>>(), vec![7; 200], (0..200).map(|n| n << 24).collect()] {
            let mut index = index(&hashes);
            for (place, own) in hashes.iter().enumerate() {
                assert_eq!(index.find_or_add(*own, |is| is == place), Some(place));
            }
            assert_eq!(index.find_or_add(7, |_| false), None);
            assert_eq!(index.find_or_add(7, |is| is == 200), Some(200));
        }
    }

    #[test]
    fn few_hashes_have_no_slots_and_of_more_at_least_half_stay_free() {
        for count in 0..100 {
            let index = index(&(0..count).map(|n| n * 3).collect::<Vec<_>>());
            if index.len() <= SCANNED {
                assert_eq!(index.slots.len(), 0, "{count} hashes");
            } else {
                assert!(index.slots.len() >= 2 * index.len(), "{count} hashes in {} slots", index.slots.len());
                // Each doubling leaves room for as many again.
                assert!(index.slots.len() <= 8 * index.len().next_power_of_two(), "{count} hashes");
            }
        }
    }

    #[test]
    fn room_is_made_for_the_values_to_come() {
        assert!(HashIndex::with_room(300).hashes.capacity() >= 300);
    }

    #[test]
    fn different_values_mostly_have_different_hashes() {
        let mut hashes: Vec<u32> = (0..1_000_u32).map(|value| hash(&value)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert!(hashes.len() > 990, "{} of 1,000", hashes.len());
    }
}
