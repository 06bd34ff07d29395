//! The turn: its phases, what may not be done now, what is due, and what the end of a phase does. (R25 to R32)

use rules::prelude::*;
mod bars;
mod duties;
mod ends;
mod follow;
mod forecast;
mod likely;
mod phases;

pub use forecast::FORECAST;
pub use phases::{BOARDS, PHASES};

/// The turn as the referee judges it. Both sides act in every phase. (R10)
pub const RULES: TurnRules = TurnRules {
    bars: bars::BARS,
    late_bars: bars::LATE_BARS,
    duties: duties::DUTIES,
    follow: follow::follow,
    next: Some(ends::next),
    begin: follow::begin,
    ends: bars::ends,
    likely: likely::likely,
    ..TurnRules::PLAIN
};
