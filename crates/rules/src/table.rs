//! The table as the rules of the turn read it, and changes of it.

use crate::facts::{Fact, FactValue, Facts};
use crate::scenario::Planned;
use crate::subject::{Side, Subject};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Turn of the battle, from 1.
pub const TURN: Fact<i32> = crate::fact!("turn");
/// Index of the current phase, from 0. In the effects of an outcome, the id of a phase.
pub const PHASE: Fact<i32> = crate::fact!("phase");

/// A unit of a battle as it joined.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Id in this battle: `u1`.
    pub id: String,
    /// Index of its side: 0 or 1.
    #[serde(deserialize_with = "side")]
    pub side: usize,
    /// Its profile on the roster.
    pub profile: Map<String, Json>,
    /// Id of its command; empty if it has none. It is no fact, because rulesets have profile fields of this name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
}

/// Reads the index of a side, and refuses all but 0 and 1, because lists of both sides are indexed by it.
fn side<'de, D: Deserializer<'de>>(input: D) -> Result<usize, D::Error> {
    match usize::deserialize(input)? {
        side @ (0 | 1) => Ok(side),
        _ => Err(D::Error::custom("a side is 0 or 1")),
    }
}

impl Unit {
    /// Returns the name on the roster; `?` if it has none. Another unit of the battle may have the same name, so texts use the name on the table.
    pub fn roster_name(&self) -> &str {
        self.profile.get("name").and_then(Json::as_str).unwrap_or("?")
    }
}

/// A change of the table, as in the log.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Sets a tracker.
    Set {
        /// Owner of the tracker.
        of: Subject,
        /// Id of the tracker.
        key: String,
        /// New value.
        to: Json,
    },
    /// Adds a unit to the table.
    Add(Unit),
    /// Removes the unit with this id from the table.
    Remove(String),
}

impl Change {
    /// Returns the change that sets the tracker of a fact.
    pub fn to<T: FactValue>(of: impl Into<Subject>, fact: Fact<T>, value: impl Into<T>) -> Self {
        Change::set(of, fact.id(), value.into().write())
    }

    /// Returns the change that sets the tracker with this id, for code that uses descriptions.
    pub fn set(of: impl Into<Subject>, key: impl Into<String>, to: impl Into<Json>) -> Self {
        Change::Set { of: of.into(), key: key.into(), to: to.into() }
    }
}

/// A unit on the table with all its facts: profile, trackers and derived facts.
#[derive(Clone, Debug, PartialEq)]
pub struct TableUnit {
    /// Id in the battle.
    pub id: String,
    /// Side that it fights on.
    pub side: Side,
    /// All its facts. Copies of the table share them while they are equal.
    pub facts: Arc<Facts>,
}

/// The table: the current facts of all units, both sides and the battle.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Units in the order in which they joined.
    pub units: Vec<TableUnit>,
    /// Trackers of both sides, `a` first.
    pub sides: [Arc<Facts>; 2],
    /// Trackers of the battle.
    pub battle: Arc<Facts>,
    /// Id of the phase.
    pub phase: &'static str,
    /// Rulings that the players chose: id of the field → value.
    pub rulings: Arc<Map<String, Json>>,
    /// Units that are off the table, because they have not arrived yet: see [`scenario`](crate::scenario). Rules do not see them.
    pub off_table: Vec<TableUnit>,
    /// The course of the battle. `None` if it began without a scenario.
    pub scenario: Option<Arc<Planned>>,
    /// Indexes of the units by their ids. Computed at the first lookup, because rules look up contacts unit by unit.
    pub places: OnceLock<HashMap<String, usize>>,
}

impl Table {
    /// Returns the turn, from 1.
    pub fn turn(&self) -> i32 {
        self.battle.value(TURN).unwrap_or(1)
    }

    /// Returns the unit with this id. `None` if there is none.
    pub fn unit(&self, id: &str) -> Option<&TableUnit> {
        let each = || self.units.iter().enumerate().map(|(place, unit)| (unit.id.clone(), place)).collect();
        self.units.get(*self.places.get_or_init(each).get(id)?)
    }

    /// Iterates over the units of a side, in the order in which they joined.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &TableUnit> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    /// Returns the trackers of a side.
    pub fn side(&self, side: Side) -> &Facts {
        &self.sides[side.index()]
    }

    /// Returns the value that the players chose for a ruling. `None` if they chose none.
    pub fn ruling(&self, field: &str) -> Option<&str> {
        self.rulings.get(field).and_then(Json::as_str)
    }
}

/// Participants of a procedure, and the state of the battle.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The current table.
    pub table: Arc<Table>,
    /// Units of each role.
    pub roles: Vec<(&'static str, Vec<TableUnit>)>,
    /// Side that acts.
    pub acts: Side,
}

impl Scene {
    /// Returns a scene without a table. The ids of its units are `{role}{number}`, from 1.
    pub fn without_table(roles: Vec<(&'static str, Vec<Facts>)>) -> Self {
        let unit = |role: &str, number: usize, facts: Facts| TableUnit {
            id: format!("{role}{number}"),
            side: Side::default(),
            facts: facts.into(),
        };
        let units = |(role, units): (&'static str, Vec<Facts>)| {
            (role, (1..).zip(units).map(|(number, facts)| unit(role, number, facts)).collect())
        };
        Self { roles: roles.into_iter().map(units).collect(), ..Self::default() }
    }

    /// Returns the units of a role.
    pub fn units(&self, role: &str) -> &[TableUnit] {
        self.roles.iter().find(|(id, _)| *id == role).map_or(&[], |(_, units)| units.as_slice())
    }

    /// Returns the first unit of a role. `None` if the role is empty.
    pub fn unit(&self, role: &str) -> Option<&TableUnit> {
        self.units(role).first()
    }

    /// Returns the id of the first unit of a role. `None` if the role is empty.
    pub fn id(&self, role: &str) -> Option<&str> {
        self.unit(role).map(|unit| unit.id.as_str())
    }

    /// Returns the facts of the first unit of a role. `None` if the role is empty.
    pub fn facts(&self, role: &str) -> Option<&Facts> {
        self.unit(role).map(|unit| &*unit.facts)
    }

    /// Returns the ids of a role's units.
    pub fn ids(&self, role: &str) -> Vec<String> {
        self.units(role).iter().map(|unit| unit.id.clone()).collect()
    }

    /// Iterates over the units of all roles.
    pub fn everybody(&self) -> impl Iterator<Item = &TableUnit> {
        self.roles.iter().flat_map(|(_, units)| units)
    }

    /// Returns the acting units: those of the first role that has any.
    pub fn actors(&self) -> &[TableUnit] {
        self.roles.iter().map(|(_, units)| units.as_slice()).find(|units| !units.is_empty()).unwrap_or_default()
    }

    /// Returns the trackers of the acting side.
    pub fn side(&self) -> &Facts {
        self.table.side(self.acts)
    }

    /// Returns the trackers of the other side.
    pub fn enemy_side(&self) -> &Facts {
        self.table.side(self.acts.other())
    }

    /// Returns the unit and the field at a path of the input, if the role's units are in a list: `shooters[1].count`. `None` for other
    /// paths.
    pub fn unit_at<'a>(&self, list: &str, role: &str, place: &'a str) -> Option<(&Facts, &'a str)> {
        let (index, field) = place.strip_prefix(list)?.strip_prefix('[')?.split_once("].")?;
        Some((&self.units(role).get(index.parse::<usize>().ok()?)?.facts, field))
    }
}
