//! A battle: who fights, what happened, and how things stand.
//!
//! What happened is a log of events, only ever added to: an act, the undoing of an act, the redoing of one. How things
//! stand is what the acts in force add up to. An act says what it changed, not what should be worked out again, so a later
//! correction of a rule never rewrites an old battle.

mod state;

use state::Inverse;
pub use state::{Side, State, Unit, start};

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
    /// The last act in force was undone.
    Undo,
    /// The last act undone was put in force again.
    Redo,
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
    events: Vec<Event>,
    /// The acts in force, oldest first.
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
        Self { header, events: Vec::new(), in_force: Vec::new(), undone: Vec::new(), state }
    }

    /// A battle as its log tells it.
    pub fn replay(header: Header, events: impl IntoIterator<Item = Event>) -> Self {
        let mut battle = Self::begin(header);
        for event in events {
            battle.add(event);
        }
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
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Adds an event to the log. An undoing with nothing to undo, or a redoing with nothing to redo, is logged and does
    /// nothing, so that every log can be replayed.
    pub fn add(&mut self, event: Event) {
        let here = self.events.len();
        match &event {
            Event::Act(act) => {
                let inverse = self.state.apply_all(&act.changes);
                self.in_force.push(InForce { event: here, inverse });
                self.undone.clear();
            }
            Event::Undo => {
                if let Some(last) = self.in_force.pop() {
                    self.state.take_back(last.inverse);
                    self.undone.push(last.event);
                }
            }
            Event::Redo => {
                if let Some(again) = self.undone.pop()
                    && let Event::Act(act) = &self.events[again]
                {
                    let inverse = self.state.apply_all(&act.changes);
                    self.in_force.push(InForce { event: again, inverse });
                }
            }
        }
        self.events.push(event);
    }

    /// The act that would be undone next.
    pub fn to_undo(&self) -> Option<&Act> {
        self.act(self.in_force.last()?.event)
    }

    /// The act that would be redone next.
    pub fn to_redo(&self) -> Option<&Act> {
        self.act(*self.undone.last()?)
    }

    fn act(&self, event: usize) -> Option<&Act> {
        match self.events.get(event)? {
            Event::Act(act) => Some(act),
            Event::Undo | Event::Redo => None,
        }
    }

    /// How each event of the log stands, oldest first.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings: Vec<Standing> = self
            .events
            .iter()
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

    /// The number of the next throw that the app makes: how many it made in the acts in force. Undoing takes it back, so
    /// undoing never grants a fresh roll.
    pub fn next_throw(&self) -> u64 {
        self.in_force
            .iter()
            .rev()
            .filter_map(|act| match &self.act(act.event)?.deed {
                Deed::Resolved(resolved) => resolved.throws.iter().filter_map(|thrown| thrown.number).max(),
                _ => None,
            })
            .next()
            .map_or(0, |last| last + 1)
    }
}

#[cfg(test)]
mod tests;
