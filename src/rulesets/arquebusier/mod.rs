//! *Arquebusier! Quick-play 16th and 17th Century Rules*, by Rob Stening.

pub mod allocation;
pub mod availability;
mod chronicle;
pub mod command;
pub mod end;
mod glossary;
pub mod irregular;
pub mod lines;
pub mod matrix;
pub mod melee;
pub mod movement;
mod reference;
mod rulings;
pub mod shooting;
pub mod target_choice;
pub mod terms;
mod turn;
pub mod unit;

use crate::ruleset::{Named, Ruleset};

/// What every page shows of it.
pub const NAMED: Named = Named { id: "arquebusier", title: "Arquebusier!", authors: "Rob Stening", edition: "undated" };

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: NAMED.id,
    title: NAMED.title,
    authors: NAMED.authors,
    edition: NAMED.edition,
    about: "Quick games of the years 1500 to 1700: a formation is Regular or Irregular, and all hangs on which.",
    turn: "Turn",
    unit_noun: "formation",
    profile: unit::PROFILE,
    side_profile: None,
    trackers: unit::TRACKERS,
    side_trackers: unit::SIDE_TRACKERS,
    battle_trackers: unit::BATTLE_TRACKERS,
    derive: unit::derive,
    describe: unit::describe,
    insights: &[],
    standing: unit::standing,
    phases: turn::PHASES,
    checklist: None,
    editions: None,
    boards: turn::BOARDS,
    rulings: rulings::RULINGS,
    procedures: &[
        &availability::AVAILABILITY,
        &command::COMMAND,
        &movement::MOVEMENT_ALLOWANCE,
        &target_choice::TARGET_CHOICE,
        &allocation::SHOT_ALLOCATION,
        &shooting::SHOOTING,
        &melee::MELEE,
        &irregular::IRREGULAR_CHECK,
        &end::END_OF_TURN,
        &end::ROUT_CHECK,
    ],
    glossary: &glossary::GLOSSARY,
    reference: reference::CHAPTERS,
    roster_notes: unit::roster_notes,
    tidings: |battle, armies| [end::routs(armies), unit::years(battle, armies)].concat(),
    agenda: Some(turn::AGENDA),
    muster: None,
    chronicle: &chronicle::CHRONICLE,
    samples: include_str!("samples.json"),
};

#[cfg(test)]
mod tests;
