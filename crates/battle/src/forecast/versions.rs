//! Versions of the facts of units, sides and the battle. Each is stored once.
//!
//! Most states of a chain differ in one or two units, and each unit has few versions. So a state is stored as a list of version numbers.
//! Equal states have equal lists, and the same changes of the same version are computed once.

use super::reads::{Watched, note_change, unrecorded};
use crate::turn::Begin;
use crate::{Change, Joined, Keeper, State, Values};
use rules::facts::Facts;
use rules::ruleset::Ruleset;
use rules::subject::{BATTLE, NO_UNITS};
use rules::table::{PHASE, TURN};
use rustc_hash::{FxHashMap, FxHasher};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Changes of a subject.
#[derive(Clone, Debug, PartialEq, Hash)]
pub(super) enum List {
    /// These trackers get new values.
    Values(Values),
    /// A phase begins.
    Begin(Begin),
}

/// The versions of all subjects of a battle, and the changes between them.
#[derive(Debug)]
pub(super) struct Versions {
    ruleset: &'static Ruleset,
    /// The versions; numbers begin at 1.
    versions: Vec<Version>,
    by_hash: FxHashMap<u64, Vec<u32>>,
    /// Versions by the address of their trackers. An address stays valid while the version is stored.
    by_address: FxHashMap<usize, u32>,
    /// Lists of changes.
    lists: Vec<List>,
    lists_by_hash: FxHashMap<u64, Vec<u32>>,
    /// Version after a change, by the version before and the number of the list of changes.
    after: FxHashMap<(u32, u32), u32>,
}

/// One version of a unit, a side or the battle.
#[derive(Debug)]
struct Version {
    of: String,
    /// Trackers.
    tracked: Arc<Facts>,
    /// All facts: the trackers, and facts that follow from them.
    known: Arc<Facts>,
}

/// The two sets of facts of a version. Each is [watched](Watched) under its own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Layer {
    /// Trackers.
    Tracked,
    /// The trackers, and the facts that follow from them.
    Known,
}

impl Layer {
    /// The facts of a version, with a watch on them.
    fn watched(self, facts: Facts, version: u32) -> Arc<Facts> {
        let number = 2 * version + u32::from(self == Layer::Known);
        Arc::new(facts.watched(Some(Arc::new(Watched(number)))))
    }

    /// The version and layer that belong to a watch's number.
    pub(super) fn of(number: u32) -> (u32, Self) {
        (number / 2, if number.is_multiple_of(2) { Layer::Tracked } else { Layer::Known })
    }
}

impl Versions {
    /// Returns an empty collection.
    pub(super) fn new(ruleset: &'static Ruleset) -> Self {
        Self {
            ruleset,
            versions: Vec::new(),
            by_hash: FxHashMap::default(),
            by_address: FxHashMap::default(),
            lists: Vec::new(),
            lists_by_hash: FxHashMap::default(),
            after: FxHashMap::default(),
        }
    }

    /// Number of the version of a subject with these trackers. Adds the version if it is new.
    pub(super) fn intern(&mut self, of: &str, tracked: &Facts) -> u32 {
        let hash = hash(&(of, unrecorded(|| tracked.all())));
        let same = self.by_hash.entry(hash).or_default();
        let is_same = |own: &&u32| {
            let version = &self.versions[**own as usize - 1];
            version.of == of && unrecorded(|| *version.tracked == *tracked)
        };
        if let Some(known) = same.iter().find(is_same) {
            return *known;
        }
        let version = u32::try_from(self.versions.len() + 1).expect("fewer versions than states");
        same.push(version);
        let known = Layer::Known.watched(unrecorded(|| known(self.ruleset, of, tracked)), version);
        let tracked = Layer::Tracked.watched(tracked.clone(), version);
        self.by_address.insert(Arc::as_ptr(&tracked).addr(), version);
        self.versions.push(Version { of: of.to_owned(), tracked, known });
        version
    }

    /// The facts of a version.
    pub(super) fn facts(&self, version: u32, layer: Layer) -> &Arc<Facts> {
        let version = &self.versions[version as usize - 1];
        match layer {
            Layer::Tracked => &version.tracked,
            Layer::Known => &version.known,
        }
    }

    /// Number of a list of changes. Adds the list if it is new.
    pub(super) fn list(&mut self, values: List) -> u32 {
        let same = self.lists_by_hash.entry(hash(&values)).or_default();
        if let Some(known) = same.iter().find(|known| self.lists[**known as usize] == values) {
            return *known;
        }
        let list = u32::try_from(self.lists.len()).expect("fewer lists than states");
        same.push(list);
        self.lists.push(values);
        list
    }

    /// Number of the version after a list of changes.
    pub(super) fn after(&mut self, version: u32, list: u32) -> u32 {
        if let Some(known) = self.after.get(&(version, list)) {
            return *known;
        }
        let Version { of, tracked, .. } = &self.versions[version as usize - 1];
        let values = match &self.lists[list as usize] {
            List::Values(values) => Cow::Borrowed(values),
            List::Begin(begin) => {
                let changes = unrecorded(|| begin.changes_of(self.ruleset, of, tracked));
                let value = |change| if let Change::Set { key, to, .. } = change { Some((key, to)) } else { None };
                Cow::Owned(changes.into_iter().filter_map(value).collect())
            }
        };
        // Most changes do not alter most versions.
        let is_same = unrecorded(|| values.iter().all(|(key, to)| tracked.get(key) == Some(to)));
        let after = if is_same {
            version
        } else {
            let (of, mut changed) = (of.clone(), Facts::clone(tracked));
            values.iter().for_each(|(key, to)| changed.set(key, to.clone()));
            self.intern(&of, &changed)
        };
        self.after.insert((version, list), after);
        after
    }

    /// Number of the version with these trackers; `None` if no version has them.
    fn of(&self, tracked: &Arc<Facts>) -> Option<u32> {
        self.by_address.get(&Arc::as_ptr(tracked).addr()).copied()
    }

    /// The version numbers of a state: its units in order, both sides, and the battle.
    pub(super) fn key(&mut self, state: &State) -> Vec<u32> {
        let units = state.units().map(|unit| unit.id.as_str());
        let each = units.chain(NO_UNITS).filter_map(|of| Some((of, state.shared(of)?)));
        each.map(|(of, tracked)| self.of(tracked).unwrap_or_else(|| self.intern(of, tracked))).collect()
    }

    /// Turn and index of the phase in a version of the battle.
    pub(super) fn when(&self, battle: u32) -> (i32, i32) {
        let battle = self.facts(battle, Layer::Tracked);
        unrecorded(|| (battle.value(TURN).unwrap_or(1), battle.value(PHASE).unwrap_or_default()))
    }

    /// Trackers after a list of changes; `None` if the trackers before are not those of a version.
    fn changed(&mut self, tracked: &Arc<Facts>, changes: List) -> Option<Arc<Facts>> {
        let (from, list) = (self.of(tracked)?, self.list(changes));
        let to = self.after(from, list);
        note_change(from, list, to);
        Some(self.facts(to, Layer::Tracked).clone())
    }
}

/// Locks the versions. No other thread uses them.
pub(super) fn lock(versions: &Mutex<Versions>) -> MutexGuard<'_, Versions> {
    versions.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keeper for Mutex<Versions> {
    fn changed(&self, tracked: &Arc<Facts>, values: Values) -> Option<Arc<Facts>> {
        lock(self).changed(tracked, List::Values(values))
    }

    fn begun(&self, tracked: &Arc<Facts>, begin: Begin) -> Option<Arc<Facts>> {
        lock(self).changed(tracked, List::Begin(begin))
    }

    fn known(&self, tracked: &Arc<Facts>) -> Option<Arc<Facts>> {
        let versions = lock(self);
        Some(versions.facts(versions.of(tracked)?, Layer::Known).clone())
    }
}

/// The state with these versions: of the units in order, of both sides, and of the battle.
pub(super) fn state(first: &State, versions: &Arc<Mutex<Versions>>, units: &[Arc<Joined>], key: &[u32]) -> State {
    let known = lock(versions);
    let tracked = |place: usize| known.facts(key[place], Layer::Tracked).clone();
    let [a, b, battle] = [0, 1, 2].map(|other: usize| tracked(units.len() + other));
    let units = units.iter().cloned().enumerate().map(|(place, unit)| (unit, tracked(place))).collect();
    first.kept(versions.clone(), units, [a, b], battle)
}

/// All facts of a subject with these trackers.
fn known(ruleset: &Ruleset, of: &str, tracked: &Facts) -> Facts {
    let mut known = tracked.clone();
    match of {
        BATTLE => {
            let phase = usize::try_from(tracked.value(PHASE).unwrap_or_default()).ok();
            if let Some(phase) = phase.and_then(|place| ruleset.phases.get(place)) {
                known.set(PHASE.id(), phase.id);
            }
        }
        of if NO_UNITS.contains(&of) => {}
        _ => (ruleset.derive)(&mut known),
    }
    known
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forecast::reads::{Entry, record};
    use crate::{Battle, Header, Unit, referee};
    use rules::dice::rng::Seed;
    use rules::subject::{Side, Subject};
    use serde_json::json;

    fn versioned() -> (Arc<Mutex<Versions>>, State) {
        let profile = json!({ "name": "Foot", "troop_type": "foot", "pikes": 12, "muskets": 24 });
        let unit = |id: &str| Unit {
            id: id.into(),
            side: 0,
            profile: profile.as_object().cloned().unwrap(),
            ..Unit::default()
        };
        let header = Header::new("pike_and_shot", "Lansdown", ["", ""], vec![unit("u1"), unit("u2")], Seed([0; 32]));
        let state = Battle::begin(test_rulesets::RULESETS, header).state().clone();
        let versions = Arc::new(Mutex::new(Versions::new(test_rulesets::RULESETS.find("pike_and_shot").unwrap())));
        let key = versions.lock().unwrap().key(&state);
        let versioned = super::state(&state, &versions, &state.shared_units(), &key);
        (versions, versioned)
    }

    fn key(versions: &Arc<Mutex<Versions>>, state: &State) -> Vec<u32> {
        versions.lock().unwrap().key(state)
    }

    #[test]
    fn equal_states_have_equal_versions_whatever_the_order_of_changes() {
        let (versions, state) = versioned();
        let set = |to: i32| [Change::set("u1", "counters", to)];
        let (one, other) = (state.after(&set(2)), state.after(&set(1)).after(&set(2)));
        assert_eq!(key(&versions, &one), key(&versions, &other));
        assert_ne!(key(&versions, &one), key(&versions, &state));
        assert_eq!(key(&versions, &other.after(&set(0))), key(&versions, &state));
    }

    #[test]
    fn a_state_with_versions_equals_one_without() {
        let (_, versioned) = versioned();
        let plain = Battle::begin(
            test_rulesets::RULESETS,
            Header::new(
                "pike_and_shot",
                "Lansdown",
                ["", ""],
                versioned.units().map(|unit| (**unit).clone()).collect(),
                Seed([0; 32]),
            ),
        );
        let changes = [
            Change::set("u1", "muskets", 3),
            Change::set("u2", "broken", true),
            Change::set(Side::A, "victory_points", 4),
            Change::set(Subject::Battle, "phase", 2),
        ];
        let (own, other) = (versioned.after(&changes), plain.state().after(&changes));
        assert!(own.is_same(&other));
        assert_eq!(own.table().units, other.table().units);
        assert_eq!((own.table().phase, &own.table().battle), (other.table().phase, &other.table().battle));
        let ruleset = own.ruleset().unwrap();
        let last = [Change::set(Subject::Battle, "phase", ruleset.phases.len() - 1)];
        let [begun, plain] = [own, other].map(|state| referee::next_done(ruleset, &state.after(&last)));
        assert_eq!(begun.changes, plain.changes);
        assert!(begun.state.is_same(&plain.state));
        assert_eq!(begun.state.table().units, plain.state.table().units);
        assert_eq!((begun.state.table().turn(), begun.state.table().phase), (2, ruleset.phases[0].id));
    }

    #[test]
    fn changes_are_recorded_by_version() {
        let (versions, state) = versioned();
        let (after, entries) = record(|| state.after(&[Change::set("u2", "counters", 1)]));
        let (before, after) = (key(&versions, &state), key(&versions, &after));
        assert_eq!(entries, [Entry::Changed { from: before[1], list: 0, to: after[1] }]);
        assert_eq!(before[0], after[0]);
    }

    #[test]
    fn removed_units_have_no_versions_in_the_key() {
        let (versions, state) = versioned();
        let after = state.after(&[Change::Remove("u1".into()), Change::set("u2", "counters", 1)]);
        assert_eq!(after.units().count(), 1);
        assert_eq!(after.tracked("u2").unwrap().get("counters"), Some(&json!(1)));
        assert_eq!(key(&versions, &after).len(), 4);
    }
}
