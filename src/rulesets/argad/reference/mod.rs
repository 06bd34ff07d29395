//! The quick reference, in our own words.

mod fighting;
mod moving;
mod shooting;
mod table_talk;

use crate::rules::ruleset::Chapter;

/// The chapters.
pub const REFERENCE: &[Chapter] = &[
    table_talk::CLASSES,
    table_talk::TURN,
    moving::MOVEMENT,
    moving::CLOSE_ORDER,
    moving::CHARGES,
    shooting::FIREARMS,
    shooting::OTHER_WEAPONS,
    shooting::MODIFIERS,
    shooting::SIXES,
    shooting::CREATURES,
    fighting::MELEE,
    fighting::WEAPONS,
    fighting::MODIFIERS,
    fighting::RANKS,
    fighting::FENCERS,
    table_talk::WOUNDS,
    table_talk::BUDGET,
    table_talk::ADVICE,
    EDITIONS,
];

/// Differences between the two sheets.
pub const EDITIONS: Chapter = table_talk::EDITIONS;
