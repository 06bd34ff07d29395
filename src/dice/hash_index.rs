//! Where in a list a value is, found by its hash: what equal values are merged by.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Places of values, found by hash.
#[derive(Default)]
pub(crate) struct HashIndex {
    /// Of each value, its hash.
    hashes: Vec<u32>,
    /// Of each value its place, counted from 1, at the slot that its hash names or the next free one; 0 is free. No slots at all
    /// as long as the hashes are [few](SCANNED).
    slots: Vec<u32>,
}

/// So many hashes are looked through rather than found by slots.
const SCANNED: usize = 8;

impl HashIndex {
    /// Room for so many values.
    pub(crate) fn with_room(room: usize) -> Self {
        Self { hashes: Vec::with_capacity(room), slots: Vec::new() }
    }

    /// Of how many values the places are known.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Adds one that is new.
    pub(super) fn add(&mut self, hash: u32) {
        self.find_or_add(hash, |_| false);
    }

    /// The place of the value with this hash that `is` the one. None if it is new; the next place is its own then.
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

    /// The slot of the first value with this hash that `is` the one, or the free one where it would be.
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

    /// At least half of the slots are free when there is no more room for hashes.
    fn add_slots(&mut self) {
        self.slots = vec![0; (4 * self.hashes.len()).max(2 * self.hashes.capacity()).next_power_of_two()];
        for place in 0..self.hashes.len() {
            let slot = self.slot(self.hashes[place], |_| false);
            self.slots[slot] = counted(place);
        }
    }
}

/// A place, counted from 1.
fn counted(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

#[expect(clippy::cast_possible_truncation, reason = "half of a hash is enough to tell most values apart")]
pub(super) fn hash(value: &impl Hash) -> u32 {
    FxBuildHasher.hash_one(value) as u32
}
