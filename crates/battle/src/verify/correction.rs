//! Checks of corrections: the corrected acts, their dice, and the resulting table.

use super::{Check, Fault, Stopped, by_rules};
use crate::carried::known_to_act;
use crate::correct::GroupTables;
use crate::correct::{self, Corrected, Now, Redone};
use crate::referee::Judged;
use crate::streams::{Numbering, numbers};
use crate::{Action, ActionEvent, Battle, Change, Event, LoggedRoll, Resolved, State};

impl Check {
    /// Checks that the corrected act was in force, and checks each act that the correction changed.
    pub(super) fn corrected(&self, corrected: &Corrected) -> Vec<Fault> {
        let then = self.then();
        let mut faults = Vec::new();
        let originals = then.acts_in_force();
        if originals.iter().all(|(known, _)| **known != corrected.of) {
            faults.push(Fault::Gone(corrected.of.clone()));
        }
        let mut acts = originals.clone();
        corrected.lay_over(&mut acts);
        let (mut old, mut state, mut next) = (then.at_start().state, then.at_start().state, 0);
        let mut begun = GroupTables::of(&originals);
        let redone = corrected.by_act();
        let mut earlier = originals.iter().peekable();
        for (act_stamp, act) in acts {
            while let Some((stamp, left_out)) = earlier.next_if(|(stamp, _)| *stamp != act_stamp) {
                begun.note(stamp, [&old, &state]);
                old.apply_act(left_out);
            }
            begun.note(act_stamp, [&old, &state]);
            let original = earlier.next().map(|(_, act)| *act);
            let [was, judged] = begun.judged(act, [&old, &state]);
            match (redone.get(act_stamp), original) {
                (None | Some(Redone { now: Now::Same, .. }), _) => {}
                (Some(Redone { kept: true, .. }), Some(original)) => {
                    faults.extend(self.kept([was, judged], act, original));
                }
                (Some(_), original) => faults.extend(self.redone(judged, act, original, next, corrected)),
            }
            next = next.max(act.next_roll());
            state.apply_act(act);
            original.into_iter().for_each(|act| drop(old.apply_act(act)));
        }
        // New dice must be logged as a roll before a correction may use them.
        let fresh = corrected.rolls().flat_map(numbers).filter(|number| then.is_free(*number)).max();
        if let (Some(number), None) = (fresh, &corrected.settles) {
            faults.push(Fault::RollNumber { number, next: then.next_roll() });
        }
        if let Some(settles) = corrected.settles.as_ref().filter(|settles| self.find(settles).is_none()) {
            faults.push(Fault::Gone(settles.clone()));
        }
        faults
    }

    /// Checks an act whose result was kept. It must be the original act, with the changes that its result makes on the new table.
    fn kept(&self, [old, new]: [Judged; 2], act: &ActionEvent, original: &ActionEvent) -> Option<Fault> {
        if act.action != original.action {
            return Some(Fault::Outcome);
        }
        let ruleset = self.ruleset?;
        self.compare(ruleset, new.applied_to, &act.changes, &correct::kept_changes(ruleset, old, new, original))
    }

    /// Checks a corrected act on the tables before it. `next` is the number of the next roll there, if all rolls are counted together.
    fn redone(
        &self,
        judged: Judged,
        act: &ActionEvent,
        original: Option<&ActionEvent>,
        next: u64,
        corrected: &Corrected,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Action::Resolved(resolved) = &act.action {
            let before = original.map_or(&[][..], rolls);
            if resolved.rolls != before {
                faults.extend(match self.then().numbering() {
                    Some(Numbering::ByUnit) => self.renumbered(resolved, before, corrected),
                    _ => self.compare_numbers(&resolved.rolls, next..),
                });
            }
            faults.extend(resolved.rolls.iter().filter_map(|roll| self.faces(roll)));
            match self.ruled(&resolved.procedure, &resolved.input, &resolved.rolls) {
                Ok(outcome) if outcome != resolved.outcome => faults.push(Fault::Outcome),
                Ok(_) => {}
                Err(Stopped::Midway) => faults.push(Fault::Rolls),
                Err(Stopped::Wrong(fault)) => faults.push(fault),
            }
        }
        let ruled = self
            .ruleset
            .and_then(|ruleset| Some((ruleset, known_to_act(ruleset, act, by_rules(ruleset, judged, act)?))));
        faults
            .extend(ruled.and_then(|(ruleset, ruled)| self.compare(ruleset, judged.applied_to, &act.changes, &ruled)));
        faults
    }
}

impl Check {
    /// Checks the roll numbers of an act whose dice a correction changed. They must be the act's own numbers, then free numbers of the roll
    /// that the correction settles.
    fn renumbered(&self, now: &Resolved, before: &[LoggedRoll], corrected: &Corrected) -> Option<Fault> {
        let settled = corrected.settles.as_ref().and_then(|settles| match self.find(settles)? {
            Event::Rolled(rolled) => Some(rolled.rolls.as_slice()),
            _ => None,
        });
        let own: Vec<u64> = numbers(before).collect();
        let fresh: Vec<LoggedRoll> = settled
            .unwrap_or_default()
            .iter()
            .filter(|roll| roll.number.is_none_or(|number| !own.contains(&number)))
            .cloned()
            .collect();
        let free = self.numbers_of(&now.procedure, &now.participants, &fresh)?;
        self.compare_numbers(&now.rolls, own.iter().copied().chain(free))
    }
}

/// The changes that the rules make for a correction with the changes `logged`. Earlier versions did not reset trackers that only the left-out
/// acts had set, so a missing reset is no fault.
pub(super) fn by_correction(then: &Battle, corrected: &Corrected, logged: &[Change]) -> Vec<Change> {
    let after = after_correction(then, corrected);
    let resets = then.state().resets_for(&after);
    let mut changes = then.state().changes_to(&after);
    changes.retain(|change| logged.contains(change) || !resets.contains(change));
    changes
}

/// The table after a correction.
fn after_correction(then: &Battle, corrected: &Corrected) -> State {
    let mut acts = then.acts_in_force();
    corrected.lay_over(&mut acts);
    let mut state = then.at_start().state;
    for (_, act) in acts {
        state.apply_act(act);
    }
    state
}

fn rolls(act: &ActionEvent) -> &[LoggedRoll] {
    match &act.action {
        Action::Resolved(resolved) => &resolved.rolls,
        _ => &[],
    }
}
