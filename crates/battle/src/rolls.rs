//! Rolls of the app: those that are not settled, and those whose dice had been seen before.

use super::corrected::{Corrected, Now};
use super::streams::{Numbering, Stream, Taken, block, numbers};
use super::{Action, ActionEvent, Battle, Event, LoggedRoll, Rolled, Stamp};
use rules::text;
use rules::text::Text;
use std::collections::BTreeMap;

/// Rule id of a roll that is applied after the phase in which it was made.
pub const LATE: &str = "late_roll";

/// Rule id of a `next` that leaves a roll behind.
pub const WAITING: &str = "waiting_roll";

/// Rolls of the app, up to some event of the log.
#[derive(Clone, Debug, Default)]
pub(super) struct Rolls {
    /// Indexes in the log of those that no act has settled, oldest first.
    open: Vec<usize>,
    /// Acts that settle a roll that had been settled.
    late: Vec<usize>,
    /// Events whose dice had been seen before.
    again: Vec<(usize, Again)>,
    /// For each block of numbers, the number after the highest that was ever rolled, undone or not.
    unseen: BTreeMap<u64, u64>,
    /// Numbers of the acts in force and of the rolls that wait.
    pub(super) taken: Taken,
    /// How the first roll of the log is numbered.
    numbering: Option<Numbering>,
}

/// Facts of the whole battle for a battle that is rewound for a correction.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    /// Numbers of the act that is corrected: its dice come again, whichever unit it is corrected to.
    pub own: Vec<u64>,
    /// Numbers that are taken in the whole battle.
    pub taken: Taken,
    /// How the rolls of the whole battle are numbered.
    pub numbering: Option<Numbering>,
}

/// A roll that is in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LastRoll<'a> {
    /// An act that used it, as corrections have left it.
    Used(&'a ActionEvent),
    /// It awaits the act that applies or discards it.
    Awaiting(&'a Rolled),
}

impl Battle {
    /// The last roll that is in force. One that was undone is not.
    pub fn last_roll(&self) -> Option<LastRoll<'_>> {
        let has_rolls = |act: &ActionEvent| matches!(&act.action, Action::Resolved(own) if !own.rolls.is_empty());
        let used = self.acts_in_force().into_iter().rev().find(|(_, act)| has_rolls(act));
        let awaiting = self.awaiting().last();
        match (used, awaiting) {
            (Some((used, act)), Some((waits, _))) if used > waits => Some(LastRoll::Used(act)),
            (_, Some((_, rolled))) => Some(LastRoll::Awaiting(rolled)),
            (used, None) => used.map(|(_, act)| LastRoll::Used(act)),
        }
    }
}

impl Battle {
    /// The numbers that the rolls of an act take, in order. An act that is being corrected takes its own first.
    pub fn roll_numbers(&self, stream: Stream) -> Box<dyn Iterator<Item = u64> + '_> {
        let whole = self.whole.as_ref();
        match self.numbering() {
            Some(Numbering::Together) => Box::new(self.next_roll()..),
            Some(Numbering::ByUnit) | None => {
                let own = whole.map_or(&[][..], |whole| &whole.own);
                let taken = whole.map_or(&self.rolls.taken, |whole| &whole.taken);
                let numbers = own.iter().copied().chain(taken.free(stream));
                // A roll of the correction that was made already, and goes on, has its numbers.
                Box::new(numbers.filter(|number| !self.rolls.taken.has(*number)))
            }
        }
    }

    /// How the rolls of the log are numbered; `None` before the first.
    pub fn numbering(&self) -> Option<Numbering> {
        self.whole.as_ref().map_or(self.rolls.numbering, |whole| whole.numbering)
    }

    /// True if no act in force and no waiting roll has the number, so that nobody need have seen its dice.
    pub fn is_free(&self, number: u64) -> bool {
        match Numbering::of(number) {
            Numbering::Together => number >= self.next_roll(),
            Numbering::ByUnit => !self.rolls.taken.has(number),
        }
    }

    /// Facts of this battle for one that is rewound to before an act.
    pub(super) fn whole_for(&self, corrected: &ActionEvent) -> Whole {
        let own = corrected.rolls().flat_map(numbers).collect();
        Whole { own, taken: self.rolls.taken.clone(), numbering: self.numbering() }
    }
}

impl Battle {
    /// The discard that is the last act: its stamp, and the roll as it waited before. Players may take the discard back until the next
    /// act. Written to the log again, the roll has the same dice. `None` if something else happened since.
    pub fn last_discard(&self) -> Option<(Stamp, Rolled)> {
        let is_act =
            |event: &Event| matches!(event, Event::Action(_) | Event::Rolled(_) | Event::Undo(_) | Event::Redo(_));
        let (stamp, last) = self.log.iter().rev().find(|(_, event)| is_act(event))?;
        let Event::Action(act) = last else { return None };
        let Action::Resolved(done) = &act.action else { return None };
        let waited = done.settles.as_ref().and_then(|stamp| self.event(stamp));
        let rolled = match waited {
            Some(Event::Rolled(rolled)) => {
                Rolled { at: act.at, after: Vec::new(), goes_on: None, ..(**rolled).clone() }
            }
            _ => Rolled::of(act.at, &done.procedure, done.input.clone(), done.participants.clone(), done.rolls.clone()),
        };
        done.discarded.then(|| (stamp.clone(), rolled))
    }
}

/// Reasons why dice had been seen before they were rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// An act that was undone, or a roll that was discarded, had shown them: neither grants a fresh roll.
    Undone,
    /// Another tab rolled at the same moment.
    AtOnce,
}

/// The number after the highest of these rolls; 0 if all were made at the table.
pub(super) fn after(rolls: &[LoggedRoll]) -> u64 {
    rolls.iter().filter_map(|roll| roll.number).max().map_or(0, |last| last.saturating_add(1))
}

impl Corrected {
    /// The rolls that the acts use as they are since.
    pub(super) fn rolls(&self) -> impl Iterator<Item = &[LoggedRoll]> {
        self.acts.iter().filter_map(|redone| match &redone.now {
            Now::Changed(act) => match &act.action {
                Action::Resolved(resolved) if !resolved.discarded => Some(resolved.rolls.as_slice()),
                _ => None,
            },
            Now::Same | Now::LeftOut => None,
        })
    }

    /// The number after that of the last roll of its acts.
    pub(super) fn next_roll(&self) -> u64 {
        self.acts.iter().map(|redone| next_roll(&redone.now)).max().unwrap_or(0)
    }
}

fn next_roll(now: &Now) -> u64 {
    match now {
        Now::Changed(act) => act.next_roll(),
        Now::Same | Now::LeftOut => 0,
    }
}

impl ActionEvent {
    /// The rolls that it used, and those that the acts use that it corrects. A discarded roll is not used.
    pub(super) fn rolls(&self) -> impl Iterator<Item = &[LoggedRoll]> {
        let (own, corrected) = match &self.action {
            Action::Resolved(resolved) if !resolved.discarded => (Some(resolved.rolls.as_slice()), None),
            Action::Corrected(corrected) => (None, Some(corrected.rolls())),
            _ => (None, None),
        };
        own.into_iter().chain(corrected.into_iter().flatten())
    }

    /// The number of the first roll of the app that it used, if it is a procedure.
    pub(super) fn first_roll(&self) -> Option<u64> {
        match &self.action {
            Action::Resolved(resolved) => resolved.rolls.iter().filter_map(|roll| roll.number).min(),
            _ => None,
        }
    }

    /// The number after that of the last roll of the app that it used.
    pub(super) fn next_roll(&self) -> u64 {
        match &self.action {
            Action::Resolved(resolved) => after(&resolved.rolls),
            Action::Corrected(corrected) => corrected.next_roll(),
            _ => 0,
        }
    }
}

impl Rolls {
    /// Adds a roll that waits; `fresh` are the rolls of it that the event `before`, which it continues and settles, did not have.
    pub fn roll(
        &mut self,
        event: usize,
        rolled: &Rolled,
        fresh: &[LoggedRoll],
        free: u64,
        before: Option<(usize, &Rolled)>,
    ) {
        if let Some((before, earlier)) = before {
            self.open.retain(|open| *open != before);
            self.taken.remove(&earlier.rolls);
        }
        self.open.push(event);
        self.see(event, fresh, free);
        self.taken.add(&rolled.rolls);
    }

    /// Adds an act with these rolls, which settles the event `rolled`. Returns false if another act had done so.
    pub fn settle(&mut self, event: usize, rolled: Option<(usize, &Rolled)>, rolls: &[LoggedRoll], free: u64) -> bool {
        let Some((rolled, waited)) = rolled else {
            self.see(event, rolls, free);
            return true;
        };
        let Some(index) = self.open.iter().position(|open| *open == rolled) else {
            self.late.push(event);
            return false;
        };
        self.open.remove(index);
        self.taken.remove(&waited.rolls);
        self.again.extend(self.again(rolled).map(|again| (event, again)));
        self.note_seen(rolls);
        true
    }

    /// Records whether the dice of an event had been seen: its first number was rolled before. `free` is the next number where all
    /// rolls are counted together.
    fn see(&mut self, event: usize, rolls: &[LoggedRoll], free: u64) {
        if let Some(first) = numbers(rolls).min()
            && self.unseen.get(&block(first)).is_some_and(|unseen| first < *unseen)
        {
            let is_taken = match Numbering::of(first) {
                Numbering::Together => first < free,
                Numbering::ByUnit => self.taken.has(first),
            };
            self.again.push((event, if is_taken { Again::AtOnce } else { Again::Undone }));
        }
        self.note_seen(rolls);
    }

    fn note_seen(&mut self, rolls: &[LoggedRoll]) {
        for number in numbers(rolls) {
            self.numbering.get_or_insert(Numbering::of(number));
            let unseen = self.unseen.entry(block(number)).or_default();
            *unseen = (*unseen).max(number.saturating_add(1));
        }
    }

    /// The number after the highest that was ever rolled, undone or not, where all rolls are counted together.
    pub fn unseen(&self) -> u64 {
        self.unseen.get(&0).copied().unwrap_or_default()
    }

    /// Indexes of those that no act has settled, oldest first.
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    /// True if all are settled.
    pub fn is_none_open(&self) -> bool {
        self.open.is_empty()
    }

    /// True if the act of an event settles a roll that had been settled.
    pub fn is_late(&self, event: usize) -> bool {
        self.late.binary_search(&event).is_ok()
    }

    /// Reason why the dice of an event had been seen before.
    pub fn again(&self, event: usize) -> Option<Again> {
        let index = self.again.binary_search_by_key(&event, |(own, _)| *own).ok()?;
        Some(self.again[index].1)
    }
}

/// The reason behind the rule id of a roll that waited, for players.
pub(super) fn reason(rule: &str) -> Option<Text> {
    match rule {
        LATE => Some(text!("The phase in which it was rolled is over.")),
        WAITING => Some(text!("A roll was neither applied nor discarded.")),
        _ => None,
    }
}
