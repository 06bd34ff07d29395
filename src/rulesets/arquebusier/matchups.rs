//! Shooting and melee by which rosters are compared.

use crate::rules::matchup::{Matchup, Trial};

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[Matchup::of("shooting", "Shooting"), Matchup::of("melee", "Melee")];

/// Ordinary acts that show what a unit's options are worth.
pub const TRIALS: &[Trial] = &[
    Trial {
        matchup: Matchup::of("shooting", ""),
        other: "Pike and shot",
        suffers: true,
        chance: 0,
        words: "loses an element to pike and shot at 12″",
    },
    Trial {
        matchup: Matchup::of("shooting", ""),
        other: "Pike and shot",
        suffers: false,
        chance: 0,
        words: "costs pike and shot an element at 12″",
    },
    Trial {
        matchup: Matchup::of("melee", ""),
        other: "",
        suffers: false,
        chance: 0,
        words: "costs an equal an element in a melee",
    },
];
