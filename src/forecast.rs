//! Forecasts: how an act ends, through everything that becomes due by it.
//!
//! A chain begins with a state of a battle and one act. After each act the referee's duties say what is due, players' choices are
//! [policies](crate::rules::forecast::Policy) with names, and `next` follows when nothing is left. The result is the exact distribution of
//! the ends. Nothing is sampled: every outcome of every act is followed with its probability.
//!
//! Inside the folder a file uses only those on its floor and below, which `tests/layout.rs` lists: acts, states and their summaries at
//! the bottom, decisions and the tree above them, then classes of states, steps, and the walk through them.
//!
//! # How a chain is evaluated
//!
//! 1. An act is [filled in](crate::battle::referee::filled) and judged by the referee, as in a battle. A field that the table does
//!    not fill in takes the caller's answer, else the procedure's [assumption](crate::rules::procedure::Assumption), else its
//!    default. The [forecast](Forecast::assumed) lists each value that players might answer otherwise.
//! 2. Its [results](crate::rules::procedure::Ready::results) are all outcomes with their consequences and probabilities, by the
//!    same code that resolves dice. They are worked out once for each input, however many branches need them.
//! 3. Outcomes with equal consequences are one branch. Each branch is a state of the battle, with the changes that the referee
//!    makes of the consequences.
//! 4. A state decides by itself what comes next: the first act that a policy plans and the referee allows, else the first duty that
//!    must be settled, else `next`, until the chain is over.
//! 5. A step is worked out once for all states to which the same applies. While the rules work it out, it is noted (`reads.rs`)
//!    which facts they read. A state in which these are equal takes the same step, and its changes are the same. The number of the
//!    turn is such a fact, so a later turn is worked out anew only where the rules ask for it. A state is kept as the versions of
//!    its units (`versions.rs`), of which there are few.
//! 6. States that go on alike until the end are one node: whatever the rest of the chain reads is equal in them. The node has the
//!    probability of all of them, and of each unit how likely each of its versions is there. So a regiment's losses, which nobody
//!    asks for after the melee, are still summed up at the end, and do not multiply what happens on the way.
//!
//! # How it is known what the rest reads
//!
//! It is learned by walking. The first walk takes states for alike as long as nothing is known to tell them apart, and follows one of
//! them. At each step it notes what was read of each unit, what was changed, and what came next. Two versions of a unit are in one
//! class if they answer all of that alike, and if each change that follows leads them into one class again. Then the chain is walked
//! once more with what was learned, until a walk learns nothing new: what it found holds for every state, as all states of a node are
//! answered for. Steps that are known cost a walk little, so the charge of the benches takes three walks of 950 nodes in place of one
//! of 50,000. An act with more than a hundred outcomes is not learned about: each state is by itself there, as its dice differ anyway.
//!
//! Nodes are taken in the order of turn, phase and number of acts, so that probability has mostly arrived at a node before it goes
//! on. When more arrives later, it runs along the branches that are known by then.
//!
//! # What the rest of the engine knows of this
//!
//! Nothing but two places at which somebody may stand: facts tell a [`Watch`](crate::core::facts::Watch), if they have one, what is
//! read of them, and a state asks its [`Keeper`](crate::battle::Keeper), if it has one, for the facts after a change. Only a chain's
//! own states have them. Rules do not know: they read facts as on any table.
//!
//! # What is left out
//!
//! - Units that the chain does not concern do nothing. It concerns those who take part in the act, and those whom they name in
//!   their trackers, or who name them: enemies in contact, a general with his unit. Duties of other units are left aside.
//! - A node that is less probable than [`Chain::below`] is not followed. The bound rises as nodes become many, and
//!   [`Forecast::below`] is the highest that was applied. Once the allowed [work](crate::dice::bounded) is done, a last walk follows
//!   what was learned by then. An act that needs an answer which nobody gave stops its branch. All three are summed up in
//!   [`Forecast::not_followed`], and the ends sum up to the rest.
//! - Choices that dice raise within a procedure are the procedure's default, as in its odds.
//!
//! # Rounds
//!
//! A [round](crate::rules::forecast::ForecastRules::rounds) is one melee procedure. The state after a round is that in which its
//! phase is settled: who broke by it has broken. A chain that ended before a round counts there as it ended, so that the fates after
//! each round sum up like those at the end.
//!
//! # In a page
//!
//! A panel asks a worker (`public/odds.js`), which runs the same module. A [`Question`](job::Question) holds the battle as its units
//! and the changes since they joined, not as its log. An [`Answer`](job::Answer) holds what the panel shows: ends, numbers, rounds,
//! assumptions, and the most probable nodes of the tree. Each act has the changes of the table that lead there, to one state of its
//! node, and its panel is shown on that [supposed](job::supposed) table. The worker reports how much is done, and ends when the question changes.
//! Scripts in the page call `chain`, natively the same call is a line of standard input.

mod acts;
mod classes;
mod decide;
pub mod job;
mod known;
mod links;
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

use crate::battle::{Act, State};
use crate::core::text::Text;
use crate::rules::forecast::Policy;
use crate::rules::ruleset::Ruleset;
use crate::text;
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
