//! Generals and the units that they are with. *Generals.*
//!
//! A general's tracker `with_unit` and the unit's tracker `general_with` are kept consistent. Players can change either. If a side's
//! generals are not on the table, only the unit's tracker is used.

use super::super::facts::{GENERAL_WITH, WITH_UNIT, is_general, is_out};
use super::super::relations::generals_with;
use rules::prelude::*;
use rules::table::Change;

/// Keeps `with_unit` of generals and `general_with` of units consistent.
pub fn with_their_units(change: &Followed) -> Vec<Change> {
    let mut more = Vec::new();
    for unit in change.after.units.iter().filter(|unit| !is_general(&unit.facts)) {
        let with = generals_of(change.after, unit.side, &unit.id);
        let before = change.before.unit(&unit.id);
        let (was, is) = (before.is_some_and(|before| before.facts.holds(GENERAL_WITH)), unit.facts.holds(GENERAL_WITH));
        match (was, is, with.is_empty()) {
            // Players have just cleared `general_with`, so the generals leave the unit.
            (true, false, false) => {
                more.extend(with.iter().map(|general| Change::to(general.id.as_str(), WITH_UNIT, "")))
            }
            (false, false, false) => more.push(Change::to(unit.id.as_str(), GENERAL_WITH, true)),
            (false, true, true) => more.extend(assign_general(change.after, unit)),
            (true, true, true) => more.extend(before.and_then(|before| after_general_left(change, before, unit))),
            _ => {}
        }
    }
    more
}

/// Generals in the battle whose `with_unit` is this unit.
fn generals_of<'a>(table: &'a Table, side: Side, unit: &str) -> Vec<&'a TableUnit> {
    fit_generals(table, side).filter(|general| general.facts.named(WITH_UNIT) == Some(unit)).collect()
}

fn fit_generals(table: &Table, side: Side) -> impl Iterator<Item = &TableUnit> {
    table.of(side).filter(|unit| is_general(&unit.facts) && !is_out(&unit.facts))
}

fn is_unattached(general: &&TableUnit) -> bool {
    general.facts.named(WITH_UNIT).is_none()
}

/// Assigns a general to a unit that was just ticked: the side's first unattached general, or else its first general. `None` if the side has
/// no general in the battle.
fn assign_general(table: &Table, unit: &TableUnit) -> Option<Change> {
    let general =
        fit_generals(table, unit.side).find(is_unattached).or_else(|| fit_generals(table, unit.side).next())?;
    Some(Change::to(general.id.as_str(), WITH_UNIT, unit.id.as_str()))
}

/// Handles a unit that is ticked although no general is recorded with it. If a general was recorded before, that general has left or fallen,
/// and the tick is removed. Battles of earlier versions recorded only the tick. If the side has one unattached general, that general is then
/// recorded.
fn after_general_left(change: &Followed, before: &TableUnit, unit: &TableUnit) -> Option<Change> {
    let had_named = !generals_of(change.before, unit.side, &unit.id).is_empty();
    let mut free = fit_generals(change.after, unit.side).filter(is_unattached);
    match (free.next(), free.next()) {
        (Some(only), None) if !had_named => Some(Change::to(only.id.as_str(), WITH_UNIT, unit.id.as_str())),
        _ => {
            let had_one = had_named || !generals_with(change.before, before).is_empty();
            had_one.then(|| Change::to(unit.id.as_str(), GENERAL_WITH, false))
        }
    }
}
