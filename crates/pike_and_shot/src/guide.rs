//! A guided first battle: two volleys, a charge into contact, a melee, a rest and a general's speech.

use super::fire::LineOfFire;
use crate::facts::WITH_UNIT;
use crate::ids::{procedures, roles};
use rules::guide::{Doing, Guide, Step, seed};
use rules::prelude::*;
use rules::table::PHASE;

/// Range of both volleys, in inches.
const CLOSE: &[(&str, Constant)] = &[(field!(LineOfFire, range_in), Constant::Number(5.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    // Begins in the sixth phase of the first bound, other fire, in which every unit may fire.
    start_values: &[(BATTLE, PHASE.id(), Constant::Whole(5)), ("u5", WITH_UNIT.id(), Constant::Word("u3"))],
    seed: seed(23),
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
        Step::act(
            Doing::due("u5", procedures::GENERAL_CASUALTY),
            "Lord Astley is with the Bluecoats, who were fired at, so he is in danger. The button at the foot does what is due.",
        ),
        Step::next("The horse hold their fire, and nobody else has anything to fire with."),
        Step::next("A unit that neither moved nor fired nor fought takes off a counter now. The horse have none."),
        Step::next("A general could address the unit that he is with now, but the Bluecoats have fired. This ends the bound: marks of the bound are cleared."),
        Step::act(
            Doing::unit("u2", procedures::REACTION_CHARGE).pick(&[(roles::OPPONENT, "u4")]),
            "A bound has eight phases, named in the line at the top. In the first, units charge: Balfour’s Horse tests if it will.",
        ),
        Step::act(
            Doing::due("u4", procedures::REACTION_STAND),
            "Byron’s Horse is charged: it tests if it stands.",
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
        Step::next("The foot stay where they are, so that they can rest."),
        Step::next("Nor do they fire in this bound."),
        Step::act(
            Doing::unit("u1", procedures::REST),
            "Skippon’s Regiment neither moved nor fired nor fought in this bound, so it restores itself: it takes off a counter.",
        ),
        Step::next("The Bluecoats could rest in the same way."),
        Step::act(
            Doing::unit("u3", procedures::ROUSING_SPEECH),
            "Lord Astley is with the Bluecoats, who have not fired in this bound: he addresses them. It can take off several counters, or add one.",
        ),
    ],
};
