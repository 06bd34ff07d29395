//! The line of text in a unit's row.

use super::loading::carried;
use super::terms::Weapon;
use super::unit::{down_figures, figures, is_out, loads_in_words};
use crate::facts::*;
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::RowLine;

/// State of a unit, or the enemies that it fights, its loads, or its arms.
pub fn line(unit: &Facts) -> RowLine {
    if is_out(unit) {
        return RowLine::stamp("out of action");
    }
    let line = stamp(unit).map_or_else(RowLine::default, RowLine::stamp).beside(beside(unit));
    // Without anything else to show, the row lists the unit's arms.
    if line == RowLine::default() { arms(unit).map_or(line, RowLine::says) } else { line }
}

fn arms(unit: &Facts) -> Option<Text> {
    let missile = carried(unit).first().map(|missile| missile.label());
    missile.or_else(|| unit.value(WEAPON).map(Weapon::noun)).map(Text::from)
}

fn stamp(unit: &Facts) -> Option<Text> {
    let stunned = down_figures(unit);
    let states = [
        (unit.holds(KNOCKED_DOWN), "knocked down".into()),
        (unit.holds(STUNNED), "stunned".into()),
        (unit.holds(DISORDER), "in disorder".into()),
        (unit.holds(WOUNDED), "wounded".into()),
        (stunned > 0, text!("{n} stunned", n = stunned)),
        (unit.holds(BLOCKED), "blocked this turn".into()),
    ];
    states.into_iter().find(|(holds, _)| *holds).map(|(_, word)| word)
}

fn beside(unit: &Facts) -> RowLine {
    if unit.lists_any(CONTACTS) {
        return RowLine::names(CONTACTS);
    }
    if unit.holds(CHARGING) && unit.named(CHARGE_TARGET).is_some() {
        return RowLine::names(CHARGE_TARGET);
    }
    if let Some(loads) = loads_in_words(unit).into_iter().next() {
        return RowLine::says(loads);
    }
    let marks = [(PIKE_SPENT, "pike useless"), (ON_FOOT, "on foot"), (CLOSE_ORDER, "in close order")];
    let mark = marks.into_iter().find(|(mark, _)| unit.holds(*mark)).map(|(_, words)| words);
    mark.map_or_else(RowLine::default, RowLine::says)
}

/// Lives left of a player character, or figures left of another unit, and the number at the start.
pub fn remaining(unit: &Facts, raised: &Facts) -> Option<(u32, u32)> {
    let lives = unit.value(LIFE_POINTS).filter(|_| unit.holds(PLAYER_CHARACTER)).map(|lives| (lives, LIVES));
    let (left, all) = lives.unwrap_or_else(|| (figures(unit), raised.value(FIGURES).unwrap_or(1)));
    Some((count(left), count(all).max(count(left))))
}

/// True of units that have moved, shot, loaded or struck this turn.
pub fn has_acted(unit: &Facts) -> bool {
    [MOVED, RAN_UP, FIRED, RELOADED].iter().any(|mark| unit.holds(*mark)) || unit.value(BLOWS).is_some_and(|n| n > 0)
}
