//! Close orders that several units share. *Close order formation: others may join later.*

use super::unit::{figures, is_out};
use crate::facts::*;
use rules::prelude::*;

/// Fewest figures of a close order. *Close order formation.*
pub const SMALLEST: i32 = 3;

/// Id of the unit on which a unit's close order was formed: the id of the unit that it joined, otherwise its own id.
pub fn formed_on(unit: &TableUnit) -> &str {
    unit.facts.named(JOINED_ORDER).unwrap_or(&unit.id)
}

/// Units in the close order of a unit, including that unit; only that unit if it is not in close order.
pub fn members<'a>(table: &'a Table, unit: &'a TableUnit) -> Vec<&'a TableUnit> {
    if !is_formed(unit) {
        return vec![unit];
    }
    table.of(unit.side).filter(|other| is_formed(other) && formed_on(other) == formed_on(unit)).collect()
}

/// Number of figures in the close order of a unit; only the unit's figures if it is not in close order.
pub fn soldiers(table: &Table, unit: &TableUnit) -> i32 {
    members(table, unit).iter().map(|member| figures(&member.facts)).sum()
}

/// True of units in close order that are not out.
pub fn is_formed(unit: &TableUnit) -> bool {
    unit.facts.holds(CLOSE_ORDER) && !is_out(&unit.facts)
}
