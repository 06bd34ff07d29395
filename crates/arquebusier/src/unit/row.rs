//! The line of text in a formation's row.

use super::super::facts::{
    CHANGING, CLOSED_UP, COMMANDER_LOST, CONTACTS, FOUGHT, HOLDING_FIRE, MOVED_THIS_TURN, SHOT_THIS_TURN, has_elements,
    is_regular, is_shaken, is_trained,
};
use super::derive::{left, raised_groups};
use super::words::marker;
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::RowLine;

/// State of a formation, the enemies that it fights, or its order.
pub fn line(unit: &Facts) -> RowLine {
    if !has_elements(unit) {
        return RowLine::stamp("Destroyed");
    }
    stamp(unit).beside(beside(unit))
}

/// The state that changes what a formation does. A formation that is Irregular by nature and by another cause loses an element at the
/// end of each turn. *Melee Combat.*
fn stamp(unit: &Facts) -> RowLine {
    match (is_trained(unit), is_regular(unit), is_shaken(unit)) {
        (true, false, _) => RowLine::stamp(term("irregular")),
        (false, _, true) => RowLine::stamp(term("loses elements")),
        _ => RowLine::default(),
    }
}

fn beside(unit: &Facts) -> RowLine {
    if unit.lists_any(CONTACTS) {
        return RowLine::names(CONTACTS);
    }
    if let Some(order) = marker(unit) {
        return RowLine::says(order);
    }
    let marks = [
        (HOLDING_FIRE, "holds fire"),
        (CHANGING, "mounting or dismounting at the end of the move step"),
        (COMMANDER_LOST, "commander lost: −2 on commands"),
    ];
    let mark = marks.into_iter().find(|(mark, _)| unit.holds(*mark)).map(|(_, words)| words);
    mark.map_or_else(RowLine::default, RowLine::says)
}

/// Number of elements left, and number as raised.
pub fn remaining(unit: &Facts, _: &Facts) -> Option<(u32, u32)> {
    let (left, raised) = (left(unit), raised_groups(unit));
    let [left, raised] = [left, raised].map(|groups| groups.iter().map(|group| count(group.elements)).sum());
    Some((left, raised))
}

/// True of a formation that has moved, shot or fought this turn.
pub fn has_acted(unit: &Facts) -> bool {
    [MOVED_THIS_TURN, SHOT_THIS_TURN, FOUGHT, CLOSED_UP].iter().any(|mark| unit.holds(*mark))
}
