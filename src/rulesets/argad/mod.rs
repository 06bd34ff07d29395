//! *Argad!*, skirmishes of the mid-sixteenth to the mid-seventeenth century, by Patrice Méallier (April 2025, and the sheet of
//! 2024).
//!
//! One figure is one character. Everything is a six-sided die against a class: what exceeds it puts the enemy out.

pub mod aftermath;
pub mod budget;
mod chronicle;
pub mod close_order;
pub mod fill;
mod glossary;
pub mod melee;
pub mod movement;
pub mod phases;
pub mod reference;
pub mod reload;
pub mod rulings;
pub mod run_up;
pub mod shoot;
pub mod terms;
pub mod trackers;
pub mod unit;

use crate::ruleset::{Editions, Named, Ruleset};

/// What every page shows of it.
pub const NAMED: Named = Named {
    id: "argad",
    title: "Argad!",
    authors: "Patrice Méallier, Argad! Éditions",
    edition: "April 2025, or the sheet of 2024",
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: NAMED.id,
    title: NAMED.title,
    authors: NAMED.authors,
    edition: NAMED.edition,
    about: "Adventures and skirmishes from the wars of religion to the Thirty Years War: one figure is one person.",
    turn: "Game turn",
    unit_noun: "character",
    profile: unit::PROFILE,
    side_profile: None,
    trackers: trackers::TRACKERS,
    side_trackers: trackers::SIDE_TRACKERS,
    battle_trackers: &[],
    derive: unit::derive,
    describe: unit::describe,
    insights: &[("Points", "points")],
    standing: unit::standing,
    phases: phases::PHASES,
    checklist: Some(phases::CHECKLIST),
    editions: Some(Editions { field: "edition", differences: &reference::EDITIONS }),
    boards: &[],
    rulings: rulings::RULINGS,
    procedures: &[
        &movement::MOVE,
        &close_order::CLOSE_ORDER,
        &run_up::RUN_UP,
        &shoot::SHOOT,
        &reload::RELOAD,
        &melee::MELEE,
        &aftermath::HEALING,
        &aftermath::WOUND_LOCATION,
        &budget::BUDGET,
    ],
    glossary: &glossary::GLOSSARY,
    reference: reference::REFERENCE,
    roster_notes: budget::notes,
    tidings: |_, _| Vec::new(),
    agenda: None,
    muster: None,
    chronicle: &chronicle::CHRONICLE,
    samples: include_str!("samples.json"),
};
