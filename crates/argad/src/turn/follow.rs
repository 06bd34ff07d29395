//! Changes that follow from any change to the table, by hand too.

use super::super::facts::loads::LOADS;
use super::super::loading::fouls;
use super::super::losses::{fall_at_once, falling, lives};
use super::super::open_duties;
use super::super::order::{self, SMALLEST};
use super::super::rulings::{HORSES, Remounting};
use super::super::terms::Mount;
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::unit::{blows, figures, is_out, is_to_be_seen_to};
use crate::facts::*;
use rules::prelude::*;
use rules::table::Change;

/// Returns the changes that follow. Nothing follows from a table that is in order.
pub fn follow(act: &Followed) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in &act.after.units {
        changes.extend(caps(unit));
        changes.extend(struck(act.before, unit));
        changes.extend(fouled_by_touch(act, unit));
        changes.extend(fouled(act, unit));
        changes.extend(riders(unit));
        changes.extend(remounted(act, unit));
        changes.extend(regrouped(act.after, unit));
        changes.extend(uncovered(act.after, unit));
    }
    let before = open_duties::open(&act.after.battle);
    let mut open = before.clone();
    changes.extend(draws(act.after, &mut open));
    open.retain(|duty| duty.stands(act.after));
    open.extend(broken_orders(act, &open));
    open.extend(marked_wounds(act, &open));
    if open != before {
        changes.push(Change::to(Subject::Battle, OPEN_DUTIES, open));
    }
    changes
}

/// Figures that fall are first those who have nothing loaded and have acted (R48).
fn caps(unit: &TableUnit) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut cap = |fact: Fact<i32>, most: i32| {
        let held = unit.facts.value(fact).unwrap_or(0);
        if held > most {
            changes.push(Change::to(unit.id.as_str(), fact, most));
        }
        held.min(most)
    };
    for own in LOADS {
        let Some(stock) = own.stock(&unit.facts) else { continue };
        let mut left = stock.all;
        for fact in [Some(own.loaded), own.loading, Some(own.shot)].into_iter().flatten() {
            left -= cap(fact, left);
        }
    }
    // Nobody falls twice.
    cap(FALLING, lives(&unit.facts));
    for fact in [SHOT_FIGURES, BLOWS, FOUGHT, DRIVEN_BACK, FOULED_MUSKETS] {
        cap(fact, figures(&unit.facts));
    }
    changes
}

/// All have struck once the blows reach the figures. Ticked by hand, the mark spends all blows, or gives them back.
/// *Resolution of the melee.*
fn struck(before: &Table, unit: &TableUnit) -> Option<Change> {
    let was = before.unit(&unit.id).map(|unit| &unit.facts);
    let now = unit.facts.holds(STRUCK);
    let (spent, all) = (blows(&unit.facts), figures(&unit.facts));
    let ticked = was.is_some_and(|was| was.holds(STRUCK) != now);
    let follows = all > 0 && spent >= all;
    if follows == now {
        return None;
    }
    if ticked {
        return Some(Change::to(unit.id.as_str(), BLOWS, if now { all } else { 0 }));
    }
    // A battle of an earlier version has the mark alone, and keeps it until it is cleared or the blows change.
    let counted = was.is_none_or(|was| blows(was) != spent || figures(was) != all);
    counted.then(|| Change::to(unit.id.as_str(), STRUCK, follows))
}

/// All muskets of a group are fouled once as many are as it has figures. Ticked by hand, the mark fouls all, or cleans them.
/// *Matchlock musket.*
fn fouled(act: &Followed, unit: &TableUnit) -> Option<Change> {
    let was = &act.before.unit(&unit.id)?.facts;
    let (count, all) = (unit.facts.value(FOULED_MUSKETS)?, figures(&unit.facts));
    let now = unit.facts.holds(FOULED);
    let follows = all > 0 && count >= all;
    if follows == now {
        return None;
    }
    if was.holds(FOULED) != now {
        return Some(Change::to(unit.id.as_str(), FOULED_MUSKETS, if now { all } else { 0 }));
    }
    // A battle of an earlier version has the mark alone, and keeps it.
    let before = was.value(FOULED_MUSKETS).unwrap_or(0);
    let mark_alone = was.holds(FOULED) && before == 0;
    let changed = before != count || figures(was) != all;
    (changed && !mark_alone).then(|| Change::to(unit.id.as_str(), FOULED, follows))
}

/// A contact that players record by hand fouls muskets as a fight does (R32). *Matchlock musket.*
fn fouled_by_touch(act: &Followed, unit: &TableUnit) -> Option<Change> {
    let was = &act.before.unit(&unit.id)?.facts;
    let touched = unit.facts.holds(CONTACTED) && !was.holds(CONTACTED);
    let fouls = act.by == By::Hand && touched && fouls(&unit.facts, act.after);
    (fouls && unit.facts.knows(FOULED) && !unit.facts.holds(FOULED)).then(|| Change::to(unit.id.as_str(), FOULED, true))
}

/// Nobody charges on foot, and nobody stands in close order in the saddle. *Cavalry charge; Close order formation; R49.*
fn riders(unit: &TableUnit) -> Option<Change> {
    if unit.facts.holds(ON_FOOT) && unit.facts.holds(CHARGING) {
        return Some(Change::to(unit.id.as_str(), CHARGING, false));
    }
    let mounted = !unit.facts.equals(ROSTER_MOUNT, Mount::Foot) && !unit.facts.equals(MOUNT, Mount::Foot);
    (mounted && unit.facts.holds(CLOSE_ORDER)).then(|| Change::to(unit.id.as_str(), CLOSE_ORDER, false))
}

/// Casualties that are no draw any more, because others of the group are out, fall at once. *Shooting.*
fn draws(table: &Table, open: &mut [OpenDuty]) -> Vec<Change> {
    let mut changes = Vec::new();
    for duty in open.iter_mut().filter(|duty| duty.kind == Kind::Draw) {
        // A draw that names a unit which has left goes with it.
        let units: Option<Vec<&TableUnit>> = duty.units.iter().map(|id| table.unit(id)).collect();
        let (Some(mut units), Some(casualties)) = (units, duty.casualties) else { continue };
        units.retain(|unit| !is_out(&unit.facts));
        let all: i32 = units.iter().map(|unit| lives(&unit.facts)).sum();
        duty.units = units.iter().map(|unit| unit.id.clone()).collect();
        if units.len() < 2 || casualties >= all {
            let fallen = |unit: &&TableUnit| {
                let fallen = casualties.min(lives(&unit.facts));
                if fall_at_once(table) { hit(unit, fallen) } else { fall(unit, fallen) }
            };
            changes.extend(units.iter().flat_map(fallen));
            duty.units.clear();
        }
    }
    changes
}

/// Marks figures that fall as the phase ends (R45).
fn hit(unit: &TableUnit, fallen: i32) -> Vec<Change> {
    vec![Change::to(unit.id.as_str(), FALLING, falling(&unit.facts) + fallen)]
}

/// Takes fallen figures off a unit; a player character loses a life point first.
pub fn fall(unit: &TableUnit, fallen: i32) -> Vec<Change> {
    let id = unit.id.as_str();
    let lowered = |fact: Fact<i32>, facts: &Facts| facts.value(fact).map(|held| (held - fallen).max(0));
    let mut changes = Vec::new();
    match lowered(LIFE_POINTS, &unit.facts) {
        Some(left) => changes.push(Change::to(id, LIFE_POINTS, left)),
        None => changes.extend(lowered(FIGURES, &unit.facts).map(|left| Change::to(id, FIGURES, left))),
    }
    changes.extend(unit.facts.value(FALLEN).map(|held| Change::to(id, FALLEN, held + fallen)));
    changes.extend(unit.facts.knows(WOUNDED).then(|| Change::to(id, WOUNDED, true)));
    changes
}

/// Where it takes half a move to get on or off a horse, whoever does it by hand is marked (R49).
fn remounted(act: &Followed, unit: &TableUnit) -> Option<Change> {
    let was = &act.before.unit(&unit.id)?.facts;
    let changed = was.holds(ON_FOOT) != unit.facts.holds(ON_FOOT) && !unit.facts.holds(CHANGED_HORSE);
    let takes_time = act.after.ruling(HORSES) == Some(Remounting::HalfMove.id());
    let marked = changed && takes_time && act.by == By::Hand && unit.facts.knows(CHANGED_HORSE);
    marked.then(|| Change::to(unit.id.as_str(), CHANGED_HORSE, true))
}

/// Whoever has left an order has joined none; if the unit that they have joined has left it, the first of those who stay takes its
/// place (R59).
fn regrouped(table: &Table, unit: &TableUnit) -> Option<Change> {
    let joined = order::formed_on(unit);
    if joined == unit.id {
        return None;
    }
    let stays = unit.facts.holds(CLOSE_ORDER) || unit.facts.holds(FORMING);
    if stays && !is_out(&unit.facts) && table.unit(joined).is_some_and(order::stands) {
        return None;
    }
    let first = order::members(table, unit).first().map(|first| first.id.as_str());
    let next = first.filter(|first| *first != unit.id && order::stands(unit)).unwrap_or_default();
    Some(Change::to(unit.id.as_str(), JOINED_ORDER, next))
}

/// Nobody stands behind friends who are gone.
fn uncovered(table: &Table, unit: &TableUnit) -> Option<Change> {
    let front = unit.facts.named(STANDS_BEHIND)?;
    let gone = table.unit(front).is_none_or(|front| is_out(&front.facts));
    gone.then(|| Change::to(unit.id.as_str(), STANDS_BEHIND, ""))
}

/// Duties to see to the fallen whom players mark while the turn ends. *Wound healing.*
fn marked_wounds(act: &Followed, open: &[OpenDuty]) -> Vec<OpenDuty> {
    let is_new = |unit: &&TableUnit| {
        let was = act.before.unit(&unit.id).is_some_and(|was| is_to_be_seen_to(&was.facts));
        let known = open.iter().any(|duty| duty.kind == Kind::Heal && duty.names(&unit.id));
        is_to_be_seen_to(&unit.facts) && !was && !known
    };
    let is_the_end = act.after.phase == "end" && act.by == By::Hand;
    let units = act.after.units.iter().filter(|_| is_the_end).filter(is_new);
    units.map(|unit| OpenDuty::of(Kind::Heal, [unit.id.clone()])).collect()
}

/// Duties of units in close order that have become too small: they find out if their order holds. *Close order formation.*
fn broken_orders(act: &Followed, open: &[OpenDuty]) -> Vec<OpenDuty> {
    let mut broken = Vec::new();
    for unit in &act.after.units {
        let Some(was) = act.before.unit(&unit.id).filter(|_| order::stands(unit)) else { continue };
        // Units that have joined one order are counted together.
        let (before, now) = (order::soldiers(act.before, was), order::soldiers(act.after, unit));
        let fell = before >= SMALLEST && now < SMALLEST;
        // Those who have formed up as the turn ended find out when the next begins.
        let too_few = act.by == By::Next && !was.facts.holds(CLOSE_ORDER) && now < SMALLEST;
        let known = open.iter().any(|duty| duty.kind == Kind::Keep && duty.names(&unit.id));
        if (fell || too_few) && !known {
            // Those who fall as a phase ends (R45) are counted in the end.
            let phase = match act.by {
                _ if too_few => "start",
                By::Next => "end",
                _ => act.after.phase,
            };
            broken.push(OpenDuty::of(Kind::Keep, [unit.id.clone()]).until(phase));
        }
    }
    broken
}
