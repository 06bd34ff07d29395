//! Trackers that name other units: those that a unit touches, charges or pursues, or that a general is with.
//!
//! Each such fact has one tracker, which describes the units that it can name. This description is used to check values set by hand, to offer units,
//! and to keep contacts mutual.

use super::Tracker;
use crate::facts::{Fact, Facts};
use crate::form::Choice;
use crate::side::Whose;
use crate::table::{Table, TableUnit};
use serde_json::{Map, Value as Json};

/// Describes the units that a tracker can name. A unit never names itself.
#[derive(Clone, Copy, Debug)]
pub struct NamedUnits {
    /// Side of the named units, relative to the tracker's owner.
    pub whose: Whose,
    /// True for units that can be named now. If `mutual`, it must be true for both units.
    pub fits: fn(&Facts) -> bool,
    /// True if a named unit names the owner in return, in the same tracker, as for contacts.
    pub mutual: bool,
    /// The tracker of contact edges, if the rules use them.
    pub contact_edges: Option<ContactEdges>,
}

/// Describes the tracker of a unit's contact edges: id of the enemy → id of the edge. It holds only edges of current contacts.
#[derive(Clone, Copy, Debug)]
pub struct ContactEdges {
    /// Id of the tracker.
    pub tracker: &'static str,
    /// Edges of a unit.
    pub edges: &'static [Choice],
}

/// Returns the edges at which enemies touch a unit: id of the enemy → id of the edge.
pub fn edges_in(facts: &Facts, tracker: Fact<Map<String, Json>>) -> Map<String, Json> {
    facts.value(tracker).unwrap_or_default()
}

impl NamedUnits {
    /// True if one unit could ever name the other: it is another unit of the right side.
    pub fn could_name(&self, unit: &TableUnit, other: &TableUnit) -> bool {
        unit.id != other.id && (unit.side == other.side) == (self.whose == Whose::Own)
    }

    /// True if one unit can name the other now.
    pub fn can_name(&self, unit: &TableUnit, other: &TableUnit) -> bool {
        self.could_name(unit, other) && (self.fits)(&other.facts) && (!self.mutual || (self.fits)(&unit.facts))
    }
}

impl Tracker {
    /// Returns the ids of the units that a unit names in this tracker, in order.
    pub fn named_in<'a>(&self, facts: &'a Facts) -> impl Iterator<Item = &'a str> + use<'a> {
        let held = facts.get(self.id);
        let many = held.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
        held.and_then(Json::as_str).filter(|id| !id.is_empty()).into_iter().chain(many)
    }

    /// Returns the units that are offered for this tracker: those that the unit can name now, and those that it names.
    pub fn candidates<'a>(&self, of: &str, table: &'a Table) -> Vec<&'a TableUnit> {
        let Some(unit) = table.unit(of) else { return Vec::new() };
        let is_named = |other: &TableUnit| self.named_in(&unit.facts).any(|id| id == other.id);
        let can_name = |other: &TableUnit| self.kind.names().is_none_or(|names| names.can_name(unit, other));
        table.units.iter().filter(|other| can_name(other) || is_named(other)).collect()
    }

    /// True if these units can be set by hand: each is on the table, of the right side, and listed once.
    pub(super) fn can_name_all(&self, ids: &[&str], of: &str, table: &Table) -> bool {
        let could_name = |id: &str| {
            table.unit(id).is_some_and(|other| {
                self.kind.names().is_none_or(|names| table.unit(of).is_some_and(|unit| names.could_name(unit, other)))
            })
        };
        ids.iter().enumerate().all(|(index, id)| could_name(id) && !ids[..index].contains(id))
    }
}
