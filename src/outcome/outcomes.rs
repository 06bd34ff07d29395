//! Outcomes as odds gather them.

use super::value::{mark_of, same};
use super::{Record, Value};
use crate::dice::{Dist, HashIndex, spend};
use std::sync::Arc;

/// Weighed outcomes of one procedure, of which equal ones are merged. Their data stand one after the other in one list for all, so
/// that none needs memory of its own.
#[derive(Default)]
pub(crate) struct Outcomes {
    names: &'static [&'static str],
    data: Vec<Value>,
    /// Of each outcome, how likely it is.
    chances: Vec<f64>,
    places: HashIndex,
}

/// Room for so many outcomes is worth making before it is known how many there are.
const MOST_ROOM: usize = 1 << 10;

impl Outcomes {
    /// Where the next outcome's data are written, after those of the others.
    pub(crate) fn data(&mut self) -> &mut Vec<Value> {
        &mut self.data
    }

    /// Adds the outcome whose data were written. There may be `about` so many.
    pub(crate) fn add(&mut self, names: &'static [&'static str], chance: f64, about: usize) {
        spend(1);
        if self.chances.is_empty() {
            self.names = names;
            let room = about.min(MOST_ROOM);
            self.data.reserve(names.len() * room);
            self.chances.reserve(room);
            self.places = HashIndex::with_room(room);
        }
        let next = names.len() * self.chances.len();
        let (known, new) = self.data.split_at(next);
        let is = |place: usize| same(&known[names.len() * place..], new);
        if chance > 0.0 {
            match self.places.find_or_add((mark_of(new) >> 32) as u32, is) {
                Some(place) => self.chances[place] += chance,
                None => return self.chances.push(chance),
            }
        }
        self.data.truncate(next);
    }

    /// All of them, the most probable first.
    pub(crate) fn most_probable_first(self) -> Dist<Record> {
        let Self { names, data, chances, .. } = self;
        let data = Arc::new(data);
        Dist::most_probable_first(&chances).each_as(|place| Record::among(names, &data, names.len() * place))
    }
}
