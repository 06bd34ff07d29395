//! The state of a battle: its units, and the trackers of the units, the sides and the battle.

mod changes;
mod counts;
mod kept;
mod naming;
mod resets;

pub(super) use changes::Inverse;
pub use changes::start;
pub(super) use counts::counted_on;
pub use kept::{Keeper, Values, by_subject};

use super::{ActionEvent, Change, Header, Unit};
use rules::facts::Facts;
use rules::ruleset::{Alert, Ruleset, StatusTag, Tracker, Urgency};
use rules::scenario::{self, OFF_TABLE, Planned, PlannedUnit};
use rules::subject::{BATTLE, NO_UNITS, Side as TableSide};
use rules::table::{PHASE, TURN, Table, TableUnit};
use rules::text;
use rustc_hash::FxHasher;
use serde_json::{Map, Value as Json};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// State of a battle.
#[derive(Clone, Debug)]
pub struct State {
    ruleset: Option<&'static Ruleset>,
    /// The units on the table, in the order in which they joined. They are shared: a copy of the state copies only the units that then
    /// change. An unchanged unit is recognised by its pointer.
    units: Vec<(Arc<Joined>, Arc<Facts>)>,
    /// Units that have left the table. No other unit takes their names.
    gone: Arc<Vec<Arc<Joined>>>,
    sides: [Arc<Facts>; 2],
    battle: Arc<Facts>,
    /// The facts of all units, computed when they are first needed. An act changes one or two of them.
    armies: OnceLock<Arc<Armies>>,
    /// In a view, the state with every hidden tracker at its lowest, and at its highest value; `None` if nothing is hidden.
    pub(super) extremes: OnceLock<Option<Arc<[State; 2]>>>,
    /// The table that the rules see, computed when it is first needed. Most acts update one or two of its units.
    table: OnceLock<Arc<Table>>,
    /// Optional rules that the players chose.
    rulings: Arc<Map<String, Json>>,
    /// The course of the battle; `None` if it began without a scenario.
    planned: Option<Arc<Planned>>,
    /// Supplies cached facts when a forecast follows many similar states.
    keeper: Option<Arc<dyn Keeper>>,
}

/// A unit that joined the table. All copies of the state share it.
#[derive(Clone, Debug)]
pub struct Joined {
    unit: Unit,
    /// Name of the unit on the table. The fact `name` among its trackers is equal.
    name: Arc<str>,
    /// Profile of the unit with its form's defaults, computed when it is first needed.
    mustered: OnceLock<Facts>,
}

impl Joined {
    /// Name of the unit on the table: its name on the roster, with a number if another unit had that name before.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Deref for Joined {
    type Target = Unit;

    fn deref(&self) -> &Unit {
        &self.unit
    }
}

impl PartialEq for Joined {
    fn eq(&self, other: &Self) -> bool {
        self.unit == other.unit
    }
}

/// The facts of the units, by side.
pub type Armies = [Vec<Facts>; 2];

impl State {
    pub(super) fn begin(ruleset: Option<&'static Ruleset>, header: &Header) -> Self {
        let start = |trackers: fn(&Ruleset) -> &'static [Tracker]| {
            let mut facts = Facts::default();
            for tracker in ruleset.map_or(&[][..], trackers) {
                facts.set(tracker.id, tracker.start.json());
            }
            facts
        };
        let side = start(|ruleset| ruleset.trackers.side);
        let mut battle = start(|ruleset| ruleset.trackers.battle);
        battle.put(TURN, 1);
        battle.put(PHASE, 0);
        let sides = [0, 1].map(|index: usize| {
            let mut facts = side.clone();
            facts.extend(header.sides[index].profile.clone());
            Arc::new(facts)
        });
        let (battle, rulings) = (Arc::new(battle), Arc::new(header.rulings.clone()));
        let mut state = Self {
            ruleset,
            units: Vec::new(),
            gone: Arc::default(),
            sides,
            battle,
            armies: OnceLock::new(),
            extremes: OnceLock::new(),
            table: OnceLock::new(),
            rulings,
            planned: None,
            keeper: None,
        };
        for (index, unit) in header.units.iter().enumerate() {
            state.join(unit, &header.units[index + 1..]);
        }
        state.plan(header);
        state
    }

    /// Copies the course of the scenario from the header, if there is one. Units that arrive later begin off the table.
    fn plan(&mut self, header: &Header) {
        let Some(scenario) = &header.scenario else { return };
        let strength = |facts: &Facts| self.ruleset.map_or(0, |ruleset| (ruleset.battle_stats.strength)(facts));
        let unit = |(unit, tracked): &(Arc<Joined>, Arc<Facts>)| PlannedUnit {
            id: unit.id.clone(),
            name: unit.name().to_owned(),
            side: TableSide::at(unit.side),
            command: unit.command.clone(),
            has_strength: strength(&self.derived(tracked)) > 0,
        };
        let planned = Planned {
            course: scenario.course.clone(),
            units: self.units.iter().map(unit).collect(),
            turn_word: self.ruleset.map_or("", |ruleset| ruleset.turn),
        };
        for (_, tracked) in self.units.iter_mut().filter(|(unit, _)| planned.begins_off_table(&unit.id)) {
            Arc::make_mut(tracked).put(OFF_TABLE, true);
        }
        self.planned = Some(Arc::new(planned));
    }

    /// The course of the battle, with the armies as they began; `None` if it has no scenario.
    pub fn planned(&self) -> Option<&Arc<Planned>> {
        self.planned.as_ref()
    }

    /// True if a unit with these trackers has not arrived yet.
    fn is_off_table(&self, tracked: &Facts) -> bool {
        self.planned.is_some() && tracked.holds(OFF_TABLE)
    }

    /// The units that have not arrived yet, in the order in which they joined, each with its facts.
    pub fn units_off_table(&self) -> impl Iterator<Item = (&Joined, Arc<Facts>)> {
        let waiting = self.units.iter().filter(|(_, tracked)| self.is_off_table(tracked));
        waiting.map(|(unit, tracked)| (&**unit, self.known(tracked)))
    }

    /// All units, in the order in which they joined: those on the table and, in a battle with a scenario, those
    /// [off it](Self::units_off_table).
    pub fn units(&self) -> impl Iterator<Item = &Joined> {
        self.units.iter().map(|(unit, _)| &**unit)
    }

    /// The unit with this id, on the table or not yet arrived. `None` if no such unit has joined, or if it has left.
    pub fn unit(&self, id: &str) -> Option<&Joined> {
        self.units().find(|unit| unit.id == id)
    }

    /// The profile of a unit, with the defaults of the ruleset's form. `None` if no such unit has joined, or if it has left.
    pub fn mustered(&self, id: &str) -> Option<&Facts> {
        let (unit, _) = self.units.iter().find(|(unit, _)| unit.id == id)?;
        let begin = || self.ruleset.map_or_else(Facts::default, |ruleset| ruleset.mustered(&unit.profile));
        Some(unit.mustered.get_or_init(begin))
    }

    /// Trackers of a unit (by its id), a side (`a`, `b`) or the battle (`battle`); `None` if there is no such unit.
    pub fn tracked(&self, of: &str) -> Option<&Facts> {
        self.shared(of).map(|facts| &**facts)
    }

    /// Returns the same trackers as [`tracked`](Self::tracked). Copies of the state share them while they are equal.
    pub fn shared(&self, of: &str) -> Option<&Arc<Facts>> {
        match (TableSide::find(of), of) {
            (Some(side), _) => Some(&self.sides[side.index()]),
            (None, BATTLE) => Some(&self.battle),
            (None, id) => self.units.iter().find(|(unit, _)| unit.id == id).map(|(_, facts)| facts),
        }
    }

    /// Trackers of the battle.
    pub fn battle(&self) -> &Facts {
        &self.battle
    }

    /// Trackers of a side.
    pub fn side(&self, side: TableSide) -> &Facts {
        &self.sides[side.index()]
    }

    fn tracked_mut(&mut self, of: &str) -> Option<&mut Facts> {
        let facts = match (TableSide::find(of), of) {
            (Some(side), _) => &mut self.sides[side.index()],
            (None, BATTLE) => &mut self.battle,
            (None, id) => self.units.iter_mut().find(|(unit, _)| unit.id == id).map(|(_, facts)| facts)?,
        };
        Some(Arc::make_mut(facts))
    }

    /// The facts of a unit: profile, trackers, and facts that follow from these. For an unknown id, the facts that follow from no trackers.
    pub fn facts(&self, id: &str) -> Facts {
        if let Some(known) = self.table.get().and_then(|table| table.unit(id)) {
            return Facts::clone(&known.facts);
        }
        let known = self.shared(id).map(|tracked| Arc::unwrap_or_clone(self.known(tracked)));
        known.unwrap_or_else(|| self.derived(&Facts::default()))
    }

    fn derived(&self, tracked: &Facts) -> Facts {
        let mut facts = tracked.clone();
        if let Some(ruleset) = self.ruleset {
            (ruleset.derive)(&mut facts);
        }
        facts
    }

    /// The facts of all units on the table, by side.
    pub fn armies(&self) -> Arc<Armies> {
        self.armies_ref().clone()
    }

    fn armies_ref(&self) -> &Arc<Armies> {
        let of = |side: TableSide| self.table_ref().of(side).map(|unit| Facts::clone(&unit.facts)).collect();
        self.armies.get_or_init(|| Arc::new(TableSide::BOTH.map(of)))
    }

    /// The table that the rules see.
    pub fn table(&self) -> Arc<Table> {
        self.table_ref().clone()
    }

    /// The ruleset; `None` if this version does not know it.
    pub fn ruleset(&self) -> Option<&'static Ruleset> {
        self.ruleset
    }

    fn table_ref(&self) -> &Arc<Table> {
        self.table.get_or_init(|| {
            let (off_table, on_table): (Vec<_>, Vec<_>) =
                self.units.iter().partition(|(_, tracked)| self.is_off_table(tracked));
            let known = |(unit, tracked): &(Arc<Joined>, Arc<Facts>)| TableUnit {
                id: unit.id.clone(),
                side: TableSide::at(unit.side),
                facts: self.known(tracked),
            };
            let mut table = Table {
                units: on_table.into_iter().map(known).collect(),
                off_table: off_table.into_iter().map(known).collect(),
                scenario: self.planned.clone(),
                rulings: self.rulings.clone(),
                ..Table::default()
            };
            self.renew_battle(&mut table);
            Arc::new(table)
        })
    }

    /// Copies the trackers of both sides and of the battle to the table.
    fn renew_battle(&self, table: &mut Table) {
        table.sides = self.sides.clone();
        table.battle = self.known_battle();
        table.phase = self.phase_id();
    }

    /// Id of the current phase; empty if the ruleset has none.
    fn phase_id(&self) -> &'static str {
        let place = usize::try_from(self.battle.value(PHASE).unwrap_or_default()).ok();
        let phases = self.ruleset.map_or(&[][..], |ruleset| ruleset.phases);
        place.and_then(|place| phases.get(place)).map_or("", |phase| phase.id)
    }

    /// The units on the table, in the order in which they joined, each with its facts.
    pub fn known_units(&self) -> impl Iterator<Item = (&Joined, &Facts)> {
        let here = self.units.iter().filter(|(_, tracked)| !self.is_off_table(tracked));
        here.map(|(unit, _)| &**unit).zip(self.table_ref().units.iter().map(|unit| &*unit.facts))
    }

    /// The state after these changes. This state stays as it is.
    #[must_use]
    pub fn after(&self, changes: &[Change]) -> Self {
        self.kept_after(changes).unwrap_or_else(|| {
            let mut after = Self { keeper: None, ..self.clone() };
            after.apply_all(changes);
            after
        })
    }

    /// The state after an act. Counted values change by the act's differences, relative to this state.
    #[must_use]
    pub fn after_act(&self, act: &ActionEvent) -> Self {
        self.after(&self.counted_on(act))
    }

    /// A hash of all trackers. States that are [equal](Self::is_same) have equal hashes.
    pub fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for (unit, facts) in &self.units {
            unit.id.hash(&mut hasher);
            facts.all().hash(&mut hasher);
        }
        self.sides.iter().chain([&self.battle]).for_each(|facts| facts.all().hash(&mut hasher));
        hasher.finish()
    }

    /// True if the units, their order and all trackers are equal.
    pub fn is_same(&self, other: &Self) -> bool {
        let same = |own: &Arc<Facts>, other: &Arc<Facts>| Arc::ptr_eq(own, other) || own == other;
        let units = self.units.iter().zip(&other.units);
        self.units.len() == other.units.len()
            && units.into_iter().all(|(own, other)| own.0.id == other.0.id && same(&own.1, &other.1))
            && self.sides.iter().zip(&other.sides).all(|(own, other)| same(own, other))
            && same(&self.battle, &other.battle)
    }

    /// The changes that turn this state into another state of the same battle. No change removes a tracker, so the changes
    /// reset a tracker that only this state has.
    pub fn changes_to(&self, other: &Self) -> Vec<Change> {
        let gone =
            self.units().filter(|unit| other.unit(&unit.id).is_none()).map(|unit| Change::Remove(unit.id.clone()));
        let come =
            other.units().filter(|unit| self.unit(&unit.id).is_none()).map(|unit| Change::Add(Unit::clone(unit)));
        let mut changes: Vec<Change> = gone.chain(come).collect();
        let here = self.after(&changes);
        for of in other.units().map(|unit| unit.id.as_str()).chain(NO_UNITS) {
            let held = here.tracked(of);
            for (key, to) in other.tracked(of).iter().flat_map(|facts| facts.all()) {
                if held.and_then(|facts| facts.get(key)) != Some(to) {
                    changes.push(Change::set(of, key, to.clone()));
                }
            }
        }
        changes.extend(self.resets_for(other));
        changes.extend(here.renamed_gone(other));
        changes
    }

    /// Alerts about the battle as a whole: the last turn, own modifiers that events have switched on, and alerts of the rules.
    pub fn alerts(&self) -> Vec<Alert> {
        let Some(ruleset) = self.ruleset else { return Vec::new() };
        let last = self.planned.as_ref().and_then(|_| scenario::last_turn(&self.table()));
        let last = last.filter(|last| self.battle.value(TURN) == Some(*last)).map(|last| Alert {
            side: None,
            news: StatusTag {
                words: text!("{turn} {n} is the last.", turn = ruleset.turn, n = last),
                urgency: Urgency::Note,
            },
            because: Vec::new(),
        });
        let switched = self.planned.iter().flat_map(|planned| planned.switched_on(&self.battle));
        let switched = switched.map(|words| Alert {
            side: None,
            news: StatusTag { words, urgency: Urgency::Note },
            because: Vec::new(),
        });
        last.into_iter().chain(switched).chain((ruleset.alerts)(&self.battle, &self.armies())).collect()
    }

    /// The facts of the battle: its trackers, with the phase as an id instead of an index.
    pub fn battle_facts(&self) -> Facts {
        let mut facts = Facts::clone(&self.battle);
        if !self.phase_id().is_empty() {
            facts.set(PHASE.id(), self.phase_id());
        }
        facts
    }

    /// Ids that no unit has: `u7-k3x9`. They contain the tab's name, so that units which two tabs add at the same moment get different ids.
    pub fn free_ids(&self, tab: &str, count: usize) -> Vec<String> {
        let all = (self.units.len() + 1..).map(|n| format!("u{n}-{tab}"));
        all.filter(|id| self.unit(id).is_none()).take(count).collect()
    }
}
