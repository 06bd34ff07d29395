//! Ends of phases and turns, and duties that become due as a phase begins.

use super::super::bans::awaits_draw;
use super::super::facts::loads::Loads;
use super::super::loading::{hands, to_load};
use super::super::losses::falling;
use super::super::order::SMALLEST;
use super::super::phases::PHASES;
use super::super::reload::RELOAD;
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::unit::{is_out, is_to_be_seen_to, touched};
use super::super::{open_duties, order};
use super::follow;
use crate::facts::*;
use crate::ids::{phases, procedures};
use rules::prelude::*;
use rules::table::Change;
use rules::turn::{NextStep, Upkeep};

/// Returns the step to the next phase. After the last phase, the first phase of the next turn follows.
pub fn next(table: &Table) -> NextStep {
    let here = PHASES.iter().position(|phase| phase.id == table.phase).unwrap_or(0);
    let last = here + 1 == PHASES.len();
    let to = &PHASES[if last { 0 } else { here + 1 }];
    let after: &[Upkeep] = match to.id {
        phases::START => &[Upkeep::Change(note_contacts)],
        phases::MELEE => &[Upkeep::Change(add_fights)],
        phases::RELOAD => &[Upkeep::Change(add_loading)],
        phases::END => &[Upkeep::Change(add_order_checks), Upkeep::Change(add_treatments)],
        _ => &[],
    };
    let before: &[Upkeep] = if last { TURN } else { PHASE };
    let label = if last { "End the turn".into() } else { to.title.into() };
    NextStep { label, event: None, is_new_turn: last, phase: to.id, before, after }
}

/// Upkeep at the end of every phase.
const PHASE: &[Upkeep] = &[Upkeep::Change(fall_together), Upkeep::Change(remove_expired)];

/// Upkeep at the end of a turn, in this order.
const TURN: &[Upkeep] = &[
    Upkeep::Change(fall_together),
    Upkeep::Change(remove_expired),
    Upkeep::Change(load),
    Upkeep::Change(form),
    Upkeep::Change(spend_pikes),
    Upkeep::Change(stay),
];

/// Removes figures hit in a phase in which all shots take effect at once (R45). As many of the remaining chargers lose the bonus (R55).
fn fall_together(table: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in table.units.iter().filter(|unit| falling(&unit.facts) > 0) {
        let (id, facts, fallen) = (unit.id.as_str(), &unit.facts, falling(&unit.facts));
        changes.push(Change::to(id, FALLING, 0));
        changes.extend(follow::losses_of(unit, fallen));
        let lost = facts.value(CHARGE_LOST).filter(|_| facts.holds(CHARGING) && !facts.knows(LIFE_POINTS));
        changes.extend(lost.map(|lost| Change::to(id, CHARGE_LOST, lost + fallen)));
    }
    changes
}

/// Removes duties that expire with this phase.
fn remove_expired(table: &Table) -> Vec<Change> {
    let open = open_duties::open(&table.battle);
    let left: Vec<OpenDuty> = open.iter().filter(|duty| duty.until != table.phase).cloned().collect();
    if left == open { Vec::new() } else { vec![Change::to(Subject::Battle, OPEN_DUTIES, left)] }
}

/// Loads units that have one kind of weapon to load. Units with several kinds are left out, because players choose (R53). *Firearms.*
fn load(table: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in &table.units {
        if let ([own], true) = (to_load(&unit.facts).as_slice(), may_load(table, unit)) {
            changes.extend(loaded(&unit.id, &unit.facts, own));
        }
    }
    changes
}

/// Returns the changes of one turn of loading one kind.
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

/// Puts units in close order that spent the turn forming it (R52). *Close order formation.*
fn form(table: &Table) -> Vec<Change> {
    let forming = table.units.iter().filter(|unit| unit.facts.holds(FORMING) && !is_out(&unit.facts));
    let formed = |unit: &TableUnit| {
        let id = unit.id.as_str();
        let mut changes = vec![Change::to(id, CLOSE_ORDER, true), Change::to(id, DISORDER, false)];
        // A unit that joins an order takes its formation (R59).
        let joined = table.unit(order::formed_on(unit)).filter(|joined| joined.id != unit.id);
        let shape = joined.and_then(|joined| joined.facts.value(SHAPE)).filter(|_| unit.facts.knows(SHAPE));
        changes.extend(shape.map(|shape| Change::to(id, SHAPE, shape)));
        changes
    };
    forming.flat_map(formed).collect()
}

/// Records if a unit's pikes are useless. Out of close order, a pike can be used for one turn of contact, and again after a full turn out of
/// contact. *Pike.*
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

/// Records the figures of a group that fought and stay in contact. They begin the next turn in contact. If none fought, the number is
/// unchanged. *Melee; R56.*
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

/// Records that units in contact begin the turn in contact (R56).
fn note_contacts(table: &Table) -> Vec<Change> {
    let touched = |unit: &&TableUnit| unit.facts.lists_any(CONTACTS);
    let units = table.units.iter().filter(touched);
    units.map(|unit| Change::to(unit.id.as_str(), IN_CONTACT_AT_START, true)).collect()
}

/// Adds optional fights of units in contact, unless there is already a duty to fight for both. *Melee.*
fn add_fights(table: &Table) -> Vec<Change> {
    add_duties(table, |open| {
        let mut more = Vec::new();
        for unit in table.of(Side::A) {
            for other in unit.facts.value(CONTACTS).unwrap_or_default() {
                let pair = [unit.id.clone(), other];
                let known = open.iter().any(|duty| duty.kind.procedure() == procedures::MELEE && duty.is_of(&pair));
                if !known {
                    more.push(OpenDuty::of(Kind::Fight, pair));
                }
            }
        }
        more
    })
}

/// Adds duties to choose a weapon, for units with several kinds to load (R53). *Firearms.*
fn add_loading(table: &Table) -> Vec<Change> {
    add_duties(table, |_| {
        let several = |unit: &&TableUnit| to_load(&unit.facts).len() > 1;
        let units = table.units.iter().filter(several).filter(|unit| may_load(table, unit));
        units.map(|unit| OpenDuty::of(Kind::Load, [unit.id.clone()])).collect()
    })
}

/// Adds duties to find out whether close order holds, for units in close order that were attacked or moved, or that are too few. *Close
/// order formation.*
fn add_order_checks(table: &Table) -> Vec<Change> {
    add_duties(table, |open| {
        let needs_check = |unit: &&TableUnit| {
            let acted = unit.facts.holds(CONTACTED) || unit.facts.holds(MOVED);
            order::is_formed(unit) && (acted || order::soldiers(table, unit) < SMALLEST)
        };
        let known = |unit: &&TableUnit| open.iter().any(|duty| duty.kind == Kind::Keep && duty.concerns(&unit.id));
        let units = table.units.iter().filter(needs_check).filter(|unit| !known(unit));
        units.map(|unit| OpenDuty::of(Kind::Keep, [unit.id.clone()])).collect()
    })
}

/// Adds optional treatment of wounded player characters, and of fallen soldiers that players have marked. *Wound healing.*
fn add_treatments(table: &Table) -> Vec<Change> {
    add_duties(table, |_| {
        let units = table.units.iter().filter(|unit| is_to_be_seen_to(&unit.facts));
        units.map(|unit| OpenDuty::of(Kind::Heal, [unit.id.clone()])).collect()
    })
}

/// Adds duties to the open ones.
fn add_duties(table: &Table, more: impl FnOnce(&[OpenDuty]) -> Vec<OpenDuty>) -> Vec<Change> {
    let mut open = open_duties::open(&table.battle);
    let more = more(&open);
    if more.is_empty() {
        return Vec::new();
    }
    open.extend(more);
    vec![Change::to(Subject::Battle, OPEN_DUTIES, open)]
}

/// True if nothing but the phase forbids the unit to load.
pub fn may_load(table: &Table, unit: &TableUnit) -> bool {
    !is_out(&unit.facts) && !awaits_draw(table, &unit.id) && RELOAD.may(&unit.facts, &[])
}
