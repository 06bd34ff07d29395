//! The line of text in a unit's row.

use super::super::facts::{
    self, CONTACT, DONE_FIGHT, DONE_MOVE, DONE_RALLY, DONE_RELOAD, DRAWN_BY, FIRED, MAY_BE_CHIPPED, MOVED_THROUGH,
    MUST_CHECK_COURAGE, MUST_PURSUE, STANDS, STATE, TYPE,
};
use super::super::terms::Fate;
use rules::prelude::*;
use rules::ruleset::RowLine;

/// State of the unit, or the enemy that it fights, or a pending duty.
pub fn line(unit: &Facts) -> RowLine {
    let stamp = match unit.value(STATE) {
        Some(Fate::Destroyed) => RowLine::stamp(term("destroyed")),
        Some(Fate::LeftTable) => RowLine::stamp("left the table"),
        Some(Fate::Routed) => RowLine::stamp(term("routed")),
        Some(Fate::Disordered) => RowLine::stamp(term("disordered")),
        Some(Fate::Ok) | None => RowLine::default(),
    };
    if facts::on_table(unit) { stamp.beside(beside(unit)) } else { stamp }
}

fn beside(unit: &Facts) -> RowLine {
    if unit.lists_any(CONTACT) {
        return RowLine::names(CONTACT);
    }
    if unit.named(DRAWN_BY).is_some() {
        return RowLine::names(DRAWN_BY);
    }
    let is_last_stand = unit.value(TYPE).is_some_and(|kind| kind.full_stands() > 1) && unit.equals(STANDS, 1);
    let states = [
        (unit.holds(MUST_CHECK_COURAGE), "must check courage"),
        (unit.holds(MUST_PURSUE), "must roll not to pursue"),
        (unit.holds(MAY_BE_CHIPPED), "may be chipped"),
        (unit.holds(FIRED), "must reload"),
        (unit.holds(MOVED_THROUGH), "stays: friends moved through it"),
        (is_last_stand, "last stand"),
    ];
    let state = states.into_iter().find(|(holds, _)| *holds).map(|(_, words)| words);
    state.map_or_else(RowLine::default, RowLine::says)
}

/// True of a unit that has acted on this card.
pub fn has_acted(unit: &Facts) -> bool {
    [DONE_MOVE, DONE_RELOAD, DONE_FIGHT, DONE_RALLY].iter().any(|mark| unit.holds(*mark))
}
