//! States of a unit, for its card and its row.

use super::super::terms::{FirerKind, Pistols, Response};
use crate::facts::*;
use rules::ids;
use rules::prelude::*;

/// States of a unit, in the order of the card's tags.
pub const STATES: &[State] = &[
    State::of(DEAD).alarm().stamp().even_if_out(),
    State::when(|unit| unit.holds(DESTROYED) && !unit.holds(DEAD), "Destroyed").alarm().stamp().even_if_out(),
    State::of(LOST).only_if(|unit| !unit.holds(DEAD) && !unit.holds(DESTROYED)).alarm().stamp().even_if_out(),
    // Enemies and generals of the unit come before its restrictions.
    State::of(CONTACTS).beside(),
    State::of(CHARGES)
        .only_if(|unit| unit.holds(CHARGING))
        .beside()
        .covers(ids![CHARGING])
        .on_named("charged by {names}"),
    State::of(PURSUIT_OF).only_if(|unit| unit.holds(PURSUING)).beside(),
    State::of(WITH_UNIT).beside(),
    State::of(GENERAL_WITH).called("General").leader(),
    // Counters, broken units and rallying. *Morale.*
    State::of(BROKEN).alarm().stamp_with(until_rallied).covers(ids![BROKE]),
    State::when(is_at_its_number, "At its breaking number").alarm().beside(),
    State::when(|unit| until_breaking(unit) == Some(1), "1 counter from breaking").alarm(),
    State::words(near_breaking).note(),
    State::when(|unit| !unit.knows(BREAKING_NUMBER) && counters(unit) > 0, "Morale class to be rolled")
        .alarm()
        .beside(),
    State::when(|unit| unit.holds(IN_MELEE), "In melee").note(),
    State::when(|unit| unit.equals(RESPONSE, Response::Stand), term("stands")).beside(),
    State::when(|unit| unit.holds(FAILED_CHARGE), "May not advance this bound").note().beside(),
    State::when(|unit| unit.holds(PURSUING), "Pursuing").note().beside(),
    State::when(|unit| unit.equals(PISTOLS, Pistols::Empty), "Pistols empty").note().beside(),
    State::when(|unit| unit.holds(PLUG_FIXED), "Bayonets fixed: cannot fire").note().beside(),
    State::when(|unit| unit.equals(KIND, FirerKind::Artillery) && !unit.holds(READY), "Gun not ready").note().beside(),
    State::when(|unit| unit.equals(MOUNTED, false), "On foot").note().beside(),
    // Acts of this bound.
    State::words(moved).note().covers(ids![MOVED, MOVED_IN]),
    State::of(MOVED_IN).covers(ids![MOVED]),
    State::of(CHARGING).only_if(|unit| unit.named(CHARGES).is_none()).note(),
    State::of(FIRED).note(),
    State::of(FOUGHT).called("Fought").note(),
    State::of(BROKE).called("Broke").note(),
    State::of(RESTED).note(),
    State::words(until_rallied).note(),
    State::words(|unit| bounds(recovery_bounds(unit), "Wounded: {n} {n|bound|bounds}")).note().beside(),
];

/// Counters that a unit can still take before it reaches its breaking number. `None` while that number is unknown.
fn until_breaking(unit: &Facts) -> Option<i32> {
    Some(unit.value(BREAKING_NUMBER)? - counters(unit))
}

fn near_breaking(unit: &Facts) -> Option<Text> {
    let left = until_breaking(unit).filter(|left| (2..=3).contains(left) && counters(unit) > 0)?;
    Some(text!("{n} counters from breaking", n = left))
}

fn moved(unit: &Facts) -> Option<Text> {
    match unit.value(MOVED_IN).filter(|inches| *inches > 0.0) {
        Some(inches) => Some(text!("Moved {n}″", n = inches)),
        None => unit.holds(MOVED).then(|| "Moved".into()),
    }
}

fn until_rallied(unit: &Facts) -> Option<Text> {
    bounds(rally_bounds_left(unit), "{n} {n|bound|bounds} until rallied")
}

fn bounds(n: i32, words: &'static str) -> Option<Text> {
    (n != 0).then(|| text!(words, n = n))
}
