//! States of a unit, for its card and its row.

use super::loading::fouled;
use super::terms::{Burden, Ground, OrderShape};
use super::unit::{captured, down_figures, fallen, figures, is_out, is_to_be_seen_to, loads_in_words};
use crate::facts::*;
use rules::ids;
use rules::prelude::*;

/// States of a unit, in the order of the card's tags.
pub const STATES: &[State] = &[
    State::of(CONTACTS).beside(),
    State::of(CHARGE_TARGET)
        .only_if(|unit| unit.holds(CHARGING))
        .beside()
        .covers(ids![CHARGING])
        .on_named("charged by {names}"),
    State::words(prisoners).note().even_if_out(),
    State::when(is_out, "out of action").alarm().stamp().even_if_out(),
    State::when(|unit| is_out(unit) && is_to_be_seen_to(unit), "to be seen to").note().even_if_out(),
    State::of(KNOCKED_DOWN).alarm().stamp(),
    State::of(STUNNED).alarm().stamp(),
    State::words(stunned).alarm().stamp().rank(1),
    State::of(DISORDER).alarm().stamp(),
    State::of(BLOCKED).alarm().stamp().rank(1),
    State::of(WOUNDED).alarm().stamp(),
    State::of(TREATED).note(),
    State::words(|unit| Some(fallen(unit)).filter(|n| *n > 0).map(|n| text!("{n} fallen", n = n))).note(),
    State::each(loads_in_words).note().beside(),
    State::when(|unit| fouled(unit) > 0 && fouled(unit) >= figures(unit), "musket fouled").note().covers(ids![FOULED]),
    State::words(some_fouled).note(),
    State::of(PIKE_SPENT).note().beside(),
    State::of(ON_FOOT).note().beside(),
    State::of(FORK_DROPPED).note(),
    State::when(|unit| unit.equals(BURDEN, Burden::Heavy), "carries a heavy object").calm(),
    State::when(|unit| unit.equals(BURDEN, Burden::VeryHeavy), "carries a very heavy object").calm(),
    State::when(|unit| unit.equals(GROUND, Ground::Difficult), "on difficult ground").calm().ground(),
    State::when(|unit| unit.equals(GROUND, Ground::VeryDifficult), "on very difficult ground").calm().ground(),
    State::when(|unit| unit.equals(GROUND, Ground::Bushes), "in bushes or crops").calm().ground(),
    State::when(|unit| unit.equals(GROUND, Ground::Woods), "in woods").calm().ground(),
    State::of(CLOSE_ORDER).only_if(|unit| shape(unit).is_none()).calm().beside(),
    State::words(|unit| shape(unit).filter(|_| unit.holds(CLOSE_ORDER)).map(Text::from))
        .calm()
        .short("in close order")
        .beside(),
    State::of(SHOT_STANDING).covers(ids![FIRED]),
];

fn prisoners(unit: &Facts) -> Option<Text> {
    match captured(unit) {
        ..=0 => None,
        1 => Some("a prisoner taken by the enemy".into()),
        n => Some(text!("{n} prisoners taken by the enemy", n = n)),
    }
}

/// Stunned figures of a group.
fn stunned(unit: &Facts) -> Option<Text> {
    Some(down_figures(unit)).filter(|n| *n > 0).map(|n| text!("{n} stunned", n = n))
}

fn some_fouled(unit: &Facts) -> Option<Text> {
    let (n, all) = (fouled(unit), figures(unit));
    (n > 0 && n < all).then(|| text!("{n} of {all} muskets fouled", n = n, all = all))
}

/// Close order other than a line.
fn shape(unit: &Facts) -> Option<&'static str> {
    match unit.value(SHAPE)? {
        OrderShape::ColumnOfTwos => Some("in close order, column of twos"),
        OrderShape::ColumnOfThrees => Some("in close order, column of threes"),
        OrderShape::Square => Some("in close order, square"),
        OrderShape::Line => None,
    }
}
