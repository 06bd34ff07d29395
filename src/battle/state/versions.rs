//! Versions of the facts of units, sides and the battle, each kept once, for forecasts, which follow thousands of states.
//!
//! Most of those states differ in one or two units, and every unit has few versions. A state is then a list of their numbers:
//! equal states have equal lists, and the same changes of the same version are made once.

use super::{Joined, State};
use crate::battle::Change;
use crate::battle::turn::Begin;
use crate::core::facts::Facts;
use crate::core::reads::{Origin, note_change, unrecorded};
use crate::core::subject::{BATTLE, NO_UNITS, Subject};
use crate::rules::ruleset::Ruleset;
use crate::rules::table::{PHASE, TURN, Table, TableUnit};
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Values that trackers of one subject take, in order.
pub type Values = Vec<(String, Json)>;

/// Changes of a subject.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum List {
    /// Trackers take values.
    Values(Values),
    /// A phase begins.
    Begin(Begin),
}

/// Versions of all subjects of a battle, and the changes between them.
#[derive(Debug)]
pub struct Versions {
    ruleset: &'static Ruleset,
    /// Each version by its number, from 1.
    versions: Vec<Version>,
    by_hash: FxHashMap<u64, Vec<u32>>,
    /// Lists of changes.
    lists: Vec<List>,
    lists_by_hash: FxHashMap<u64, Vec<u32>>,
    /// Versions by the one before and the number of the list of changes.
    after: FxHashMap<(u32, u32), u32>,
}

/// A possible version of a unit, a side or the battle.
#[derive(Debug)]
struct Version {
    of: String,
    /// Trackers.
    tracked: Arc<Facts>,
    /// All that is known of it: trackers and what follows.
    known: Arc<Facts>,
}

/// The two kinds of facts of a version. Both have numbers of their own as [origins](Origin).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Trackers.
    Tracked,
    /// Trackers and what follows.
    Known,
}

impl Layer {
    /// Origin of the facts of a version.
    fn origin(self, version: u32) -> Origin {
        Origin::version(2 * version + u32::from(self == Layer::Known))
    }

    /// The version and layer of an origin's number.
    pub fn of(origin: u32) -> (u32, Self) {
        (origin / 2, if origin.is_multiple_of(2) { Layer::Tracked } else { Layer::Known })
    }
}

impl Versions {
    /// No versions yet.
    pub fn new(ruleset: &'static Ruleset) -> Self {
        Self {
            ruleset,
            versions: Vec::new(),
            by_hash: FxHashMap::default(),
            lists: Vec::new(),
            lists_by_hash: FxHashMap::default(),
            after: FxHashMap::default(),
        }
    }

    /// Number of the version of a subject with these trackers.
    pub fn intern(&mut self, of: &str, tracked: &Facts) -> u32 {
        if let Some((version, Layer::Tracked)) = tracked.origin().unchanged().map(Layer::of) {
            return version;
        }
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
        let known = unrecorded(|| known(self.ruleset, of, tracked));
        let at = |facts: Facts, layer: Layer| Arc::new(facts.from_origin(layer.origin(version)));
        let tracked = at(tracked.clone(), Layer::Tracked);
        self.versions.push(Version { of: of.to_owned(), tracked, known: at(known, Layer::Known) });
        version
    }

    /// The facts of a version.
    pub fn facts(&self, version: u32, layer: Layer) -> &Arc<Facts> {
        let version = &self.versions[version as usize - 1];
        match layer {
            Layer::Tracked => &version.tracked,
            Layer::Known => &version.known,
        }
    }

    /// Number of a list of changes.
    pub fn list(&mut self, values: List) -> u32 {
        let same = self.lists_by_hash.entry(hash(&values)).or_default();
        if let Some(known) = same.iter().find(|own| self.lists[**own as usize] == values) {
            return *known;
        }
        let list = u32::try_from(self.lists.len()).expect("fewer lists than states");
        same.push(list);
        self.lists.push(values);
        list
    }

    /// Version after a list of changes.
    pub fn after(&mut self, version: u32, list: u32) -> u32 {
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
        // Most changes of most versions make no difference.
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

    /// The numbers of a state's versions: of its units in order, of both sides, and of the battle.
    pub fn key(&mut self, state: &State) -> Vec<u32> {
        let units = state.units().map(|unit| unit.id.as_str());
        units.chain(NO_UNITS).filter_map(|of| Some(self.intern(of, state.tracked(of)?))).collect()
    }

    /// Turn and index of the phase by the version of the battle.
    pub fn when(&self, battle: u32) -> (i32, i32) {
        let battle = self.facts(battle, Layer::Tracked);
        unrecorded(|| (battle.value(TURN).unwrap_or(1), battle.value(PHASE).unwrap_or_default()))
    }

    /// The table of these units.
    fn table(&self, units: &[(Arc<Joined>, u32)], others: [u32; 3], rulings: &Arc<Map<String, Json>>) -> Table {
        let [a, b, battle] = others;
        let phase = usize::try_from(self.when(battle).1).ok().and_then(|place| self.ruleset.phases.get(place));
        let unit = |(unit, version): &(Arc<Joined>, u32)| TableUnit {
            id: unit.id.clone(),
            side: crate::core::subject::Side::at(unit.side),
            facts: self.facts(*version, Layer::Known).clone(),
        };
        Table {
            units: units.iter().map(unit).collect(),
            sides: [a, b].map(|side| self.facts(side, Layer::Tracked).clone()),
            battle: self.facts(battle, Layer::Known).clone(),
            phase: phase.map_or("", |phase| phase.id),
            rulings: rulings.clone(),
            ..Table::default()
        }
    }
}

impl State {
    /// The state that these versions make up: of the units in order, of both sides, and of the battle.
    #[must_use]
    pub fn of_versions(&self, versions: &Arc<Mutex<Versions>>, units: &[Arc<Joined>], key: &[u32]) -> Self {
        let known = versions.lock().unwrap_or_else(PoisonError::into_inner);
        let tracked = |version: u32| known.facts(version, Layer::Tracked).clone();
        let units: Vec<(Arc<Joined>, u32)> = units.iter().cloned().zip(key.iter().copied()).collect();
        let others = [0, 1, 2].map(|place: usize| key[units.len() + place]);
        let table = known.table(&units, others, &self.rulings);
        Self {
            ruleset: self.ruleset,
            units: units.into_iter().map(|(unit, version)| (unit, tracked(version))).collect(),
            sides: [others[0], others[1]].map(tracked),
            battle: tracked(others[2]),
            armies: OnceLock::new(),
            extremes: OnceLock::new(),
            table: OnceLock::from(Arc::new(table)),
            rulings: self.rulings.clone(),
            versions: Some(versions.clone()),
        }
    }

    /// The units on the table, in the order in which they joined.
    pub fn shared_units(&self) -> Vec<Arc<Joined>> {
        self.units.iter().map(|(unit, _)| unit.clone()).collect()
    }

    /// The state after these changes, by the versions of the state. `None` if it has none, or if units join or leave.
    pub(super) fn next_version(&self, changes: &[Change]) -> Option<Self> {
        let by_subject = by_subject(changes)?;
        self.with_versions(|after, versions| {
            for (of, values) in by_subject {
                let tracked = match of {
                    Subject::Side(side) => &mut after.sides[side.index()],
                    Subject::Battle => &mut after.battle,
                    Subject::Unit(id) => match after.units.iter_mut().find(|(unit, _)| unit.id == *id) {
                        Some((_, tracked)) => tracked,
                        None => continue,
                    },
                };
                *tracked = changed(versions, tracked, values)?;
            }
            Some(())
        })
    }

    /// A copy with other versions, and the table that they make up. `None` if the state has no versions.
    fn with_versions(&self, change: impl FnOnce(&mut Self, &mut Versions) -> Option<()>) -> Option<Self> {
        let versions = self.versions.as_ref()?;
        let mut known = versions.lock().unwrap_or_else(PoisonError::into_inner);
        let mut after = Self { armies: OnceLock::new(), extremes: OnceLock::new(), ..self.clone() };
        change(&mut after, &mut known)?;
        let units: Vec<(Arc<Joined>, u32)> =
            after.units.iter().map(|(unit, tracked)| Some((unit.clone(), version(tracked)?))).collect::<Option<_>>()?;
        let others = [version(&after.sides[0])?, version(&after.sides[1])?, version(&after.battle)?];
        after.table = OnceLock::from(Arc::new(known.table(&units, others, &self.rulings)));
        Some(after)
    }

    /// The state as a phase begins, and the changes that this makes.
    #[must_use]
    pub(in crate::battle) fn begun(&self, begin: Begin, changes: &[Change]) -> Self {
        self.with_versions(|after, versions| {
            let units = after.units.iter_mut().map(|(_, tracked)| tracked);
            for tracked in units.chain(&mut after.sides).chain([&mut after.battle]) {
                *tracked = begun(versions, tracked, begin)?;
            }
            Some(())
        })
        .unwrap_or_else(|| self.after(changes))
    }
}

/// Changes by the subject that they change, in order; `None` if units join or leave.
pub fn by_subject(changes: &[Change]) -> Option<Vec<(&Subject, Values)>> {
    let mut by_subject: Vec<(&Subject, Values)> = Vec::new();
    for change in changes {
        let Change::Set { of, key, to } = change else { return None };
        let value = (key.clone(), to.clone());
        match by_subject.iter_mut().find(|(own, _)| *own == of) {
            Some((_, values)) => values.push(value),
            None => by_subject.push((of, vec![value])),
        }
    }
    Some(by_subject)
}

/// Trackers after these changes. `None` if they are of no version.
fn changed(versions: &mut Versions, tracked: &Arc<Facts>, values: Values) -> Option<Arc<Facts>> {
    after(versions, tracked, List::Values(values))
}

/// Trackers as a phase begins. `None` if they are of no version.
fn begun(versions: &mut Versions, tracked: &Arc<Facts>, begin: Begin) -> Option<Arc<Facts>> {
    after(versions, tracked, List::Begin(begin))
}

fn after(versions: &mut Versions, tracked: &Arc<Facts>, list: List) -> Option<Arc<Facts>> {
    let (from, _) = Layer::of(tracked.origin().unchanged()?);
    let list = versions.list(list);
    let to = versions.after(from, list);
    note_change(from, list, to);
    Some(versions.facts(to, Layer::Tracked).clone())
}

/// The version of trackers; `None` if they were changed since.
fn version(tracked: &Facts) -> Option<u32> {
    tracked.origin().unchanged().map(|origin| Layer::of(origin).0)
}

/// All that is known of a subject with these trackers.
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
    use crate::battle::{Battle, Header, Unit};
    use crate::core::reads::{Entry, record};
    use crate::core::subject::Side;
    use crate::dice::rng::Seed;
    use crate::rulesets;
    use serde_json::json;

    fn versioned() -> (Arc<Mutex<Versions>>, State) {
        let profile = json!({ "name": "Foot", "troop_type": "foot", "pikes": 12, "muskets": 24 });
        let unit = |id: &str| Unit { id: id.into(), side: 0, profile: profile.as_object().cloned().unwrap() };
        let header = Header::new("pike_and_shot", "Lansdown", ["", ""], vec![unit("u1"), unit("u2")], Seed([0; 32]));
        let state = Battle::begin(header).state().clone();
        let versions = Arc::new(Mutex::new(Versions::new(rulesets::find("pike_and_shot").unwrap())));
        let key = versions.lock().unwrap().key(&state);
        let versioned = state.of_versions(&versions, &state.shared_units(), &key);
        (versions, versioned)
    }

    fn key(versions: &Arc<Mutex<Versions>>, state: &State) -> Vec<u32> {
        versions.lock().unwrap().key(state)
    }

    #[test]
    fn equal_states_have_equal_versions_whichever_way_led_there() {
        let (versions, state) = versioned();
        let set = |to: i32| [Change::set("u1", "counters", to)];
        let (one, other) = (state.after(&set(2)), state.after(&set(1)).after(&set(2)));
        assert_eq!(key(&versions, &one), key(&versions, &other));
        assert_ne!(key(&versions, &one), key(&versions, &state));
        assert_eq!(key(&versions, &other.after(&set(0))), key(&versions, &state));
    }

    #[test]
    fn a_state_of_versions_stands_as_one_without_does() {
        let (_, versioned) = versioned();
        let plain = Battle::begin(Header::new(
            "pike_and_shot",
            "Lansdown",
            ["", ""],
            versioned.units().cloned().collect(),
            Seed([0; 32]),
        ));
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
        let begin = Begin { phase: 0, turns: 1 };
        let ruleset = own.ruleset().unwrap();
        let begun = own.begun(begin, &begin.changes(ruleset, &own));
        assert!(begun.is_same(&other.after(&begin.changes(ruleset, &other))));
        assert_eq!(begun.table().units, other.after(&begin.changes(ruleset, &other)).table().units);
        assert_eq!((begun.table().turn(), begun.table().phase), (2, ruleset.phases[0].id));
    }

    #[test]
    fn changes_are_noted_by_version() {
        let (versions, state) = versioned();
        let (after, entries) = record(|| state.after(&[Change::set("u2", "counters", 1)]));
        let (before, after) = (key(&versions, &state), key(&versions, &after));
        assert_eq!(entries, [Entry::Changed { from: before[1], list: 0, to: after[1] }]);
        assert_eq!(before[0], after[0]);
    }

    #[test]
    fn units_that_join_or_leave_leave_no_versions_behind() {
        let (versions, state) = versioned();
        let after = state.after(&[Change::Remove("u1".into()), Change::set("u2", "counters", 1)]);
        assert_eq!(after.units().count(), 1);
        assert_eq!(after.tracked("u2").unwrap().get("counters"), Some(&json!(1)));
        assert_eq!(key(&versions, &after).len(), 4);
    }
}
