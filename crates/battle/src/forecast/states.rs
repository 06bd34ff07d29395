//! States of a chain, stored as lists of versions.

use super::versions::{self, List, Versions};
use crate::referee::Made;
use crate::{Joined, State, by_subject};
use rules::ruleset::Ruleset;
use rules::subject::{NO_UNITS, Subject};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// A state of a chain: its list of units, and the versions of all subjects.
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

/// Changes from one state to another.
#[derive(Clone, Debug)]
pub(super) enum Moves {
    /// Lists of changes, each with the index of its subject in the key.
    Lists(Vec<(usize, u32)>),
    /// Changes in which units join or leave.
    Muster(Vec<Made>),
}

/// The states of a chain, in the order of its nodes.
#[derive(Debug)]
pub struct States {
    ruleset: &'static Ruleset,
    first: State,
    pub(super) versions: Arc<Mutex<Versions>>,
    /// The different lists of units on the table.
    units: Vec<Vec<Arc<Joined>>>,
    pub(super) keys: Vec<Key>,
}

impl States {
    pub(super) fn new(first: &State, ruleset: &'static Ruleset) -> Self {
        let versions = Arc::new(Mutex::new(Versions::new(ruleset)));
        Self { ruleset, first: first.clone(), versions, units: Vec::new(), keys: Vec::new() }
    }

    /// The state at a node; `None` if there is no such node.
    pub fn get(&self, node: usize) -> Option<State> {
        Some(self.state(self.keys.get(node)?))
    }

    pub(super) fn state(&self, key: &Key) -> State {
        versions::state(&self.first, &self.versions, &self.units[key.units as usize], &key.versions)
    }

    pub(super) fn key(&mut self, state: &State) -> Key {
        let units = state.shared_units();
        let is_same = |known: &Vec<Arc<Joined>>| {
            known.len() == units.len() && known.iter().zip(&units).all(|(known, unit)| known == unit)
        };
        let place = self.units.iter().position(is_same).unwrap_or_else(|| {
            self.units.push(units.clone());
            self.units.len() - 1
        });
        Key {
            units: u32::try_from(place).unwrap_or_default(),
            versions: versions::lock(&self.versions).key(state).into(),
        }
    }

    /// Versions of some units in a state; `None` for units that have left.
    pub(super) fn versions_of(&self, key: &Key, units: &[String]) -> Vec<Option<u32>> {
        let here = &self.units[key.units as usize];
        let place = |id: &String| here.iter().position(|unit| unit.id == *id);
        units.iter().map(|id| place(id).map(|place| key.versions[place])).collect()
    }

    /// Converts the changes that an act or a phase makes to a state.
    pub(super) fn moves(&self, state: &State, made: &[Made]) -> Moves {
        let count = state.units().count();
        let place = |of: &Subject| match of {
            Subject::Unit(id) => state.units().position(|unit| unit.id == *id),
            other => NO_UNITS.iter().position(|id| *id == other.id()).map(|place| count + place),
        };
        let mut versions = versions::lock(&self.versions);
        let mut lists = Vec::new();
        for step in made {
            match step {
                Made::Begin(begin) => {
                    let list = versions.list(List::Begin(*begin));
                    lists.extend((0..count + NO_UNITS.len()).map(|place| (place, list)));
                }
                Made::Changes(changes) => {
                    let Some(by_subject) = by_subject(changes) else { return Moves::Muster(made.to_vec()) };
                    let list = |(of, values)| Some((place(of)?, versions.list(List::Values(values))));
                    lists.extend(by_subject.into_iter().filter_map(list));
                }
            }
        }
        Moves::Lists(lists)
    }

    /// The state after these changes.
    pub(super) fn moved(&mut self, from: &Key, moves: &Moves) -> Key {
        match moves {
            Moves::Lists(lists) => {
                let mut versions = versions::lock(&self.versions);
                let mut after = from.versions.to_vec();
                lists.iter().for_each(|(place, list)| after[*place] = versions.after(after[*place], *list));
                Key { units: from.units, versions: after.into() }
            }
            Moves::Muster(made) => {
                let after = made.iter().fold(self.state(from), |state, made| match made {
                    Made::Changes(changes) => state.after(changes),
                    Made::Begin(begin) => state.after(&begin.changes(self.ruleset, &state)),
                });
                self.key(&after)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Battle, Change, Header, Unit};
    use rules::dice::rng::Seed;
    use serde_json::json;
    use test_rulesets::pike_and_shot::RULESET;

    #[test]
    fn tables_with_equally_many_but_other_units_have_different_keys() {
        let profile = json!({ "name": "Foot", "troop_type": "foot", "pikes": 12 }).as_object().unwrap().clone();
        let unit = |id: &str| Unit { id: id.into(), side: 0, profile: profile.clone(), ..Unit::default() };
        let header = Header::new(RULESET.named.id, "", ["", ""], vec![unit("u1"), unit("u2")], Seed([9; 32]));
        let battle = Battle::begin(test_rulesets::RULESETS, header);
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
