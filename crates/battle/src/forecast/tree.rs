//! The tree of a chain: its states, and the branches between them.

use super::{States, Summary};
use crate::Act;
use rules::procedure::Procedure;
use rules::refusal::Refusal;
use rules::table::Change;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::rc::Rc;

/// Tree of the ends of an act.
#[derive(Debug, Default)]
pub struct Forecast {
    /// Ids of the units that it concerns.
    pub units: Vec<String>,
    /// Nodes; the first is the state before the act.
    pub nodes: Vec<Node>,
    /// State at each node.
    pub states: Option<States>,
    /// The ends.
    pub ends: Summary,
    /// Ends after each round, with the probability that the round is fought.
    pub rounds: Vec<(f64, Summary)>,
    /// Probability that was not followed.
    pub not_followed: f64,
    /// Probability below which nodes were not followed: more than was asked if there were too many.
    pub below: f64,
    /// Part of it that stopped at acts which cannot be done without an answer.
    pub stopped: Vec<Stopped>,
    /// Values that were assumed, or that are defaults: procedure, field and value.
    pub assumed: Vec<(&'static str, &'static str, Json)>,
}

/// An act at which branches stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Reason, at the field that needs an answer.
    pub why: Refusal,
    /// Probability of those branches.
    pub probability: f64,
}

/// A state on the way.
#[derive(Clone, Debug)]
pub struct Node {
    /// Probability of getting there.
    pub probability: f64,
    /// Next step there.
    pub step: Rc<Step>,
    /// The branches of that.
    pub branches: Vec<Branch>,
    /// Turn and phase.
    pub when: (i32, &'static str),
}

/// A branch of what comes next at a node.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Index of the node that it leads to.
    pub node: usize,
    /// Probability, given the node that it begins at.
    pub probability: f64,
    /// Headline of its most probable outcome, if it has one.
    pub words: Option<Rc<Text>>,
}

/// Next step at a node.
#[derive(Clone, Debug)]
pub enum Step {
    /// A procedure.
    Act {
        /// The procedure.
        procedure: &'static Procedure,
        /// Participants, as the log has them.
        participants: Map<String, Json>,
        /// Answers of players, assumed ones included.
        said: Map<String, Json>,
    },
    /// Trackers that players set.
    Set(Vec<Change>),
    /// The next phase.
    Next,
    /// Nothing: the chain is over, with these fates of the units, as indexes in the ruleset's list.
    Over(Vec<usize>),
    /// It was not followed.
    NotFollowed,
}

impl From<Act> for Step {
    fn from(Act { procedure, participants, answers: said, .. }: Act) -> Self {
        Step::Act { procedure, participants: participants.json(), said }
    }
}
