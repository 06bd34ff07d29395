//! What is added to a battle's log.

use super::{Link, Stamp};
use crate::outcome::Record;
use crate::rules::table::Change;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Something that was added to the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An act.
    #[serde(rename = "act")]
    Action(Box<ActionEvent>),
    /// This act was undone.
    Undo(Stamp),
    /// This act, undone before, was put in force again.
    Redo(Stamp),
    /// The app threw dice.
    Rolled(Box<Rolled>),
}

impl Event {
    /// What its writer saw as the end of the log; nothing of undoings and redoings, which the next act links instead.
    pub fn after(&self) -> &[Link] {
        match self {
            Event::Action(act) => &act.after,
            Event::Rolled(rolled) => &rolled.after,
            Event::Undo(_) | Event::Redo(_) => &[],
        }
    }
}

/// Dice that the app threw for a procedure. It stands in the log from the moment it is thrown, so that nobody sees dice and
/// then does something else with them; what becomes of it, a later act [settles](Resolved::settles).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rolled {
    /// When, in milliseconds since 1970.
    pub at: f64,
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input, which stands from now on.
    pub input: Map<String, Json>,
    /// Who took which role: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The throws, in order: those of the app, and what was typed before them.
    pub throws: Vec<Thrown>,
    /// What its writer saw as the end of the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
    /// The throw that this goes on from, once a choice was made that its dice raised: its throws are the first of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<Stamp>,
}

/// An act: something that was done, and what it changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionEvent {
    /// When, in milliseconds since 1970.
    pub at: f64,
    /// What was done.
    #[serde(rename = "deed")]
    pub action: Action,
    /// What it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Rules of the turn that were overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// True if the referee of the turn judged it. Acts of earlier versions were not judged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refereed: bool,
    /// What its writer saw as the end of the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
}

impl ActionEvent {
    /// An action at a time, in milliseconds since 1970, with its changes: not judged by the referee.
    pub fn new(at: f64, action: Action, changes: Vec<Change>) -> Self {
        Self { at, action, changes, overrides: Vec::new(), refereed: false, after: Vec::new() }
    }

    /// The same, judged by the referee of the turn; `overrides` are the rules that were overridden.
    #[must_use]
    pub fn refereed(mut self, overrides: Vec<String>) -> Self {
        self.overrides = overrides;
        self.refereed = true;
        self
    }
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
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
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input.
    pub input: Map<String, Json>,
    /// Who took which role: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The throws, in order.
    pub throws: Vec<Thrown>,
    /// The throw of the app that this settles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Stamp>,
    /// The outcome.
    pub outcome: Json,
    /// Thrown and then not applied: it changed nothing, but nobody throws it away unseen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
}

impl Resolved {
    /// What a procedure came to, of this input and with these units in its roles: without dice, to be applied.
    pub fn of(procedure: &str, input: Map<String, Json>, participants: Map<String, Json>, outcome: &Record) -> Self {
        let outcome = serde_json::to_value(outcome).unwrap_or(Json::Null);
        let procedure = procedure.to_owned();
        Self { procedure, input, participants, throws: Vec::new(), settles: None, outcome, discarded: false }
    }
}

/// A throw that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// What it decided, as the procedure calls it: `kill_pikes`.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order thrown, each from 1 to `sides`.
    pub faces: Vec<u8>,
    /// The number of the throw, if the app made it; none for dice from the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}
