//! A guided first turn: a command, and a volley from each side.

use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// Range of both volleys.
const CLOSE: &[(&str, Constant)] = &[("shooters[0].range_in", Constant::Number(8.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    seed: seed(5),
    steps: &[
        Step::act(
            Doing::unit("u2", "command").board("Move"),
            "Each formation may get a command. Beside each stands the chance that it obeys.",
        ),
        Step::next("The others stand without a command."),
        Step::act(
            Doing::due("u1", "shooting").pick(&[("target", "u3")]).say(CLOSE),
            "What can be done now stands at the top. Tillier’s Regiment is 8 inches away; the guide has entered that. The odds stand above the roll.",
        ),
        Step::act(
            Doing::due("u3", "shooting").pick(&[("target", "u1")]).say(CLOSE),
            "All shooting is at once: who was hit shoots back as he stood before.",
        ),
        Step::next("The horse hold their fire."),
        Step::act(
            Doing::due("u2", "movement_allowance"),
            "Balfour’s Horse obeyed, so it must move. The app works out how far.",
        ),
        Step::next("Nobody else has an order to move."),
        Step::next("No formations touch, so there is no melee."),
        Step::next("Formations that are shaken would now lose an element. This ends the turn."),
    ],
};
