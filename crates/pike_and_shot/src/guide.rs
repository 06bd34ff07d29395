//! A guided first battle: two volleys, a charge into contact, and a melee.

use crate::ids::{procedures, roles};
use rules::guide::{Doing, Guide, Step, seed};
use rules::prelude::*;

/// Range of both volleys, in inches.
const CLOSE: &[(&str, Constant)] = &[("range_in", Constant::Number(5.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    // The last moves of the first bound are over, so every unit may fire.
    marks: &[("battle", "phase", Constant::Whole(5))],
    seed: seed(9796),
    steps: &[
        Step::act(
            Doing::unit("u1", procedures::INFANTRY_FIRE).pick(&[(roles::TARGET, "u3")]).say(CLOSE),
            "Everybody may fire now. The Bluecoats are 5 inches from Skippon’s Regiment; the guide has entered that. The odds stand above the roll.",
        )
        .then("Each hit is a counter. Counters slow a unit, and with too many it breaks. A figure may fall, too."),
        Step::act(
            Doing::unit("u3", procedures::INFANTRY_FIRE).pick(&[(roles::TARGET, "u1")]).say(CLOSE),
            "The Bluecoats fire back: both sides act in every phase.",
        ),
        Step::next("The horse hold their fire, and nobody else has anything to fire with."),
        Step::next("A unit that neither moved nor fired nor fought restores itself now: it takes off a counter. The horse have none."),
        Step::next("A general could address the unit that he is with now, which takes off counters or adds one. There is none here. This ends the bound: marks of the bound are cleared."),
        Step::act(
            Doing::unit("u2", procedures::REACTION_CHARGE).pick(&[(roles::OPPONENT, "u4")]),
            "A bound has eight phases, named in the line at the top. In the first, units charge: Balfour’s Horse tests if it will.",
        ),
        Step::act(
            Doing::due("u4", procedures::REACTION_STAND),
            "The button at the foot does what is due. Byron’s Horse is charged: it tests if it stands.",
        ),
        Step::next("Nobody else charges."),
        Step::act(
            Doing::unit("u2", procedures::MOVEMENT_ALLOWANCE),
            "Units that charge move now, into contact. The app works out how far.",
        ),
        Step::next("On the table, Balfour’s Horse touches Byron’s Horse."),
        Step::next("Only units that charge or are charged fire now, and these horse keep their pistols for the melee."),
        Step::act(
            Doing::due("u2", procedures::MELEE_ROUND),
            "Both fight one bound of the melee. The odds stand above the roll.",
        )
        .then("Hits are counters again, and the loser takes one more."),
        Step::next("Nobody breaks, so the melee goes on in the next bound."),
    ],
};
