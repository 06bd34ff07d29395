//! Changes that follow from any change of the table, including changes by hand.

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
use crate::ids::phases;
use rules::prelude::*;
use rules::table::Change;

/// Returns the changes that follow; none if the table is consistent.
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
    open.retain(|duty| duty.is_current(act.after));
    open.extend(broken_orders(act, &open));
    open.extend(marked_wounds(act, &open));
    if open != before {
        changes.push(Change::to(Subject::Battle, OPEN_DUTIES, open));
    }
    changes
}

/// Limits counts to the figures left. Empty weapons are lost before loaded ones (R48). Counts of figures that have acted keep their values
/// up to the number of figures left.
fn caps(unit: &TableUnit) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut cap = |fact: Fact<i32>, most: i32| {
        let held = unit.facts.value(fact).unwrap_or(0);
        if held > most {
            changes.push(Change::to(unit.id.as_str(), fact, most));
        }
        held.min(most)
    };
    for kind in LOADS {
        let Some(stock) = kind.stock(&unit.facts) else { continue };
        let mut left = stock.all;
        for fact in [Some(kind.loaded), kind.loading, Some(kind.shot)].into_iter().flatten() {
            left -= cap(fact, left);
        }
    }
    // No figure falls twice.
    cap(FALLING, lives(&unit.facts));
    for fact in [SHOT_FIGURES, BLOWS, FOUGHT, DRIVEN_BACK, FOULED_MUSKETS] {
        cap(fact, figures(&unit.facts));
    }
    changes
}

/// Keeps the flag and the number of blows consistent: the flag is set when blows reach the number of figures. If players
/// tick the flag, all blows are spent; if they clear it, all blows are restored. *Resolution of the melee.*
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
    // Battles of earlier versions have only the flag, which stays until it is cleared or the number of blows changes.
    let counted = was.is_none_or(|was| blows(was) != spent || figures(was) != all);
    counted.then(|| Change::to(unit.id.as_str(), STRUCK, follows))
}

/// Keeps the flag and the number of fouled muskets consistent. If players tick the flag, all muskets are fouled; if they clear it, none is.
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
    // Battles of earlier versions have only the flag, which stays.
    let before = was.value(FOULED_MUSKETS).unwrap_or(0);
    let mark_alone = was.holds(FOULED) && before == 0;
    let changed = before != count || figures(was) != all;
    (changed && !mark_alone).then(|| Change::to(unit.id.as_str(), FOULED, follows))
}

/// Fouls all muskets of a unit if players record a contact by hand (R32). *Matchlock musket.*
fn fouled_by_touch(act: &Followed, unit: &TableUnit) -> Option<Change> {
    let was = &act.before.unit(&unit.id)?.facts;
    let touched = unit.facts.holds(CONTACTED) && !was.holds(CONTACTED);
    let fouls = act.by == By::Hand && touched && fouls(&unit.facts, act.after);
    (fouls && unit.facts.knows(FOULED) && !unit.facts.holds(FOULED)).then(|| Change::to(unit.id.as_str(), FOULED, true))
}

/// Ends charges of dismounted riders, and close order of mounted ones. *Cavalry charge; Close order formation; R49.*
fn riders(unit: &TableUnit) -> Option<Change> {
    if unit.facts.holds(ON_FOOT) && unit.facts.holds(CHARGING) {
        return Some(Change::to(unit.id.as_str(), CHARGING, false));
    }
    let mounted = !unit.facts.equals(ROSTER_MOUNT, Mount::Foot) && !unit.facts.equals(MOUNT, Mount::Foot);
    (mounted && unit.facts.holds(CLOSE_ORDER)).then(|| Change::to(unit.id.as_str(), CLOSE_ORDER, false))
}

/// Applies casualties that need no draw any more: if only one unit of the group is left, or if nobody survives. *Shooting.*
fn draws(table: &Table, open: &mut [OpenDuty]) -> Vec<Change> {
    let mut changes = Vec::new();
    for duty in open.iter_mut().filter(|duty| duty.kind == Kind::Draw) {
        // A draw that names a unit that has left is removed.
        let units: Option<Vec<&TableUnit>> = duty.units.iter().map(|id| table.unit(id)).collect();
        let (Some(mut units), Some(casualties)) = (units, duty.casualties) else { continue };
        units.retain(|unit| !is_out(&unit.facts));
        let all: i32 = units.iter().map(|unit| lives(&unit.facts)).sum();
        duty.units = units.iter().map(|unit| unit.id.clone()).collect();
        if units.len() < 2 || casualties >= all {
            let fallen = |unit: &&TableUnit| {
                let fallen = casualties.min(lives(&unit.facts));
                if fall_at_once(table) { hit(unit, fallen) } else { losses_of(unit, fallen) }
            };
            changes.extend(units.iter().flat_map(fallen));
            duty.units.clear();
        }
    }
    changes
}

/// Returns a change that records hits, so that the figures fall as the phase ends (R45).
fn hit(unit: &TableUnit, fallen: i32) -> Vec<Change> {
    vec![Change::to(unit.id.as_str(), FALLING, falling(&unit.facts) + fallen)]
}

/// Takes life points from a player character, or figures from another unit, and records them as fallen or wounded.
pub fn losses_of(unit: &TableUnit, fallen: i32) -> Vec<Change> {
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

/// Marks units that players mount or dismount by hand, if this takes half a move (R49).
fn remounted(act: &Followed, unit: &TableUnit) -> Option<Change> {
    let was = &act.before.unit(&unit.id)?.facts;
    let changed = was.holds(ON_FOOT) != unit.facts.holds(ON_FOOT) && !unit.facts.holds(CHANGED_HORSE);
    let takes_time = act.after.ruling(HORSES) == Some(Remounting::HalfMove.id());
    let marked = changed && takes_time && act.by == By::Hand && unit.facts.knows(CHANGED_HORSE);
    marked.then(|| Change::to(unit.id.as_str(), CHANGED_HORSE, true))
}

/// Updates the order that a unit has joined. A unit out of close order has joined none. If the unit on which the order was formed is gone,
/// the first remaining unit takes its place (R59).
fn regrouped(table: &Table, unit: &TableUnit) -> Option<Change> {
    let joined = order::formed_on(unit);
    if joined == unit.id {
        return None;
    }
    let stays = unit.facts.holds(CLOSE_ORDER) || unit.facts.holds(FORMING);
    if stays && !is_out(&unit.facts) && table.unit(joined).is_some_and(order::is_formed) {
        return None;
    }
    let first = order::members(table, unit).first().map(|first| first.id.as_str());
    let next = first.filter(|first| *first != unit.id && order::is_formed(unit)).unwrap_or_default();
    Some(Change::to(unit.id.as_str(), JOINED_ORDER, next))
}

/// Clears the friends in front of a unit if they are out or have left.
fn uncovered(table: &Table, unit: &TableUnit) -> Option<Change> {
    let front = unit.facts.named(STANDS_BEHIND)?;
    let gone = table.unit(front).is_none_or(|front| is_out(&front.facts));
    gone.then(|| Change::to(unit.id.as_str(), STANDS_BEHIND, ""))
}

/// Duties to treat units whose wounds players mark by hand in the end phase. *Wound healing.*
fn marked_wounds(act: &Followed, open: &[OpenDuty]) -> Vec<OpenDuty> {
    let is_new = |unit: &&TableUnit| {
        let was = act.before.unit(&unit.id).is_some_and(|was| is_to_be_seen_to(&was.facts));
        let known = open.iter().any(|duty| duty.kind == Kind::Heal && duty.concerns(&unit.id));
        is_to_be_seen_to(&unit.facts) && !was && !known
    };
    let is_the_end = act.after.phase == phases::END && act.by == By::Hand;
    let units = act.after.units.iter().filter(|_| is_the_end).filter(is_new);
    units.map(|unit| OpenDuty::of(Kind::Heal, [unit.id.clone()])).collect()
}

/// Duties to find out whether close order holds, for units that have become too few. *Close order formation.*
fn broken_orders(act: &Followed, open: &[OpenDuty]) -> Vec<OpenDuty> {
    let mut broken = Vec::new();
    for unit in &act.after.units {
        let Some(was) = act.before.unit(&unit.id).filter(|_| order::is_formed(unit)) else { continue };
        // Units of one order are counted together.
        let (before, now) = (order::soldiers(act.before, was), order::soldiers(act.after, unit));
        let fell = before >= SMALLEST && now < SMALLEST;
        // Units that enter close order at the end of the turn are checked as the next turn begins.
        let too_few = act.by == By::Next && !was.facts.holds(CLOSE_ORDER) && now < SMALLEST;
        let known = open.iter().any(|duty| duty.kind == Kind::Keep && duty.concerns(&unit.id));
        if (fell || too_few) && !known {
            // If figures fall as a phase ends (R45), the order is checked at the end of the turn.
            let phase = match act.by {
                _ if too_few => phases::START,
                By::Next => phases::END,
                _ => act.after.phase,
            };
            broken.push(OpenDuty::of(Kind::Keep, [unit.id.clone()]).until(phase));
        }
    }
    broken
}
