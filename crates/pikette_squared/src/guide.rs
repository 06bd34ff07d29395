//! A guided first battle: a shot, a fight from the flank, following the loser, and the roll for the next initiative.

use super::shooting::Shoot;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::guide::{Doing, Guide, Step, seed};
use rules::prelude::*;
use rules::table::PHASE;

/// Distance of the shot, in squares.
const NEXT: &[(&str, Constant)] = &[(field!(Shoot, shooters[0].distance_squares), Constant::Number(1.0))];

/// Arc from which the attacker comes.
const FLANK: &[(&str, Constant)] = &[(ATTACK_ARC.id(), Constant::Word("flank"))];

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
        (BATTLE, PHASE.id(), Constant::Whole(2)),
        (BATTLE, NIGHTFALL_TURNS.id(), Constant::Whole(7)),
        (Side::A.id(), FULL_DECK.id(), Constant::Counts(FRENCH)),
        (Side::A.id(), CHIPS_ROLLED.id(), Constant::Flag(true)),
        (Side::A.id(), MORALE_CHIPS.id(), Constant::Whole(13)),
        (Side::A.id(), PLACE.id(), Constant::Word("first")),
        (Side::A.id(), PIPS.id(), Constant::Whole(4)),
        (Side::B.id(), FULL_DECK.id(), Constant::Counts(SPANISH)),
        (Side::B.id(), CHIPS_ROLLED.id(), Constant::Flag(true)),
        (Side::B.id(), MORALE_CHIPS.id(), Constant::Whole(12)),
        (Side::B.id(), PLACE.id(), Constant::Word("second")),
        (Side::B.id(), PIPS.id(), Constant::Whole(9)),
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
            Doing::due_to_both(procedures::INITIATIVE),
            "Both initiatives are over, so each side rolls a D12 for the next. The higher roll will choose: first with the smaller number of pips, or second with the larger.",
        ),
        Step::next("A tie ends the turn. Both decks are full again."),
    ],
};
