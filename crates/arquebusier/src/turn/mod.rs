//! The turn: phases, duties, and upkeep at the end of phases. (R25 to R32)

use rules::prelude::*;
mod duties;
mod ends;
mod follow;
mod forecast;
mod likely;
mod phases;

pub use forecast::FORECAST;
pub use phases::{PHASES, QUICK_QUESTIONS};

/// Rules of the turn. Both sides act in every phase. (R10)
pub const RULES: TurnRules = TurnRules {
    duties: duties::DUTIES,
    follow: follow::follow,
    next: Some(ends::next),
    begin: follow::begin,
    ends: ends::commands_ended,
    likely: likely::likely,
    ..TurnRules::PLAIN
};
