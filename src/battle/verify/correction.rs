//! Checks of corrections: the acts as they are since, their dice, and the table that they lead to.

use super::{Check, Fault, Stopped, by_rules};
use crate::battle::correct::{Corrected, Now};
use crate::battle::{Action, ActionEvent, Battle, LoggedRoll, State};

impl Check {
    /// Checks that the corrected act was in force, and each act that the correction changed.
    pub(super) fn corrected(&self, corrected: &Corrected) -> Vec<Fault> {
        let then = self.then();
        let mut faults = Vec::new();
        let originals = then.acts_in_force();
        if originals.iter().all(|(own, _)| **own != corrected.of) {
            faults.push(Fault::Gone(corrected.of.clone()));
        }
        let mut acts = originals.clone();
        corrected.lay_over(&mut acts);
        let (mut state, mut next) = (State::begin(then.header()), 0);
        for (own, act) in acts {
            let is_changed = corrected.acts.iter().any(|redone| redone.act == *own && redone.now != Now::Same);
            if is_changed {
                let original = originals.iter().find(|(stamp, _)| *stamp == own).map(|(_, act)| *act);
                faults.extend(self.redone(&state, act, original, next));
            }
            next = next.max(act.next_roll());
            state.apply_act(act);
        }
        // Dice that nobody had seen stand in the log as a roll before they are used.
        if corrected.next_roll() > then.next_roll() && corrected.settles.is_none() {
            faults.push(Fault::Turn { number: corrected.next_roll() - 1, next: then.next_roll() });
        }
        if let Some(settles) = corrected.settles.as_ref().filter(|settles| self.find(settles).is_none()) {
            faults.push(Fault::Gone(settles.clone()));
        }
        faults
    }

    /// Checks an act as it is since a correction, on the table as it then is; `next` is the number of the next roll there.
    fn redone(&self, state: &State, act: &ActionEvent, original: Option<&ActionEvent>, next: u64) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Action::Resolved(resolved) = &act.action {
            let own = original.map_or(&[][..], rolls);
            if resolved.rolls != own {
                let numbers = resolved.rolls.iter().filter_map(|roll| roll.number);
                let wrong = numbers.zip(next..).find(|(number, next)| number != next);
                faults.extend(wrong.map(|(number, next)| Fault::Turn { number, next }));
            }
            faults.extend(resolved.rolls.iter().filter_map(|roll| self.faces(roll)));
            match self.ruled(&resolved.procedure, &resolved.input, &resolved.rolls) {
                Ok(outcome) if outcome != resolved.outcome => faults.push(Fault::Outcome),
                Ok(_) => {}
                Err(Stopped::Midway) => faults.push(Fault::Rolls),
                Err(Stopped::Wrong(fault)) => faults.push(fault),
            }
        }
        let ruled = self.ruleset.and_then(|ruleset| Some((ruleset, by_rules(ruleset, state, act)?)));
        faults.extend(ruled.and_then(|(ruleset, ruled)| self.compare(ruleset, state, &act.changes, &ruled)));
        faults
    }
}

/// The table that a correction leads to.
pub(super) fn after_correction(then: &Battle, corrected: &Corrected) -> State {
    let mut acts = then.acts_in_force();
    corrected.lay_over(&mut acts);
    let mut state = State::begin(then.header());
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
