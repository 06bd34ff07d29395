//! The tree of a chain: its states, and the branches between them.

use super::{States, Summary};
use crate::Act;
use rules::procedure::Procedure;
use rules::refusal::Refusal;
use rules::table::Change;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::rc::Rc;

/// The result of a chain: its tree and its ends.
#[derive(Debug, Default)]
pub struct Forecast {
    /// Ids of the units that the chain concerns.
    pub units: Vec<String>,
    /// Nodes; the first is the state before the act.
    pub nodes: Vec<Node>,
    /// The state at each node.
    pub states: Option<States>,
    /// Distribution of the ends.
    pub ends: Summary,
    /// For each round: the probability that it is fought, and the distribution after it.
    pub rounds: Vec<(f64, Summary)>,
    /// Probability of the branches that were not followed.
    pub not_followed: f64,
    /// Probability below which nodes were not followed. It is higher than the chain's limit if there were too many nodes.
    pub below: f64,
    /// The part of `not_followed` that stopped at acts which were refused or changed nothing.
    pub stopped: Vec<Stopped>,
    /// Values that were assumed, or are defaults: procedure, field and value.
    pub assumed: Vec<(&'static str, &'static str, Json)>,
}

/// An act at which branches stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// The reason, with the field that needs an answer, if there is one.
    pub why: Refusal,
    /// Total probability of those branches.
    pub probability: f64,
}

/// A state in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Probability that the chain reaches this node.
    pub probability: f64,
    /// The next step at this node.
    pub step: Rc<Step>,
    /// The branches of that step.
    pub branches: Vec<Branch>,
    /// Turn and phase.
    pub when: (i32, &'static str),
}

/// A branch of a node's step.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Index of the node at its end.
    pub node: usize,
    /// Probability of the branch, given the node where it begins.
    pub probability: f64,
    /// Headline of the branch's most probable outcome, if it has one.
    pub words: Option<Rc<Text>>,
}

/// The next step at a node.
#[derive(Clone, Debug)]
pub enum Step {
    /// A procedure.
    Act {
        /// The procedure.
        procedure: &'static Procedure,
        /// Participants, in the form that the log stores.
        participants: Map<String, Json>,
        /// Answers of players, including assumed ones.
        answers: Map<String, Json>,
    },
    /// Trackers that players set.
    Set(Vec<Change>),
    /// The next phase.
    Next,
    /// None, because the chain is over. The fates of the units are indexes in the ruleset's list.
    Over(Vec<usize>),
    /// The node was not followed.
    NotFollowed,
}

impl From<Act> for Step {
    fn from(Act { procedure, participants, answers, .. }: Act) -> Self {
        Step::Act { procedure, participants: participants.json(), answers }
    }
}
