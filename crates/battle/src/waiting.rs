//! Rolls that were begun, by the app or with dice from the table, and neither applied nor discarded yet.
//!
//! A roll of the app [awaits](Battle::awaiting) its act in the log. Dice that are entered by hand are in a [`Draft`] of the device
//! that has them. Both wait for the same: players apply them or discard them, before the phase ends or an act is undone. Whoever
//! goes on without it overrides [`WAITING`]; whoever applies a roll once its phase is over overrides [`LATE`].

use super::participants::Participants;
use super::referee::{Settled, play, resolved_changes};
pub use super::rolls::{LATE, WAITING};
use super::{Action, Battle, Draft, Event, LoggedRoll, Resolved, Rolled, Stamp, State};
use rules::dice::Halt;
use rules::procedure;
use rules::ruleset::Ruleset;

/// A roll that waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The roll in the log that it is, or goes on from; `None` if all dice were entered by hand.
    pub logged: Option<Stamp>,
    /// The last event before its dice; `None` if there was none.
    pub since: Option<Stamp>,
    /// The procedure, its input and participants, and the dice so far.
    pub rolled: Rolled,
}

impl Waiting {
    /// A roll of the log.
    pub fn logged(stamp: &Stamp, rolled: &Rolled) -> Self {
        Self { logged: Some(stamp.clone()), since: Some(stamp.clone()), rolled: rolled.clone() }
    }

    /// Dice that were entered by hand, if there are any: by themselves, or after those of a roll that waits in the log.
    pub fn entered(ruleset: &'static Ruleset, battle: &Battle, draft: &Draft) -> Option<Self> {
        if draft.faces.is_empty() {
            return None;
        }
        let Some(stamp) = &draft.rolled else {
            let (input, participants) = (draft.input.clone(), draft.participants.clone());
            let rolled = Rolled {
                overrides: draft.overrides.clone(),
                ..Rolled::of(0.0, &draft.procedure, input, participants, Vec::new())
            };
            let rolled = with_dice(ruleset, rolled, draft);
            let waiting = Self { logged: None, since: draft.after.clone(), rolled };
            return (!waiting.is_settled(battle)).then_some(waiting);
        };
        let (_, before) = battle.awaiting().find(|(own, _)| *own == stamp)?;
        let rolled = with_dice(ruleset, before.clone(), draft);
        Some(Self { rolled, ..Self::logged(stamp, before) })
    }

    /// True if the log has an act with these dice already: the device was cut off before it forgot them.
    fn is_settled(&self, battle: &Battle) -> bool {
        let later = |stamp: &Stamp| self.since.as_ref().is_none_or(|since| stamp > since);
        let has = |event: &Event| {
            let Event::Action(act) = event else { return false };
            let Action::Resolved(done) = &act.action else { return false };
            let (own, rolled) = ((&done.procedure, &done.participants, &done.input), &self.rolled);
            own == (&rolled.procedure, &rolled.participants, &rolled.input) && done.rolls == rolled.rolls
        };
        battle.log().iter().rev().take_while(|(stamp, _)| later(stamp)).any(|(_, event)| has(event))
    }

    /// True once the phase in which it was rolled is over.
    pub fn is_late(&self, battle: &Battle) -> bool {
        battle.phase_ended_since(self.since.as_ref())
    }

    /// Ids of the rules that applying it overrides.
    pub fn overrides(&self, battle: &Battle) -> Vec<String> {
        let late = self.is_late(battle).then(|| LATE.to_owned());
        self.rolled.overrides.iter().cloned().chain(late).collect()
    }

    /// Its outcome on this table, as the rules rule on it now; `None` while dice or choices are missing.
    pub fn ruled(&self, ruleset: &'static Ruleset, state: &State) -> Option<procedure::Resolved> {
        let procedure = ruleset.procedure(&self.rolled.procedure)?;
        let participants = Participants::read(procedure, &self.rolled.participants);
        play(procedure, &participants, state, &self.rolled.input, &self.rolled.faces()).ok()?.result.ok()
    }

    /// The act that applies it to this table; `None` while dice or choices are missing, or if it belongs to a correction.
    pub fn applied(&self, ruleset: &'static Ruleset, state: &State) -> Option<Settled> {
        if self.rolled.corrects.is_some() {
            return None;
        }
        let resolved = self.ruled(ruleset, state)?;
        let procedure = ruleset.procedure(&self.rolled.procedure)?;
        let (input, participants) = (&self.rolled.input, Participants::read(procedure, &self.rolled.participants));
        let changes = resolved_changes(ruleset, procedure, &participants, state, input, &resolved);
        let action = Resolved::of(procedure.id, input.clone(), participants.json(), &resolved.outcome);
        let action = Resolved { rolls: self.rolled.rolls.clone(), settles: self.logged.clone(), ..action };
        Some(Settled { action, changes })
    }

    /// The act that discards it.
    pub fn discarded(&self) -> Resolved {
        Resolved { settles: self.logged.clone(), ..Resolved::of_discarded(self.rolled.clone()) }
    }
}

impl Rolled {
    /// All faces, in order.
    pub fn faces(&self) -> Vec<u8> {
        super::ruled::faces(&self.rolls)
    }
}

impl Battle {
    /// True if a phase has ended after an event, or at all.
    pub fn phase_ended_since(&self, since: Option<&Stamp>) -> bool {
        let later = |event: &usize| since.is_none_or(|since| self.log[*event].0 > *since);
        let events = self.in_force.iter().rev().map(|in_force| in_force.event);
        events.take_while(later).any(|event| self.act(event).is_some_and(|act| matches!(act.action, Action::Phase)))
    }
}

/// A roll with the dice of a draft after its own. Dice that no rule asks for are left out.
fn with_dice(ruleset: &'static Ruleset, mut rolled: Rolled, draft: &Draft) -> Rolled {
    let known = rolled.faces();
    let faces = [&known[..], &draft.faces].concat();
    let ready = ruleset.procedure(&rolled.procedure).and_then(|procedure| procedure.read(&rolled.input).ok());
    let Some(ready) = ready else {
        rolled.rolls.extend(draft.faces.iter().map(|face| by_hand("", u8::MAX, vec![*face], None)));
        return rolled;
    };
    let played = ready.resolve(&faces);
    let mut place = 0;
    let mut add = |purpose: &str, sides: u8, faces: &[u8], counts_from: Option<u8>| {
        let entered = (place.max(known.len())..place + faces.len()).map(|die| die - known.len());
        let counted = |die: usize| counts_from.filter(|_| draft.counted.contains(&die));
        let entered: Vec<(u8, Option<u8>)> = entered.map(|die| (draft.faces[die], counted(die))).collect();
        for run in entered.chunk_by(|(_, one), (_, other)| one == other) {
            rolled.rolls.push(by_hand(purpose, sides, run.iter().map(|(face, _)| *face).collect(), run[0].1));
        }
        place += faces.len();
    };
    for roll in &played.rolls {
        add(&roll.purpose, roll.sides, &roll.faces, roll.counts_from);
    }
    if let Err(Halt::Needs(next)) = &played.result {
        let complete: usize = played.rolls.iter().map(|roll| roll.faces.len()).sum();
        add(&next.purpose, next.sides, faces.get(complete..).unwrap_or_default(), next.counts_from);
    }
    rolled
}

fn by_hand(purpose: &str, sides: u8, faces: Vec<u8>, counted: Option<u8>) -> LoggedRoll {
    LoggedRoll { purpose: purpose.to_owned(), sides, faces, number: None, steps: None, counted }
}

#[cfg(test)]
mod tests;
