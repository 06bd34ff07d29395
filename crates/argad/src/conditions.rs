//! Conditions that several procedures share: units that do nothing this turn.

use super::facts::{self, BLOCKED, DISABLED, FORMING};
use super::input::ACTION;
use super::terms::Action;
use super::unit::{able, is_down, is_out};
use rules::prelude::*;

/// Stunned soldiers do nothing. Without a battle, a field with this id is read instead of the tracker.
pub const STUNNED: Condition =
    Condition::new("stunned", "Melee", "Stunned: does nothing", |unit| match unit.record() {
        Some(facts) => Some(does_something(unit) && is_down(facts)),
        None => unit.answer(facts::STUNNED),
    });

/// Soldiers held up by the ground do nothing else.
pub const HELD_UP: Condition =
    Condition::new("blocked", "Slowing dice", "Held up by the ground: does nothing this turn", |unit| {
        Some(does_something(unit) && unit.get(BLOCKED)?)
    });

/// A unit with no figures left cannot lose one in a draw or be in a close order.
pub const NOBODY_LEFT: Condition =
    Condition::new("out", "Shooting; Resolution of the melee", "{name}: nobody is left", |unit| {
        Some(is_out(unit.record()?))
    })
    .of_everybody()
    .even_if_overridden()
    .after("out");

/// Players entered that a unit is stunned or held up, although its trackers do not show it.
pub const SAID_TO_BE_IDLE: Condition =
    Condition::new("stunned", "Melee; Slowing dice", "Stunned or held up by the ground: does nothing", |unit| {
        Some(unit.answer(DISABLED)? && unit.record().is_none_or(|facts| able(facts) > 0))
    })
    .at(DISABLED);

/// Forming close order takes the whole turn. (R52)
pub const BUSY_FORMING: Condition =
    Condition::new("forming", "Close order formation; R52", "Forms close order all turn", |unit| {
        Some(does_something(unit) && unit.get(FORMING)?)
    });

/// True unless the act only finds out if close order holds, which is not an action of the unit.
fn does_something(unit: &Judged) -> bool {
    unit.answer(ACTION) != Some(Action::Keep)
}

/// True if the unit's facts or the answer in this field show it.
pub fn is_known(unit: &Judged, on_record: fn(&Facts) -> bool, field: Fact<bool>) -> bool {
    unit.record().is_some_and(on_record) || unit.answer(field) == Some(true)
}
