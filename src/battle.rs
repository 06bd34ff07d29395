//! A battle: who fights, what happened, and how things stand.
//!
//! What happened is a log of events, only ever added to: an act, the undoing of an act, the redoing of one. How things
//! stand is what the acts in force add up to, applied in the log's order. An act says what it changed, not what should be worked out again, so a later
//! correction of a rule never rewrites an old battle.
//!
//! Several tabs may add to one log; [`Stamp`] says why that loses nothing. Whatever the order in which events reach a tab, the
//! battle is the one that [`Battle::replay`] makes of them. Two tabs that throw at the same moment throw the same numbers of
//! the seed's dice, and so the same dice: nobody gains a fresh roll by a second tab.

mod stamp;
mod state;

pub use stamp::Stamp;
use state::Inverse;
pub use state::{Armies, Side, State, Unit, start};

use crate::chance::Seed;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// What does not change in a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Its name.
    pub name: String,
    /// The ruleset.
    pub ruleset: String,
    /// The switches among the rulings that the players chose: field → value.
    #[serde(default)]
    pub rulings: Map<String, Json>,
    /// The seed of the dice that the app throws.
    pub seed: Seed,
    /// The two sides.
    pub sides: [Side; 2],
    /// The units at the start.
    pub units: Vec<Unit>,
    /// When it began, in milliseconds since 1970.
    pub began: f64,
}

/// Something that was added to the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An act.
    Act(Box<Act>),
    /// This act was undone.
    Undo(Stamp),
    /// This act, undone before, was put in force again.
    Redo(Stamp),
}

/// An act: something that was done, and what it changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// When, in milliseconds since 1970.
    pub at: f64,
    /// What was done.
    pub deed: Deed,
    /// What it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A procedure was resolved.
    Resolved(Resolved),
    /// Players changed trackers by hand.
    ByHand,
    /// A phase began.
    Phase,
    /// A unit joined, left or was changed.
    Muster,
    /// Somebody wrote something down.
    Note(String),
}

/// A procedure that was resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resolved {
    /// The procedure.
    pub procedure: String,
    /// Its input.
    pub input: Map<String, Json>,
    /// Who took which role: role → units.
    #[serde(default)]
    pub cast: Map<String, Json>,
    /// The throws, in order.
    pub throws: Vec<Thrown>,
    /// The outcome.
    pub outcome: Json,
    /// Thrown and then not applied: it changed nothing, but nobody throws it away unseen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
}

/// A throw that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// What it decided.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces.
    pub faces: Vec<u8>,
    /// The number of the throw, if the app made it; none for dice from the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}

/// A change to how things stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A tracker now holds this.
    Set {
        /// Whose: a unit's id, `a`, `b`, or `battle`.
        of: String,
        /// The tracker.
        key: String,
        /// What it holds.
        to: Json,
    },
    /// A unit is on the table now.
    Add(Unit),
    /// A unit is not on the table any more.
    Remove(String),
}

impl Change {
    /// A tracker now holds `to`.
    pub fn set(of: impl Into<String>, key: impl Into<String>, to: impl Into<Json>) -> Self {
        Change::Set { of: of.into(), key: key.into(), to: to.into() }
    }
}

/// A battle in play.
#[derive(Clone, Debug)]
pub struct Battle {
    header: Header,
    /// What happened, in the order of the stamps.
    log: Vec<(Stamp, Event)>,
    /// The acts in force, in the log's order.
    in_force: Vec<InForce>,
    /// The acts undone that can be redone, the next one last.
    undone: Vec<usize>,
    state: State,
}

/// An act in force: where it stands in the log, and what takes it back.
#[derive(Clone, Debug)]
struct InForce {
    event: usize,
    inverse: Vec<Inverse>,
}

/// How an event of the log stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// An act in force.
    InForce,
    /// An act undone that can be redone.
    Undone,
    /// An act undone and then overtaken by another.
    Overtaken,
    /// No act: an undoing or redoing.
    Mark,
}

impl Battle {
    /// A battle that begins.
    pub fn begin(header: Header) -> Self {
        let state = State::begin(&header);
        Self { header, log: Vec::new(), in_force: Vec::new(), undone: Vec::new(), state }
    }

    /// A battle as its log tells it.
    pub fn replay(header: Header, events: impl IntoIterator<Item = (Stamp, Event)>) -> Self {
        let mut battle = Self::begin(header);
        battle.log.extend(events);
        battle.log.sort_by(|(a, _), (b, _)| a.cmp(b));
        battle.log.dedup_by(|(a, _), (b, _)| a == b);
        battle.fold_again();
        battle
    }

    /// What does not change.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How things stand.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The log, oldest first.
    pub fn log(&self) -> &[(Stamp, Event)] {
        &self.log
    }

    /// What happened, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().map(|(_, event)| event)
    }

    /// The stamp of what `tab` does next.
    pub fn next_stamp(&self, tab: &str) -> Stamp {
        Stamp::after(self.log.last().map(|(stamp, _)| stamp), tab)
    }

    /// Adds an event to the log, wherever its stamp puts it; one that is there already is not added again. An undoing of
    /// what is not in force, or a redoing of what is, is logged and does nothing, so that every log can be replayed.
    pub fn add(&mut self, stamp: Stamp, event: Event) {
        match self.log.binary_search_by(|(own, _)| own.cmp(&stamp)) {
            Ok(_) => {}
            Err(place) if place == self.log.len() => {
                self.log.push((stamp, event));
                self.fold(place);
            }
            Err(place) => {
                self.log.insert(place, (stamp, event));
                self.fold_again();
            }
        }
    }

    fn fold_again(&mut self) {
        self.state = State::begin(&self.header);
        self.in_force.clear();
        self.undone.clear();
        for place in 0..self.log.len() {
            self.fold(place);
        }
    }

    /// Lets the event at `place` of the log, which all before it have led to, have its effect.
    fn fold(&mut self, place: usize) {
        match &self.log[place].1 {
            Event::Act(_) => {
                self.undone.clear();
                self.put_in_force(place);
            }
            Event::Undo(stamp) => {
                if let Some(act) = self.place(stamp)
                    && let Some(index) = self.in_force.iter().rposition(|in_force| in_force.event == act)
                {
                    let later = self.take_back(index + 1);
                    self.take_back(index);
                    self.put_in_force_all(later);
                    self.undone.push(act);
                }
            }
            Event::Redo(stamp) => {
                if let Some(act) = self.place(stamp).filter(|act| *act < place && self.act(*act).is_some())
                    && let Err(index) = self.in_force.binary_search_by_key(&act, |in_force| in_force.event)
                {
                    let later = self.take_back(index);
                    self.put_in_force(act);
                    self.put_in_force_all(later);
                    self.undone.retain(|undone| *undone != act);
                }
            }
        }
    }

    fn place(&self, stamp: &Stamp) -> Option<usize> {
        self.log.binary_search_by(|(own, _)| own.cmp(stamp)).ok()
    }

    /// Applies the act at `event` of the log after all that are in force.
    fn put_in_force(&mut self, event: usize) {
        if let Event::Act(act) = &self.log[event].1 {
            let inverse = self.state.apply_all(&act.changes);
            self.in_force.push(InForce { event, inverse });
        }
    }

    fn put_in_force_all(&mut self, events: Vec<usize>) {
        for event in events {
            self.put_in_force(event);
        }
    }

    /// Takes back the acts in force from `index` on; hands back their places in the log, oldest first.
    fn take_back(&mut self, index: usize) -> Vec<usize> {
        let later = self.in_force.split_off(index);
        let events = later.iter().map(|in_force| in_force.event).collect();
        for in_force in later.into_iter().rev() {
            self.state.take_back(in_force.inverse);
        }
        events
    }

    /// The act that would be undone next.
    pub fn to_undo(&self) -> Option<&Act> {
        self.act(self.in_force.last()?.event)
    }

    /// The act that would be redone next.
    pub fn to_redo(&self) -> Option<&Act> {
        self.act(*self.undone.last()?)
    }

    /// The undoing of the last act in force.
    pub fn undoing(&self) -> Option<Event> {
        Some(Event::Undo(self.log[self.in_force.last()?.event].0.clone()))
    }

    /// The redoing of the last act undone.
    pub fn redoing(&self) -> Option<Event> {
        Some(Event::Redo(self.log[*self.undone.last()?].0.clone()))
    }

    fn act(&self, event: usize) -> Option<&Act> {
        match &self.log.get(event)?.1 {
            Event::Act(act) => Some(act),
            Event::Undo(_) | Event::Redo(_) => None,
        }
    }

    /// How each event of the log stands, oldest first.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings: Vec<Standing> = self
            .events()
            .map(|event| if matches!(event, Event::Act(_)) { Standing::Overtaken } else { Standing::Mark })
            .collect();
        for act in &self.in_force {
            standings[act.event] = Standing::InForce;
        }
        for &event in &self.undone {
            standings[event] = Standing::Undone;
        }
        standings
    }

    /// The number of the next throw that the app makes: one above the highest in the acts in force. Undoing takes it back, so
    /// undoing never grants a fresh roll.
    pub fn next_throw(&self) -> u64 {
        self.in_force
            .iter()
            .filter_map(|act| match &self.act(act.event)?.deed {
                Deed::Resolved(resolved) => resolved.throws.iter().filter_map(|thrown| thrown.number).max(),
                _ => None,
            })
            .max()
            .map_or(0, |last| last.saturating_add(1))
    }
}

#[cfg(test)]
mod tests;
