//! Outcomes as odds gather them.

use super::{Record, Value};
use crate::dice::{Dist, spend};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Outcomes of one procedure with their probabilities. Equal ones are merged.
#[derive(Default)]
pub(crate) struct Outcomes {
    names: &'static [&'static str],
    probabilities: IndexMap<Vec<Value>, f64, FxBuildHasher>,
}

/// The most outcomes to make room for before it is known how many there are.
const MOST_ROOM: usize = 1 << 10;

impl Outcomes {
    /// Adds an outcome. Takes its values out of `values`, so that the list can be filled again. `about` is the number of
    /// outcomes to expect.
    pub(crate) fn add(&mut self, names: &'static [&'static str], values: &mut Vec<Value>, chance: f64, about: usize) {
        spend(1);
        if self.probabilities.is_empty() {
            self.names = names;
            self.probabilities.reserve(about.min(MOST_ROOM));
        }
        if chance > 0.0 {
            if let Some(known) = self.probabilities.get_mut(values.as_slice()) {
                *known += chance;
            } else {
                self.probabilities.insert(std::mem::take(values), chance);
            }
        }
        values.clear();
    }

    /// All outcomes, the most probable first; of equally probable ones, the one that was found first.
    pub(crate) fn most_probable_first(self) -> Dist<Record> {
        let Self { names, mut probabilities } = self;
        probabilities.sort_by(|_, own, _, other| other.total_cmp(own));
        Dist::of_distinct(probabilities.into_iter().map(|(values, chance)| (Record::of(names, values), chance)))
    }
}
