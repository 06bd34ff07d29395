//! States of a unit, for its card and its row.

use super::super::terms::{Fate, Ground};
use crate::facts::*;
use rules::prelude::*;

/// States of a unit, in the order of the card's tags. In the row, enemies come first, then pending rolls.
pub const STATES: &[State] = &[
    State::of(CONTACT).beside(),
    State::of(DRAWN_BY).beside(),
    State::when(|unit| unit.equals(STATE, Fate::Destroyed), term("destroyed")).alarm().stamp().even_if_out(),
    State::when(|unit| unit.equals(STATE, Fate::LeftTable), "left the table").alarm().stamp().even_if_out(),
    State::when(|unit| unit.equals(STATE, Fate::Routed), term("routed")).alarm().stamp(),
    State::when(|unit| unit.equals(STATE, Fate::Disordered), term("disordered")).alarm().stamp(),
    State::when(is_last_stand, "last stand").note().beside().rank(3),
    State::when(|unit| unit.holds(FIRED), "must reload").note().beside().rank(2),
    State::when(|unit| unit.holds(MOVED_THROUGH), "stays: friends moved through it").note().beside().rank(2),
    State::of(MUST_CHECK_COURAGE).beside(),
    State::when(|unit| unit.holds(MAY_BE_CHIPPED), "may be chipped").note().beside().rank(1),
    State::of(MUST_PURSUE).called("must roll not to pursue").note().beside(),
    State::when(|unit| ground(unit) == Ground::Woods, "in woods").calm().ground(),
    State::when(|unit| ground(unit) == Ground::Building, "in a building").calm().ground(),
    State::when(|unit| ground(unit) == Ground::Hill, "on a hill").calm().ground(),
    State::when(|unit| ground(unit) == Ground::BehindStream, "behind a stream").calm().ground(),
    State::when(|unit| ground(unit) == Ground::Edge, "at the edge of terrain").calm().ground(),
    State::when(|unit| unit.holds(LEADER_ATTACHED), term("led")).calm().leader(),
];

fn is_last_stand(unit: &Facts) -> bool {
    unit.value(TYPE).is_some_and(|kind| kind.full_stands() > 1) && unit.equals(STANDS, 1)
}
