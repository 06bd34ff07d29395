//! Changes that follow from others: contacts put into melee, the fallen leave it, a side has one General.

use super::super::facts::*;
use super::super::irregular::check::with_edge;
use super::super::terms::{Cause, Edge, Order};
use crate::ids::procedures;
use rules::prelude::*;
use rules::table::Change;

/// Changes as a battle begins. Of several formations that begin with the General, the first listed has him.
pub fn begin(table: &Table) -> Vec<Change> {
    let joined = |unit: &&TableUnit| unit.facts.holds(GENERAL_JOINED);
    let surplus = Side::BOTH.into_iter().flat_map(|side| table.of(side).filter(joined).skip(1));
    surplus.map(|unit| Change::to(unit.id.as_str(), GENERAL_JOINED, false)).collect()
}

/// Changes that follow from those of an act.
pub fn follow(act: &Followed) -> Vec<Change> {
    let mut changes = contacts_follow(act);
    changes.extend(frontal_by_hand(act));
    changes.extend(generals_fall(act));
    changes.extend(states_of_the_step(act));
    changes.extend(closing_up_ends(act));
    if act.by == By::Muster {
        let (there, new): (Vec<&TableUnit>, Vec<&TableUnit>) =
            act.after.units.iter().partition(|unit| act.before.unit(&unit.id).is_some());
        changes.extend(generals_of_the_new(act.after, &there, &new));
    }
    changes
}

/// A General's death parts him from his formations, and makes each of them due for a check. *Melee Combat.*
fn generals_fall(act: &Followed) -> Vec<Change> {
    let fell = |side: &Side| general_is_dead(act.after.side(*side)) && !general_is_dead(act.before.side(*side));
    let of_his = Side::BOTH.into_iter().filter(fell).flat_map(|side| act.after.of(side));
    let ended = of_his.flat_map(|unit| {
        let marks = [GENERAL_JOINED, GENERAL_NEAR, GENERAL_CHECKED].into_iter();
        marks.filter(|mark| unit.facts.holds(*mark)).map(|mark| Change::to(unit.id.as_str(), mark, false))
    });
    // Nobody moves before the move step: a formation that had him within 12" still has.
    let still_near = |unit: &TableUnit| {
        let was = before(act, unit);
        let had = |mark| was.is_some_and(|was| was.holds(mark));
        has_elements(&unit.facts)
            && (had(GENERAL_JOINED) || BEFORE_MOVES.contains(&act.after.phase) && had(GENERAL_NEAR))
            && !unit.facts.holds(GENERAL_WAS_NEAR)
    };
    let near = Side::BOTH.into_iter().filter(fell).flat_map(|side| act.after.of(side));
    let near = near.filter(|unit| still_near(unit));
    let near = near.map(|unit| Change::to(unit.id.as_str(), GENERAL_WAS_NEAR, true));
    let in_this_step = Side::BOTH.into_iter().filter(|side| fell(side));
    let in_this_step = in_this_step.map(|side| Change::to(side.id(), GENERAL_FELL_IN_STEP, true));
    ended.chain(near).chain(in_this_step).collect()
}

/// Steps before anybody moves.
const BEFORE_MOVES: &[&str] = &["commands", "shooting"];

/// Steps in which everybody acts at once.
const SIMULTANEOUS: &[&str] = &[procedures::SHOOTING, procedures::MELEE];

/// In a simultaneous step a formation shoots, is shot at and fights in the state in which the step began: its General's death counts
/// after the step, as losses and fire do. Contact counts at once. *Shooting; Melee Combat.* (R9)
fn states_of_the_step(act: &Followed) -> Vec<Change> {
    if !SIMULTANEOUS.contains(&act.after.phase) {
        return Vec::new();
    }
    let recorded = |unit: &TableUnit| {
        let was = before(act, unit)?;
        let newly = |cause: Cause| unit.facts.holds(shaken_by(cause)) && !was.holds(shaken_by(cause));
        let caught_changing = newly(Cause::DragoonChanging) && act.by != By::Procedure(procedures::SHOOTING);
        let at_once = newly(Cause::RearContact) || newly(Cause::StandingCavalry) || caught_changing;
        let general_fell = act.after.side(unit.side).holds(GENERAL_FELL_IN_STEP) && newly(Cause::GeneralKilled);
        let state = match unit.facts.value(AS_STEP_BEGAN).flatten() {
            Some(began) if at_once && began.state == Order::Regular => AsStepBegan { state: Order::Irregular, ..began },
            None if general_fell && !at_once && is_regular(was) => {
                AsStepBegan { state: Order::Regular, groups: was.value(GROUPS)? }
            }
            _ => return None,
        };
        Some(Change::to(unit.id.as_str(), AS_STEP_BEGAN, Some(state)))
    };
    act.after.units.iter().filter_map(recorded).collect()
}

/// A formation that closed up on an enemy stands as before once that enemy no longer touches it.
fn closing_up_ends(act: &Followed) -> Vec<Change> {
    let ended = |unit: &TableUnit| {
        let on = unit.facts.value(CLOSED_UP_ON).filter(|on| !on.is_empty())?;
        let held = contacts(&unit.facts);
        let left: Vec<String> = on.iter().filter(|id| held.contains(id)).cloned().collect();
        (left.len() < on.len()).then(|| Change::to(unit.id.as_str(), CLOSED_UP_ON, left))
    };
    act.after.units.iter().filter_map(ended).collect()
}

/// A formation that comes onto the table has the General only if he lives and nobody has him. After his death it was not there.
fn generals_of_the_new(table: &Table, there: &[&TableUnit], new: &[&TableUnit]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (place, unit) in new.iter().enumerate() {
        let dead = general_is_dead(table.side(unit.side));
        // Of several that come at once, the first has him.
        let mut before = there.iter().chain(&new[..place]);
        let taken = before.any(|other| other.side == unit.side && other.facts.holds(GENERAL_JOINED));
        if (dead || taken) && unit.facts.holds(GENERAL_JOINED) {
            changes.push(Change::to(unit.id.as_str(), GENERAL_JOINED, false));
        }
        if dead && !unit.facts.holds(GENERAL_CHECKED) {
            changes.push(Change::to(unit.id.as_str(), GENERAL_CHECKED, true));
        }
    }
    changes
}

/// A contact that players take off the list of those to be checked is frontal, unless they said otherwise of it.
fn frontal_by_hand(act: &Followed) -> Vec<Change> {
    let waived = |unit: &&TableUnit| {
        let to_check = before(act, unit).is_some_and(|before| before.holds(CONTACT_TO_CHECK));
        act.by == By::Hand && to_check && !unit.facts.holds(CONTACT_TO_CHECK) && unit.facts.holds(IN_MELEE)
    };
    let edges =
        |unit: &TableUnit| Some(Change::to(unit.id.as_str(), CONTACT_EDGES, with_edge(&unit.facts, Edge::Front)?));
    act.after.units.iter().filter(waived).filter_map(edges).collect()
}

/// The melee of a formation, as far as contacts bear on it.
#[derive(Clone, PartialEq)]
struct Melee {
    contacts: Vec<String>,
    in_melee: bool,
    entered: bool,
    to_check: bool,
}

impl Melee {
    const NONE: Self = Self { contacts: Vec::new(), in_melee: false, entered: false, to_check: false };

    fn of(facts: &Facts) -> Self {
        Self {
            contacts: contacts(facts),
            in_melee: facts.holds(IN_MELEE),
            entered: facts.holds(ENTERED_MELEE),
            to_check: facts.holds(CONTACT_TO_CHECK),
        }
    }

    /// The changes that lead here.
    fn from(self, before: Self, id: &str) -> Vec<Change> {
        let marks = [
            (IN_MELEE, before.in_melee, self.in_melee),
            (ENTERED_MELEE, before.entered, self.entered),
            (CONTACT_TO_CHECK, before.to_check, self.to_check),
        ];
        let marks = marks.into_iter().filter(|(_, was, is)| was != is);
        let mut changes: Vec<Change> = marks.map(|(mark, _, is)| Change::to(id, mark, is)).collect();
        if self.contacts != before.contacts {
            changes.push(Change::to(id, CONTACTS, self.contacts));
        }
        changes
    }
}

/// *Melee Combat*: any form of contact counts, for both. It ends with the last contact. (R30)
fn contacts_follow(act: &Followed) -> Vec<Change> {
    let touched = act.after.units.iter().any(|unit| unit.facts.holds(IN_MELEE) || unit.facts.lists_any(CONTACTS));
    let was_touched = act.before.units.iter().any(|unit| unit.facts.holds(IN_MELEE));
    if !touched && !was_touched {
        return Vec::new(); // as of most acts
    }
    let mut melees: Vec<Melee> = act.after.units.iter().map(|unit| Melee::of(&unit.facts)).collect();
    end_by_hand(act, &mut melees);
    let fell = let_the_fallen_go(act, &mut melees);
    mark_gained(act, &mut melees);
    end_without_contacts(act, &mut melees);
    if fell {
        end_without_enemies(act.after, &mut melees);
    }
    let units = act.after.units.iter().zip(melees);
    units.flat_map(|(unit, melee)| melee.from(Melee::of(&unit.facts), &unit.id)).collect()
}

/// Facts of a formation before the act, if it was there.
fn before<'a>(act: &'a Followed, unit: &TableUnit) -> Option<&'a Facts> {
    act.before.unit(&unit.id).map(|before| &*before.facts)
}

/// By hand, a formation gets into melee without anything said of whom it touches, or leaves it with all its contacts.
fn end_by_hand(act: &Followed, melees: &mut [Melee]) {
    for (unit, melee) in act.after.units.iter().zip(melees) {
        let was = before(act, unit).is_some_and(|before| before.holds(IN_MELEE));
        if was && !melee.in_melee {
            *melee = Melee::NONE;
        } else if !was && melee.in_melee && act.by == By::Hand {
            (melee.entered, melee.to_check) = (true, true);
        }
    }
}

/// A formation without elements fights nobody. True if one fell or left in this act.
fn let_the_fallen_go(act: &Followed, melees: &mut [Melee]) -> bool {
    let units = &act.after.units;
    for (unit, melee) in units.iter().zip(melees.iter_mut()) {
        if !has_elements(&unit.facts) {
            *melee = Melee::NONE;
        }
    }
    let stood = act.before.units.iter().filter(|unit| has_elements(&unit.facts));
    stood.into_iter().any(|unit| act.after.unit(&unit.id).is_none_or(|after| !has_elements(&after.facts)))
}

/// A contact gained puts a formation into melee and is to be checked. One that a melee records was there before it.
fn mark_gained(act: &Followed, melees: &mut [Melee]) {
    for (unit, melee) in act.after.units.iter().zip(melees) {
        let (was, was_in_melee) =
            before(act, unit).map_or((Vec::new(), false), |before| (contacts(before), before.holds(IN_MELEE)));
        if melee.contacts.iter().all(|id| was.contains(id)) {
            continue;
        }
        melee.in_melee = true;
        if act.by != By::Procedure(procedures::MELEE) {
            melee.to_check = true;
            melee.entered |= !was_in_melee;
        }
    }
}

/// A formation whose last contact ends leaves melee.
fn end_without_contacts(act: &Followed, melees: &mut [Melee]) {
    for (unit, melee) in act.after.units.iter().zip(melees) {
        let touched = before(act, unit).is_some_and(|before| before.lists_any(CONTACTS));
        if touched && melee.contacts.is_empty() {
            *melee = Melee::NONE;
        }
    }
}

/// A formation in melee of whose contacts nothing is on record leaves melee if no enemy on the table is in melee.
fn end_without_enemies(table: &Table, melees: &mut [Melee]) {
    let fights = |side: Side, melees: &[Melee]| {
        let units = table.units.iter().zip(melees);
        units.into_iter().any(|(unit, melee)| unit.side == side && melee.in_melee && has_elements(&unit.facts))
    };
    let fighting = Side::BOTH.map(|side| fights(side, melees));
    for (unit, melee) in table.units.iter().zip(melees) {
        if melee.in_melee && melee.contacts.is_empty() && !fighting[unit.side.other().index()] {
            *melee = Melee::NONE;
        }
    }
}
