//! A guided first bound: a move, and two volleys.

use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// Range of both volleys.
const CLOSE: &[(&str, Constant)] = &[("range_in", Constant::Number(5.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    seed: seed(2),
    steps: &[
        Step::next("A bound has eight phases, named in the line at the top. The armies have just met: nobody charges."),
        Step::next("Nobody charges, so nobody makes a charge move."),
        Step::next("Only those who charge or are charged fire now."),
        Step::next("No bases touch, so there is no melee."),
        Step::act(
            Doing::unit("u2", "movement_allowance"),
            "Everyone else moves now. The app works out how far, and marks who has moved.",
        ),
        Step::next("The others stand: infantry that moves may not fire."),
        Step::act(
            Doing::unit("u1", "infantry_fire").pick(&[("target", "u3")]).say(CLOSE),
            "The Bluecoats are 5 inches away; the guide has entered that. The odds stand above the roll.",
        ),
        Step::act(
            Doing::unit("u3", "infantry_fire").pick(&[("target", "u1")]).say(CLOSE),
            "The Bluecoats fire back: both sides act in every phase.",
        ),
        Step::next("The horse carry pistols, and are too far off."),
        Step::next("Units that did nothing take off a counter in this phase. These have none to lose, or have fired."),
        Step::next("There is no general to address his men. This ends the bound: marks of the bound are cleared."),
    ],
};
