//! Rolls that wait: the app or a player has rolled dice, and nobody has applied or discarded them yet.
//!
//! A roll of the app [waits](Battle::awaiting) in the log for its act. Dice that are entered by hand are in a [`Draft`] on the device where
//! they were entered. Players apply or discard both before the phase ends or an act is undone. Ending a phase while a roll waits overrides the
//! rule [`WAITING`]; applying a roll after its phase overrides [`LATE`].

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
    /// Stamp of the roll in the log: the waiting roll itself, or the one that entered dice continue. `None` if all dice were entered by hand.
    pub logged: Option<Stamp>,
    /// The last event before the dice; `None` if there was none.
    pub since: Option<Stamp>,
    /// The procedure, its input and participants, and the dice so far.
    pub rolled: Rolled,
}

impl Waiting {
    /// A waiting roll of the log.
    pub fn logged(stamp: &Stamp, rolled: &Rolled) -> Self {
        Self { logged: Some(stamp.clone()), since: Some(stamp.clone()), rolled: rolled.clone() }
    }

    /// The dice of a draft, alone or after the dice of a roll that waits in the log. `None` if the draft has no dice, if the log already has an
    /// act with these dice, or if the roll no longer waits.
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
        let (_, before) = battle.awaiting().find(|(other, _)| *other == stamp)?;
        let rolled = with_dice(ruleset, before.clone(), draft);
        Some(Self { rolled, ..Self::logged(stamp, before) })
    }

    /// True if the log already has an act with these dice: the device stopped before it deleted the draft.
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

    /// True if the phase of the roll is over.
    pub fn is_late(&self, battle: &Battle) -> bool {
        battle.phase_ended_since(self.since.as_ref())
    }

    /// Ids of the rules that players override by applying the roll.
    pub fn overrides(&self, battle: &Battle) -> Vec<String> {
        let late = self.is_late(battle).then(|| LATE.to_owned());
        self.rolled.overrides.iter().cloned().chain(late).collect()
    }

    /// The outcome on this table, by the current rules; `None` while dice or choices are missing.
    pub fn ruled(&self, ruleset: &'static Ruleset, state: &State) -> Option<procedure::Resolved> {
        let procedure = ruleset.procedure(&self.rolled.procedure)?;
        let participants = Participants::read(procedure, &self.rolled.participants);
        play(procedure, &participants, state, &self.rolled.input, &self.rolled.faces()).ok()?.result.ok()
    }

    /// The act that applies the roll to this table. `None` while dice or choices are missing, or if the roll belongs to a correction.
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

    /// The act that discards the roll.
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
    /// True if a phase has ended after the event `since`; without an event, if any phase has ended.
    pub fn phase_ended_since(&self, since: Option<&Stamp>) -> bool {
        let later = |event: &usize| since.is_none_or(|since| self.log[*event].0 > *since);
        let events = self.in_force.iter().rev().map(|in_force| in_force.event);
        events.take_while(later).any(|event| self.act(event).is_some_and(|act| matches!(act.action, Action::Phase)))
    }
}

/// Returns the roll with the dice of a draft added. Dice that no rule asks for are left out.
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
