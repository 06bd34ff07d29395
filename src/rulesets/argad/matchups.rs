//! Shots and duels by which rosters are compared.

use crate::rules::matchup::Matchup;

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[Matchup::of("shoot", "Shooting"), Matchup::of("melee", "Duel")];
