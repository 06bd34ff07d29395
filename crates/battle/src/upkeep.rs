//! Losses at the ends of phases, and decisions about the whole battle. No player asked for these outcomes, so the app shows them until a player
//! confirms that they were read.

use super::participants::Participants;
use super::{Action, ActionEvent, Battle, Resolved, Stamp, State, referee};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::text::Text;

/// A procedure that the upkeep of a phase or turn resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct UpkeepResult {
    /// The resolved procedure, with input and participants.
    pub done: Resolved,
    /// The outcome, as sentences.
    pub words: Vec<Text>,
}

impl UpkeepResult {
    /// The procedure; `None` if the ruleset does not have it.
    pub fn procedure(&self, ruleset: &'static Ruleset) -> Option<&'static Procedure> {
        ruleset.procedure(&self.done.procedure)
    }
}

/// The procedures of this end of a phase that cost units something or decided something about the whole battle. Empty if the log has other
/// changes than the current rules make, because an earlier version then resolved other procedures.
pub fn upkeep_results(ruleset: &'static Ruleset, before: &State, act: &ActionEvent) -> Vec<UpkeepResult> {
    let done = referee::next_done(ruleset, before);
    if done.changes != act.changes {
        return Vec::new();
    }
    let after = before.after_act(act);
    let stats = ruleset.battle_stats;
    let is_less = |unit: &String| {
        let (was, is) = (before.facts(unit), after.facts(unit));
        (stats.strength)(&is) < (stats.strength)(&was) || (stats.presence)(&is) > (stats.presence)(&was)
    };
    let told = |done: Resolved| {
        let procedure = ruleset.procedure(&done.procedure)?;
        let participants = Participants::read(procedure, &done.participants);
        let mut units = procedure.participants.iter().flat_map(|role| participants.units(role.id)).peekable();
        if units.peek().is_some() && !units.any(is_less) {
            return None;
        }
        let words = done.ruled_on(ruleset, before).ok()?.played.result.ok()?.consequences.words;
        Some(UpkeepResult { done, words })
    };
    done.resolved.into_iter().filter_map(told).collect()
}

/// The procedures that [`upkeep_results`] returns for each end of a phase in force, with its stamp, oldest first. Only ends after the event
/// `seen` and among the last `most` ends are included.
pub fn upkeep_results_since(
    ruleset: &'static Ruleset,
    battle: &Battle,
    seen: Option<&Stamp>,
    most: usize,
) -> Vec<(Stamp, Vec<UpkeepResult>)> {
    let acts = battle.acts_in_force();
    let is_end = |act: &ActionEvent| matches!(act.action, Action::Phase);
    let later = acts.iter().rev().filter(|(_, act)| is_end(act)).take(most);
    let Some((first, _)) = later.filter(|(stamp, _)| seen.is_none_or(|seen| *stamp > seen)).last() else {
        return Vec::new();
    };
    let mut state = battle.at_start().state;
    let mut all = Vec::new();
    for (stamp, act) in &acts {
        if is_end(act) && stamp >= first {
            all.push(((*stamp).clone(), upkeep_results(ruleset, &state, act)));
        }
        state.apply_act(act);
    }
    all.retain(|(_, taken)| !taken.is_empty());
    all
}

#[cfg(test)]
mod tests;
