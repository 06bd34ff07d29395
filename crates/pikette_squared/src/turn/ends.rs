//! The end of an initiative, of a turn and of the battle. *How to battle – cards and pips.*

use super::super::terms::Place;
use crate::facts::*;
use crate::ids::phases;
use rules::prelude::*;
use rules::table::Change;
use rules::turn::{NextStep, Upkeep};
use serde_json::Map;

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
        // If players go on after nightfall, another turn begins.
        phases::TURN_END if table.battle.holds(NIGHT) => new_turn(),
        _ if turn_is_over(table) => end_of_turn(table),
        phases::TURN_START => step("Begin the battle", phases::INITIATIVE, &[]),
        phases::INITIATIVE => step("First initiative", phases::FIRST_SIDE, &[]),
        phases::FIRST_SIDE => step("Second initiative", phases::SECOND_SIDE, SPEND_FIRST),
        // Both initiatives are over, so the turn goes on with another roll.
        _ => step("Initiative again", phases::INITIATIVE, SPEND_BOTH),
    }
}

/// The step at the end of a turn: the next turn, or nightfall after the last.
fn end_of_turn(table: &Table) -> NextStep {
    if table.battle.equals(NIGHTFALL_TURNS, table.turn()) {
        return NextStep {
            label: "Nightfall".into(),
            event: Some("Night falls: the battle is over.".into()),
            is_new_turn: false,
            phase: phases::TURN_END,
            before: SPEND_BOTH,
            after: NIGHT_FALLS,
        };
    }
    new_turn()
}

/// The step to the next turn: both decks are full and shuffled.
fn new_turn() -> NextStep {
    NextStep {
        label: "End the turn".into(),
        event: None,
        is_new_turn: true,
        phase: phases::INITIATIVE,
        before: SPEND_BOTH,
        after: FULL_DECKS,
    }
}

/// Removes the pips of the first side, at the end of its initiative.
const SPEND_FIRST: &[Upkeep] = &[Upkeep::Change(|table| {
    let first = |side: &Side| table.side(*side).equals(PLACE, Place::First);
    Side::BOTH.iter().filter(|side| first(side)).map(|side| Change::to(*side, PIPS, 0)).collect()
})];

/// Removes all pips.
const SPEND_BOTH: &[Upkeep] =
    &[Upkeep::Change(|_| Side::BOTH.into_iter().map(|side| Change::to(side, PIPS, 0)).collect())];

/// Ends the battle.
const NIGHT_FALLS: &[Upkeep] = &[Upkeep::Change(|_| vec![Change::to(Subject::Battle, NIGHT, true)])];

/// Refills both decks, since an empty tracker means a full deck. Also ends the night, in case players go on after nightfall.
const FULL_DECKS: &[Upkeep] = &[Upkeep::Change(|_| {
    let decks = Side::BOTH.into_iter().map(|side| Change::to(side, DECK, Map::new()));
    decks.chain([Change::to(Subject::Battle, NIGHT, false)]).collect()
})];
