//! The turn: bans of the table, duties, and upkeep at the end of phases and turns.
//!
//! Moves come before shots, and shots before blows. A figure shoots or strikes once a turn (R43, R46). It loads only if it stood still
//! and did neither.

pub mod duties;
mod ends;
mod follow;
mod forecast;
mod likely;

use super::command;
use super::shoot::shots;
pub use forecast::FORECAST;
use rules::prelude::*;

/// Rules of the turn.
pub const RULES: TurnRules = TurnRules {
    duties: duties::RULES,
    order: duties::order,
    follow: follow::follow,
    next: Some(ends::next),
    ends: shots::ends,
    notes: command::notes,
    likely: likely::likely,
    ..TurnRules::PLAIN
};
