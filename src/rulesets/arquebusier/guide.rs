//! A guided first turn: a command, a volley from each side, and a melee.

use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// Range of both volleys.
const CLOSE: &[(&str, Constant)] = &[("shooters[0].range_in", Constant::Number(8.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    marks: &[("u2", "contacts", Constant::Words(&["u4"]))],
    seed: seed(5),
    steps: &[
        Step::act(
            Doing::unit("u1", "command").board("Move"),
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
        Step::next("The horse touch each other, and do not shoot in melee."),
        Step::act(
            Doing::due("u1", "movement_allowance"),
            "Holles’s Regiment obeyed, so it must move. The app works out how far.",
        ),
        Step::next("Nobody else has an order to move."),
        Step::act(
            Doing::due("u2", "irregular_check"),
            "Balfour’s Horse and Byron’s Horse touch since the start, front to front. Cavalry that is caught standing becomes Irregular.",
        ),
        Step::act(Doing::due("u4", "irregular_check"), "So does the other side, before any die is rolled."),
        Step::act(
            Doing::due("u2", "melee"),
            "Each element in contact strikes at one before it, all at once. The losses of both sides come off together.",
        ),
        Step::next("Nobody runs: being Irregular stands for that."),
        Step::next(
            "A formation that is Irregular by nature, and for another reason too, would now lose an element. This ends the turn.",
        ),
    ],
};
