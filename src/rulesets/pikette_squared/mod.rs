//! *Pikette Squared*, rules for Renaissance and late medieval wargames, by Ken Baggaley,
//! gridded by Peter Anderson (2.0, 2012).

mod action;
mod aftermath;
mod agenda;
mod army;
mod army_lists;
mod body;
mod cards;
mod chronicle;
mod facts;
mod fighting;
mod fighting_words;
mod glossary;
mod leader;
mod march;
mod morale;
mod movement;
mod phases;
mod price;
mod rally;
mod reaction;
mod reference;
mod result;
mod rulings;
mod set_up;
mod shooting;
mod terms;
mod trackers;
mod turn;
pub mod unit;
mod words;

use crate::ruleset::{Named, Ruleset};

/// What every page shows of it.
pub const NAMED: Named = Named {
    id: "pikette_squared",
    title: "Pikette Squared",
    authors: "Ken Baggaley; gridded by Peter Anderson",
    edition: "2.0 (2012)",
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: NAMED.id,
    title: NAMED.title,
    authors: NAMED.authors,
    edition: NAMED.edition,
    about: "Late medieval and Renaissance battles on a grid of squares, with lists for the Italian Wars, 1494 to \
        1560. Published with the consent of Piquet, Inc.",
    turn: "Turn",
    unit_noun: "unit",
    profile: unit::PROFILE,
    side_profile: Some(unit::COMMAND),
    trackers: trackers::UNIT,
    side_trackers: trackers::SIDE,
    battle_trackers: trackers::BATTLE,
    derive: unit::derive,
    describe: unit::describe,
    insights: &[],
    standing: unit::standing,
    phases: phases::PHASES,
    checklist: None,
    editions: None,
    boards: &[],
    rulings: rulings::RULINGS,
    procedures: &[
        &army::ARMY_GENERATE,
        &army::ARMY_CHECK,
        &set_up::MORALE_CHIPS,
        &set_up::NIGHTFALL,
        &set_up::TERRAIN_ROLL,
        &set_up::TERRAIN_BUDGET,
        &set_up::TERRAIN_SHIFT,
        &cards::DECK_BUILD,
        &cards::DRAW_CARD,
        &turn::INITIATIVE,
        &turn::INITIATIVE_CHOICE,
        &turn::TURN_END,
        &action::ACTION,
        &march::MARCH,
        &reaction::REACTION,
        &reaction::FRENCH_KNIGHTS_CHARGE,
        &movement::BEARING,
        &movement::MOVE,
        &shooting::SHOOT,
        &fighting::FIGHT,
        &aftermath::PURSUIT,
        &aftermath::APPLY_RESULT,
        &morale::CHIP_CHECK,
        &morale::COURAGE_REQUIRED,
        &morale::COURAGE_CHECK,
        &rally::RALLY_CHECK,
        &leader::LEADER_CHECK,
        &leader::LEADER_CAUGHT,
        &leader::LEADER_LOSS,
        &aftermath::VICTORY_POINTS,
    ],
    glossary: &glossary::GLOSSARY,
    reference: reference::REFERENCE,
    roster_notes: army::roster_notes,
    tidings: |_, _| Vec::new(),
    agenda: Some(agenda::AGENDA),
    muster: Some(army::MUSTER),
    chronicle: &chronicle::CHRONICLE,
    samples: include_str!("samples.json"),
};

#[cfg(test)]
mod tests;
