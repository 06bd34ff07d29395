//! The ends of phases and turns, and what becomes due as a phase begins.

use super::super::facts::loads::Loads;
use super::super::loading::{hands, to_load};
use super::super::losses::falling;
use super::super::order::SMALLEST;
use super::super::phases::PHASES;
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::unit::{is_out, is_to_be_seen_to, touched};
use super::super::{open_duties, order};
use super::bars::may_load;
use super::follow;
use crate::facts::*;
use rules::prelude::*;
use rules::table::Change;
use rules::turn::{NextStep, Upkeep};

/// The next phase; after the last, the first of the next turn.
pub fn next(table: &Table) -> NextStep {
    let here = PHASES.iter().position(|phase| phase.id == table.phase).unwrap_or(0);
    let last = here + 1 == PHASES.len();
    let to = &PHASES[if last { 0 } else { here + 1 }];
    let after: &[Upkeep] = match to.id {
        "start" => &[Upkeep::Change(note_contacts)],
        "melee" => &[Upkeep::Change(call_fights)],
        "reload" => &[Upkeep::Change(call_loading)],
        "end" => &[Upkeep::Change(call_order), Upkeep::Change(call_wounds)],
        _ => &[],
    };
    let before: &[Upkeep] = if last { TURN } else { PHASE };
    let label = if last { "End the turn".into() } else { to.title.into() };
    NextStep { label, event: None, is_new_turn: last, phase: to.id, before, after }
}

/// Upkeep as any phase ends.
const PHASE: &[Upkeep] = &[Upkeep::Change(fall_together), Upkeep::Change(lapse)];

/// Upkeep as the turn ends, in this order.
const TURN: &[Upkeep] = &[
    Upkeep::Change(fall_together),
    Upkeep::Change(lapse),
    Upkeep::Change(load),
    Upkeep::Change(form),
    Upkeep::Change(spend_pikes),
    Upkeep::Change(stay),
];

/// Those who were hit while all shots of a phase fell at once are out as it ends (R45). Of chargers, as many of the others lose
/// the bonus (R55).
fn fall_together(table: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in table.units.iter().filter(|unit| falling(&unit.facts) > 0) {
        let (id, facts, fallen) = (unit.id.as_str(), &unit.facts, falling(&unit.facts));
        changes.push(Change::to(id, FALLING, 0));
        changes.extend(follow::fall(unit, fallen));
        let lost = facts.value(CHARGE_LOST).filter(|_| facts.holds(CHARGING) && !facts.knows(LIFE_POINTS));
        changes.extend(lost.map(|lost| Change::to(id, CHARGE_LOST, lost + fallen)));
    }
    changes
}

/// Duties whose time is over lapse.
fn lapse(table: &Table) -> Vec<Change> {
    let open = open_duties::open(&table.battle);
    let left: Vec<OpenDuty> = open.iter().filter(|duty| duty.until != table.phase).cloned().collect();
    if left == open { Vec::new() } else { vec![Change::to(Subject::Battle, OPEN_DUTIES, left)] }
}

/// Units with one kind to load do so by themselves; with several, players are asked (R53). *Firearms.*
fn load(table: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in &table.units {
        if let ([own], true) = (to_load(&unit.facts).as_slice(), may_load(table, unit)) {
            changes.extend(loaded(&unit.id, &unit.facts, own));
        }
    }
    changes
}

/// A turn of loading of one kind.
fn loaded(id: &str, unit: &Facts, own: &Loads) -> Vec<Change> {
    let Some(stock) = own.stock(unit) else { return Vec::new() };
    let after = stock.after_loading(own.loading.is_some(), hands(unit));
    let mut changes = Vec::new();
    if after.loaded != stock.loaded {
        changes.push(Change::to(id, own.loaded, after.loaded));
    }
    if let Some(loading) = own.loading.filter(|_| after.loading != stock.loading) {
        changes.push(Change::to(id, loading, after.loading));
    }
    changes
}

/// Close order that was formed all turn stands as it ends (R52). *Close order formation.*
fn form(table: &Table) -> Vec<Change> {
    let forming = table.units.iter().filter(|unit| unit.facts.holds(FORMING) && !is_out(&unit.facts));
    let formed = |unit: &TableUnit| {
        let id = unit.id.as_str();
        let mut changes = vec![Change::to(id, CLOSE_ORDER, true), Change::to(id, DISORDER, false)];
        // Whoever joins an order takes its formation (R59).
        let joined = table.unit(order::formed_on(unit)).filter(|joined| joined.id != unit.id);
        let shape = joined.and_then(|joined| joined.facts.value(SHAPE)).filter(|_| unit.facts.knows(SHAPE));
        changes.extend(shape.map(|shape| Change::to(id, SHAPE, shape)));
        changes
    };
    forming.flat_map(formed).collect()
}

/// A pike out of close order serves for one turn of contact, and again after one full turn away from the enemy. *Pike.*
fn spend_pikes(table: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in table.units.iter().filter(|unit| unit.facts.knows(PIKE_SPENT)) {
        let facts = &unit.facts;
        let in_contact = facts.holds(IN_CONTACT_AT_START) || facts.holds(CONTACTED);
        let still = facts.holds(PIKE_SPENT) && in_contact && !facts.holds(CLOSE_ORDER);
        let spent = facts.holds(PIKE_LOOSE) || still;
        if spent != facts.holds(PIKE_SPENT) {
            changes.push(Change::to(unit.id.as_str(), PIKE_SPENT, spent));
        }
    }
    changes
}

/// Figures of a group that fought and stay in contact: they begin the next turn in it. Where nobody fought, as many stay as
/// before. *Melee; R56.*
fn stay(table: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in &table.units {
        let facts = &unit.facts;
        let (Some(before), Some(contacts)) = (facts.value(START_FIGURES), facts.value(CONTACTS)) else { continue };
        let driven_back = facts.value(DRIVEN_BACK).unwrap_or(0);
        let stay = match facts.holds(CONTACTED) {
            _ if contacts.is_empty() => 0,
            true => (touched(facts) - driven_back).max(1),
            false => before,
        };
        if stay != before {
            changes.push(Change::to(unit.id.as_str(), START_FIGURES, stay));
        }
    }
    changes
}

/// Units that fought and stayed begin the turn in contact (R56).
fn note_contacts(table: &Table) -> Vec<Change> {
    let touched = |unit: &&TableUnit| unit.facts.lists_any(CONTACTS);
    let units = table.units.iter().filter(touched);
    units.map(|unit| Change::to(unit.id.as_str(), IN_CONTACT_AT_START, true)).collect()
}

/// Units in contact may fight, unless a duty names both already. *Melee.*
fn call_fights(table: &Table) -> Vec<Change> {
    call(table, |open| {
        let mut more = Vec::new();
        for unit in table.of(Side::A) {
            for other in unit.facts.value(CONTACTS).unwrap_or_default() {
                let pair = [unit.id.clone(), other];
                let known = open.iter().any(|duty| duty.kind.procedure() == "melee" && duty.is_of(&pair));
                if !known {
                    more.push(OpenDuty::of(Kind::Fight, pair));
                }
            }
        }
        more
    })
}

/// Units with several kinds to load are asked which (R53). *Firearms.*
fn call_loading(table: &Table) -> Vec<Change> {
    call(table, |_| {
        let several = |unit: &&TableUnit| to_load(&unit.facts).len() > 1;
        let units = table.units.iter().filter(several).filter(|unit| may_load(table, unit));
        units.map(|unit| OpenDuty::of(Kind::Load, [unit.id.clone()])).collect()
    })
}

/// Units in close order that were attacked, that moved, or that are too few find out if their order holds. *Close order
/// formation.*
fn call_order(table: &Table) -> Vec<Change> {
    call(table, |open| {
        let fought = |unit: &&TableUnit| {
            let acted = unit.facts.holds(CONTACTED) || unit.facts.holds(MOVED);
            order::stands(unit) && (acted || order::soldiers(table, unit) < SMALLEST)
        };
        let known = |unit: &&TableUnit| open.iter().any(|duty| duty.kind == Kind::Keep && duty.names(&unit.id));
        let units = table.units.iter().filter(fought).filter(|unit| !known(unit));
        units.map(|unit| OpenDuty::of(Kind::Keep, [unit.id.clone()])).collect()
    })
}

/// Wounded player characters, and fallen soldiers whom players have marked, can be seen to. *Wound healing.*
fn call_wounds(table: &Table) -> Vec<Change> {
    call(table, |_| {
        let units = table.units.iter().filter(|unit| is_to_be_seen_to(&unit.facts));
        units.map(|unit| OpenDuty::of(Kind::Heal, [unit.id.clone()])).collect()
    })
}

/// Adds to the open duties.
fn call(table: &Table, more: impl FnOnce(&[OpenDuty]) -> Vec<OpenDuty>) -> Vec<Change> {
    let mut open = open_duties::open(&table.battle);
    let more = more(&open);
    if more.is_empty() {
        return Vec::new();
    }
    open.extend(more);
    vec![Change::to(Subject::Battle, OPEN_DUTIES, open)]
}
