//! Outcomes as odds gather them.

use super::value::{mark_of, same};
use super::{Record, Value};
use crate::dice::{Dist, HashIndex, spend};
use std::sync::Arc;

/// Outcomes of one procedure with their probabilities. Equal ones merge. The values of all outcomes are in one list, so that
/// none needs memory of its own.
#[derive(Default)]
pub(crate) struct Outcomes {
    names: &'static [&'static str],
    values: Vec<Value>,
    /// Probability of each outcome.
    probabilities: Vec<f64>,
    index: HashIndex,
}

/// The most outcomes to make room for before their number is known.
const MOST_ROOM: usize = 1 << 10;

impl Outcomes {
    /// The list to which the next outcome's values are added.
    pub(crate) fn values(&mut self) -> &mut Vec<Value> {
        &mut self.values
    }

    /// Adds the outcome whose values were added to the list. `about` is the number of outcomes to expect.
    pub(crate) fn add(&mut self, names: &'static [&'static str], probability: f64, about: usize) {
        spend(1);
        if self.probabilities.is_empty() {
            self.names = names;
            let room = about.min(MOST_ROOM);
            self.values.reserve(names.len() * room);
            self.probabilities.reserve(room);
            self.index = HashIndex::with_room(room);
        }
        let next = names.len() * self.probabilities.len();
        let (known, new) = self.values.split_at(next);
        let is = |index: usize| same(&known[names.len() * index..], new);
        if probability > 0.0 {
            // Its upper half is the better mixed one, and a browser looks at the lower.
            match self.index.find_or_add(mark_of(new).rotate_left(32), is) {
                Some(index) => self.probabilities[index] += probability,
                None => return self.probabilities.push(probability),
            }
        }
        self.values.truncate(next);
    }

    /// All outcomes, the most probable first; of equally probable ones, the one that was found first.
    pub(crate) fn most_probable_first(self) -> Dist<Record> {
        let Self { names, values, probabilities, .. } = self;
        let values = Arc::new(values);
        Dist::most_probable_first(&probabilities)
            .map_injective(|index| Record::among(names, &values, names.len() * index))
    }
}
