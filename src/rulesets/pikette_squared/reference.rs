//! The quick reference: every table and every rule, in our own words.

mod armies;
mod battle;
mod combat;
mod nerve;
mod troops;

use crate::rules::ruleset::Chapter;

/// The chapters.
pub const REFERENCE: &[Chapter] = &[
    battle::SET_UP,
    battle::TERRAIN,
    battle::INITIATIVE,
    battle::CARDS,
    battle::MOVING,
    battle::MARCHING,
    combat::GRID,
    combat::SHOOTING,
    combat::FIGHTING,
    combat::RESULTS,
    combat::ODDS,
    nerve::CHIPS,
    nerve::MORALE,
    nerve::LEADERS,
    nerve::SPECIAL,
    nerve::VICTORY,
    troops::TYPES,
    troops::HISTORY,
    troops::MODELS,
    armies::ROLLS,
    armies::FRENCH,
    armies::ITALIAN,
    armies::SPANISH,
    armies::IMPERIALIST,
    armies::OTTOMAN,
    armies::MOORISH,
    armies::OTHERS,
];
