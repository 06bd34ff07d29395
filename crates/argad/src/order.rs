//! Close orders that several units stand in: who has joined whose. *Close order formation: others may join later.*

use super::unit::{figures, is_out};
use crate::facts::*;
use rules::prelude::*;

/// Figures of the smallest close order. *Close order formation.*
pub const SMALLEST: i32 = 3;

/// Id of the unit on which the close order of a unit was formed: the one that it has joined, or its own.
pub fn formed_on(unit: &TableUnit) -> &str {
    unit.facts.named(JOINED_ORDER).unwrap_or(&unit.id)
}

/// Units that stand in the close order of a unit, itself included; of a unit in none, that unit alone.
pub fn members<'a>(table: &'a Table, unit: &'a TableUnit) -> Vec<&'a TableUnit> {
    if !stands(unit) {
        return vec![unit];
    }
    table.of(unit.side).filter(|other| stands(other) && formed_on(other) == formed_on(unit)).collect()
}

/// Figures that stand in the close order of a unit; of a unit in none, its own.
pub fn soldiers(table: &Table, unit: &TableUnit) -> i32 {
    members(table, unit).iter().map(|member| figures(&member.facts)).sum()
}

/// True for units that stand in a close order.
pub fn stands(unit: &TableUnit) -> bool {
    unit.facts.holds(CLOSE_ORDER) && !is_out(&unit.facts)
}
