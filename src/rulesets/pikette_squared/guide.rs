//! A guided first turn: the set-up, an initiative with a shot and a fight, and a tie that ends the turn.

use crate::core::subject::Side;
use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// Distance of both shots.
const NEXT: &[(&str, Constant)] = &[("shooters[0].distance_squares", Constant::Number(1.0))];

/// Side from which the fight comes.
const FLANK: &[(&str, Constant)] = &[("attack_arc", Constant::Word("flank"))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    marks: &[],
    seed: seed(59),
    steps: &[
        Step::act(
            Doing::side(Side::A, "deck_build"),
            "Things that are due stand at the top. First, each side builds its deck.",
        ),
        Step::act(Doing::side(Side::B, "deck_build"), "The other side does the same."),
        Step::act(Doing::side(Side::A, "morale_chips"), "The first side rolls for its morale chips."),
        Step::act(Doing::side(Side::B, "morale_chips"), "The other side rolls for its own."),
        Step::act(Doing::due_to_both("nightfall"), "Dice say how many turns there are before night."),
        Step::next("Terrain is optional, and left out here. The battle begins."),
        Step::act(Doing::due_to_both("initiative"), "Each side rolls a D12."),
        Step::act(
            Doing::due_to_both("initiative_choice").say(&[("choice", Constant::Word("first"))]),
            "The higher roll chooses. The guide has chosen to go first, with the smaller number of pips.",
        ),
        Step::act(
            Doing::unit("u2", "shoot").pick(&[("target", "u4")]).say(NEXT),
            "The side with the initiative may shoot at any time. The enemy is in the next square; the guide has entered that.",
        ),
        Step::act(
            Doing::unit("u1", "fight").pick(&[("defender", "u4")]).say(FLANK),
            "On the table, the Gendarmes ride into the square of the Arquebus, from its flank: so they may fight without a melee card, for a pip.",
        ),
        Step::act(
            Doing::unit("u1", "follow_up").pick(&[("enemy", "u4")]),
            "The Arquebus fall back, and horse must follow.",
        ),
        Step::next("The French leave the rest of their pips. The other side has the initiative."),
        Step::next("The Spanish leave all of theirs."),
        Step::act(Doing::due_to_both("initiative"), "Both initiatives are over, so the sides roll again."),
        Step::next("A tie ends the turn. Both decks are full again."),
    ],
};
