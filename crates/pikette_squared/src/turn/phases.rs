//! The turn, part by part.

use super::super::facts::on_table;
use rules::prelude::*;

const REACTIONS_AND_ACTIONS: &[&str] = &[
    "draw_card",
    "march",
    "shoot",
    "fight",
    "follow_up",
    "move",
    "action",
    "reaction",
    "french_knights_charge",
    "rally_check",
    "courage_required",
    "leader_check",
    "leader_caught",
    "leader_loss",
    "turn_end",
];

const HOW_TO_ACT: &str = "First, this side's routed units run a full move to the rear and away from the enemy, free. \
    Then it spends pips: one to turn a card, and what each unit that acts on it costs; a card may be passed over. It \
    may shoot at any time, and fight without a melee card an enemy who shows a flank or is in disorder. The other \
    side answers with its three opportunity chips: it shoots, charges or evades.";

/// The turn. The two initiatives are played again and again until a tie or an empty deck ends it.
pub const PHASES: &[Phase] = &[
    Phase::new("turn_start", "Start of turn")
        .needs(
            "Before the first turn: muster the armies, build and shuffle both decks, roll for morale chips, \
             place terrain, line up about six squares apart with most foot in the centre and horse on the \
             wings, and roll for nightfall. Before every later turn: shuffle both decks, all twenty cards \
             again.",
        )
        .procedures(&[
            "army_generate",
            "army_check",
            "deck_build",
            "morale_chips",
            "terrain_roll",
            "terrain_budget",
            "terrain_shift",
            "nightfall",
            "dismount",
        ]),
    Phase::new("initiative", "Initiative")
        .needs(
            "A D12 each. A tie ends the turn. The higher roll goes first with the smaller number of pips, or \
             second with the larger.",
        )
        .procedures(&["initiative", "initiative_choice"]),
    Phase::new("first_side", "The first side acts")
        .short("First side")
        .needs(HOW_TO_ACT)
        .procedures(REACTIONS_AND_ACTIONS)
        .concerns(on_table),
    Phase::new("second_side", "The second side acts")
        .short("Second side")
        .needs(HOW_TO_ACT)
        .procedures(REACTIONS_AND_ACTIONS)
        .concerns(on_table),
    Phase::new("turn_end", "Does the turn end?")
        .short("End?")
        .needs(
            "If a deck has run out, the turn ends, and after the last turn it is night. Otherwise go back to \
             the initiative.",
        )
        .procedures(&["turn_end", "victory_points"]),
];
