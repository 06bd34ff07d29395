//! Shooting and fights by which rosters are compared.

use crate::form::Constant;
use crate::rules::matchup::{Matchup, Trial};

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[
    Matchup::of("shoot", "Shooting"),
    // Front to front, units fight only by a melee card. *How to battle – fighting.*
    Matchup::of("fight", "Fight, front to front").says(&[("melee_card", Constant::Flag(true))]),
];

/// Ordinary acts that show what a unit's options are worth.
pub const TRIALS: &[Trial] = &[
    Trial {
        matchup: Matchup::of("shoot", ""),
        other: "French arquebus",
        suffers: true,
        chance: 1,
        words: "hit by arquebusiers a square away",
    },
    Trial {
        matchup: Matchup::of("shoot", ""),
        other: "French pike",
        suffers: false,
        chance: 1,
        words: "hits a block of pikes a square away",
    },
    Trial {
        matchup: Matchup::of("fight", "").says(&[("melee_card", Constant::Flag(true))]),
        other: "",
        suffers: false,
        chance: 0,
        words: "beats an equal in a fight",
    },
];
