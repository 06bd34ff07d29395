//! A chain as a job for a worker: a page's question and its answer, both as text.
//!
//! An answer contains what a page shows. Units, fates and fields are given by their ids. Sentences are [written](rules::text::Text::write)
//! untranslated, because the page translates them into the player's language.

use super::summary::NumberDistribution;
use super::{Chain, Forecast, Step, Summary, Until};
use crate::participants::Participants;
use crate::{Act, Action, ActionEvent, Battle, Change, Event, Header, PlayedScenario, Unit};
use rules::dice::rng::Seed;
use rules::dice::{GoOn, bounded};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use rules::text::Text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::ops::Deref;

/// The highest number of nodes in an answer. The most probable ones are chosen.
const MOST_NODES: usize = 150;
/// The highest number of branches of a node in an answer. The most probable ones are chosen.
const MOST_BRANCHES: usize = 12;

/// A chain as text.
#[derive(Debug, Serialize, Deserialize)]
pub struct Question {
    header: Header,
    changes: Vec<Change>,
    procedure: String,
    participants: Map<String, Json>,
    answers: Map<String, Json>,
    until: Until,
    /// Choices for policies: id of the policy, id of the choice.
    choices: Vec<(String, String)>,
    below: f64,
}

impl Question {
    /// The question of a chain.
    pub fn of(chain: &Chain) -> Self {
        let units: Vec<Unit> = chain.state.units().map(|unit| Unit::clone(unit)).collect();
        let mut header = Header::new(chain.ruleset.named.id, "", ["", ""], units, Seed([0; 32]));
        header.rulings = Map::clone(&chain.state.table().rulings);
        header.scenario = chain.state.planned().map(|planned| {
            let course = planned.course.clone();
            Box::new(PlayedScenario { course, ..PlayedScenario::default() })
        });
        let changes = Battle::begin_by(Some(chain.ruleset), header.clone()).state().changes_to(&chain.state);
        let choices = chain.choices.iter().map(|(policy, choice)| (policy.id.to_owned(), (*choice).to_owned()));
        Self {
            header,
            changes,
            procedure: chain.act.procedure.id.to_owned(),
            participants: chain.act.participants.json(),
            answers: chain.act.answers.clone(),
            until: chain.until,
            choices: choices.collect(),
            below: chain.below,
        }
    }

    fn chain(self, registry: Registry) -> Option<Chain> {
        let ruleset = registry.find(&self.header.ruleset)?;
        let procedure = ruleset.procedure(&self.procedure)?;
        let participants = Participants::read(procedure, &self.participants);
        let choice = |(policy, choice): &(String, String)| {
            let policy = ruleset.forecast.policies.iter().find(|known| known.id == policy)?;
            Some((policy, policy.choices.iter().find(|known| known.id == choice)?.id))
        };
        Some(Chain {
            ruleset,
            state: Battle::begin_by(Some(ruleset), self.header).state().after(&self.changes),
            act: Act::new(procedure, participants, self.answers),
            until: self.until,
            choices: self.choices.iter().filter_map(choice).collect(),
            answers: Map::new(),
            below: self.below,
        })
    }
}

/// The ends of an act, in the form that a page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainAnswer {
    /// Ids of the units that the chain concerns.
    pub units: Vec<String>,
    /// The ends.
    pub ends: Ends,
    /// For each round: the probability that it is fought, and the ends after it.
    pub rounds: Vec<(f64, Ends)>,
    /// Probability of the branches that were not followed.
    pub not_followed: f64,
    /// Due procedures that were refused, for example because an answer is missing: procedure, reason and probability.
    pub stopped: Vec<(String, Json, f64)>,
    /// Assumed answers: procedure, field and value.
    pub assumed: Vec<(String, String, Json)>,
    /// The most probable nodes of the tree; the act is the first.
    pub nodes: Vec<AnswerNode>,
}

/// The fates and numbers of the units at the end of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ends {
    /// Fates of all units jointly, as indexes in the ruleset's list, most probable first.
    pub together: Vec<(Vec<usize>, f64)>,
    /// For each unit: probabilities of its fates, and distributions of its numbers.
    pub units: Vec<UnitEnds>,
}

/// Probabilities of a unit's fates, and distributions of its numbers.
pub type UnitEnds = (Vec<f64>, Vec<Vec<(i32, f64)>>);

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerNode {
    /// Probability that the chain reaches this node.
    pub probability: f64,
    /// The next step at this node.
    pub step: AnswerStep,
    /// Changes of the table up to this node, if the step is an act; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Its most probable branches: index of the node if the answer lists it, probability, and sentence.
    pub branches: Vec<(Option<usize>, f64, Option<Json>)>,
    /// Sum of the probabilities of all other branches.
    pub others: f64,
}

/// The step at a node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnswerStep {
    /// A procedure: its id, participants and answers.
    Act(String, Map<String, Json>, Map<String, Json>),
    /// The phase with this id begins. The id is empty if the phase is not known.
    Next(String),
    /// The chain is over, with these fates of the units.
    Over(Vec<usize>),
    /// Players set trackers.
    Set,
    /// The node was not followed.
    NotFollowed,
}

/// Answers a question; both are text. After each `stretch` of [work](rules::dice::spend), `go_on` decides whether to continue. If it
/// returns false, the remaining branches are not followed. `None` if the question cannot be read, or if its act is refused.
pub fn answer(registry: Registry, question: &str, stretch: u64, go_on: GoOn) -> Option<String> {
    let chain = serde_json::from_str::<Question>(question).ok()?.chain(registry)?;
    let mut forecast = None;
    // If the work stops early, the rest is part of `not_followed`.
    let _ = bounded(stretch, go_on, || forecast = Some(Forecast::of(&chain)));
    serde_json::to_string(&ChainAnswer::of(chain.ruleset, &forecast?.ok()?)).ok()
}

/// A battle without a log, with a hypothetical table. No acts are made in it.
#[derive(Clone, Debug)]
pub struct Supposed(Battle);

impl Deref for Supposed {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.0
    }
}

/// A battle without a log whose table equals that of `now` after these changes.
pub fn supposed(now: &Battle, changes: &[Change]) -> Supposed {
    let state = now.state().after(changes);
    let units = state.units().map(|unit| Unit::clone(unit)).collect();
    let mut battle = Battle::begin_by(now.state().ruleset(), Header { units, ..now.header().clone() });
    let changes = battle.state().changes_to(&state);
    let stamp = battle.next_stamp("");
    battle.add(stamp, Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes))));
    Supposed(battle)
}

impl ChainAnswer {
    /// The answer of a forecast.
    pub fn of(ruleset: &Ruleset, forecast: &Forecast) -> Self {
        let stopped = forecast.stopped.iter().filter(|act| act.probability > 0.0);
        let assumed = forecast.assumed.iter();
        Self {
            units: forecast.units.clone(),
            ends: Ends::of(&forecast.ends),
            rounds: forecast.rounds.iter().map(|(fought, summary)| (*fought, Ends::of(summary))).collect(),
            not_followed: forecast.not_followed,
            stopped: stopped.map(|act| (act.procedure.to_owned(), act.why.message.write(), act.probability)).collect(),
            assumed: assumed
                .map(|(procedure, field, value)| ((*procedure).to_owned(), (*field).to_owned(), value.clone()))
                .collect(),
            nodes: nodes(ruleset, forecast),
        }
    }
}

impl Ends {
    fn of(summary: &Summary) -> Self {
        let mut together: Vec<(Vec<usize>, f64)> = summary.fates.iter().map(|(fates, p)| (fates.clone(), *p)).collect();
        together.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let spread = |spread: &NumberDistribution| spread.0.iter().map(|(value, p)| (*value, *p)).collect();
        let units = summary.units.iter().map(|unit| (unit.fates.clone(), unit.numbers.iter().map(spread).collect()));
        Self { together, units: units.collect() }
    }
}

/// The most probable nodes. The first one is always the act.
fn nodes(ruleset: &Ruleset, forecast: &Forecast) -> Vec<AnswerNode> {
    let probability = |node: usize| forecast.nodes[node].probability;
    let mut order: Vec<usize> = (0..forecast.nodes.len()).filter(|node| probability(*node) > 0.0).collect();
    order.sort_by(|one, other| probability(*other).total_cmp(&probability(*one)).then(one.cmp(other)));
    order.truncate(MOST_NODES);
    let mut places = vec![None; forecast.nodes.len()];
    order.iter().enumerate().for_each(|(place, node)| places[*node] = Some(place));
    order.iter().map(|node| node_of(ruleset, forecast, *node, &places)).collect()
}

fn node_of(ruleset: &Ruleset, forecast: &Forecast, node: usize, places: &[Option<usize>]) -> AnswerNode {
    let own = &forecast.nodes[node];
    let mut branches: Vec<_> = own
        .branches
        .iter()
        .map(|branch| (places[branch.node], branch.probability, branch.words.as_deref().map(Text::write)))
        .collect();
    branches.sort_by(|(_, one, _), (_, other, _)| other.total_cmp(one));
    let listed = branches.len().min(MOST_BRANCHES);
    let others = branches.drain(listed..).map(|(_, p, _)| p).sum();
    let next_phase = || {
        let next = own.branches.first().and_then(|branch| forecast.nodes.get(branch.node));
        next.and_then(|next| ruleset.phases.iter().find(|phase| phase.id == next.when.1)).map_or("", |phase| phase.id)
    };
    let step = match &*own.step {
        Step::Act { procedure, participants, answers } => {
            AnswerStep::Act(procedure.id.to_owned(), participants.clone(), answers.clone())
        }
        Step::Set(_) => AnswerStep::Set,
        Step::Next => AnswerStep::Next(next_phase().to_owned()),
        Step::Over(fates) => AnswerStep::Over(fates.clone()),
        Step::NotFollowed => AnswerStep::NotFollowed,
    };
    // A panel shows the act on the table before it.
    let state = |node: usize| forecast.states.as_ref().and_then(|states| states.get(node));
    let changes = match (&*own.step, state(0), state(node)) {
        (Step::Act { .. }, Some(before), Some(then)) => before.changes_to(&then),
        _ => Vec::new(),
    };
    AnswerNode { probability: own.probability, step, changes, branches, others }
}
