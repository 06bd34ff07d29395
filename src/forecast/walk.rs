//! The walk along the branches of a chain.

use super::acts::Allowed;
use super::decide::{Judge, Progress};
use super::states::Key;
use super::steps::{Known, KnownAct, Steps};
use super::summary::{StateSummary, Summary};
use super::tree::{Branch, Forecast, Node, Step, Stopped};
use super::{Chain, Until};
use crate::battle::referee;
use crate::core::refusal::{Code, Refusal};
use crate::dice::{gave_up, spend};
use crate::rules::turn::By;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The most nodes of a chain.
const MOST_NODES: usize = 100_000;
/// Nodes after which less probable ones are left out.
const NODES_IN_STRETCH: usize = MOST_NODES / 2;
/// The most times that probability arrives at a node, for each node that there may be.
const MOST_ARRIVALS: usize = 40 * MOST_NODES;
/// Work of a new state.
const STATE: u64 = 1_000;

/// A state reached, and how far the chain had come.
struct Place {
    progress: Progress,
    /// Number of acts before it, on the shortest way.
    acts: usize,
    /// Turn and index of the phase.
    when: (i32, i32),
    /// Index of how its units stand, where that counts.
    summary: Option<usize>,
    is_expanded: bool,
    /// Index of the act at which it stops, if it does.
    stopped: Option<usize>,
    /// Part of what arrives that stops at that act.
    stuck: f64,
    /// Part of what arrives that is not followed, as branches were cut.
    cut: f64,
    /// Probability for which the branches were cut.
    expanded_with: f64,
}

/// A node in the order in which nodes go on: by turn, phase, rounds of melee and acts, then as they were found.
type Next = (i32, i32, usize, usize, usize);

struct Walk<'a> {
    steps: Steps<'a>,
    places: Vec<Place>,
    by_state: FxHashMap<(Key, Progress), usize>,
    /// Probability that has arrived and is still to go on, by node.
    waiting: Vec<f64>,
    queue: BinaryHeap<Reverse<Next>>,
    sums: Sums,
    /// Step of nodes that are not followed.
    not_followed: Rc<Step>,
    forecast: Forecast,
}

/// How units stand where that counts, each way once, with the probabilities.
#[derive(Default)]
struct Sums {
    all: Vec<(StateSummary, Rc<Step>)>,
    by_versions: FxHashMap<(u32, Vec<u32>), usize>,
    /// Probability of each at the end.
    ends: Vec<f64>,
    /// Probability that a round is fought, and of each after it.
    rounds: Vec<(f64, Vec<f64>)>,
}

impl Forecast {
    /// Follows a chain to its ends. Within [`bounded`](crate::dice::bounded) work it leaves the rest when the work is done.
    ///
    /// # Errors
    /// The refusal of the act itself: nothing else makes a chain fail.
    pub fn of(chain: &Chain) -> Result<Self, Refusal> {
        let units = chain.concerned();
        let walk = Walk {
            steps: Steps::new(Judge::of(chain, &units)),
            places: Vec::new(),
            by_state: FxHashMap::default(),
            waiting: Vec::new(),
            queue: BinaryHeap::new(),
            sums: Sums::default(),
            not_followed: Rc::new(Step::NotFollowed),
            forecast: Forecast::default(),
        };
        let mut forecast = walk.run()?;
        forecast.units = units;
        Ok(forecast)
    }
}

impl<'a> Walk<'a> {
    fn chain(&self) -> &'a Chain {
        self.steps.judge.chain
    }

    fn run(mut self) -> Result<Forecast, Refusal> {
        let chain = self.chain();
        if let Until::Rounds(most) = chain.until {
            self.sums.rounds = vec![(0.0, Vec::new()); most];
        }
        let progress = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        // An act that changes nothing leads to a node of its own: the act is not done again there.
        let key = self.steps.states.key(&chain.state);
        let state = self.steps.states.state(&key);
        let start = self.add_place(key, progress, 0);
        self.forecast.nodes[start].probability = 1.0;
        let act = chain.act.clone();
        let input = referee::filled(act.procedure, &act.participants, &state, &act.said);
        let ready = act.procedure.read(&input)?;
        let act = self.steps.act(&state, Allowed { act, input, ready })?;
        self.places[start].is_expanded = true;
        self.forecast.nodes[start].branches = self.branches(start, &act, 1.0);
        self.forecast.nodes[start].step = act.step.clone();
        self.pass_on(start, 1.0);
        let mut arrivals = 0;
        while let Some(Reverse((.., node))) = self.queue.pop() {
            let arrived = std::mem::take(&mut self.waiting[node]);
            if arrived <= 0.0 {
                continue;
            }
            arrivals += 1;
            self.forecast.nodes[node].probability += arrived;
            let place = &self.places[node];
            // More arrives than what its branches were cut for.
            let is_new = !place.is_expanded || place.cut > 0.0 && arrived > 2.0 * place.expanded_with;
            let is_full = self.places.len() > MOST_NODES;
            if is_new && (arrived < self.below() || is_full) || arrivals > MOST_ARRIVALS || gave_up() {
                self.forecast.not_followed += arrived;
                continue;
            }
            if is_new {
                self.expand(node, arrived);
            }
            self.pass_on(node, arrived);
        }
        Ok(self.finish())
    }

    fn finish(self) -> Forecast {
        let Walk { steps, sums, mut forecast, .. } = self;
        let rules = steps.judge.chain.ruleset.forecast;
        let add = |probabilities: &[f64]| {
            let mut summary = Summary::default();
            let each = sums.all.iter().zip(probabilities).filter(|(_, probability)| **probability > 0.0);
            each.for_each(|((own, _), probability)| summary.add(rules, own, *probability));
            summary
        };
        forecast.ends = add(&sums.ends);
        forecast.rounds = sums.rounds.iter().map(|(fought, each)| (*fought, add(each))).collect();
        let assumed = steps.assumed.into_iter();
        forecast.assumed = assumed.map(|((procedure, field), value)| (procedure, field, value)).collect();
        forecast.states = Some(steps.states);
        forecast
    }

    /// Probability below which a node is not followed now: more, the more nodes there are, so that a chain that is too large
    /// keeps its likeliest branches.
    fn below(&mut self) -> f64 {
        let below = self.chain().below;
        let stretches = self.places.len() / NODES_IN_STRETCH;
        let below = (0..stretches).fold(if stretches > 0 { below.max(1e-9) } else { below }, |below, _| below * 10.0);
        self.forecast.below = self.forecast.below.max(below);
        below
    }

    /// The node of a state.
    fn place(&mut self, key: Key, progress: Progress, acts: usize) -> usize {
        if let Some(known) = self.by_state.get(&(key.clone(), progress)) {
            return *known;
        }
        let place = self.add_place(key.clone(), progress, acts);
        self.by_state.insert((key, progress), place);
        place
    }

    fn add_place(&mut self, key: Key, progress: Progress, acts: usize) -> usize {
        spend(STATE);
        let node = self.places.len();
        let when = self.steps.when(&key);
        let phase = usize::try_from(when.1).ok().and_then(|place| self.chain().ruleset.phases.get(place));
        self.steps.states.keys.push(key);
        self.forecast.nodes.push(Node {
            probability: 0.0,
            step: self.not_followed.clone(),
            branches: Vec::new(),
            when: (when.0, phase.map_or("", |phase| phase.id)),
        });
        self.waiting.push(0.0);
        self.places.push(Place {
            progress,
            acts,
            when,
            summary: None,
            is_expanded: false,
            stopped: None,
            stuck: 0.0,
            cut: 0.0,
            expanded_with: 0.0,
        });
        node
    }

    /// Decides what comes next at a node, and finds its branches.
    fn expand(&mut self, node: usize, arrived: f64) {
        self.places[node].expanded_with = arrived;
        let (key, progress) = (self.steps.states.keys[node].clone(), self.places[node].progress);
        let next = self.steps.next(&key, progress);
        let (step, branches) = match &*self.steps.step(next) {
            Known::Over => (None, Vec::new()),
            Known::Stopped(procedure, why) => return self.stop(node, procedure, why.clone()),
            Known::Sure(step, moves) => {
                let by = if matches!(**step, Step::Next) { By::Next } else { By::Hand };
                let after = self.steps.states.moved(&key, moves);
                let to = self.after(node, after, by);
                (Some(step.clone()), vec![Branch { node: to, probability: 1.0, words: None }])
            }
            Known::Act(act) => (Some(act.step.clone()), self.branches(node, act, arrived)),
        };
        let (stuck, branches): (Vec<Branch>, Vec<Branch>) =
            branches.into_iter().partition(|branch| branch.node == node);
        if !stuck.is_empty() {
            let procedure = if let Some(Step::Act { procedure, .. }) = step.as_deref() { procedure.id } else { "" };
            self.stop(node, procedure, Refusal::new(Code::NotAllowed, "", "This changes nothing."));
            self.places[node].stuck = stuck.iter().map(|branch| branch.probability).sum();
        }
        if step.as_deref().is_none_or(|step| matches!(step, Step::Next)) {
            self.places[node].summary = Some(self.summary(&key));
        }
        let over = || self.places[node].summary.map(|summary| self.sums.all[summary].1.clone());
        self.forecast.nodes[node].step = step.or_else(over).unwrap_or_else(|| self.not_followed.clone());
        self.forecast.nodes[node].branches = branches;
        self.places[node].is_expanded = true;
    }

    /// Index of how the chain's units stand in a state.
    fn summary(&mut self, key: &Key) -> usize {
        let judge = &self.steps.judge;
        let versions = self.steps.states.versions_of(key, judge.units);
        let next = self.sums.all.len();
        let place = *self.sums.by_versions.entry((key.units, versions)).or_insert(next);
        if place == next {
            let state = self.steps.states.state(key);
            let summary = StateSummary::of(judge.chain.ruleset.forecast, &state, judge.units);
            let over = Rc::new(Step::Over(summary.fates.clone()));
            self.sums.all.push((summary, over));
        }
        place
    }

    /// Notes that branches stop here. What arrives later stops, too.
    fn stop(&mut self, node: usize, procedure: &'static str, why: Refusal) {
        self.places[node].is_expanded = true;
        self.forecast.nodes[node].step = self.not_followed.clone();
        let stopped = &mut self.forecast.stopped;
        let known = stopped.iter().position(|own| own.procedure == procedure && own.why == why);
        self.places[node].stopped = Some(known.unwrap_or(stopped.len()));
        self.places[node].stuck = 1.0;
        if known.is_none() {
            stopped.push(Stopped { procedure, why, probability: 0.0 });
        }
    }

    /// Sends probability on from a node whose branches are known.
    fn pass_on(&mut self, node: usize, arrived: f64) {
        let Place { progress, summary, .. } = self.places[node];
        match (&*self.forecast.nodes[node].step, summary) {
            (Step::Over(_), Some(summary)) => {
                add(&mut self.sums.ends, summary, arrived);
                // Later rounds are not fought: they count as it ended.
                for round in progress.settled + 1..=self.sums.rounds.len() {
                    self.sums.add_round(round, summary, arrived, round <= progress.rounds);
                }
            }
            (Step::Next, Some(summary)) => {
                for round in progress.settled + 1..=progress.rounds {
                    self.sums.add_round(round, summary, arrived, true);
                }
            }
            _ => {}
        }
        let Place { cut, stuck, stopped, .. } = self.places[node];
        self.forecast.not_followed += arrived * (cut + stuck);
        let stopped = stopped.and_then(|place| self.forecast.stopped.get_mut(place));
        stopped.into_iter().for_each(|stopped| stopped.probability += arrived * stuck);
        for place in 0..self.forecast.nodes[node].branches.len() {
            let Branch { node: to, probability, .. } = self.forecast.nodes[node].branches[place];
            self.send(to, arrived * probability);
        }
    }

    fn send(&mut self, to: usize, probability: f64) {
        if self.waiting[to] <= 0.0 {
            let Place { when: (turn, phase), progress, acts, .. } = self.places[to];
            self.queue.push(Reverse((turn, phase, progress.rounds, acts, to)));
        }
        self.waiting[to] += probability;
    }

    /// The node of the state after a step.
    fn after(&mut self, from: usize, after: Key, by: By) -> usize {
        let Place { progress: mut now, acts, when, .. } = self.places[from];
        let rules = self.chain().ruleset.forecast;
        match by {
            By::Procedure(procedure) if rules.rounds.contains(&procedure) => {
                now.rounds += 1;
                now.fought_this_turn = true;
            }
            By::Procedure(_) | By::Hand | By::Muster => {}
            By::Next => {
                now.settled = now.rounds;
                now.fought_this_turn &= self.steps.when(&after).0 == when.0;
            }
        }
        // Who asks for no rounds does not tell states apart by them.
        if !matches!(self.chain().until, Until::Rounds(_)) {
            now = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        }
        self.place(after, now, acts + 1)
    }

    /// The branches of an act at a node at which so much probability arrives.
    fn branches(&mut self, node: usize, act: &KnownAct, arrived: f64) -> Vec<Branch> {
        let key = self.steps.states.keys[node].clone();
        let (below, mut cut) = (self.below(), act.left_out);
        let mut branches: Vec<Branch> = Vec::new();
        let mut by_node: FxHashMap<usize, usize> = FxHashMap::default();
        let before = OnceCell::new();
        for way in &act.ways {
            if arrived * way.probability < below {
                cut += way.probability;
                continue;
            }
            let after = self.steps.after(&key, act, way, &before);
            let to = self.after(node, after, By::Procedure(act.procedure()));
            let place = *by_node.entry(to).or_insert(branches.len());
            match branches.get_mut(place) {
                Some(branch) => branch.probability += way.probability,
                None => branches.push(Branch { node: to, probability: way.probability, words: way.words.clone() }),
            }
        }
        self.places[node].cut = cut;
        branches
    }
}

impl Sums {
    fn add_round(&mut self, round: usize, summary: usize, probability: f64, fought: bool) {
        if let Some((likely, each)) = self.rounds.get_mut(round.wrapping_sub(1)) {
            *likely += if fought { probability } else { 0.0 };
            add(each, summary, probability);
        }
    }
}

/// Adds a probability at an index of a list that grows with its indexes.
fn add(probabilities: &mut Vec<f64>, index: usize, probability: f64) {
    if index >= probabilities.len() {
        probabilities.resize(index + 1, 0.0);
    }
    probabilities[index] += probability;
}
