//! The line of text in a unit's row.

use super::super::facts::{
    BREAKING_NUMBER, BROKEN, CHARGES, CHARGING, CONTACTS, FAILED_CHARGE, FIRED, FOUGHT, KIND, MOUNTED, MOVED, PISTOLS,
    PLUG_FIXED, PURSUING, PURSUIT_OF, READY, RESTED, WITH_UNIT, counters, rally_bounds_left, recovery_bounds,
};
use super::super::terms::{FirerKind, Pistols};
use super::card::{bounds, out};
use rules::prelude::*;
use rules::ruleset::RowLine;

/// State of the unit, or the enemy that it fights or charges, or what it cannot do.
pub fn line(unit: &Facts) -> RowLine {
    if let Some(word) = out(unit) {
        return RowLine::stamp(word);
    }
    if unit.holds(BROKEN) {
        let rallies = bounds(rally_bounds_left(unit), "{n} {n|bound|bounds} until rallied");
        return RowLine::stamp("Broken").beside(rallies.map_or_else(RowLine::default, RowLine::says));
    }
    names(unit).or_else(|| hindrance(unit).map(RowLine::says)).unwrap_or_default()
}

/// The enemies that the unit fights or charges, by name.
fn names(unit: &Facts) -> Option<RowLine> {
    if unit.lists_any(CONTACTS) {
        return Some(RowLine::names(CONTACTS));
    }
    let one =
        |held: bool, tracker: Fact<String>| (held && unit.named(tracker).is_some()).then(|| RowLine::names(tracker));
    one(unit.holds(CHARGING), CHARGES)
        .or_else(|| one(unit.holds(PURSUING), PURSUIT_OF))
        .or_else(|| one(true, WITH_UNIT))
}

fn hindrance(unit: &Facts) -> Option<Text> {
    let at_its_number = unit.value(BREAKING_NUMBER).is_some_and(|number| counters(unit) >= number);
    let states = [
        (at_its_number, "At its breaking number"),
        (!unit.knows(BREAKING_NUMBER) && counters(unit) > 0, "Morale class to be rolled"),
        (unit.holds(FAILED_CHARGE), "May not advance this bound"),
        (unit.holds(PURSUING), "Pursuing"),
        (unit.equals(KIND, FirerKind::Artillery) && !unit.holds(READY), "Gun not ready"),
        (unit.holds(PLUG_FIXED), "Bayonets fixed: cannot fire"),
        (unit.equals(PISTOLS, Pistols::Empty), "Pistols empty"),
        (unit.equals(MOUNTED, false), "On foot"),
    ];
    let held = states.into_iter().find(|(holds, _)| *holds).map(|(_, words)| words.into());
    held.or_else(|| bounds(recovery_bounds(unit), "Wounded: {n} {n|bound|bounds}"))
}

/// True of a unit that has moved, fired, fought or rested this bound.
pub fn has_acted(unit: &Facts) -> bool {
    [MOVED, FIRED, FOUGHT, RESTED].iter().any(|mark| unit.holds(*mark))
}
