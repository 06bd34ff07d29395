//! The quick reference: every table of the rules, and what no procedure asks, in our own words.

mod armies;
mod fire;
mod ground;
mod guns;
mod melee;
mod morale;

use crate::rules::ruleset::Chapter;

/// The chapters, in the order of the rules.
pub const CHAPTERS: &[Chapter] = &[
    armies::BEFORE_THE_BATTLE,
    armies::TROOPS,
    armies::FORMATIONS,
    armies::BOUND,
    ground::GROUND,
    ground::MOVES,
    fire::FIRE,
    fire::CASUALTIES,
    melee::MELEE,
    melee::LOSER,
    guns::GUNS,
    guns::GUN_FIRE,
    morale::MORALE,
    morale::TESTS,
    morale::GENERALS,
];

#[cfg(test)]
mod tests;
