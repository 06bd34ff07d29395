//! The table as the rules of the turn see it, and the changes that are made to it.

use crate::facts::{Fact, FactValue, Facts};
use crate::subject::{Side, Subject};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Turn of the battle, from 1.
pub const TURN: Fact<i32> = crate::fact!("turn");
/// Index of the phase that is played, from 0.
pub const PHASE: Fact<i32> = crate::fact!("phase");

/// A unit of a battle, as it joined.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Id in this battle: `u1`.
    pub id: String,
    /// Index of its side: 0 or 1.
    #[serde(deserialize_with = "side")]
    pub side: usize,
    /// Profile, as its roster has it.
    pub profile: Map<String, Json>,
}

/// Reads the index of a side. There are two, and lists of both are indexed by it.
fn side<'de, D: Deserializer<'de>>(input: D) -> Result<usize, D::Error> {
    match usize::deserialize(input)? {
        side @ (0 | 1) => Ok(side),
        _ => Err(D::Error::custom("a side is 0 or 1")),
    }
}

impl Unit {
    /// Name on the roster; `?` if it has none. On the table another unit may have the same, so texts call a unit by its
    /// name there.
    pub fn roster_name(&self) -> &str {
        self.profile.get("name").and_then(Json::as_str).unwrap_or("?")
    }
}

/// A change to the table, as the log keeps it.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A tracker takes a value.
    Set {
        /// Owner of the tracker.
        of: Subject,
        /// Id of the tracker.
        key: String,
        /// New value.
        to: Json,
    },
    /// A unit joins the table.
    Add(Unit),
    /// The unit with this id leaves the table.
    Remove(String),
}

impl Change {
    /// The tracker of a fact takes a value.
    pub fn to<T: FactValue>(of: impl Into<Subject>, fact: Fact<T>, value: impl Into<T>) -> Self {
        Change::set(of, fact.id(), value.into().write())
    }

    /// The tracker with this id takes a value, for code that goes by descriptions.
    pub fn set(of: impl Into<Subject>, key: impl Into<String>, to: impl Into<Json>) -> Self {
        Change::Set { of: of.into(), key: key.into(), to: to.into() }
    }
}

/// A unit on the table, with everything that is known of it: profile, trackers, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct TableUnit {
    /// Id in the battle.
    pub id: String,
    /// Side that it fights on.
    pub side: Side,
    /// Everything that is known of it, shared by all copies of the table in which it is equal.
    pub facts: Arc<Facts>,
}

/// The table: all units, both sides and the battle, as they are now.
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
    /// Rulings that the players chose: field → value.
    pub rulings: Arc<Map<String, Json>>,
    /// Places of the units by their ids, once somebody asked for one: rules look up contacts unit by unit.
    pub places: OnceLock<HashMap<String, usize>>,
}

impl Table {
    /// Turn, from 1.
    pub fn turn(&self) -> i32 {
        self.battle.value(TURN).unwrap_or(1)
    }

    /// The unit with this id.
    pub fn unit(&self, id: &str) -> Option<&TableUnit> {
        let each = || self.units.iter().enumerate().map(|(place, unit)| (unit.id.clone(), place)).collect();
        self.units.get(*self.places.get_or_init(each).get(id)?)
    }

    /// The units of a side, in the order in which they joined.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &TableUnit> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    /// The trackers of a side.
    pub fn side(&self, side: Side) -> &Facts {
        &self.sides[side.index()]
    }

    /// The value that the players chose for a ruling, if they chose one.
    pub fn ruling(&self, field: &str) -> Option<&str> {
        self.rulings.get(field).and_then(Json::as_str)
    }
}

/// Participants of a procedure, and the battle as it is.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The table as it is now.
    pub table: Arc<Table>,
    /// Ids of each role's units.
    pub ids: Vec<(&'static str, Vec<String>)>,
    /// The facts of each role's units.
    pub participants: Vec<(&'static str, Vec<Facts>)>,
    /// The side that acts.
    pub side: Arc<Facts>,
    /// The other side.
    pub enemy_side: Arc<Facts>,
    /// The battle: turn, phase, and what the ruleset tracks.
    pub battle: Arc<Facts>,
    /// The side that acts: 0 or 1.
    pub acts: usize,
    /// Trackers of both sides, `a` first.
    pub sides: [Arc<Facts>; 2],
}

impl Scene {
    /// The units that take a role.
    pub fn units(&self, role: &str) -> &[Facts] {
        self.participants.iter().find(|(id, _)| *id == role).map_or(&[], |(_, units)| units.as_slice())
    }

    /// The facts of a side's units, by the index of the side.
    pub fn army(&self, side: usize) -> impl Iterator<Item = &Facts> {
        self.table.of(Side::at(side)).map(|unit| &*unit.facts)
    }

    /// The unit that a place of the input belongs to, and its field, where the role's units stand in a list:
    /// `shooters[1].count`.
    pub fn unit_at<'a>(&self, list: &str, role: &str, place: &'a str) -> Option<(&Facts, &'a str)> {
        let (nth, field) = place.strip_prefix(list)?.strip_prefix('[')?.split_once("].")?;
        Some((self.units(role).get(nth.parse::<usize>().ok()?)?, field))
    }

    /// The ids of the units that take a role.
    pub fn ids(&self, role: &str) -> &[String] {
        self.ids.iter().find(|(id, _)| *id == role).map_or(&[], |(_, ids)| ids.as_slice())
    }

    /// The id of the only (or first) unit that takes a role.
    pub fn id(&self, role: &str) -> Option<&str> {
        self.ids(role).first().map(String::as_str)
    }

    /// The only (or first) unit that takes a role.
    pub fn unit(&self, role: &str) -> Option<&Facts> {
        self.units(role).first()
    }
}
