//! Rolls of the app: those that are not settled, and those whose dice had been seen before.

use super::corrected::{Corrected, Now};
use super::{Action, ActionEvent, Battle, LoggedRoll, Rolled};
use crate::core::text::Text;
use crate::text;

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
    /// The number after the highest that was ever rolled, undone or not.
    unseen: u64,
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

/// Reasons why dice had been seen before they were rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// An act that was undone had shown them: undo grants no fresh roll.
    Undone,
    /// Another tab rolled at the same moment.
    AtOnce,
}

/// The number after the highest of these rolls; 0 if all were made at the table.
pub(super) fn after(rolls: &[LoggedRoll]) -> u64 {
    rolls.iter().filter_map(|roll| roll.number).max().map_or(0, |last| last.saturating_add(1))
}

impl Corrected {
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
    /// Adds a roll; `free` is the next number that nothing in force or open has taken. It may continue the roll of
    /// the event `before`, which is then settled by it.
    pub fn roll(&mut self, event: usize, rolls: &[LoggedRoll], free: u64, before: Option<usize>) {
        self.open.retain(|own| Some(*own) != before);
        self.open.push(event);
        self.see(event, rolls, free);
    }

    /// Adds an act with these rolls, which settles the event `rolled`. Returns false if another act had done so.
    pub fn settle(&mut self, event: usize, rolled: Option<usize>, rolls: &[LoggedRoll], free: u64) -> bool {
        let Some(rolled) = rolled else {
            self.see(event, rolls, free);
            return true;
        };
        let Some(index) = self.open.iter().position(|own| *own == rolled) else {
            self.late.push(event);
            return false;
        };
        self.open.remove(index);
        self.again.extend(self.again(rolled).map(|again| (event, again)));
        self.unseen = self.unseen.max(after(rolls));
        true
    }

    /// Notes whether its dice had been seen: numbers below `unseen` have been, those below `free` by events that still stand.
    fn see(&mut self, event: usize, rolls: &[LoggedRoll], free: u64) {
        if let Some(first) = rolls.iter().filter_map(|roll| roll.number).min()
            && first < self.unseen
        {
            self.again.push((event, if first < free { Again::AtOnce } else { Again::Undone }));
        }
        self.unseen = self.unseen.max(after(rolls));
    }

    /// The number after the highest that was ever rolled, undone or not.
    pub fn unseen(&self) -> u64 {
        self.unseen
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
