//! States of a chain, as lists of versions.

use super::versions::{self, Versions};
use crate::battle::referee::Made;
use crate::battle::{Joined, State};
use crate::rules::ruleset::Ruleset;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// A state of a chain: a list of units, and the versions of all subjects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Index of the list of units on the table.
    pub(super) units: u32,
    /// Versions of those units in order, of both sides, and of the battle.
    pub(super) versions: Rc<[u32]>,
}

impl Key {
    /// Version of the battle.
    pub(super) fn battle(&self) -> u32 {
        self.versions.last().copied().unwrap_or_default()
    }
}

/// The states of a chain, in the order of its nodes.
#[derive(Debug)]
pub struct States {
    ruleset: &'static Ruleset,
    first: State,
    pub(super) versions: Arc<Mutex<Versions>>,
    /// Lists of the units on the table.
    units: Vec<Vec<Arc<Joined>>>,
    pub(super) keys: Vec<Key>,
}

impl States {
    pub(super) fn new(first: &State, ruleset: &'static Ruleset) -> Self {
        let versions = Arc::new(Mutex::new(Versions::new(ruleset)));
        Self { ruleset, first: first.clone(), versions, units: Vec::new(), keys: Vec::new() }
    }

    /// The state at a node.
    pub fn get(&self, node: usize) -> Option<State> {
        Some(self.state(self.keys.get(node)?))
    }

    pub(super) fn state(&self, key: &Key) -> State {
        versions::state(&self.first, &self.versions, &self.units[key.units as usize], &key.versions)
    }

    pub(super) fn key(&mut self, state: &State) -> Key {
        let units = state.shared_units();
        let is_same =
            |own: &Vec<Arc<Joined>>| own.len() == units.len() && own.iter().zip(&units).all(|(own, unit)| own == unit);
        let place = self.units.iter().position(is_same).unwrap_or_else(|| {
            self.units.push(units.clone());
            self.units.len() - 1
        });
        Key {
            units: u32::try_from(place).unwrap_or_default(),
            versions: versions::lock(&self.versions).key(state).into(),
        }
    }

    /// Places of some units in the keys of states with a list of units; none of those that are gone.
    pub(super) fn places(&self, key: &Key, units: &[String]) -> Vec<Option<usize>> {
        let here = &self.units[key.units as usize];
        units.iter().map(|id| here.iter().position(|unit| unit.id == *id)).collect()
    }

    /// The state after units joined or left.
    pub(super) fn mustered(&mut self, from: &Key, made: &[Made]) -> Key {
        let after = made.iter().fold(self.state(from), |state, made| match made {
            Made::Changes(changes) => state.after(changes),
            Made::Begin(begin) => state.after(&begin.changes(self.ruleset, &state)),
        });
        self.key(&after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, Change, Header, Unit};
    use crate::dice::rng::Seed;
    use crate::rulesets::pike_and_shot::RULESET;
    use serde_json::json;

    #[test]
    fn tables_of_as_many_but_other_units_are_told_apart() {
        let profile = json!({ "name": "Foot", "troop_type": "foot", "pikes": 12 }).as_object().unwrap().clone();
        let unit = |id: &str| Unit { id: id.into(), side: 0, profile: profile.clone() };
        let header = Header::new(RULESET.id, "", ["", ""], vec![unit("u1"), unit("u2")], Seed([9; 32]));
        let battle = Battle::begin(header);
        let mut states = States::new(battle.state(), &RULESET);
        let after = ["u1", "u2"].map(|gone| battle.state().after(&[Change::Remove(gone.into())]));
        let keys = after.each_ref().map(|state| states.key(state));
        assert_ne!(keys[0], keys[1]);
        for (key, state) in keys.iter().zip(&after) {
            assert!(states.state(key).is_same(state));
            assert_eq!(states.key(state), *key, "the same table again");
        }
    }
}
