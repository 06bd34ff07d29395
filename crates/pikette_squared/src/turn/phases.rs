//! Phases of the turn.

use super::super::facts::on_table;
use crate::ids::{phases, procedures};
use rules::prelude::*;

const REACTIONS_AND_ACTIONS: &[&str] = &[
    procedures::DRAW_CARD,
    procedures::MARCH,
    procedures::SHOOT,
    procedures::FIGHT,
    procedures::FOLLOW_UP,
    procedures::MOVE,
    procedures::ACTION,
    procedures::REACTION,
    procedures::FRENCH_KNIGHTS_CHARGE,
    procedures::RALLY_CHECK,
    procedures::COURAGE_REQUIRED,
    procedures::LEADER_CHECK,
    procedures::LEADER_CAUGHT,
    procedures::LEADER_LOSS,
    procedures::TURN_END,
];

const HOW_TO_ACT: &str = "First, this side's routed units run a full move to the rear and away from the enemy, free. \
    Then it spends pips: one to turn a card, and what each unit that acts on it costs; a card may be passed over. It \
    may shoot at any time, and fight without a melee card an enemy who shows a flank or is in disorder. The other \
    side answers with its three opportunity chips: it shoots, charges or evades.";

/// Phases of the turn. The two initiatives repeat until a tie or an empty deck ends the turn.
pub const PHASES: &[Phase] = &[
    Phase::new(phases::TURN_START, "Start of turn")
        .needs(
            "Before the first turn: muster the armies, build and shuffle both decks, roll for morale chips, \
             place terrain, line up about six squares apart with most foot in the centre and horse on the \
             wings, and roll for nightfall. Before every later turn: shuffle both decks, all twenty cards \
             again.",
        )
        .procedures(&[
            procedures::ARMY_GENERATE,
            procedures::ARMY_CHECK,
            procedures::DECK_BUILD,
            procedures::MORALE_CHIPS,
            procedures::TERRAIN_ROLL,
            procedures::TERRAIN_BUDGET,
            procedures::TERRAIN_SHIFT,
            procedures::NIGHTFALL,
            procedures::DISMOUNT,
        ]),
    Phase::new(phases::INITIATIVE, "Initiative")
        .needs(
            "A D12 each. A tie ends the turn. The higher roll goes first with the smaller number of pips, or \
             second with the larger.",
        )
        .procedures(&[procedures::INITIATIVE, procedures::INITIATIVE_CHOICE]),
    Phase::new(phases::FIRST_SIDE, "The first side acts")
        .short("First side")
        .needs(HOW_TO_ACT)
        .procedures(REACTIONS_AND_ACTIONS)
        .concerns(on_table),
    Phase::new(phases::SECOND_SIDE, "The second side acts")
        .short("Second side")
        .needs(HOW_TO_ACT)
        .procedures(REACTIONS_AND_ACTIONS)
        .concerns(on_table),
    Phase::new(phases::TURN_END, "Does the turn end?")
        .short("End?")
        .needs(
            "If a deck has run out, the turn ends, and after the last turn it is night. Otherwise go back to \
             the initiative.",
        )
        .procedures(&[procedures::TURN_END, procedures::VICTORY_POINTS]),
];
