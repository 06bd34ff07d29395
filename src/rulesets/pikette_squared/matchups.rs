//! Shooting and fights by which rosters are compared.

use crate::form::Constant;
use crate::rules::matchup::Matchup;

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[
    Matchup::of("shoot", "Shooting"),
    // Front to front, units fight only by a melee card. *How to battle – fighting.*
    Matchup::of("fight", "Fight, front to front").says(&[("melee_card", Constant::Flag(true))]),
];
