//! How things stand in a battle.

use super::{Change, Header};
use crate::core::facts::Facts;
use crate::rules::ruleset::{Alert, Ruleset, Tracker};
use crate::rulesets;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};
use std::sync::{Arc, OnceLock};

/// One of the two sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Its name.
    pub name: String,
}

/// A unit of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its id in this battle: `u1`.
    pub id: String,
    /// Its side: 0 or 1.
    #[serde(deserialize_with = "side")]
    pub side: usize,
    /// As its roster has it.
    pub profile: Map<String, Json>,
}

/// Reads a side: there are two, and much is found by it.
fn side<'de, D: Deserializer<'de>>(input: D) -> Result<usize, D::Error> {
    match usize::deserialize(input)? {
        side @ (0 | 1) => Ok(side),
        _ => Err(D::Error::custom("a side is 0 or 1")),
    }
}

impl Unit {
    /// Its name.
    pub fn name(&self) -> &str {
        self.profile.get("name").and_then(Json::as_str).unwrap_or("?")
    }
}

/// How things stand.
#[derive(Clone, Debug)]
pub struct State {
    ruleset: Option<&'static Ruleset>,
    /// The units on the table, in the order in which they joined. Shared, so that a copy of how things stand copies only
    /// what then differs, and who follows a unit sees at a glance that it is unchanged.
    units: Vec<(Arc<Unit>, Arc<Facts>)>,
    sides: [Arc<Facts>; 2],
    battle: Arc<Facts>,
    /// All that is known of all units, once somebody asked: much is asked of it at every act, which changes one or two.
    armies: OnceLock<Arc<Armies>>,
}

/// All that is known of the units of each side.
pub type Armies = [Vec<Facts>; 2];

impl State {
    pub(super) fn begin(header: &Header) -> Self {
        let ruleset = rulesets::find(&header.ruleset);
        let start = |trackers: fn(&Ruleset) -> &'static [Tracker]| {
            let mut facts = Facts::default();
            for tracker in ruleset.map_or(&[][..], trackers) {
                facts.set(tracker.id, tracker.start.json());
            }
            facts
        };
        let side = Arc::new(start(|ruleset| ruleset.side_trackers));
        let mut battle = start(|ruleset| ruleset.battle_trackers);
        battle.set("turn", 1);
        battle.set("phase", 0);
        let (sides, battle) = ([side.clone(), side], Arc::new(battle));
        let mut state = Self { ruleset, units: Vec::new(), sides, battle, armies: OnceLock::new() };
        for unit in &header.units {
            state.apply(&Change::Add(unit.clone()));
        }
        state
    }

    /// The units on the table, in the order in which they joined.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().map(|(unit, _)| &**unit)
    }

    /// A unit on the table.
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.units().find(|unit| unit.id == id)
    }

    /// What is tracked of a unit (by its id), a side (`a`, `b`) or the battle (`battle`).
    pub fn tracked(&self, of: &str) -> Option<&Facts> {
        self.shared(of).map(|facts| &**facts)
    }

    /// The same, as it is shared by all copies of how things stand in which nothing of it differs.
    pub fn shared(&self, of: &str) -> Option<&Arc<Facts>> {
        match of {
            "a" => Some(&self.sides[0]),
            "b" => Some(&self.sides[1]),
            "battle" => Some(&self.battle),
            id => self.units.iter().find(|(unit, _)| unit.id == id).map(|(_, facts)| facts),
        }
    }

    fn tracked_mut(&mut self, of: &str) -> Option<&mut Facts> {
        let facts = match of {
            "a" => &mut self.sides[0],
            "b" => &mut self.sides[1],
            "battle" => &mut self.battle,
            id => self.units.iter_mut().find(|(unit, _)| unit.id == id).map(|(_, facts)| facts)?,
        };
        Some(Arc::make_mut(facts))
    }

    /// All that is known of a unit: profile, trackers, and what follows.
    pub fn facts(&self, id: &str) -> Facts {
        self.tracked(id).map_or_else(|| self.derived(&Facts::default()), |tracked| self.derived(tracked))
    }

    fn derived(&self, tracked: &Facts) -> Facts {
        let mut facts = tracked.clone();
        if let Some(ruleset) = self.ruleset {
            (ruleset.derive)(&mut facts);
        }
        facts
    }

    /// All units on the table, those of each side by themselves.
    pub fn armies(&self) -> Arc<Armies> {
        self.kept_armies().clone()
    }

    fn kept_armies(&self) -> &Arc<Armies> {
        let of = |own: usize| {
            let units = self.units.iter().filter(|(unit, _)| unit.side == own);
            units.map(|(_, tracked)| self.derived(tracked)).collect()
        };
        self.armies.get_or_init(|| Arc::new([0, 1].map(of)))
    }

    /// The units on the table, in the order in which they joined, each with all that is known of it: for who goes through
    /// many of them.
    pub fn known_units(&self) -> impl Iterator<Item = (&Unit, &Facts)> {
        let armies = self.kept_armies();
        let mut next = [0, 0];
        self.units().map(move |unit| {
            next[unit.side] += 1;
            (unit, &armies[unit.side][next[unit.side] - 1])
        })
    }

    /// How things would stand after these changes.
    #[must_use]
    pub fn after(&self, changes: &[Change]) -> Self {
        // Those of the copy are worked out when they are asked for, which is seldom.
        let mut after = Self { armies: OnceLock::new(), ..self.clone() };
        after.apply_all(changes);
        after
    }

    /// What the battle as a whole is worth saying.
    pub fn alerts(&self) -> Vec<Alert> {
        self.ruleset.map(|ruleset| (ruleset.alerts)(&self.battle, &self.armies())).unwrap_or_default()
    }

    /// All that is known of the battle: what is tracked, and the phase by its id rather than its place.
    pub fn battle_facts(&self) -> Facts {
        let mut facts = Facts::clone(&self.battle);
        let place = usize::try_from(facts.whole("phase")).ok();
        if let Some(phase) = place.and_then(|place| self.ruleset?.phases.get(place)) {
            facts.set("phase", phase.id);
        }
        facts
    }

    /// An id that no unit has: `u7-k3x9`. It carries the name of the tab, so that units that two tabs add at the same moment
    /// do not share one.
    pub fn free_id(&self, tab: &str) -> String {
        (self.units.len() + 1..).map(|n| format!("u{n}-{tab}")).find(|id| self.unit(id).is_none()).unwrap_or_default()
    }

    /// Applies changes in order; hands back what takes each of them back.
    pub(super) fn apply_all(&mut self, changes: &[Change]) -> Vec<Inverse> {
        let inverses: Vec<Inverse> = changes.iter().filter_map(|change| self.apply(change)).collect();
        self.renew_armies(&inverses);
        inverses
    }

    /// Takes changes back, the last first.
    pub(super) fn take_back(&mut self, inverses: &[Inverse]) {
        for inverse in inverses.iter().rev() {
            match inverse {
                Inverse::PutBack { of, key, before } => {
                    if let Some(facts) = self.tracked_mut(of) {
                        match before {
                            Some(before) => facts.0.insert(key.clone(), before.clone()),
                            None => facts.0.remove(key),
                        };
                    }
                }
                Inverse::Return { place, unit, facts } => {
                    self.units.insert((*place).min(self.units.len()), (unit.clone(), facts.clone()));
                }
                Inverse::TakeAway(id) => self.units.retain(|(unit, _)| unit.id != *id),
            }
        }
        self.renew_armies(inverses);
    }

    /// Sees to it that what is known of all units is still so after these changes, or their taking back: of hundreds of units
    /// an act changes one or two.
    fn renew_armies(&mut self, changed: &[Inverse]) {
        /// Where as many units change, as when a turn begins, all are worked out anew by who asks next.
        const MANY: usize = 8;
        if self.armies.get().is_none() {
            return;
        }
        let mut units: Vec<&str> = Vec::new();
        for change in changed {
            let Inverse::PutBack { of, .. } = change else {
                self.armies.take(); // others came or went
                return;
            };
            if !units.contains(&of.as_str()) && !["a", "b", "battle"].contains(&of.as_str()) {
                units.push(of);
            }
            if units.len() > MANY {
                self.armies.take();
                return;
            }
        }
        for id in units {
            self.renew(id);
        }
    }

    fn renew(&mut self, id: &str) {
        let Some(at) = self.units.iter().position(|(unit, _)| unit.id == id) else { return };
        let (unit, tracked) = &self.units[at];
        let (side, facts) = (unit.side, self.derived(tracked));
        let place = self.units[..at].iter().filter(|(unit, _)| unit.side == side).count();
        if let Some(held) = self.armies.get_mut().and_then(|armies| Arc::make_mut(armies)[side].get_mut(place)) {
            *held = facts;
        }
    }

    /// Applies a change; hands back what takes it back. A change to what is not there does nothing.
    fn apply(&mut self, change: &Change) -> Option<Inverse> {
        match change {
            Change::Set { of, key, to } => {
                let before = self.tracked_mut(of)?.0.insert(key.clone(), to.clone());
                Some(Inverse::PutBack { of: of.clone(), key: key.clone(), before })
            }
            Change::Add(unit) => {
                if self.unit(&unit.id).is_some() {
                    return None;
                }
                let facts = self.ruleset.map_or_else(Facts::default, |ruleset| start(ruleset, &unit.profile));
                self.units.push((Arc::new(unit.clone()), Arc::new(facts)));
                Some(Inverse::TakeAway(unit.id.clone()))
            }
            Change::Remove(id) => {
                let place = self.units.iter().position(|(unit, _)| unit.id == *id)?;
                let (unit, facts) = self.units.remove(place);
                Some(Inverse::Return { place, unit, facts })
            }
        }
    }
}

/// What takes a change back.
#[derive(Clone, Debug)]
pub(super) enum Inverse {
    PutBack { of: String, key: String, before: Option<Json> },
    Return { place: usize, unit: Arc<Unit>, facts: Arc<Facts> },
    TakeAway(String),
}

/// A unit's profile and its trackers at their start.
pub fn start(ruleset: &Ruleset, profile: &Map<String, Json>) -> Facts {
    let mustered = ruleset.mustered(profile);
    let mut facts = mustered.clone();
    for tracker in ruleset.trackers {
        match tracker.begins(&mustered) {
            Some(start) => facts.set(tracker.id, start),
            // What the profile's form says of everybody is no fact of a unit that has no such tracker: foot is not mounted.
            None if tracker.start_from.is_some() => facts.forget(tracker.id),
            None => {}
        }
    }
    facts
}
