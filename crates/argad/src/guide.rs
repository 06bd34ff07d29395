//! A guided first battle: two groups shoot at each other, then the Reiters charge a captain and fight a melee.

use crate::ids::{procedures, roles};
use crate::run_up::RunUp;
use crate::shoot::Shoot;
use rules::guide::{Doing, Guide, Step, seed};
use rules::prelude::*;
use rules::table::PHASE;

/// Range of both shots, in cm.
const NEAR: &[(&str, Constant)] = &[(field!(Shoot, shooters, "[0].range_cm"), Constant::Number(12.0))];

/// Straight ride before the charge, in cm.
const STRAIGHT: &[(&str, Constant)] = &[(field!(RunUp, straight_cm), Constant::Number(12.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    // All moves of the first turn are over.
    start_values: &[(BATTLE, PHASE.id(), Constant::Whole(3))],
    seed: seed(30244),
    steps: &[
        Step::act(
            Doing::unit("u2", procedures::SHOOT).pick(&[(roles::TARGET, "u3")]).say(NEAR),
            "Everybody may shoot now. The Reiters are 12 cm from the Musketeers; the guide has entered that. The odds stand above the roll.",
        )
        .then("A figure that is hit and not saved by its armour is out at once."),
        Step::act(
            Doing::unit("u3", procedures::SHOOT).pick(&[(roles::TARGET, "u2")]).say(NEAR),
            "The Reiters who are left shoot back.",
        ),
        Step::next("Captain Alonso saves his shot."),
        Step::next("Nobody touches an enemy."),
        Step::next("A figure that stood still and did not shoot loads. That counts by itself as the next turn begins."),
        Step::next("This ends the turn: marks of the turn are cleared."),
        Step::next("A turn has seven phases, named in the line at the top. No enemies touch as it begins."),
        Step::act(
            Doing::unit("u3", procedures::RUN_UP).pick(&[(roles::TARGET, "u1")]).say(STRAIGHT),
            "Players say what their characters do. The Reiters charge Captain Alonso, who stands 12 cm before them. They roll if they have room enough.",
        ),
        Step::next("Nobody else charges, and the captain stands."),
        Step::next("On the table, the Reiters ride into contact with Captain Alonso. Nobody else moves."),
        Step::next("Nobody shoots: figures that fight have no time for it."),
        Step::act(
            Doing::due("u3", procedures::MELEE),
            "Captain Alonso and the Reiters touch, so they fight. The odds stand above the roll.",
        )
        .then("Each may be out, and who is wounded fights on as the rules of his class say."),
        Step::next("Nobody else touches an enemy."),
    ],
};
