//! Shots and duels by which rosters are compared.

use crate::form::Constant;
use crate::rules::matchup::{Matchup, Trial};

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[Matchup::of("shoot", "Shooting"), Matchup::of("melee", "Duel")];

/// Ordinary acts that show what a unit's options are worth.
pub const TRIALS: &[Trial] = &[
    Trial {
        // Nearer, no armour stops the ball. *Weapon cards.*
        matchup: Matchup::of("shoot", "").says(&[("shooters[0].range_cm", Constant::Number(20.0))]),
        other: "Arquebusiers",
        suffers: true,
        chance: 0,
        words: "hit by a company of arquebusiers at 20 cm",
    },
    Trial {
        matchup: Matchup::of("shoot", ""),
        other: "Pikemen",
        suffers: false,
        chance: 0,
        words: "hits one of a company of pikemen at 10 cm",
    },
    Trial {
        matchup: Matchup::of("melee", ""),
        other: "",
        suffers: false,
        chance: 5,
        words: "puts an equal out in a melee",
    },
    Trial {
        matchup: Matchup::of("melee", ""),
        other: "",
        suffers: false,
        chance: 0,
        words: "put out by an equal in a melee",
    },
];
