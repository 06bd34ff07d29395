//! The bound: phases, duties, and changes that follow from others. *Move Sequence.*

use rules::prelude::*;
mod duties;
mod follow;
mod forecast;
mod generals;
mod likely;
mod phases;

pub use forecast::FORECAST;
pub use phases::PHASES;

/// Rules of the bound. Both sides act in every phase, so no side is the active one.
pub const RULES: TurnRules =
    TurnRules { duties: duties::DUTIES, follow: follow::follow, likely: likely::likely, ..TurnRules::PLAIN };
