//! The bound: phases, bars, duties, and changes that follow from others. *Move Sequence.*

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

/// Rules of the bound. Both sides act in every phase, so no side is the active one.
pub const RULES: TurnRules = TurnRules {
    bars: bars::BARS,
    late_bars: bars::LATE_BARS,
    duties: duties::DUTIES,
    follow: follow::follow,
    likely: likely::likely,
    ..TurnRules::PLAIN
};
