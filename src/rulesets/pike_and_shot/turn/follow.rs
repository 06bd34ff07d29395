//! Changes that follow from others, made by procedures or by hand. *Melee; Reaction Tests 3; Generals.*

use super::super::facts::{
    AT_RISK, BOUNDS_PURSUED, BROKEN, CHARGES, CONTACTS, EARLIER_COUNTERS, EARLIER_FIGURES_LOST, GENERAL_WITH,
    MELEE_BOUND, PURSUIT_OF, RALLY_BOUNDS_LEFT, counters, figures_left, is_general, is_out, named,
};
use super::super::terms::in_lots;
use super::relations::{generals_with, is_before_melee};
use crate::rules::table::{Change, Table, TableUnit};
use crate::rules::turn::{By, Followed};

/// Changes that follow from those that were made.
pub fn follow(change: &Followed) -> Vec<Change> {
    let mut more = Vec::new();
    for unit in change.after.units.iter().filter(|unit| !is_general(&unit.facts)) {
        leave_melee(change, unit, &mut more);
        forget_the_gone(change.after, unit, &mut more);
        remember_early_losses(change, unit, &mut more);
    }
    risk_generals(change, &mut more);
    untick_generals(change, &mut more);
    more
}

/// A contact ends when one of the two breaks, is lost, or leaves the table; with its last contact a unit's melee is over.
/// *Melee.*
fn leave_melee(change: &Followed, unit: &TableUnit, more: &mut Vec<Change>) {
    let Some(contacts) = unit.facts.value(CONTACTS) else { return };
    let fights = |unit: &TableUnit| !is_out(&unit.facts) && !unit.facts.holds(BROKEN);
    let touches = |id: &String| fights(unit) && change.after.unit(id).is_some_and(fights);
    let left: Vec<String> = contacts.iter().filter(|id| touches(id)).cloned().collect();
    let fought = change.before.unit(&unit.id).and_then(|before| before.facts.value(CONTACTS)).unwrap_or_default();
    if left.is_empty() && !(contacts.is_empty() && fought.is_empty()) && unit.facts.value(MELEE_BOUND) != Some(1) {
        more.push(Change::to(unit.id.as_str(), MELEE_BOUND, 1));
    }
    if left != contacts {
        more.push(Change::to(unit.id.as_str(), CONTACTS, left));
    }
}

/// Charges on units that left the table are over, and so are pursuits of them, from which the pursuers must rally.
/// *Reaction Tests 3*: until the enemy ceases to exist.
fn forget_the_gone(table: &Table, unit: &TableUnit, more: &mut Vec<Change>) {
    let gone = |id: Option<&str>| id.is_some_and(|id| table.unit(id).is_none());
    if gone(named(&unit.facts, CHARGES)) {
        more.push(Change::to(unit.id.as_str(), CHARGES, ""));
    }
    if gone(named(&unit.facts, PURSUIT_OF)) {
        more.push(Change::to(unit.id.as_str(), PURSUIT_OF, ""));
        if let Some(bounds) = unit.facts.value(BOUNDS_PURSUED).filter(|bounds| *bounds > 0) {
            more.push(Change::to(unit.id.as_str(), RALLY_BOUNDS_LEFT, in_lots(bounds, 2)));
            more.push(Change::to(unit.id.as_str(), BOUNDS_PURSUED, 0));
        }
    }
}

/// One reading of R10 counts the losses of the first three phases in the melee of the bound. Detaching is no loss.
fn remember_early_losses(change: &Followed, unit: &TableUnit, more: &mut Vec<Change>) {
    let by_rules = matches!(change.by, By::Procedure(procedure) if procedure != "sub_unit");
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

/// A counter in melee puts the generals with the unit at risk (R20). *Generals.*
fn risk_generals(change: &Followed, more: &mut Vec<Change>) {
    if change.by != By::Procedure("melee_round") {
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

/// Nobody's general is one who is dead or off the table. *Generals.*
fn untick_generals(change: &Followed, more: &mut Vec<Change>) {
    for before in change.before.units.iter().filter(|unit| unit.facts.holds(GENERAL_WITH)) {
        let is_gone =
            |general: &&TableUnit| change.after.unit(&general.id).is_none_or(|general| is_out(&general.facts));
        let fell = generals_with(change.before, before).iter().any(is_gone);
        let ticked = change.after.unit(&before.id).is_some_and(|after| after.facts.holds(GENERAL_WITH));
        if fell && ticked {
            more.push(Change::to(before.id.as_str(), GENERAL_WITH, false));
        }
    }
}
