//! A guided first battle: a volley from each side, a melee of horse that touch, and commands: to move, and to restore order.

use crate::facts::{CONTACTS, PHASE, SHAKEN_BY_LOSSES};
use crate::ids::{procedures, roles};
use crate::shooting::Shooting;
use rules::guide::{Doing, Guide, Step, seed};
use rules::prelude::*;

/// Range of both volleys, in inches.
const CLOSE: &[(&str, Constant)] = &[(field!(Shooting, shooters[0].range_in), Constant::Number(8.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    // No formation gets a command in the first turn, and two formations of horse (u2, u4) are in contact from the start. Another (u5) is
    // Irregular, because of earlier losses to shooting.
    start_values: &[
        (BATTLE, PHASE.id(), Constant::Whole(1)),
        ("u2", CONTACTS.id(), Constant::Words(&["u4"])),
        ("u5", SHAKEN_BY_LOSSES.id(), Constant::Flag(true)),
    ],
    seed: seed(30424),
    steps: &[
        Step::act(
            Doing::due("u1", procedures::SHOOTING).pick(&[(roles::TARGET, "u3")]).say(CLOSE),
            "What can be done now stands at the top. A formation shoots at its nearest enemy: for Holles’s Regiment that is Tillier’s Regiment, 8 inches away; the guide has entered that. The odds stand above the roll.",
        )
        .then("Each hit takes off an element."),
        Step::act(
            Doing::due("u3", procedures::SHOOTING).pick(&[(roles::TARGET, "u1")]).say(CLOSE),
            "All shooting is at once: who was hit shoots back as he stood before.",
        ),
        Step::next("The horse touch each other, and do not shoot in melee."),
        Step::next("Nobody got a command in this turn, so nobody moves. Formations that obey a command to move can move into contact now; their players then mark who touches whom."),
        Step::act(
            Doing::due("u2", procedures::IRREGULAR_CHECK),
            "Balfour’s Horse and Byron’s Horse touch since the start, front to front. Cavalry that is caught standing becomes Irregular.",
        ),
        Step::act(Doing::due("u4", procedures::IRREGULAR_CHECK), "So does the other side, before any die is rolled."),
        Step::act(
            Doing::due("u2", procedures::MELEE),
            "Each element in contact strikes at one before it, all at once. The odds stand above the roll.",
        )
        .then("The losses of both sides come off together."),
        Step::next("Nobody runs: being Irregular stands for that. The melee goes on in the next turn."),
        Step::next("This ends the turn: marks of the turn are cleared."),
        Step::act(
            Doing::unit("u1", procedures::COMMAND).quick_answer("Move"),
            "A turn begins with commands. Beside each stands the chance that the formation obeys. The General is with Holles’s Regiment, so it obeys more easily, and can get a second command.",
        ),
        Step::act(
            Doing::unit("u5", procedures::COMMAND).quick_answer("Restore order"),
            "Goring’s Horse lost too many to shooting before, and is Irregular. A command restores it, instead of moving or shooting.",
        ),
    ],
};
