//! Outcomes with their probabilities, while odds are computed.

use super::value::{digest_of, same};
use super::{Record, Value};
use crate::dice::{Dist, HashIndex, spend};
use std::sync::Arc;

/// Outcomes of one procedure with their probabilities. Equal outcomes merge. One list holds the values of all outcomes, so that an outcome
/// needs no allocation.
#[derive(Default)]
pub(crate) struct Outcomes {
    names: &'static [&'static str],
    values: Vec<Value>,
    /// Probability of each outcome.
    probabilities: Vec<f64>,
    index: HashIndex,
}

/// The greatest room that is reserved for outcomes before their number is known.
const MOST_ROOM: usize = 1 << 10;

impl Outcomes {
    /// Returns the list to which the values of the next outcome are added.
    pub(crate) fn values(&mut self) -> &mut Vec<Value> {
        &mut self.values
    }

    /// Completes an outcome whose values were added to the list. `about` is the expected number of outcomes.
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
            // The upper half of the hash has better mixed bits, and a browser uses the lower half of this number.
            match self.index.find_or_add(digest_of(new).rotate_left(32), is) {
                Some(index) => self.probabilities[index] += probability,
                None => return self.probabilities.push(probability),
            }
        }
        self.values.truncate(next);
    }

    /// Returns all outcomes, most probable first. Equally probable outcomes keep the order in which they were found.
    pub(crate) fn most_probable_first(self) -> Dist<Record> {
        let Self { names, values, probabilities, .. } = self;
        let values = Arc::new(values);
        Dist::most_probable_first(&probabilities)
            .map_injective(|index| Record::among(names, &values, names.len() * index))
    }
}
