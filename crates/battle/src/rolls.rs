//! Rolls of the app that no act has used yet, and rolls whose dice were shown earlier.

use super::corrected::{Corrected, Now};
use super::streams::{Numbering, Stream, Taken, block, numbers};
use super::{Action, ActionEvent, Battle, Event, LoggedRoll, Rolled, Stamp};
use rules::text;
use rules::text::Text;
use std::collections::BTreeMap;

/// Rule id for applying a roll after the phase in which it was made.
pub const LATE: &str = "late_roll";

/// Rule id for a `next` while a roll waits.
pub const WAITING: &str = "waiting_roll";

/// Rolls of the app in the log, up to some event.
#[derive(Clone, Debug, Default)]
pub(super) struct Rolls {
    /// Indexes in the log of the rolls that no act has settled, oldest first.
    open: Vec<usize>,
    /// Indexes of acts that settle a roll which another act had already settled.
    late: Vec<usize>,
    /// Indexes of events that are set aside, each with the reason, in the log's order.
    aside: Vec<(usize, Aside)>,
    /// Indexes of events whose dice had been seen before, each with the reason.
    seen_before: Vec<(usize, SeenBefore)>,
    /// For each block of numbers, one above the highest number that was ever rolled, even if that roll was undone.
    unseen: BTreeMap<u64, u64>,
    /// Numbers of the acts in force and of the waiting rolls.
    pub(super) taken: Taken,
    /// Numbering of the first roll in the log; `None` before it.
    numbering: Option<Numbering>,
}

/// Reasons why an event is [set aside](super::aside).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aside {
    /// Another roll has a number of this one.
    Dice,
    /// It settles a roll that is set aside.
    Settles,
    /// The act at this index did the same.
    Act(usize),
}

/// Facts of the whole battle, for a copy that is rewound for a correction.
#[derive(Clone, Debug)]
pub(super) struct WholeBattle {
    /// Roll numbers of the corrected act. The correction gets the same dice, even if it gives the act to another unit.
    pub own: Vec<u64>,
    /// Roll numbers that are taken in the whole battle.
    pub taken: Taken,
    /// Numbering of the rolls in the whole battle.
    pub numbering: Option<Numbering>,
}

/// The last roll in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LastRoll<'a> {
    /// The act that used it, in its corrected version.
    Used(&'a ActionEvent),
    /// A roll that waits for the act that applies or discards it.
    Awaiting(&'a Rolled),
}

impl Battle {
    /// The last roll in force; `None` if there is none. Undone rolls are skipped.
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
    /// The numbers for the rolls of an act, in order. In a correction, the numbers of the corrected act come first.
    pub fn roll_numbers(&self, stream: Stream) -> Box<dyn Iterator<Item = u64> + '_> {
        let whole = self.whole.as_ref();
        match self.numbering() {
            Some(Numbering::Together) => Box::new(self.next_roll()..),
            Some(Numbering::ByUnit) | None => {
                let own = whole.map_or(&[][..], |whole| &whole.own);
                let taken = whole.map_or(&self.rolls.taken, |whole| &whole.taken);
                let numbers = own.iter().copied().chain(taken.free(stream));
                // If a roll of the correction was made already and is continued, it has taken its numbers.
                Box::new(numbers.filter(|number| !self.rolls.taken.has(*number)))
            }
        }
    }

    /// Numbering of the log's rolls; `None` before the first roll.
    pub fn numbering(&self) -> Option<Numbering> {
        self.whole.as_ref().map_or(self.rolls.numbering, |whole| whole.numbering)
    }

    /// True if no act in force and no waiting roll has the number. Players may still have seen its dice, in a roll that was undone or
    /// discarded.
    pub fn is_free(&self, number: u64) -> bool {
        match Numbering::of(number) {
            Numbering::Together => number >= self.next_roll(),
            Numbering::ByUnit => !self.rolls.taken.has(number),
        }
    }

    /// The facts of this battle that a copy needs to correct this act.
    pub(super) fn whole_for(&self, corrected: &ActionEvent) -> WholeBattle {
        let own = corrected.rolls().flat_map(numbers).collect();
        WholeBattle { own, taken: self.rolls.taken.clone(), numbering: self.numbering() }
    }
}

impl Battle {
    /// The stamp of the last discard, and its roll. `None` unless the last act discarded exactly one roll.
    pub fn last_discard(&self) -> Option<(Stamp, Rolled)> {
        let mut discards = self.last_discards();
        if discards.len() == 1 { discards.pop() } else { None }
    }

    /// The discards of the last act, each with its roll: one for each part of a group act. Empty if the last act is no discard. Players may
    /// take them back until the next act. [`write_rolls`](super::groups::write_rolls) then writes the rolls to the log again, with the same
    /// dice. Rolls that were already written again are left out.
    pub fn last_discards(&self) -> Vec<(Stamp, Rolled)> {
        let is_act =
            |event: &Event| matches!(event, Event::Action(_) | Event::Rolled(_) | Event::Undo(_) | Event::Redo(_));
        let mut written_again: Vec<&Rolled> = Vec::new();
        for (stamp, event) in self.log.iter().rev().filter(|(_, event)| is_act(event)) {
            if let Event::Rolled(rolled) = event {
                written_again.push(rolled);
                continue;
            }
            let mut discards: Vec<(Stamp, Rolled)> = self
                .parts_of(stamp)
                .into_iter()
                .filter_map(|part| Some((part.clone(), self.discarded(part)?)))
                .collect();
            let all = discards.len();
            // Each roll can be written again once.
            if written_again.len() > all {
                return Vec::new();
            }
            discards.retain(|(_, roll)| !written_again.iter().any(|again| is_same_roll(again, roll)));
            // After any other roll, the discards can no longer be taken back.
            return if all - discards.len() == written_again.len() { discards } else { Vec::new() };
        }
        Vec::new()
    }

    /// The roll that this act discarded, as it can be written to the log again; `None` if the act is no discard.
    fn discarded(&self, act: &Stamp) -> Option<Rolled> {
        let Some(Event::Action(act)) = self.event(act) else { return None };
        let Action::Resolved(done) = &act.action else { return None };
        let waited = done.settles.as_ref().and_then(|stamp| self.event(stamp));
        let rolled = match waited {
            Some(Event::Rolled(rolled)) => {
                Rolled { at: act.at, after: Vec::new(), goes_on: None, group: None, ..(**rolled).clone() }
            }
            _ => Rolled::of(act.at, &done.procedure, done.input.clone(), done.participants.clone(), done.rolls.clone()),
        };
        done.discarded.then_some(rolled)
    }
}

/// True if two logged rolls differ only in their time, their links and their group.
pub(super) fn is_same_roll(one: &Rolled, other: &Rolled) -> bool {
    let plain = |rolled: &Rolled| Rolled { at: 0.0, after: Vec::new(), group: None, ..rolled.clone() };
    // Most rolls differ in their numbers or faces.
    one.rolls == other.rolls && plain(one) == plain(other)
}

/// Reasons why dice had been seen before they were rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBefore {
    /// An undone act or a discarded roll had shown the dice: neither grants a fresh roll.
    Undone,
    /// Another tab rolled at the same moment.
    AtOnce,
}

/// One above the highest number of these rolls; 0 if all dice were typed in.
pub(super) fn after(rolls: &[LoggedRoll]) -> u64 {
    rolls.iter().filter_map(|roll| roll.number).max().map_or(0, |last| last.saturating_add(1))
}

impl Corrected {
    /// The rolls of the corrected acts.
    pub(super) fn rolls(&self) -> impl Iterator<Item = &[LoggedRoll]> {
        self.acts.iter().filter_map(|redone| match &redone.now {
            Now::Changed(act) => match &act.action {
                Action::Resolved(resolved) if !resolved.discarded => Some(resolved.rolls.as_slice()),
                _ => None,
            },
            Now::Same | Now::LeftOut => None,
        })
    }

    /// One above the highest roll number of the corrected acts.
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
    /// The rolls that the act used; for a correction, the rolls of the corrected acts. A discarded roll is not used.
    pub(super) fn rolls(&self) -> impl Iterator<Item = &[LoggedRoll]> {
        let (own, corrected) = match &self.action {
            Action::Resolved(resolved) if !resolved.discarded => (Some(resolved.rolls.as_slice()), None),
            Action::Corrected(corrected) => (None, Some(corrected.rolls())),
            _ => (None, None),
        };
        own.into_iter().chain(corrected.into_iter().flatten())
    }

    /// The lowest number of the app's rolls in the act, even if it discarded them; `None` if there is none.
    pub(super) fn first_roll(&self) -> Option<u64> {
        match &self.action {
            Action::Resolved(resolved) => resolved.rolls.iter().filter_map(|roll| roll.number).min(),
            _ => None,
        }
    }

    /// One above the highest number of the app's rolls in the act, even if it discarded them; 0 if there is none.
    pub(super) fn next_roll(&self) -> u64 {
        match &self.action {
            Action::Resolved(resolved) => after(&resolved.rolls),
            Action::Corrected(corrected) => corrected.next_roll(),
            _ => 0,
        }
    }
}

impl Rolls {
    /// Adds a waiting roll. If it continues the roll `before`, that roll no longer waits. `fresh` are the rolls with new dice. `free` is the
    /// next number if all rolls are counted together.
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

    /// Adds an act with these rolls, which settles the roll `rolled`. Returns false if that roll no longer waits: another entry has settled or
    /// continued it, or it is set aside.
    pub fn settle(&mut self, event: usize, rolled: Option<(usize, &Rolled)>, rolls: &[LoggedRoll], free: u64) -> bool {
        let Some((rolled, waited)) = rolled else {
            self.see(event, rolls, free);
            return true;
        };
        let Some(index) = self.open.iter().position(|open| *open == rolled) else {
            if self.is_aside(rolled) {
                self.aside.push((event, Aside::Settles));
            } else {
                self.late.push(event);
            }
            return false;
        };
        self.open.remove(index);
        self.taken.remove(&waited.rolls);
        self.seen_before.extend(self.seen_before(rolled).map(|again| (event, again)));
        self.note_seen(rolls);
        true
    }

    /// Sets an event with these rolls aside. It takes no numbers, but players have seen its dice.
    pub fn set_aside(&mut self, event: usize, rolls: &[LoggedRoll], why: Aside) {
        self.aside.push((event, why));
        self.note_seen(rolls);
        if why == Aside::Dice {
            self.seen_before.push((event, SeenBefore::AtOnce));
        }
    }

    /// Ends the wait of a roll of the app and frees its numbers, because the act that settles it is set aside.
    pub fn free(&mut self, rolled: Option<(usize, &Rolled)>) {
        let Some((rolled, waited)) = rolled else { return };
        if let Some(index) = self.open.iter().position(|open| *open == rolled) {
            self.open.remove(index);
            self.taken.remove(&waited.rolls);
        }
    }

    /// Records the dice of an event as seen before, if its lowest number was rolled before. `free` is the next number if all rolls are
    /// counted together.
    fn see(&mut self, event: usize, rolls: &[LoggedRoll], free: u64) {
        if let Some(first) = numbers(rolls).min()
            && self.unseen.get(&block(first)).is_some_and(|unseen| first < *unseen)
        {
            let is_taken = match Numbering::of(first) {
                Numbering::Together => first < free,
                Numbering::ByUnit => self.taken.has(first),
            };
            self.seen_before.push((event, if is_taken { SeenBefore::AtOnce } else { SeenBefore::Undone }));
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

    /// For rolls that are counted together: one above the highest number that was ever rolled, even if that roll was undone.
    pub fn unseen(&self) -> u64 {
        self.unseen.get(&0).copied().unwrap_or_default()
    }

    /// Indexes of the rolls that no act has settled, oldest first.
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    /// True if no roll waits.
    pub fn is_none_open(&self) -> bool {
        self.open.is_empty()
    }

    /// True if the act at this index settles a roll which another act had already settled.
    pub fn is_late(&self, event: usize) -> bool {
        self.late.binary_search(&event).is_ok()
    }

    /// Indexes of the events that are set aside, each with the reason, in the log's order.
    pub fn aside(&self) -> &[(usize, Aside)] {
        &self.aside
    }

    /// True if the event at this index is set aside.
    pub fn is_aside(&self, event: usize) -> bool {
        self.aside.binary_search_by_key(&event, |(own, _)| *own).is_ok()
    }

    /// The reason why the dice of an event had been seen before; `None` if they had not.
    pub fn seen_before(&self, event: usize) -> Option<SeenBefore> {
        let index = self.seen_before.binary_search_by_key(&event, |(own, _)| *own).ok()?;
        Some(self.seen_before[index].1)
    }
}

/// The reason of one of the two rules on waiting rolls, for players; `None` for other rule ids.
pub(super) fn reason(rule: &str) -> Option<Text> {
    match rule {
        LATE => Some(text!("The phase in which it was rolled is over.")),
        WAITING => Some(text!("A roll was neither applied nor discarded.")),
        _ => None,
    }
}
