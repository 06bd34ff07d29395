//! A guided first battle: a shot, a fight from the flank, following the loser, and the roll for the next initiative.

use crate::ids::{procedures, roles};
use rules::guide::{Doing, Guide, Step, seed};
use rules::prelude::*;

/// Distance of the shot, in squares.
const NEXT: &[(&str, Constant)] = &[("shooters[0].distance_squares", Constant::Number(1.0))];

/// Arc from which the attacker comes.
const FLANK: &[(&str, Constant)] = &[("attack_arc", Constant::Word("flank"))];

/// Deck of the French, with their extra melee card.
const FRENCH: &[(&str, i32)] = &[
    ("infantry_move", 3),
    ("cavalry_move", 3),
    ("reload", 2),
    ("melee", 4),
    ("leader_check", 2),
    ("milling_around", 5),
    ("courage", 1),
];

/// Deck of the Spanish, with their extra infantry move.
const SPANISH: &[(&str, i32)] = &[
    ("infantry_move", 4),
    ("cavalry_move", 3),
    ("reload", 2),
    ("melee", 3),
    ("leader_check", 2),
    ("milling_around", 5),
    ("courage", 1),
];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    // Decks are built, chips are rolled, and the French have the first initiative.
    start_values: &[
        ("battle", "phase", Constant::Whole(2)),
        ("battle", "nightfall_turns", Constant::Whole(7)),
        ("a", "full_deck", Constant::Counts(FRENCH)),
        ("a", "chips_rolled", Constant::Flag(true)),
        ("a", "morale_chips", Constant::Whole(13)),
        ("a", "place", Constant::Word("first")),
        ("a", "pips", Constant::Whole(4)),
        ("b", "full_deck", Constant::Counts(SPANISH)),
        ("b", "chips_rolled", Constant::Flag(true)),
        ("b", "morale_chips", Constant::Whole(12)),
        ("b", "place", Constant::Word("second")),
        ("b", "pips", Constant::Whole(9)),
    ],
    seed: seed(14721),
    steps: &[
        Step::act(
            Doing::unit("u2", procedures::SHOOT).pick(&[(roles::TARGET, "u4")]).say(NEXT),
            "The French have the initiative, and may shoot at any time. The enemy is in the next square; the guide has entered that. The odds stand above the roll.",
        )
        .then("Hits add up to stands lost. A unit may fall into disorder, or run."),
        Step::act(
            Doing::unit("u1", procedures::FIGHT).pick(&[(roles::DEFENDER, "u4")]).say(FLANK),
            "On the table, the Gendarmes ride into the square of the Arquebus, from its flank: so they may fight without a melee card, for a pip.",
        ),
        Step::act(
            Doing::unit("u1", procedures::FOLLOW_UP).pick(&[(roles::ENEMY, "u4")]),
            "The Arquebus fall back, and horse must follow.",
        ),
        Step::next("The French leave the rest of their pips. With a Leader Check card, a leader could rally disordered units near him, for a morale chip each. The other side has the initiative."),
        Step::next("The Spanish leave all of theirs."),
        Step::act(
            Doing::due_to_both("initiative"),
            "Both initiatives are over, so each side rolls a D12 for the next. The higher roll will choose: first with the smaller number of pips, or second with the larger.",
        ),
        Step::next("A tie ends the turn. Both decks are full again."),
    ],
};
