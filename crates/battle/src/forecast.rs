//! Forecasts: the exact distribution of how an act ends, including every procedure that becomes due because of it.
//!
//! A chain begins with a state of a battle and one act. After each act the referee's duties determine the next act. A
//! [policy](rules::forecast::Policy) makes each choice that a player would make, and `next` follows when nothing is due. Every outcome of
//! every act is followed with its probability; nothing is sampled.
//!
//! Files of this folder are layered, as `tests/it/layout.rs` lists them, and each uses only its own layer and those below. Acts, states and
//! summaries are at the bottom. Decisions and the tree come next, then steps, then the walk through them.
//!
//! # How a chain is evaluated
//!
//! 1. An act is [filled in](crate::referee::filled) and judged by the referee, as in a battle. A field that the table does not fill in
//!    takes the caller's answer, else the procedure's [assumption](rules::procedure::Assumption), else its default. The
//!    [forecast](Forecast::assumed) lists each value that players might answer otherwise.
//! 2. Its [results](rules::procedure::Ready::results) are all outcomes with their consequences and probabilities. They come from the code
//!    that resolves dice at the table, which runs once for each input.
//! 3. Outcomes with equal consequences are one branch. Each branch leads to a state of the battle: the referee turns the consequences into
//!    changes.
//! 4. Each state is one node, even if many branches lead to it. Two states are equal if all trackers of all units, sides and the battle are
//!    equal. The probabilities of those branches are added up.
//! 5. The state of a node alone determines its next act. The first choice is an act that a policy plans and the referee allows, then the first
//!    duty that holds up the phase, then `next`. This goes on until the chain is over.
//!
//! Nodes are followed in the order of turn, phase and number of acts. By then most of a node's probability has arrived. Probability that
//! arrives later is passed along the branches that are known by then.
//!
//! # How steps are reused
//!
//! A chain may reach thousands of states, and most differences between them do not matter to the next step. For example, the losses of a
//! regiment do not decide which unit tests next. So each step is computed once for all states that give the same step:
//!
//! - While the rules work out a step, each fact that they read is recorded (`reads.rs`).
//! - The step is stored under the facts that were read, with their values (`known.rs`). A state with equal values takes the same step
//!   without running any rule. The changes of each outcome of an act are found in the same way.
//! - The number of the turn is one of these facts. So a later turn is computed again only where a rule reads that number.
//! - A state is a list of numbers: one for the version of each unit, each side and the battle (`versions.rs`). A version is a set of
//!   trackers, and is stored once. The reads of a rule are recorded with the number of the version.
//!
//! # Interface to the rest of the engine
//!
//! There are two hooks, and only the states of a chain use them. A [`Watch`](rules::facts::Watch) records which facts are read. A
//! [`Keeper`](crate::Keeper) of a state supplies cached facts after a change. Rules read facts as on any table.
//!
//! # What is left out
//!
//! - Units that the chain does not concern do nothing. The chain concerns the participants of the act, and units that trackers link to them,
//!   such as enemies in contact, and a general with his unit. Duties of other units are ignored.
//! - A branch whose probability is below [`Chain::below`] is not followed. This limit rises as the number of nodes grows, and
//!   [`Forecast::below`] is the highest limit that was applied.
//! - Nothing more is followed once the allowed [work](rules::dice::bounded) is done.
//! - A branch stops at an act that needs an answer which nobody gave.
//! - A choice that dice offer within a procedure takes the procedure's default, as in its odds.
//!
//! [`Forecast::not_followed`] is the probability of all branches that were cut or stopped. Together with it, the probabilities of the ends
//! sum up to 1.
//!
//! # Rounds
//!
//! A [round](rules::forecast::ForecastRules::rounds) is one melee procedure. The state after a round is the one at the end of its phase, so
//! units that break because of the melee have broken. If a chain ended before a round, its last state counts for that round, too. So the
//! probabilities of the fates after each round sum up to 1, as at the end.
//!
//! # In a page
//!
//! A panel asks a worker (`public/odds.js`), which runs the same module. A [`Question`](job::Question) contains the battle as its units and
//! the changes since they joined, not as its log. An [`ChainAnswer`](job::ChainAnswer) contains everything that the panel shows: ends, numbers, rounds,
//! assumptions, and the most probable nodes of the tree. Each act of the tree has the changes of the table that lead to it, and its panel is
//! shown on that [supposed](job::supposed) table. The worker reports its progress, and stops when the question changes. Scripts in the page
//! call `chain`. A native program sends the same request as a line of standard input.

mod acts;
mod decide;
pub mod job;
mod known;
mod outcomes;
mod reads;
mod states;
mod steps;
mod summary;
mod tree;
mod versions;
mod walk;

pub use states::States;
pub use summary::{NumberDistribution, Summary, UnitSummary};
pub use tree::{Branch, Forecast, Node, Step, Stopped};

use crate::{Act, State};
use rules::forecast::Policy;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::Text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Default of [`Chain::below`].
pub const BELOW: f64 = 1e-6;
/// The highest number of melee rounds that a chain may follow.
pub const MOST_ROUNDS: usize = 6;

/// The question of a forecast: an act on a table, and how far it is followed.
#[derive(Debug)]
pub struct Chain {
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// The battle before the act.
    pub state: State,
    /// The act with which the chain begins.
    pub act: Act,
    /// The point at which the chain ends.
    pub until: Until,
    /// Policies that are not on their default, each with the id of its choice.
    pub choices: Vec<(&'static Policy, &'static str)>,
    /// Answers to the fields of procedures: by procedure, then by field.
    pub answers: Map<String, Json>,
    /// Probability below which a node is not followed.
    pub below: f64,
}

/// The point at which a chain ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// When nothing is due in the phase any more.
    Phase,
    /// At the end of the turn.
    Turn,
    /// After this many rounds of melee, or after a turn without one.
    Rounds(usize),
}

impl Chain {
    /// Id of the choice that the chain makes for a policy: the one in [`Chain::choices`], else the policy's first; empty if it has none.
    pub fn choice(&self, policy: &Policy) -> &'static str {
        let chosen = self.choices.iter().find(|(known, _)| known.id == policy.id).map(|(_, choice)| *choice);
        chosen.or(policy.choices.first().map(|choice| choice.id)).unwrap_or_default()
    }

    /// Ids of the units that the chain concerns: the participants of the act, and units that trackers link to them.
    pub fn concerned(&self) -> Vec<String> {
        acts::concerned(self.ruleset, &self.state, &self.act)
    }

    /// Sentences about assumptions other than answers to fields.
    pub fn notes(ruleset: &Ruleset) -> Vec<Text> {
        let always = text!("Units that this does not concern do nothing meanwhile.");
        let by_rules = ruleset.forecast.notes.iter().map(|note| Text::from(*note));
        std::iter::once(always).chain(by_rules).collect()
    }
}
