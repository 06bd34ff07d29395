//! Conditions of the bars on moves, run-ups and close order.

use super::super::facts::{
    CLASS, CLOSE_ORDER, FIRED, MOVED, ON_FOOT, PIVOT_USED, RAN_UP, RELOADED, SHOT_STANDING, STEPPED,
};
use crate::core::facts::Facts;
use crate::rules::turn::Attempt;

/// True if this holds of anybody who moves.
pub fn any(act: &Attempt, holds: fn(&Facts) -> bool) -> bool {
    act.units("mover").iter().any(|unit| holds(&unit.facts))
}

/// True if this holds of anybody who moves more than two paces, or out of close order. *Close order formation.*
pub fn any_further(act: &Attempt, holds: fn(&Facts) -> bool) -> bool {
    act.units("mover").iter().any(|unit| holds(&unit.facts) && !takes_two_paces(act, &unit.facts))
}

/// True for soldiers in close order who go two paces at most. *Close order formation.*
fn takes_two_paces(act: &Attempt, unit: &Facts) -> bool {
    act.says("two_paces") && unit.holds(CLOSE_ORDER)
}

/// True if this holds of the rider.
pub fn rider(act: &Attempt, holds: fn(&Facts) -> bool) -> bool {
    act.units("rider").iter().any(|unit| holds(&unit.facts))
}

/// True if the run is for a charge, as it is unless players say otherwise.
pub fn is_charge(act: &Attempt) -> bool {
    act.word("purpose").is_none_or(|purpose| purpose == "charge")
}

/// True if they have moved, were it two paces.
pub fn has_moved(unit: &Facts) -> bool {
    unit.holds(MOVED) || unit.holds(STEPPED)
}

/// True if they have shot without moving.
pub fn fired_standing(unit: &Facts) -> bool {
    unit.holds(SHOT_STANDING)
}

/// True if they load this turn.
pub fn has_reloaded(unit: &Facts) -> bool {
    unit.holds(RELOADED)
}

/// True for riders who have got off.
pub fn is_off_horse(unit: &Facts) -> bool {
    unit.holds(ON_FOOT)
}

/// True if they have made a run-up.
pub fn has_run(unit: &Facts) -> bool {
    unit.holds(RAN_UP)
}

/// True if they have pivoted.
pub fn has_pivoted(unit: &Facts) -> bool {
    unit.holds(PIVOT_USED)
}

/// True if they have done anything that forming leaves no time for.
pub fn has_acted(unit: &Facts) -> bool {
    [MOVED, STEPPED, FIRED, RELOADED, PIVOT_USED].iter().any(|mark| unit.holds(*mark))
}

/// True for untrained soldiers who have pivoted.
pub fn pivoted_untrained(unit: &Facts) -> bool {
    is_untrained(unit) && has_pivoted(unit)
}

/// True for untrained soldiers who have moved.
pub fn moved_untrained(unit: &Facts) -> bool {
    is_untrained(unit) && unit.holds(MOVED)
}

fn is_untrained(unit: &Facts) -> bool {
    unit.value(CLASS).is_some_and(|class| class <= 2)
}

/// True if this action in close order is tried and this holds of the unit.
pub fn order(act: &Attempt, own: &str, holds: fn(&Facts) -> bool) -> bool {
    action(act) == own && act.units("unit").iter().any(|unit| holds(&unit.facts))
}

/// The action in close order: players say it, or each is offered by itself.
pub fn action<'a>(act: &Attempt<'a>) -> &'a str {
    act.word("action").unwrap_or("form")
}

/// True for an action that is offered to soldiers who are not in close order, and is not to form it.
pub fn is_out_of_order(act: &Attempt) -> bool {
    act.is_offer && action(act) != "form" && act.units("unit").iter().any(|unit| !unit.facts.holds(CLOSE_ORDER))
}
