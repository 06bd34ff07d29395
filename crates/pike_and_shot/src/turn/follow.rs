//! Changes that follow from other changes, made by procedures or by hand. *Melee; Reaction Tests 3; Generals.*

use super::super::relations::{generals_with, is_before_melee};
use super::super::terms::in_lots;
use super::generals;
use crate::facts::*;
use crate::ids::procedures;
use rules::prelude::*;
use rules::table::Change;

/// Returns the changes that follow from the changes just made.
pub fn follow(change: &Followed) -> Vec<Change> {
    let mut more = Vec::new();
    for unit in change.after.units.iter().filter(|unit| !is_general(&unit.facts)) {
        leave_melee(change, unit, &mut more);
        end_run(change, unit, &mut more);
        rally_after_the_enemy_left(change, unit, &mut more);
        record_early_losses(change, unit, &mut more);
    }
    risk_generals(change, &mut more);
    more.extend(generals::with_their_units(change));
    more
}

fn touches(unit: &TableUnit) -> bool {
    unit.facts.lists_any(CONTACTS)
}

/// Resets `melee_bound` of a unit that has lost its last contact. *Melee.*
fn leave_melee(change: &Followed, unit: &TableUnit, more: &mut Vec<Change>) {
    // Without a contact, a unit counts as in melee only by its bound.
    if touches(unit) || !unit.facts.holds(IN_MELEE) {
        return;
    }
    // A unit that is destroyed in its first bound of melee had no contact before the act, but the act has counted a bound.
    let fell = change.by != By::Hand && is_out(&unit.facts);
    if fell || change.before.unit(&unit.id).is_some_and(touches) {
        more.push(Change::to(unit.id.as_str(), MELEE_BOUND, 1));
    }
}

/// Clears `ran_into` after the first bound of melee with the enemies that the pursuers ran into, and if no contact is left. Only in that
/// bound do they fight as chargers (R17).
fn end_run(change: &Followed, unit: &TableUnit, more: &mut Vec<Change>) {
    if !unit.facts.holds(RAN_INTO) {
        return;
    }
    let bounds = |unit: &TableUnit| unit.facts.value(MELEE_BOUND).unwrap_or(1);
    let fought = change.by == By::Procedure(procedures::MELEE_ROUND)
        && change.before.unit(&unit.id).is_some_and(|before| bounds(before) < bounds(unit));
    if !touches(unit) || fought {
        more.push(Change::to(unit.id.as_str(), RAN_INTO, false));
    }
}

/// Ends a pursuit if the pursued unit was removed from the table, and records the bounds of rest that rallying takes. *Reaction Tests 3*: until
/// the enemy ceases to exist.
fn rally_after_the_enemy_left(change: &Followed, unit: &TableUnit, more: &mut Vec<Change>) {
    let pursued = change.before.unit(&unit.id).and_then(|before| before.facts.named(PURSUIT_OF));
    let is_gone = pursued.is_some_and(|id| change.after.unit(id).is_none());
    if let Some(bounds) = unit.facts.value(BOUNDS_PURSUED).filter(|bounds| is_gone && *bounds > 0) {
        more.push(Change::to(unit.id.as_str(), RALLY_BOUNDS_LEFT, in_lots(bounds, 2)));
        more.push(Change::to(unit.id.as_str(), BOUNDS_PURSUED, 0));
    }
}

/// Records counters taken and figures lost in the first three phases, because one reading of R10 counts them in the melee. Detached figures
/// are not losses.
fn record_early_losses(change: &Followed, unit: &TableUnit, more: &mut Vec<Change>) {
    let by_rules = matches!(change.by, By::Procedure(procedure) if procedure != procedures::SUB_UNIT);
    let Some(before) = change.before.unit(&unit.id).filter(|_| by_rules && is_before_melee(change.before)) else {
        return;
    };
    let taken = counters(&unit.facts) - counters(&before.facts);
    let lost = figures_left(&before.facts) - figures_left(&unit.facts);
    for (fact, more_of_it) in [(EARLIER_COUNTERS, taken), (EARLIER_FIGURES_LOST, lost)] {
        if let Some(now) = unit.facts.value(fact).filter(|_| more_of_it > 0) {
            more.push(Change::to(unit.id.as_str(), fact, now + more_of_it));
        }
    }
}

/// Marks generals as at risk if their unit took a counter in melee (R20). *Generals.*
fn risk_generals(change: &Followed, more: &mut Vec<Change>) {
    if change.by != By::Procedure(procedures::MELEE_ROUND) {
        return;
    }
    for before in &change.before.units {
        let taken = change.after.unit(&before.id).is_some_and(|after| counters(&after.facts) > counters(&before.facts));
        for general in generals_with(change.before, before).into_iter().filter(|_| taken) {
            if change.after.unit(&general.id).is_some_and(|general| !general.facts.holds(AT_RISK)) {
                more.push(Change::to(general.id.as_str(), AT_RISK, true));
            }
        }
    }
}
