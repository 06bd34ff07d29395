//! Changes that follow from others, whether a procedure made them or players did by hand.

use super::super::facts::{
    self, BEATEN_BY, CONTACT, LEADER, LEADER_ATTACHED, LEADER_LOSS_DUE, MAY_BE_CHIPPED, MUST_PURSUE,
};
use super::super::trackers::Leader;
use crate::core::subject::{Side, Subject};
use crate::rules::table::{Change, Table, TableUnit};
use crate::rules::turn::Followed;

/// Everything that follows.
pub fn follow(followed: &Followed) -> Vec<Change> {
    let mut changes = contacts(followed);
    for unit in &followed.after.units {
        changes.extend(out_of_hand(unit, followed.after));
    }
    for side in Side::BOTH {
        changes.extend(leader(side, followed));
    }
    changes
}

fn subject(unit: &TableUnit) -> Subject {
    Subject::unit(unit.id.clone())
}

/// A unit that has routed or is gone pursues nobody and is not chipped. One that cannot be chipped was beaten by nobody.
fn out_of_hand(unit: &TableUnit, table: &Table) -> Vec<Change> {
    let (own, in_hand) = (&unit.facts, facts::in_hand(&unit.facts));
    let mut changes = Vec::new();
    for mark in [MUST_PURSUE, MAY_BE_CHIPPED] {
        if !in_hand && own.holds(mark) {
            changes.push(Change::to(subject(unit), mark, false));
        }
    }
    let victor = own.value(BEATEN_BY).filter(|victor| !victor.is_empty());
    let known = victor.as_ref().is_none_or(|victor| table.unit(victor).is_some());
    if victor.is_some() && (!known || !own.holds(MAY_BE_CHIPPED)) {
        changes.push(Change::to(subject(unit), BEATEN_BY, ""));
    }
    changes
}

/// Contacts are mutual. Only enemies in good order or disordered are in them: a unit that routs runs, and leaves them all.
fn contacts(followed: &Followed) -> Vec<Change> {
    let (before, after) = (followed.before, followed.after);
    if after.units.iter().all(|unit| facts::contacts(&unit.facts).is_empty()) {
        return Vec::new();
    }
    let had = |unit: &str, other: &str| {
        before.unit(unit).is_some_and(|unit| facts::contacts(&unit.facts).iter().any(|id| id == other))
    };
    let has = |unit: &TableUnit, other: &str| facts::contacts(&unit.facts).iter().any(|id| id == other);
    let can_meet = |unit: &TableUnit, other: &TableUnit| {
        unit.side != other.side && facts::in_hand(&unit.facts) && facts::in_hand(&other.facts)
    };
    let mut changes = Vec::new();
    for unit in &after.units {
        let own = facts::contacts(&unit.facts);
        let mut remaining: Vec<String> = Vec::new();
        for id in &own {
            let Some(other) = after.unit(id) else { continue };
            // The other has dropped it: so does this one.
            let dropped = !has(other, &unit.id) && had(id, &unit.id);
            if can_meet(unit, other) && !dropped && !remaining.contains(id) {
                remaining.push(id.clone());
            }
        }
        let met = after.units.iter().filter(|other| {
            has(other, &unit.id) && can_meet(unit, other) && !own.contains(&other.id) && !had(&unit.id, &other.id)
        });
        remaining.extend(met.map(|other| other.id.clone()));
        if remaining != own {
            changes.push(Change::to(subject(unit), CONTACT, remaining));
        }
    }
    changes
}

/// The leader is with one unit at most, and stands alone once it is gone (R32). A leader who is back owes nothing.
fn leader(side: Side, followed: &Followed) -> Vec<Change> {
    let (before, after) = (followed.before, followed.after);
    let (was, is) = (facts::leader(before.side(side)), facts::leader(after.side(side)));
    let mut changes = Vec::new();
    if was == Leader::Lost && is != Leader::Lost && after.side(side).holds(LEADER_LOSS_DUE) {
        changes.push(Change::to(side, LEADER_LOSS_DUE, false));
    }
    let with = |unit: &&TableUnit| unit.facts.holds(LEADER_ATTACHED);
    let (there, gone): (Vec<&TableUnit>, Vec<&TableUnit>) =
        after.of(side).filter(with).partition(|unit| facts::on_table(&unit.facts));
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
            // He goes where he was sent last.
            let stays = there.iter().position(|unit| !had(unit)).unwrap_or(0);
            let others = there.iter().enumerate().filter(|(place, _)| *place != stays);
            changes.extend(others.map(|(_, unit)| leaves(unit)));
        }
        _ => {}
    }
    changes
}
