//! Battles: their sides and units, their log, and their state.
//!
//! The log is a list of events that only grows: acts, undos and redos of acts, and rolls of the app. The state results from applying the
//! acts in force in the log's order. An act records its changes, so a later correction of a rule never changes an old battle.
//!
//! Files are layered, as `tests/it/layout.rs` lists them, and each uses only its own layer and those below. The contents of a log are at the
//! bottom. Above them are the state and the turn, summaries of these, the bindings of procedures, and the referee. At the top are rulings
//! on logged dice, rolls that wait, corrections, upkeep and verification.
//!
//! A roll enters the log when it is made, and [waits](Battle::awaiting) for the act that settles it, that is, applies or discards it. While a
//! roll waits, it keeps its numbers, and nothing can be undone or redone; with seats, this restricts only the device that rolled. So players
//! who have seen dice either use them, or discard them visibly. Each unit has its own roll numbers: see [`Stream`].
//!
//! Several tabs may add to one log; [`Stamp`] explains why no event is lost. [`Battle::replay`] makes the same battle in whatever order the
//! events reach a tab. Two tabs that roll for one unit at the same moment use the same roll numbers, and so get the same dice. So a player
//! cannot use a second tab to get a fresh roll.
//!
//! If players have taken [seats](seat), several devices act at the same time. If two entries then do the same, only the first one in the log
//! counts.
//!
//! If players have agreed to hide counters from each other, each side is shown its [view](Battle::seen_by) of the battle.

mod act;
pub mod analysis;
mod aside;
pub mod binding;
pub mod carried;
pub mod chain;
mod checked_string;
mod checkpoint;
mod closed;
mod concurrent;
pub mod control;
pub mod correct;
mod corrected;
mod draft;
mod event;
pub mod forecast;
pub mod groups;
pub mod guide;
mod header;
mod link;
mod mark;
pub mod panel;
pub mod participants;
pub mod referee;
pub mod relation;
pub mod replay;
mod revision;
mod rolls;
pub mod ruled;
pub mod seat;
pub mod seats;
mod stamp;
mod state;
mod streams;
pub mod turn;
pub mod upkeep;
pub mod verify;
mod view;
pub mod waiting;

pub use act::Act;
use checkpoint::Checkpoint;
pub use closed::Ending;
pub use concurrent::ConcurrentActs;
pub use correct::Rewound;
use corrected::Now;
pub use draft::Draft;
pub use event::{Action, ActionEvent, Event, LoggedRoll, Resolved, Reversal, Rolled, Seen};
use groups::Parts;
pub use header::{Command, Header, Origin, PlayedScenario, Side};
pub use link::Link;
pub use revision::Revision;
pub use rolls::{LastRoll, SeenBefore};
use rolls::{Rolls, WholeBattle};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
pub use rules::table::{Change, Unit};
pub use stamp::{Device, Stamp};
use state::Inverse;
pub use state::{Armies, Joined, Keeper, State, Values, by_subject, start};
pub use streams::{Numbering, Stream};
pub use view::Shown;
pub use waiting::Waiting;

use std::collections::BTreeSet;
use std::sync::Arc;

/// A battle in play.
#[derive(Clone, Debug)]
pub struct Battle {
    header: Header,
    /// The log, in the order of the stamps.
    log: Vec<(Stamp, Event)>,
    /// The acts in force, in the log's order.
    in_force: Vec<InForce>,
    /// Indexes of the undone acts that can be redone; the next one to redo is last.
    undone: Vec<usize>,
    /// The rolls of the app.
    rolls: Rolls,
    /// Indexes of the events that no later event links, in the log's order.
    ends: Vec<usize>,
    /// Indexes of the events that passed or took over control, in the log's order.
    control_events: Vec<usize>,
    /// Stamps of events that other events link, but that are missing.
    lacking: BTreeSet<Stamp>,
    /// The parts of the group acts in the log.
    parts: Parts,
    state: State,
    /// Earlier states, the latest last.
    checkpoints: Vec<Checkpoint>,
    /// Roll numbers of the complete battle. `None` unless this is a copy that is rewound for a correction.
    whole: Option<WholeBattle>,
    revision: Revision,
}

/// An act in force: its index in the log, and the changes that undo it.
#[derive(Clone, Debug)]
struct InForce {
    event: usize,
    inverse: Arc<[Inverse]>,
    /// The number after the highest roll number that this act, or an act in force before it, used.
    next_roll: u64,
}

/// Status of an event of the log. An act that players undid is either `Undone` or `Overtaken`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventStatus {
    /// An act in force.
    InForce,
    /// An undone act that can be redone.
    Undone,
    /// An undone act that cannot be redone, because another act or roll followed.
    Overtaken,
    /// An act in force that a correction changed or left out.
    Corrected,
    /// An act that settles a roll which an earlier entry had already settled or continued. It changes nothing.
    TooLate,
    /// A roll or an act that does the same as an earlier entry of another device, whose author did not know of it. It changes nothing. Only in
    /// battles with seats.
    SetAside,
    /// An event that is neither act nor roll: an undo, a redo, a change of control, or a commitment to rolls.
    Other,
    /// A roll of the app that no act has settled yet.
    Awaiting,
    /// A roll of the app that an act settled, or that a later roll continues.
    Settled,
}

/// Sorts the entries of a log by their stamps.
pub fn in_order_of_making(log: &mut [(Stamp, Event)]) {
    log.sort_by(|(a, _), (b, _)| a.cmp(b));
}

impl Battle {
    /// Begins a battle. If the registry does not have its ruleset, the battle has none.
    pub fn begin(registry: Registry, header: Header) -> Self {
        Self::begin_by(registry.find(&header.ruleset), header)
    }

    /// Returns this battle at its beginning, without any event.
    pub fn at_start(&self) -> Self {
        Self::begin_by(self.state.ruleset(), self.header.clone())
    }

    /// A battle with this ruleset, without any event. `ruleset` is `None` if this version does not know it.
    pub(crate) fn begin_by(ruleset: Option<&'static Ruleset>, header: Header) -> Self {
        let state = State::begin(ruleset, &header);
        Self::without_log(header, state)
    }

    /// This battle without its log, but with a hypothetical state.
    pub(crate) fn supposing(&self, state: State) -> Self {
        Self::without_log(self.header.clone(), state)
    }

    fn without_log(header: Header, state: State) -> Self {
        Self {
            header,
            log: Vec::new(),
            in_force: Vec::new(),
            undone: Vec::new(),
            rolls: Rolls::default(),
            ends: Vec::new(),
            control_events: Vec::new(),
            lacking: BTreeSet::new(),
            parts: Parts::new(),
            state,
            checkpoints: Vec::new(),
            whole: None,
            revision: Revision::next(),
        }
    }

    /// Makes a battle from its log. The events may be in any order.
    pub fn replay(registry: Registry, header: Header, events: impl IntoIterator<Item = (Stamp, Event)>) -> Self {
        Self::begin(registry, header).filled_with(events)
    }

    /// A battle with the header and ruleset of this one, and with the log `events`.
    pub fn with_log(&self, events: impl IntoIterator<Item = (Stamp, Event)>) -> Self {
        self.at_start().filled_with(events)
    }

    /// This battle, which has no log yet, with the log `events`.
    fn filled_with(mut self, events: impl IntoIterator<Item = (Stamp, Event)>) -> Self {
        let battle = &mut self;
        battle.log.extend(events);
        in_order_of_making(&mut battle.log);
        battle.log.dedup_by(|(a, _), (b, _)| a == b);
        let all: Vec<Stamp> = battle.log.iter().map(|(stamp, _)| stamp.clone()).collect();
        battle.note_new(&all);
        battle.reduce_from(0);
        battle.revision = Revision::next();
        self
    }

    /// The revision, which changes with every event that is added or merged. Two battles of one revision are equal, so it is a cache key.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The log, oldest first.
    pub fn log(&self) -> &[(Stamp, Event)] {
        &self.log
    }

    /// The events, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().map(|(_, event)| event)
    }

    /// The event with this stamp; `None` if the log does not have it.
    pub fn event(&self, stamp: &Stamp) -> Option<&Event> {
        Some(&self.log.get(self.place(stamp)?)?.1)
    }

    /// The stamp for the next event of `tab`.
    pub fn next_stamp(&self, tab: &str) -> Stamp {
        Stamp::after(self.log.last().map(|(stamp, _)| stamp), tab)
    }

    /// Inserts an event into the log in the order of the stamps. An event that is already there is ignored. An undo of an act that is not
    /// in force, or a redo of an act that is, is logged without an effect. So every log can be replayed.
    pub fn add(&mut self, stamp: Stamp, event: Event) {
        match self.log.binary_search_by(|(own, _)| own.cmp(&stamp)) {
            Ok(_) => return,
            Err(place) if place == self.log.len() => {
                self.log.push((stamp.clone(), event));
                self.note_new(&[stamp]);
                self.reduce(place);
            }
            Err(place) => {
                self.log.insert(place, (stamp.clone(), event));
                self.note_new(&[stamp]);
                self.reduce_from(place);
            }
        }
        self.revision = Revision::next();
    }

    /// Adds events in any order, with the same effect as [`Battle::add`] for each.
    pub fn add_all(&mut self, events: impl IntoIterator<Item = (Stamp, Event)>) {
        let new: Vec<_> = events.into_iter().filter(|(stamp, _)| self.place(stamp).is_none()).collect();
        let Some(first) = new.iter().map(|(stamp, _)| stamp).min() else { return };
        let (place, known) = (self.log.partition_point(|(own, _)| own < first), self.log.len());
        let added: Vec<Stamp> = new.iter().map(|(stamp, _)| stamp.clone()).collect();
        // Nothing changes before the first new event.
        let mut later = self.log.split_off(place);
        later.extend(new);
        in_order_of_making(&mut later);
        later.dedup_by(|(a, _), (b, _)| a == b);
        self.log.append(&mut later);
        self.note_new(&added);
        let from = if place == known { known } else { self.go_back_before(place) };
        for place in from..self.log.len() {
            self.reduce(place);
        }
        self.revision = Revision::next();
    }

    /// Updates the missing events and the parts of group acts after new events were added to the log.
    fn note_new(&mut self, new: &[Stamp]) {
        self.note_lacking(new);
        self.note_parts(new);
    }

    /// Restores the last checkpoint before an index, and applies the events from there on again.
    fn reduce_from(&mut self, place: usize) {
        for place in self.go_back_before(place)..self.log.len() {
            self.reduce(place);
        }
    }

    /// Applies the event at an index of the log. All events before it have been applied.
    fn reduce(&mut self, place: usize) {
        self.note_checkpoint(place);
        self.end_with(place);
        if let Some(why) = self.set_aside(place) {
            let rolled = self.settled_roll(place).map(|(index, rolled)| (index, rolled.clone()));
            self.rolls.free(rolled.as_ref().map(|(index, rolled)| (*index, rolled)));
            self.rolls.set_aside(place, self.log[place].1.rolls(), why);
            return;
        }
        match &self.log[place].1 {
            Event::Action(_) => {
                if self.settle(place) {
                    self.forget_undone(place);
                    self.put_in_force(place);
                }
            }
            Event::Rolled(rolled) => {
                let rolled = rolled.clone();
                self.forget_undone(place);
                let free = self.next_roll();
                let before = rolled.goes_on.as_ref().and_then(|stamp| self.place_before(stamp, place));
                let before = before.filter(|before| self.rolls.open().contains(before));
                let before = before.and_then(|before| Some((before, self.rolled(before)?.1.clone())));
                let known = match &before {
                    Some((_, before)) => before.rolls.len(),
                    None => rolled.known_to_correction(|number| self.is_free(number)),
                };
                let before = before.as_ref().map(|(index, before)| (*index, before));
                let fresh = rolled.rolls.get(known..).unwrap_or(&[]);
                self.rolls.roll(place, &rolled, fresh, free, before);
            }
            Event::Undo(own) => {
                let mut parts = self.places_of_parts(&own.act);
                parts.retain(|act| self.is_in_force(*act));
                if let Some(first) = parts.first() {
                    let index = self.in_force.partition_point(|in_force| in_force.event < *first);
                    let is_part = |act: &usize| parts.binary_search(act).is_ok();
                    let (undone, stay): (Vec<usize>, Vec<usize>) = self.take_back(index).into_iter().partition(is_part);
                    // The first part is redone first.
                    self.undone.extend(undone.into_iter().rev());
                    self.put_in_force_all(stay);
                }
            }
            Event::Redo(own) => {
                let mut parts = self.places_of_parts(&own.act);
                parts.retain(|act| *act < place && self.can_be_in_force(*act) && !self.is_in_force(*act));
                let is_free = !parts.iter().any(|act| self.has_lost_its_numbers(*act));
                if let Some(first) = parts.first().filter(|_| is_free) {
                    let index = self.in_force.partition_point(|in_force| in_force.event < *first);
                    self.undone.retain(|undone| parts.binary_search(undone).is_err());
                    parts.extend(self.take_back(index));
                    parts.sort_unstable();
                    self.put_in_force_all(parts);
                }
            }
            Event::Control(_) => self.control_events.push(place),
            Event::Chain(_) => {}
        }
    }

    /// Settles the roll that the act at an index refers to, if any. Returns false if that roll no longer waits: another entry has settled or
    /// continued it, or it is set aside. The roll itself may be missing if its stored text was damaged; the act contains everything needed.
    fn settle(&mut self, place: usize) -> bool {
        let free = self.next_roll();
        let Event::Action(act) = &self.log[place].1 else { return true };
        let (settles, rolls) = match &act.action {
            Action::Resolved(resolved) => (&resolved.settles, resolved.rolls.as_slice()),
            // The dice of the corrected acts had been seen before, or belong to the roll that the correction settles.
            Action::Corrected(corrected) => (&corrected.settles, &[][..]),
            _ => return true,
        };
        let rolled = settles.as_ref().and_then(|stamp| self.place_before(stamp, place));
        let rolled = rolled.and_then(|rolled| match &self.log[rolled].1 {
            Event::Rolled(waited) => Some((rolled, &**waited)),
            _ => None,
        });
        self.rolls.settle(place, rolled, rolls, free)
    }

    /// The roll that the act at an index settles, with the roll's index. `None` if it settles none, or if the log does not have the roll.
    fn settled_roll(&self, place: usize) -> Option<(usize, &Rolled)> {
        let stamp = match &self.act(place)?.action {
            Action::Resolved(resolved) => resolved.settles.as_ref()?,
            Action::Corrected(corrected) => corrected.settles.as_ref()?,
            _ => return None,
        };
        let rolled = self.place_before(stamp, place)?;
        Some((rolled, self.rolled(rolled)?.1))
    }

    /// Removes undone acts from those that can be redone, because the event at an index follows them. If everybody acts, only acts of the
    /// event's own device are removed. An act that takes seats removes none.
    fn forget_undone(&mut self, place: usize) {
        if self.act(place).is_some_and(ActionEvent::takes_seats) {
            return;
        }
        let (everybody, device) = (self.everybody_acts(), self.log[place].0.device());
        let (log, undone) = (&self.log, &mut self.undone);
        undone.retain(|act| everybody && log[*act].0.device() != device);
    }

    fn can_be_in_force(&self, event: usize) -> bool {
        self.act(event).is_some() && !self.rolls.is_late(event) && !self.rolls.is_aside(event)
    }

    fn place(&self, stamp: &Stamp) -> Option<usize> {
        self.place_before(stamp, self.log.len())
    }

    /// Index of the event with this stamp, if it comes before another index in the log.
    fn place_before(&self, stamp: &Stamp, place: usize) -> Option<usize> {
        self.log[..place].binary_search_by(|(own, _)| own.cmp(stamp)).ok()
    }

    /// Applies the act at an index of the log, after all acts in force.
    fn put_in_force(&mut self, event: usize) {
        if let Event::Action(act) = &self.log[event].1 {
            let inverse = self.state.apply_act(act).into();
            act.rolls().for_each(|rolls| self.rolls.taken.add(rolls));
            // If the act before a discarded roll is undone, the discard stays in force. If its numbers still counted, the next roll would
            // skip the numbers of the undone act and get fresh dice. So they count only if they directly follow the numbers before them.
            let before = self.in_force.last().map_or(0, |before| before.next_roll);
            let goes_back = act.is_discarded() && act.first_roll().is_some_and(|first| first > before);
            let next_roll = if goes_back { before } else { act.next_roll().max(before) };
            self.in_force.push(InForce { event, inverse, next_roll });
        }
    }

    fn put_in_force_all(&mut self, events: Vec<usize>) {
        for event in events {
            self.put_in_force(event);
        }
    }

    /// Undoes the acts in force from the one at `index` on. Returns their indexes in the log, oldest first.
    fn take_back(&mut self, index: usize) -> Vec<usize> {
        let later = self.in_force.split_off(index);
        let events = later.iter().map(|in_force| in_force.event).collect();
        for in_force in later.into_iter().rev() {
            self.state.take_back(&in_force.inverse);
            if let Event::Action(act) = &self.log[in_force.event].1 {
                act.rolls().for_each(|rolls| self.rolls.taken.remove(rolls));
            }
        }
        events
    }

    /// The act that the next undo takes back; `None` if there is none. The act that begins the battle cannot be undone.
    pub fn to_undo(&self) -> Option<&ActionEvent> {
        self.act(self.last_step()?).filter(|act| !act.begins)
    }

    /// Index in the log of the last act in force that undos do not skip. It can be the act that begins the battle.
    fn last_step(&self) -> Option<usize> {
        self.steps().next()
    }

    /// Indexes in the log of the acts in force that undos do not skip, last first. They skip discarded rolls, the note that the seed was
    /// shown, and acts that take seats.
    fn steps(&self) -> impl Iterator<Item = usize> {
        let is_step = |event: &usize| {
            self.act(*event).is_some_and(|act| !act.is_discarded() && !act.seed_shown && !act.takes_seats())
        };
        self.in_force.iter().rev().map(|in_force| in_force.event).filter(is_step)
    }

    /// The act that the next redo puts in force again; `None` if there is none.
    pub fn to_redo(&self) -> Option<&ActionEvent> {
        self.act(*self.undone.last()?)
    }

    /// An undo of the act that [`Battle::to_undo`] returns. If the act is a part of a group act, the undo refers to the first part, and undoes
    /// all parts. `None` while a roll waits, or if there is no such act.
    pub fn undoing(&self) -> Option<Event> {
        self.rolls.is_none_open().then_some(())?;
        self.to_undo()?;
        let parts = self.places_of_parts(&self.log[self.last_step()?].0);
        let first = parts.into_iter().find(|act| self.is_in_force(*act))?;
        Some(Event::Undo(self.log[first].0.clone().into()))
    }

    /// A redo of the act that was undone last, with all parts of its group. `None` while a roll waits, or if there is no such act.
    pub fn redoing(&self) -> Option<Event> {
        self.rolls.is_none_open().then_some(())?;
        Some(Event::Redo(self.log[*self.undone.last()?].0.clone().into()))
    }

    /// True if one tap made the last act in force and the act before it. Then both are undone together.
    pub fn undoes_further(&self) -> bool {
        let mut steps = self.steps();
        let last = steps.next().filter(|event| self.act(*event).is_some_and(|act| act.together));
        self.is_by_one_author(last, steps.next())
    }

    /// True if one tap made the last act in force and the act that would be redone next. Then both are redone together.
    pub fn redoes_further(&self) -> bool {
        let next = self.undone.last().copied();
        let next = next.filter(|event| self.act(*event).is_some_and(|act| act.together));
        self.is_by_one_author(next, self.last_step())
    }

    fn is_by_one_author(&self, event: Option<usize>, before: Option<usize>) -> bool {
        let tab = |event: Option<usize>| event.map(|event| self.log[event].0.tab());
        event.is_some() && tab(event) == tab(before)
    }

    fn act(&self, event: usize) -> Option<&ActionEvent> {
        match &self.log.get(event)?.1 {
            Event::Action(act) => Some(act),
            Event::Undo(_) | Event::Redo(_) | Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => None,
        }
    }

    fn rolled(&self, event: usize) -> Option<(&Stamp, &Rolled)> {
        match self.log.get(event)? {
            (stamp, Event::Rolled(rolled)) => Some((stamp, rolled)),
            _ => None,
        }
    }

    /// The rolls of the app that wait for an act, oldest first. There are several if tabs or devices rolled at the same moment, or if a group
    /// act made a roll for each of its parts.
    pub fn awaiting(&self) -> impl Iterator<Item = (&Stamp, &Rolled)> {
        self.rolls.open().iter().filter_map(|event| self.rolled(*event))
    }

    /// The reason why the dice of the event at this index had been seen before they were rolled; `None` if they had not.
    pub fn seen_before(&self, event: usize) -> Option<SeenBefore> {
        self.rolls.seen_before(event)
    }

    /// Status of each event of the log, oldest first.
    pub fn event_statuses(&self) -> Vec<EventStatus> {
        let status = |(event, own): (usize, &(Stamp, Event))| match own.1 {
            Event::Action(_) | Event::Rolled(_) if self.rolls.is_aside(event) => EventStatus::SetAside,
            Event::Action(_) if self.rolls.is_late(event) => EventStatus::TooLate,
            Event::Action(_) => EventStatus::Overtaken,
            Event::Undo(_) | Event::Redo(_) | Event::Control(_) | Event::Chain(_) => EventStatus::Other,
            Event::Rolled(_) if self.rolls.open().contains(&event) => EventStatus::Awaiting,
            Event::Rolled(_) => EventStatus::Settled,
        };
        let mut event_statuses: Vec<EventStatus> = self.log.iter().enumerate().map(status).collect();
        for act in &self.in_force {
            event_statuses[act.event] = EventStatus::InForce;
            let Some(Action::Corrected(corrected)) = self.act(act.event).map(|act| &act.action) else { continue };
            let redone = corrected.acts.iter().filter(|redone| redone.now != Now::Same && !redone.kept);
            for place in redone.filter_map(|redone| self.place(&redone.act)) {
                if event_statuses[place] == EventStatus::InForce {
                    event_statuses[place] = EventStatus::Corrected;
                }
            }
        }
        for &event in &self.undone {
            event_statuses[event] = EventStatus::Undone;
        }
        event_statuses
    }

    /// Number of the app's next roll if all rolls are counted [together](Numbering::Together): one above the highest number in the acts in
    /// force and the waiting rolls. An undo lowers it again, so an undo never grants a fresh roll.
    pub fn next_roll(&self) -> u64 {
        let open = self.awaiting().map(|(_, rolled)| rolls::after(&rolled.rolls)).max().unwrap_or(0);
        open.max(self.in_force.last().map_or(0, |last| last.next_roll))
    }
}

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;
