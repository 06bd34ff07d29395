//! Trackers that name other units: whom a unit touches, charges, pursues; with whom a general is.
//!
//! Each such fact has one tracker, which says whom it can name. By that description values are checked that are set by hand,
//! units are offered, and contacts are kept mutual.

use super::Tracker;
use crate::facts::{Fact, Facts};
use crate::form::Choice;
use crate::side::Whose;
use crate::table::{Table, TableUnit};
use serde_json::{Map, Value as Json};

/// The units that a tracker can name. No unit names itself.
#[derive(Clone, Copy, Debug)]
pub struct NamedUnits {
    /// The side of the units that are named, as their owner sees it.
    pub whose: Whose,
    /// True of units that can be named now. Of contacts it must hold for both.
    pub fits: fn(&Facts) -> bool,
    /// True if a unit that is named names its owner in return, in the same tracker: contacts.
    pub mutual: bool,
    /// How contacts lie, where the rules ask for it.
    pub lie: Option<Lie>,
}

/// The tracker that remembers at which of a unit's edges each contact lies: id of the enemy → id of the edge. It holds contacts
/// alone, so an edge is forgotten with its contact.
#[derive(Clone, Copy, Debug)]
pub struct Lie {
    /// Id of the tracker.
    pub tracker: &'static str,
    /// Edges of a unit.
    pub edges: &'static [Choice],
}

/// Edges at which enemies touch a unit, by the ids of the enemies, as its tracker holds them.
pub fn edges_in(facts: &Facts, tracker: Fact<Map<String, Json>>) -> Map<String, Json> {
    facts.value(tracker).unwrap_or_default()
}

impl NamedUnits {
    /// True if one unit could name the other at some time: it is another unit, of the right side.
    pub fn could_name(&self, unit: &TableUnit, other: &TableUnit) -> bool {
        unit.id != other.id && (unit.side == other.side) == (self.whose == Whose::Own)
    }

    /// True if one unit can name the other now.
    pub fn can_name(&self, unit: &TableUnit, other: &TableUnit) -> bool {
        self.could_name(unit, other) && (self.fits)(&other.facts) && (!self.mutual || (self.fits)(&unit.facts))
    }
}

impl Tracker {
    /// Ids of the units that a unit names in this tracker, in their order.
    pub fn named_in<'a>(&self, facts: &'a Facts) -> impl Iterator<Item = &'a str> + use<'a> {
        let held = facts.get(self.id);
        let many = held.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
        held.and_then(Json::as_str).filter(|id| !id.is_empty()).into_iter().chain(many)
    }

    /// The units that are offered for this tracker of a unit: those that it can name now, and those that it names.
    pub fn candidates<'a>(&self, of: &str, table: &'a Table) -> Vec<&'a TableUnit> {
        let Some(unit) = table.unit(of) else { return Vec::new() };
        let is_named = |other: &TableUnit| self.named_in(&unit.facts).any(|id| id == other.id);
        let can_name = |other: &TableUnit| self.names.is_none_or(|names| names.can_name(unit, other));
        table.units.iter().filter(|other| can_name(other) || is_named(other)).collect()
    }

    /// True if a unit can take these units by hand: each is on the table, on the right side, and named once.
    pub(super) fn can_name_all(&self, ids: &[&str], of: &str, table: &Table) -> bool {
        let could_name = |id: &str| {
            table.unit(id).is_some_and(|other| {
                self.names.is_none_or(|names| table.unit(of).is_some_and(|unit| names.could_name(unit, other)))
            })
        };
        ids.iter().enumerate().all(|(index, id)| could_name(id) && !ids[..index].contains(id))
    }
}
