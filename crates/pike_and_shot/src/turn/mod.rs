//! The bound: its phases, what bars what, what is due, and what follows from changes. *Move Sequence.*

use rules::prelude::*;
mod bars;
mod duties;
mod follow;
mod forecast;
mod generals;
mod likely;
mod phases;

pub use forecast::FORECAST;
pub use phases::PHASES;

/// The rules of the bound. Both sides act in every phase, so nobody is active.
pub const RULES: TurnRules = TurnRules {
    bars: bars::BARS,
    late_bars: bars::LATE_BARS,
    duties: duties::DUTIES,
    follow: follow::follow,
    likely: likely::likely,
    ..TurnRules::PLAIN
};
