//! A guided first battle: a volley from each side, a command, a move into contact, and a melee.

use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// Range of both volleys.
const CLOSE: &[(&str, Constant)] = &[("shooters[0].range_in", Constant::Number(8.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    // Nobody got a command in the first turn.
    marks: &[("battle", "phase", Constant::Whole(1))],
    seed: seed(5),
    steps: &[
        Step::act(
            Doing::due("u1", "shooting").pick(&[("target", "u3")]).say(CLOSE),
            "What can be done now stands at the top. Tillier’s Regiment is 8 inches from Holles’s Regiment; the guide has entered that. The odds stand above the roll.",
        )
        .then("Each hit takes off an element."),
        Step::act(
            Doing::due("u3", "shooting").pick(&[("target", "u1")]).say(CLOSE),
            "All shooting is at once: who was hit shoots back as he stood before.",
        ),
        Step::next("The horse are too far away to shoot."),
        Step::next("Nobody got a command in this turn, so nobody moves."),
        Step::next("Nobody touches an enemy."),
        Step::next("This ends the turn: marks of the turn are cleared."),
        Step::act(
            Doing::unit("u2", "command").board("Move"),
            "A turn begins with commands. Beside each stands the chance that the formation obeys. Balfour’s Horse is to ride at Byron’s Horse.",
        ),
        Step::next("The others stand without a command."),
        Step::next("Everybody may shoot again. The guide goes on to the moves."),
        Step::act(
            Doing::due("u2", "movement_allowance").pick(&[("touched", "u4")]),
            "Balfour’s Horse obeyed, so it must move. The app works out how far. On the table it comes into contact with Byron’s Horse, front to front.",
        ),
        Step::next("Nobody else has an order to move."),
        Step::act(
            Doing::due("u4", "irregular_check"),
            "Cavalry that is caught standing becomes Irregular, before any die is rolled.",
        ),
        Step::act(
            Doing::due("u2", "melee"),
            "Each element in contact strikes at one before it, all at once. The odds stand above the roll.",
        )
        .then("The losses of both sides come off together."),
        Step::next("Nobody runs: being Irregular stands for that. The melee goes on in the next turn."),
    ],
};
