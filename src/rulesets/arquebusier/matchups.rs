//! Shooting and melee by which rosters are compared.

use crate::rules::matchup::Matchup;

/// The ways, in the order in which players choose between them.
pub const MATCHUPS: &[Matchup] = &[Matchup::of("shooting", "Shooting"), Matchup::of("melee", "Melee")];
