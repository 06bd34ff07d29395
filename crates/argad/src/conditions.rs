//! Rules of the turn that several procedures share: who does nothing this turn.

use super::facts::{self, BLOCKED, DISABLED, FORMING};
use super::input::ACTION;
use super::terms::Action;
use super::unit::{able, is_down, is_out};
use rules::prelude::*;

/// Stunned soldiers do nothing. Without a battle, a field of that id says it.
pub const STUNNED: Condition =
    Condition::new("stunned", "Melee", "Stunned: does nothing", |unit| match unit.record() {
        Some(facts) => Some(does_something(unit) && is_down(facts)),
        None => unit.answer(facts::STUNNED),
    });

/// Whom the ground holds up does nothing else.
pub const HELD_UP: Condition =
    Condition::new("blocked", "Slowing dice", "Held up by the ground: does nothing this turn", |unit| {
        Some(does_something(unit) && unit.get(BLOCKED)?)
    });

/// Of those of whom nobody is left nobody can be drawn, and nobody stands in an order.
pub const NOBODY_LEFT: Condition =
    Condition::new("out", "Shooting; Resolution of the melee", "{name}: nobody is left", |unit| {
        Some(is_out(unit.record()?))
    })
    .of_everybody()
    .even_if_overridden()
    .after("out");

/// Idleness that players state of somebody who is neither stunned nor held up on record.
pub const SAID_TO_BE_IDLE: Condition =
    Condition::new("stunned", "Melee; Slowing dice", "Stunned or held up by the ground: does nothing", |unit| {
        Some(unit.answer(DISABLED)? && unit.record().is_none_or(|facts| able(facts) > 0))
    })
    .at(DISABLED);

/// Forming takes all turn. (R52)
pub const BUSY_FORMING: Condition =
    Condition::new("forming", "Close order formation; R52", "Forms close order all turn", |unit| {
        Some(does_something(unit) && unit.get(FORMING)?)
    });

/// To find out if their order holds is nothing that they do.
fn does_something(unit: &Judged) -> bool {
    unit.answer(ACTION) != Some(Action::Keep)
}

/// True if it is so on record, or if the answer in this field says so.
pub fn is_known(unit: &Judged, on_record: fn(&Facts) -> bool, field: Fact<bool>) -> bool {
    unit.record().is_some_and(on_record) || unit.answer(field) == Some(true)
}
