//! The turn: bars, duties, and upkeep at the end of phases and turns.
//!
//! Moves come before shots, and shots before blows. A figure shoots or strikes once a turn (R43, R46). It loads only if it stood still
//! and did neither.

pub mod bars;
pub mod duties;
mod ends;
mod follow;
mod forecast;
mod likely;
mod melee;
mod shooting;

use super::command;
use crate::facts::*;
pub use forecast::FORECAST;
use rules::prelude::*;

/// Rules of the turn.
pub const RULES: TurnRules = TurnRules {
    bars: bars::BARS,
    late_bars: bars::LATE_BARS,
    duties: duties::RULES,
    order: duties::order,
    follow: follow::follow,
    next: Some(ends::next),
    ends: shooting::ends,
    notes: command::notes,
    likely: likely::likely,
    ..TurnRules::PLAIN
};

/// Name of a unit, or the id of a unit that has left.
fn name(table: &Table, id: &str) -> String {
    table.unit(id).and_then(|unit| unit.facts.text(NAME)).unwrap_or(id).to_owned()
}
