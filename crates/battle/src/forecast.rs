//! Forecasts: how an act ends, through everything that becomes due by it.
//!
//! A chain begins with a state of a battle and one act. After each act the referee's duties say what is due. A
//! [policy](rules::forecast::Policy) stands for each choice of a player, and `next` follows when nothing is due. The result is
//! the exact distribution of the ends: every outcome of every act is followed with its probability, and nothing is sampled.
//!
//! A file of this folder uses only files on its own floor and on floors below, which `tests/layout.rs` lists. Acts, states and
//! summaries are at the bottom. Decisions and the tree come next, then steps, then the walk through them.
//!
//! # How a chain is evaluated
//!
//! 1. An act is [filled in](crate::referee::filled) and judged by the referee, as in a battle. A field that the table does
//!    not fill in takes the caller's answer, else the procedure's [assumption](rules::procedure::Assumption), else its
//!    default. The [forecast](Forecast::assumed) lists each value that players might answer otherwise.
//! 2. Its [results](rules::procedure::Ready::results) are all outcomes with their consequences and probabilities. The code
//!    that resolves dice at the table works them out, once for each input.
//! 3. Outcomes with equal consequences are one branch. Each branch leads to a state of the battle, with the changes that the referee
//!    makes of the consequences.
//! 4. Each state is one node, however many branches lead to it: states are equal if all trackers of all units, sides and the battle
//!    are. The probabilities of those branches are added up.
//! 5. A node decides by itself what comes next: the first act that a policy plans and the referee allows, else the first duty that
//!    must be settled, else `next`, until the chain is over.
//!
//! Nodes are taken in the order of turn, phase and number of acts. Most probability has then arrived at a node before its branches are
//! followed. Probability that arrives later runs along the branches that are known by then.
//!
//! # How a step is found again
//!
//! A chain may reach thousands of states, and most of what differs between them does not matter to the next step: losses of a regiment
//! do not decide which unit tests next. So each step is worked out once for all states to which the same applies:
//!
//! - While the rules work out a step, each fact that they read is recorded (`reads.rs`).
//! - The step is kept under the facts that were read, with their values (`known.rs`). A state with the same values takes the
//!   same step, and no rule runs for it. The changes of each outcome of an act are found again in the same way.
//! - The number of the turn is such a fact, so a later turn is worked out anew only where a rule reads that number.
//! - A state is a list of numbers: one for the version of each unit, each side and the battle (`versions.rs`). A version is a set of
//!   trackers, and is stored once. A rule's reads are recorded with the number of the version.
//!
//! # Interface to the rest of the engine
//!
//! There are two hooks, and only the states of a chain use them. A [`Watch`](rules::facts::Watch) of facts
//! records what is read of them. A state may have a [`Keeper`](crate::Keeper), which supplies the facts after a change. Rules read
//! facts as on any table.
//!
//! # What is left out
//!
//! - Units that the chain does not concern do nothing. It concerns the participants of the act, and units that name them in a tracker
//!   or are named in one of theirs: enemies in contact, a general with his unit. Duties of other units are left aside.
//! - A branch that is less probable than [`Chain::below`] is not followed. The bound rises as nodes become many, and
//!   [`Forecast::below`] is the highest that was applied.
//! - Nothing more is followed once the allowed [work](rules::dice::bounded) is done.
//! - An act that needs an answer which nobody gave stops its branch.
//! - Choices that dice raise within a procedure are the procedure's default, as in its odds.
//!
//! [`Forecast::not_followed`] is the probability of all branches that were cut or stopped. With it the ends sum up to 1.
//!
//! # Rounds
//!
//! A [round](rules::forecast::ForecastRules::rounds) is one melee procedure. The state after a round is that in which its
//! phase is settled: who broke by it has broken. A chain that ended before a round counts there as it ended, so that the fates after
//! each round sum up like those at the end.
//!
//! # In a page
//!
//! A panel asks a worker (`public/odds.js`), which runs the same module. A [`Question`](job::Question) holds the battle as its units
//! and the changes since they joined, not as its log. An [`Answer`](job::Answer) holds what the panel shows: ends, numbers, rounds,
//! assumptions, and the most probable nodes of the tree. Each act has the changes of the table that lead there, and its panel is
//! shown on that [supposed](job::supposed) table. The worker reports how much is done, and ends when the question changes.
//! Scripts in the page call `chain`, natively the same call is a line of standard input.

mod acts;
mod decide;
pub mod job;
mod known;
mod reads;
mod states;
mod steps;
mod summary;
mod tree;
mod versions;
mod walk;
mod ways;

pub use states::States;
pub use summary::{Spread, Summary, UnitSummary};
pub use tree::{Branch, Forecast, Node, Step, Stopped};

use crate::{Act, State};
use rules::forecast::Policy;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::Text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Probability below which a node is not followed, unless a caller asks otherwise.
pub const BELOW: f64 = 1e-6;
/// The most rounds of melee.
pub const MOST_ROUNDS: usize = 6;

/// A chain to be followed.
#[derive(Debug)]
pub struct Chain {
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// The battle before the act.
    pub state: State,
    /// The act.
    pub act: Act,
    /// The end.
    pub until: Until,
    /// Policies that differ from their default, each with the id of its choice.
    pub choices: Vec<(&'static Policy, &'static str)>,
    /// Answers to the fields of procedures, by procedure and field.
    pub answers: Map<String, Json>,
    /// Probability below which a node is not followed.
    pub below: f64,
}

/// The end of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Nothing is due in the phase any more.
    Phase,
    /// The turn is over.
    Turn,
    /// So many rounds of melee were fought, or a turn passed without one.
    Rounds(usize),
}

impl Chain {
    /// Id of the choice of a policy.
    pub fn choice(&self, policy: &Policy) -> &'static str {
        let chosen = self.choices.iter().find(|(own, _)| own.id == policy.id).map(|(_, choice)| *choice);
        chosen.or(policy.choices.first().map(|choice| choice.id)).unwrap_or_default()
    }

    /// Ids of the units that the chain concerns: those of the act, and whoever is linked to them by trackers.
    pub fn concerned(&self) -> Vec<String> {
        acts::concerned(self.ruleset, &self.state, &self.act)
    }

    /// Sentences on what is assumed besides answers to fields.
    pub fn notes(ruleset: &Ruleset) -> Vec<Text> {
        let always = text!("Units that this does not concern do nothing meanwhile.");
        let own = ruleset.forecast.notes.iter().map(|note| Text::from(*note));
        std::iter::once(always).chain(own).collect()
    }
}
