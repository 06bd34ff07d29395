//! The end of an initiative, of a turn and of the battle. *How to battle – cards and pips.*

use super::super::facts::{self, DECK, INITIATIVE_TIED, NIGHT, NIGHTFALL_TURNS, PIPS, PLACE};
use super::super::terms::Place;
use rules::prelude::*;
use rules::table::Change;
use rules::turn::{NextStep, Upkeep};
use serde_json::Map;

/// True once the turn is over: the roll for the initiative was a tie, or a deck has no card left (R19).
pub fn turn_is_over(table: &Table) -> bool {
    table.battle.holds(INITIATIVE_TIED) || table.sides.iter().any(|side| facts::cards_left(side) == Some(0))
}

/// Nothing comes after nightfall.
pub fn no_next(table: &Table) -> Option<(&'static str, Text)> {
    table.battle.holds(NIGHT).then(|| ("night", NIGHT_HAS_FALLEN.into()))
}

/// Message of the rule `night`.
pub const NIGHT_HAS_FALLEN: &str = "Night has fallen: the battle is over.";

/// The step that `next` takes.
pub fn next(table: &Table) -> NextStep {
    let step = |label: &'static str, phase, before: &'static [Upkeep]| NextStep {
        label: label.into(),
        event: None,
        is_new_turn: false,
        phase,
        before,
        after: &[],
    };
    match table.phase {
        // Players who play on after nightfall begin another turn.
        "turn_end" if table.battle.holds(NIGHT) => new_turn(),
        _ if turn_is_over(table) => end_of_turn(table),
        "turn_start" => step("Begin the battle", "initiative", &[]),
        "initiative" => step("First initiative", "first_side", &[]),
        "first_side" => step("Second initiative", "second_side", SPEND_FIRST),
        // Both initiatives have been played: the turn goes on with another roll.
        _ => step("Initiative again", "initiative", SPEND_BOTH),
    }
}

/// The end of a turn: the next one, or nightfall after the last.
fn end_of_turn(table: &Table) -> NextStep {
    if table.battle.equals(NIGHTFALL_TURNS, table.turn()) {
        return NextStep {
            label: "Nightfall".into(),
            event: Some("Night falls: the battle is over.".into()),
            is_new_turn: false,
            phase: "turn_end",
            before: SPEND_BOTH,
            after: NIGHT_FALLS,
        };
    }
    new_turn()
}

/// The next turn begins: both decks are full again and shuffled.
fn new_turn() -> NextStep {
    NextStep {
        label: "End the turn".into(),
        event: None,
        is_new_turn: true,
        phase: "initiative",
        before: SPEND_BOTH,
        after: FULL_DECKS,
    }
}

/// The pips of the first side are gone with its initiative.
const SPEND_FIRST: &[Upkeep] = &[Upkeep::Change(|table| {
    let first = |side: &Side| table.side(*side).equals(PLACE, Place::First);
    Side::BOTH.iter().filter(|side| first(side)).map(|side| Change::to(*side, PIPS, 0)).collect()
})];

/// All pips are gone.
const SPEND_BOTH: &[Upkeep] =
    &[Upkeep::Change(|_| Side::BOTH.into_iter().map(|side| Change::to(side, PIPS, 0)).collect())];

/// The battle is over.
const NIGHT_FALLS: &[Upkeep] = &[Upkeep::Change(|_| vec![Change::to(Subject::Battle, NIGHT, true)])];

/// A deck that names no card is full.
const FULL_DECKS: &[Upkeep] = &[Upkeep::Change(|_| {
    let decks = Side::BOTH.into_iter().map(|side| Change::to(side, DECK, Map::new()));
    decks.chain([Change::to(Subject::Battle, NIGHT, false)]).collect()
})];
