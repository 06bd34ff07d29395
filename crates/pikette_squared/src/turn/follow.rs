//! Changes that follow from other changes, by procedures or by hand.

use super::super::rulings::{CHIPS_FOR_A_STAND, ChipsForAStand};
use super::super::terms::{Direction, Fate, Ground, Leader};
use crate::facts;
use crate::facts::*;
use rules::prelude::*;
use rules::table::Change;

/// Turns the second army to face south at the start. The first army is in the south and faces north, as all units do by default.
pub fn begin(table: &Table) -> Vec<Change> {
    about_turn(table.of(Side::B))
}

fn about_turn<'a>(units: impl Iterator<Item = &'a TableUnit>) -> Vec<Change> {
    units.map(|unit| Change::to(subject(unit), FACING, Direction::S)).collect()
}

/// Returns the changes that follow from a change of the table.
pub fn follow(followed: &Followed) -> Vec<Change> {
    let mut changes = Vec::new();
    if followed.by == By::Hand {
        changes.extend(full_stands(followed));
    }
    for unit in &followed.after.units {
        changes.extend(clear_duties(unit));
        changes.extend(paid_for(unit, followed.after));
        changes.extend(runs_off(unit, followed.before));
    }
    if followed.by == By::Muster {
        let comes = |unit: &&TableUnit| followed.before.unit(&unit.id).is_none();
        changes.extend(about_turn(followed.after.of(Side::B).filter(comes)));
    }
    for side in Side::BOTH {
        changes.extend(leader(side, followed));
    }
    changes
}

/// For each unit, removes a stand, its hits and a chip, if players record the last hit that the stand can take. *Shooting; Morale chips.*
fn full_stands(followed: &Followed) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut chips = Side::BOTH.map(|side| followed.after.side(side).value(MORALE_CHIPS));
    for unit in followed.after.units.iter().filter(|unit| on_table(&unit.facts)) {
        let unit_facts = &unit.facts;
        let before = followed.before.unit(&unit.id).and_then(|unit| unit.facts.value(HITS)).unwrap_or(0);
        let (Some(kind), Some(stands), Some(hits)) =
            (unit_facts.value(TYPE), unit_facts.value(STANDS), unit_facts.value(HITS))
        else {
            continue;
        };
        let limit = kind.hits_per_stand(stands);
        if stands == 0 || hits <= before || hits < limit {
            continue;
        }
        changes.push(Change::to(subject(unit), STANDS, stands - 1));
        changes.push(Change::to(subject(unit), HITS, hits - limit));
        if stands == 1 {
            changes.push(Change::to(subject(unit), STATE, Fate::Destroyed));
        }
        if let Some(left) = chips[unit.side.index()].as_mut().filter(|_| !unit_facts.holds(CHIPS_PAID)) {
            *left = (*left - 1).max(0);
            changes.push(Change::to(unit.side, MORALE_CHIPS, *left));
        }
    }
    changes
}

fn subject(unit: &TableUnit) -> Subject {
    Subject::unit(unit.id.clone())
}

/// Clears duties and options of a unit that has routed or is gone: pursuit, chips, charges and following. Clears the recorded winner of a
/// unit that may not be chipped.
fn clear_duties(unit: &TableUnit) -> Vec<Change> {
    let (own, in_hand) = (&unit.facts, in_hand(&unit.facts));
    let mut changes = Vec::new();
    for flag in [MUST_PURSUE, MAY_BE_CHIPPED, HAS_CHARGED] {
        if !in_hand && own.holds(flag) {
            changes.push(Change::to(subject(unit), flag, false));
        }
    }
    for other in [DRAWN_BY, MAY_FOLLOW] {
        if !in_hand && own.named(other).is_some() {
            changes.push(Change::to(subject(unit), other, ""));
        }
    }
    let victor = own.named(BEATEN_BY);
    if victor.is_some() && !own.holds(MAY_BE_CHIPPED) {
        changes.push(Change::to(subject(unit), BEATEN_BY, ""));
    }
    changes
}

/// Clears the ground of a unit that routs, because it leaves that ground at once. *How to battle – moving.*
fn runs_off(unit: &TableUnit, before: &Table) -> Option<Change> {
    let stood = before.unit(&unit.id).is_some_and(|unit| in_hand(&unit.facts));
    let leaves = stood && routed(&unit.facts) && ground(&unit.facts) != Ground::Open;
    leaves.then(|| Change::to(subject(unit), GROUND, Ground::Open))
}

/// Records that the stands of a routed unit are paid for, under the ruling that each stand costs one chip in total. A rally does not clear
/// the record (R11).
fn paid_for(unit: &TableUnit, table: &Table) -> Option<Change> {
    let is_once = table.ruling(CHIPS_FOR_A_STAND) == Some(ChipsForAStand::Once.id());
    let paid = is_once && routed(&unit.facts) && !unit.facts.holds(CHIPS_PAID);
    paid.then(|| Change::to(subject(unit), CHIPS_PAID, true))
}

/// Keeps the leader with at most one unit, and alone once that unit is gone (R32). If players restore a lost leader, his side no longer has
/// to pay for him.
fn leader(side: Side, followed: &Followed) -> Vec<Change> {
    let (before, after) = (followed.before, followed.after);
    let (was, is) = (facts::leader(before.side(side)), facts::leader(after.side(side)));
    let mut changes = Vec::new();
    if was == Leader::Lost && is != Leader::Lost && after.side(side).holds(LEADER_LOSS_DUE) {
        changes.push(Change::to(side, LEADER_LOSS_DUE, false));
    }
    let with = |unit: &&TableUnit| unit.facts.holds(LEADER_ATTACHED);
    let (there, gone): (Vec<&TableUnit>, Vec<&TableUnit>) =
        after.of(side).filter(with).partition(|unit| on_table(&unit.facts));
    let leaves = |unit: &&TableUnit| Change::to(subject(unit), LEADER_ATTACHED, false);
    changes.extend(gone.iter().map(leaves));
    let had = |unit: &TableUnit| before.unit(&unit.id).is_some_and(|unit| unit.facts.holds(LEADER_ATTACHED));
    match (there.as_slice(), is) {
        ([], Leader::Attached) if before.of(side).any(|unit| unit.facts.holds(LEADER_ATTACHED)) => {
            changes.push(Change::to(side, LEADER, Leader::Free));
        }
        ([unit], Leader::Free | Leader::Lost) if was == Leader::Attached => changes.push(leaves(unit)),
        ([_], Leader::Free | Leader::Lost) => changes.push(Change::to(side, LEADER, Leader::Attached)),
        ([_, _, ..], _) => {
            // The leader stays with the unit that was chosen last.
            let stays = there.iter().position(|unit| !had(unit)).unwrap_or(0);
            let others = there.iter().enumerate().filter(|(place, _)| *place != stays);
            changes.extend(others.map(|(_, unit)| leaves(unit)));
        }
        _ => {}
    }
    changes
}
