//! A guided first bound: a charge, a melee, and two volleys.

use crate::form::Constant;
use crate::rules::guide::{Doing, Guide, Step, seed};

/// Range of both volleys.
const CLOSE: &[(&str, Constant)] = &[("range_in", Constant::Number(5.0))];

/// The guided battle.
pub static GUIDE: Guide = Guide {
    armies: include_str!("guide.json"),
    marks: &[],
    seed: seed(5),
    steps: &[
        Step::act(
            Doing::unit("u2", "reaction_charge").pick(&[("opponent", "u4")]),
            "A bound has eight phases, named in the line at the top. In the first, units charge: Balfour’s Horse tests if it will.",
        ),
        Step::act(
            Doing::due("u4", "reaction_stand"),
            "What is due stands at the top. Byron’s Horse is charged: it tests if it stands.",
        ),
        Step::next("Nobody else charges."),
        Step::act(
            Doing::unit("u2", "movement_allowance"),
            "Whoever charges moves now, into contact. The app works out how far.",
        ),
        Step::next("Balfour’s Horse touches Byron’s Horse."),
        Step::next("Only those who charge or are charged fire now, and horse in melee do not."),
        Step::act(
            Doing::due("u2", "melee_round"),
            "Both fight one bound of the melee. The odds stand above the roll; hits are counters, and a figure may fall.",
        ),
        Step::next("Who has lost takes a counter more. Nobody breaks, so the melee goes on in the next bound."),
        Step::next("Everyone else may move now. They stand: infantry that moves may not fire."),
        Step::act(
            Doing::unit("u1", "infantry_fire").pick(&[("target", "u3")]).say(CLOSE),
            "The Bluecoats are 5 inches away; the guide has entered that.",
        ),
        Step::act(
            Doing::unit("u3", "infantry_fire").pick(&[("target", "u1")]).say(CLOSE),
            "The Bluecoats fire back: both sides act in every phase.",
        ),
        Step::next("Nobody else fires."),
        Step::next("Units that did nothing take off a counter in this phase. All of these did something."),
        Step::next("There is no general to address his men. This ends the bound: marks of the bound are cleared."),
    ],
};
