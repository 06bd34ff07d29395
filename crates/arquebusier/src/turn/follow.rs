//! Changes that follow from other changes: melee from contacts, the end of contacts of destroyed formations, and one General for each side.

use super::super::facts::*;
use super::super::irregular::check::with_edge;
use super::super::terms::{Cause, Edge, Order};
use crate::ids::{phases, procedures};
use rules::prelude::*;
use rules::table::Change;

/// Returns the changes at the start of a battle. If several formations have the General, only the first keeps him.
pub fn begin(table: &Table) -> Vec<Change> {
    let joined = |unit: &&TableUnit| unit.facts.holds(GENERAL_JOINED);
    let surplus = Side::BOTH.into_iter().flat_map(|side| table.of(side).filter(joined).skip(1));
    surplus.map(|unit| Change::to(unit.id.as_str(), GENERAL_JOINED, false)).collect()
}

/// Returns the changes that follow from an act.
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

/// Separates a dead General from his formations, and makes a check due for each formation. Records the formations that were near him.
/// *Melee Combat.*
fn generals_fall(act: &Followed) -> Vec<Change> {
    let fell = |side: &Side| general_is_dead(act.after.side(*side)) && !general_is_dead(act.before.side(*side));
    let of_his = Side::BOTH.into_iter().filter(fell).flat_map(|side| act.after.of(side));
    let ended = of_his.flat_map(|unit| {
        let flags = [GENERAL_JOINED, GENERAL_NEAR, GENERAL_CHECKED].into_iter();
        flags.filter(|flag| unit.facts.holds(*flag)).map(|flag| Change::to(unit.id.as_str(), flag, false))
    });
    // Before the move step nobody has moved, so a formation that was within 12" of the General still is.
    let still_near = |unit: &TableUnit| {
        let was = before(act, unit);
        let had = |flag| was.is_some_and(|was| was.holds(flag));
        has_elements(&unit.facts)
            && (had(GENERAL_JOINED) || BEFORE_MOVES.contains(&act.after.phase) && had(GENERAL_NEAR))
    };
    // If players revived the General by hand, formations have the record of his earlier death.
    let near = Side::BOTH.into_iter().filter(fell).flat_map(|side| act.after.of(side));
    let near = near.map(|unit| (unit, still_near(unit)));
    let near = near.filter(|(unit, is_near)| unit.facts.holds(GENERAL_WAS_NEAR) != *is_near);
    let near = near.map(|(unit, is_near)| Change::to(unit.id.as_str(), GENERAL_WAS_NEAR, is_near));
    let in_this_step = Side::BOTH.into_iter().filter(|side| fell(side));
    let in_this_step = in_this_step.map(|side| Change::to(side.id(), GENERAL_FELL_IN_STEP, true));
    ended.chain(near).chain(in_this_step).collect()
}

/// Steps before the moves.
const BEFORE_MOVES: &[&str] = &[phases::COMMANDS, phases::SHOOTING];

/// Steps in which all formations act at once.
const SIMULTANEOUS: &[&str] = &[phases::SHOOTING, phases::MELEE];

/// Records the state in which a formation shoots, is shot at and fights, if it differs from the present state. In a simultaneous step,
/// losses, fire and the General's death count only after the step; contact counts at once. *Shooting; Melee Combat.* (R9)
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

/// Removes from `closed_up_on` the enemies that no longer touch the formation.
fn closing_up_ends(act: &Followed) -> Vec<Change> {
    let ended = |unit: &TableUnit| {
        let on = unit.facts.value(CLOSED_UP_ON).filter(|on| !on.is_empty())?;
        let held = contacts(&unit.facts);
        let left: Vec<String> = on.iter().filter(|id| held.contains(id)).cloned().collect();
        (left.len() < on.len()).then(|| Change::to(unit.id.as_str(), CLOSED_UP_ON, left))
    };
    act.after.units.iter().filter_map(ended).collect()
}

/// Gives a new formation the General only if he lives and no formation has him. A formation that comes after his death is not checked.
fn generals_of_the_new(table: &Table, there: &[&TableUnit], new: &[&TableUnit]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (place, unit) in new.iter().enumerate() {
        let dead = general_is_dead(table.side(unit.side));
        // If several formations come at once, the first has him.
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

/// Records the front for enemies in contact without a recorded edge, if players clear the check of a contact by hand.
fn frontal_by_hand(act: &Followed) -> Vec<Change> {
    let waived = |unit: &&TableUnit| {
        let to_check = before(act, unit).is_some_and(|before| before.holds(CONTACT_TO_CHECK));
        act.by == By::Hand && to_check && !unit.facts.holds(CONTACT_TO_CHECK) && unit.facts.holds(IN_MELEE)
    };
    let edges =
        |unit: &TableUnit| Some(Change::to(unit.id.as_str(), CONTACT_EDGES, with_edge(&unit.facts, Edge::Front)?));
    act.after.units.iter().filter(waived).filter_map(edges).collect()
}

/// Facts of a formation that depend on its contacts.
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

    /// Changes from the state before to this one.
    fn from(self, before: Self, id: &str) -> Vec<Change> {
        let flags = [
            (IN_MELEE, before.in_melee, self.in_melee),
            (ENTERED_MELEE, before.entered, self.entered),
            (CONTACT_TO_CHECK, before.to_check, self.to_check),
        ];
        let flags = flags.into_iter().filter(|(_, was, is)| was != is);
        let mut changes: Vec<Change> = flags.map(|(flag, _, is)| Change::to(id, flag, is)).collect();
        if self.contacts != before.contacts {
            changes.push(Change::to(id, CONTACTS, self.contacts));
        }
        changes
    }
}

/// Updates melee by contacts. Any contact counts, for both formations, and melee ends with the last one. *Melee Combat.* (R30)
fn contacts_follow(act: &Followed) -> Vec<Change> {
    let touched = act.after.units.iter().any(|unit| unit.facts.holds(IN_MELEE) || unit.facts.lists_any(CONTACTS));
    let was_touched = act.before.units.iter().any(|unit| unit.facts.holds(IN_MELEE));
    if !touched && !was_touched {
        return Vec::new(); // Most acts change no melee.
    }
    let mut melees: Vec<Melee> = act.after.units.iter().map(|unit| Melee::of(&unit.facts)).collect();
    apply_melee_flag(act, &mut melees);
    let fell = end_contacts_of_the_fallen(act, &mut melees);
    mark_gained(act, &mut melees);
    end_without_contacts(act, &mut melees);
    if fell {
        end_without_enemies(act.after, &mut melees);
    }
    let units = act.after.units.iter().zip(melees);
    units.flat_map(|(unit, melee)| melee.from(Melee::of(&unit.facts), &unit.id)).collect()
}

/// Facts of a formation before the act; `None` if it was not on the table.
fn before<'a>(act: &'a Followed, unit: &TableUnit) -> Option<&'a Facts> {
    act.before.unit(&unit.id).map(|before| &*before.facts)
}

/// Updates melee by changes of its flag. If players set `in_melee`, it may lack contacts; if they clear it, all contacts end.
fn apply_melee_flag(act: &Followed, melees: &mut [Melee]) {
    for (unit, melee) in act.after.units.iter().zip(melees) {
        let was = before(act, unit).is_some_and(|before| before.holds(IN_MELEE));
        if was && !melee.in_melee {
            *melee = Melee::NONE;
        } else if !was && melee.in_melee && act.by == By::Hand {
            (melee.entered, melee.to_check) = (true, true);
        }
    }
}

/// Ends the contacts of formations without elements. Returns true if a formation was destroyed or removed in this act.
fn end_contacts_of_the_fallen(act: &Followed, melees: &mut [Melee]) -> bool {
    let units = &act.after.units;
    for (unit, melee) in units.iter().zip(melees.iter_mut()) {
        if !has_elements(&unit.facts) {
            *melee = Melee::NONE;
        }
    }
    let stood = act.before.units.iter().filter(|unit| has_elements(&unit.facts));
    stood.into_iter().any(|unit| act.after.unit(&unit.id).is_none_or(|after| !has_elements(&after.facts)))
}

/// Sets melee and a check for formations with a new contact. Contacts that a melee records existed before it, so they need no check.
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

/// Ends the melee of a formation whose last contact has ended.
fn end_without_contacts(act: &Followed, melees: &mut [Melee]) {
    for (unit, melee) in act.after.units.iter().zip(melees) {
        let touched = before(act, unit).is_some_and(|before| before.lists_any(CONTACTS));
        if touched && melee.contacts.is_empty() {
            *melee = Melee::NONE;
        }
    }
}

/// Ends the melee of a formation without recorded contacts if no enemy on the table is in melee.
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
