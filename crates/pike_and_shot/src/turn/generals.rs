//! Generals and the units that they are with. *Generals.*
//!
//! The general names his unit; the unit's own mark follows, and players may tick either. A side whose generals are not on the
//! table has the mark alone.

use super::super::facts::{GENERAL_WITH, WITH_UNIT, is_general, is_out};
use super::super::relations::generals_with;
use rules::prelude::*;
use rules::table::Change;

/// Changes that keep generals and units of one mind.
pub fn with_their_units(change: &Followed) -> Vec<Change> {
    let mut more = Vec::new();
    for unit in change.after.units.iter().filter(|unit| !is_general(&unit.facts)) {
        let with = naming(change.after, unit.side, &unit.id);
        let before = change.before.unit(&unit.id);
        let (was, is) = (before.is_some_and(|before| before.facts.holds(GENERAL_WITH)), unit.facts.holds(GENERAL_WITH));
        match (was, is, with.is_empty()) {
            // Unticked, or not marked yet.
            (true, false, false) => {
                more.extend(with.iter().map(|general| Change::to(general.id.as_str(), WITH_UNIT, "")))
            }
            (false, false, false) => more.push(Change::to(unit.id.as_str(), GENERAL_WITH, true)),
            (false, true, true) => more.extend(sent(change.after, unit)),
            (true, true, true) => more.extend(before.and_then(|before| left(change, before, unit))),
            _ => {}
        }
    }
    more
}

/// Generals in the battle who name a unit as the one that they are with.
fn naming<'a>(table: &'a Table, side: Side, unit: &str) -> Vec<&'a TableUnit> {
    fit(table, side).filter(|general| general.facts.named(WITH_UNIT) == Some(unit)).collect()
}

fn fit(table: &Table, side: Side) -> impl Iterator<Item = &TableUnit> {
    table.of(side).filter(|unit| is_general(&unit.facts) && !is_out(&unit.facts))
}

fn is_free(general: &&TableUnit) -> bool {
    general.facts.named(WITH_UNIT).is_none()
}

/// A unit is ticked: the first general who is with nobody has come to it, or else the first.
fn sent(table: &Table, unit: &TableUnit) -> Option<Change> {
    let general = fit(table, unit.side).find(is_free).or_else(|| fit(table, unit.side).next())?;
    Some(Change::to(general.id.as_str(), WITH_UNIT, unit.id.as_str()))
}

/// A marked unit that no general names. Those who did have left it, or fallen. A battle of an earlier version has the mark
/// alone: it means the only general who is with nobody.
fn left(change: &Followed, before: &TableUnit, unit: &TableUnit) -> Option<Change> {
    let had_named = !naming(change.before, unit.side, &unit.id).is_empty();
    let mut free = fit(change.after, unit.side).filter(is_free);
    match (free.next(), free.next()) {
        (Some(only), None) if !had_named => Some(Change::to(only.id.as_str(), WITH_UNIT, unit.id.as_str())),
        _ => {
            let had_one = had_named || !generals_with(change.before, before).is_empty();
            had_one.then(|| Change::to(unit.id.as_str(), GENERAL_WITH, false))
        }
    }
}
