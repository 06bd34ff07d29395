//! A guided first turn: two groups shoot at each other, and two men fight.

use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    marks: &[],
    seed: seed(1),
    steps: &[
        Step::next("A turn has seven phases, named in the line at the top. No enemies touch as it begins."),
        Step::next("Players say what their characters do. These stand and shoot."),
        Step::next("On the table, the Ensign walks up to Captain Alonso. Nobody else moves."),
        Step::act(
            Doing::unit("u2", "shoot")
                .pick(&[("target", "u3")])
                .say(&[("shooters[0].range_cm", Constant::Number(12.0))]),
            "The Reiters are 12 cm away; the guide has entered that. The odds stand above the roll.",
        ),
        Step::act(
            Doing::unit("u3", "shoot")
                .pick(&[("target", "u2")])
                .say(&[("shooters[0].range_cm", Constant::Number(12.0))]),
            "Whoever is left of the Reiters shoots back. Whoever is hit is out at once.",
        ),
        Step::next("Captain Alonso saves his shot."),
        Step::act(
            Doing::unit("u1", "melee").pick(&[("many", "u5")]),
            "Captain Alonso and the Ensign touch, so they fight: each rolls a die, and both may be out.",
        ),
        Step::next("Nobody else touches an enemy."),
        Step::next("Whoever stood still and did not shoot loads. That counts by itself as the next turn begins."),
        Step::next("This ends the turn: marks of the turn are cleared."),
    ],
};
