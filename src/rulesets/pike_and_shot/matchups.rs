//! Fire and melee by which rosters are compared.

use crate::form::Constant;
use crate::rules::matchup::{Matchup, Trial};

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[
    Matchup::of("infantry_fire", "Infantry fire"),
    Matchup::of("cavalry_fire", "Cavalry fire"),
    // A gun comes to the table limbered; what it does once it is prepared is compared. *Firing Artillery.*
    Matchup::of("artillery_fire", "Artillery fire").says(&[("ready", Constant::Flag(true))]),
    // Fresh units do not break in their first bound, so the two sides tell everything, and are quicker to work out.
    Matchup::of("melee_round", "Melee, front to front").says(&[("report", Constant::Word("sides"))]).shows(&[1, 0]),
];

/// Ordinary acts that show what a unit's options are worth.
pub const TRIALS: &[Trial] = &[
    Trial {
        matchup: Matchup::of("infantry_fire", ""),
        other: "Regiment of foot",
        suffers: true,
        chance: 1,
        words: "loses a figure to a regiment’s muskets at 6″",
    },
    Trial {
        matchup: Matchup::of("infantry_fire", ""),
        other: "Regiment of foot",
        suffers: false,
        chance: 1,
        words: "costs a regiment of foot a figure by muskets at 6″",
    },
    Trial {
        matchup: Matchup::of("melee_round", "").says(&[("report", Constant::Word("sides"))]),
        other: "",
        suffers: false,
        chance: 1,
        words: "beats an equal in a bound of melee",
    },
];
