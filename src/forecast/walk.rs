//! The walk along the branches of a chain.

use super::acts::Allowed;
use super::decide::{Judge, Progress};
use super::links::{Moved, WayOn};
use super::states::Key;
use super::steps::{Known, KnownAct, Steps};
use super::summary::{Gathered, Mass};
use super::tree::{Forecast, Node, Step, Stopped};
use super::versions::lock;
use super::{Chain, Until};
use crate::core::refusal::Refusal;
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

/// A class of states reached, and how far the chain had come.
pub(super) struct Place {
    pub(super) progress: Progress,
    /// Number of acts before it, on the shortest way.
    pub(super) acts: usize,
    /// Turn and index of the phase.
    pub(super) when: (i32, i32),
    /// Index of the next step; none for the act itself.
    pub(super) step: Option<usize>,
    /// Fates of the units, where they count.
    pub(super) fates: Option<Vec<usize>>,
    pub(super) is_expanded: bool,
    /// Index of the act at which it stops, if it does.
    pub(super) stopped: Option<usize>,
    /// Part of what arrives that stops at that act.
    pub(super) stuck: f64,
    /// Part of what arrives that is not followed, as branches were cut.
    pub(super) cut: f64,
    /// Probability for which the branches were cut.
    pub(super) expanded_with: f64,
    /// Ways on, each by itself.
    pub(super) ways: Vec<WayOn>,
}

/// A node in the order in which nodes go on: by turn, phase, rounds of melee and acts, then as they were found.
type Next = (i32, i32, usize, usize, usize);

pub(super) struct Walk<'a, 'b> {
    pub(super) steps: &'b mut Steps<'a>,
    pub(super) places: Vec<Place>,
    pub(super) by_class: FxHashMap<(Vec<u32>, Progress), usize>,
    /// Mass that has arrived and is still to go on, by node.
    waiting: Vec<Mass>,
    queue: BinaryHeap<Reverse<Next>>,
    ends: Gathered,
    /// Probability that a round is fought, and how units stand after it.
    rounds: Vec<(f64, Gathered)>,
    /// Step of nodes that are not followed.
    not_followed: Rc<Step>,
    pub(super) forecast: Forecast,
}

impl Forecast {
    /// Follows a chain to its ends. Within [`bounded`](crate::dice::bounded) work it leaves the rest when the work is done.
    ///
    /// # Errors
    /// The refusal of the act itself: nothing else makes a chain fail.
    pub fn of(chain: &Chain) -> Result<Self, Refusal> {
        let units = chain.concerned();
        let mut steps = Steps::new(Judge::of(chain, &units));
        // An act that changes nothing leads to a node of its own: the act is not done again there.
        let key = steps.states.key(&chain.state);
        let state = steps.states.state(&key);
        let act = chain.act.clone();
        let input = act.input(&state);
        let ready = act.procedure.read(&input)?;
        let act = steps.act(&state, Allowed { act, input, ready })?;
        let mut forecast = loop {
            let forecast = Walk::of(&mut steps).run(key.clone(), &act);
            let has_learned = steps.classes.has_learned();
            if steps.classes.is_closed() || !has_learned && !gave_up() {
                break forecast;
            }
            // Classes are right once a walk learns nothing. Where no more work is allowed, what was learned too late is left out.
            if gave_up() {
                steps.classes.close();
            }
        };
        let assumed = steps.assumed.into_iter();
        forecast.assumed = assumed.map(|((procedure, field), value)| (procedure, field, value)).collect();
        forecast.states = Some(steps.states);
        forecast.units = units;
        Ok(forecast)
    }
}

impl<'a, 'b> Walk<'a, 'b> {
    fn of(steps: &'b mut Steps<'a>) -> Self {
        steps.states.keys.clear();
        let rounds = if let Until::Rounds(most) = steps.judge.chain.until { most } else { 0 };
        Self {
            steps,
            places: Vec::new(),
            by_class: FxHashMap::default(),
            waiting: Vec::new(),
            queue: BinaryHeap::new(),
            ends: Gathered::default(),
            rounds: (0..rounds).map(|_| (0.0, Gathered::default())).collect(),
            not_followed: Rc::new(Step::NotFollowed),
            forecast: Forecast::default(),
        }
    }

    pub(super) fn chain(&self) -> &'a Chain {
        self.steps.judge.chain
    }

    fn run(mut self, key: Key, act: &KnownAct) -> Forecast {
        let progress = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        let units = self.steps.states.places(&key, self.steps.judge.units);
        let version = |place: Option<usize>| place.map(|place| (key.versions[place], 1.0)).into_iter().collect();
        let mass = Mass { probability: 1.0, versions: units.into_iter().map(version).collect() };
        let start = self.add_place(key, progress, 0, None);
        self.forecast.nodes[start].probability = 1.0;
        self.forecast.nodes[start].step = act.step.clone();
        self.act(start, act, 1.0);
        self.pass_on(start, &mass);
        let mut arrivals = 0;
        while let Some(Reverse((.., node))) = self.queue.pop() {
            let mut mass = std::mem::take(&mut self.waiting[node]);
            let arrived = mass.probability;
            if arrived <= 0.0 {
                continue;
            }
            mass.merge();
            arrivals += 1;
            self.forecast.nodes[node].probability += arrived;
            let place = &self.places[node];
            // More arrives than what its branches were cut for.
            let is_new = !place.is_expanded || place.cut > 0.0 && arrived > 2.0 * place.expanded_with;
            let is_full = self.places.len() > MOST_NODES;
            let is_over = gave_up() && !self.steps.classes.is_closed();
            if is_new && (arrived < self.below() || is_full) || arrivals > MOST_ARRIVALS || is_over {
                self.forecast.not_followed += arrived;
                continue;
            }
            if is_new {
                self.expand(node, arrived);
            }
            self.pass_on(node, &mass);
        }
        self.finish()
    }

    fn finish(self) -> Forecast {
        let Walk { steps, ends, rounds, mut forecast, .. } = self;
        let (rules, versions) = (steps.judge.chain.ruleset.forecast, lock(&steps.states.versions));
        forecast.ends = ends.summary(rules, &versions);
        forecast.rounds = rounds.into_iter().map(|(fought, own)| (fought, own.summary(rules, &versions))).collect();
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

    pub(super) fn add_place(&mut self, key: Key, progress: Progress, acts: usize, step: Option<usize>) -> usize {
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
        self.waiting.push(Mass::default());
        self.places.push(Place {
            progress,
            acts,
            when,
            step,
            fates: None,
            is_expanded: false,
            stopped: None,
            stuck: 0.0,
            cut: 0.0,
            expanded_with: 0.0,
            ways: Vec::new(),
        });
        node
    }

    /// Finds the branches of a node.
    fn expand(&mut self, node: usize, arrived: f64) {
        let Some(step) = self.places[node].step else { return };
        self.places[node].expanded_with = arrived;
        self.places[node].is_expanded = true;
        let (known, stage) = self.steps.step(step);
        match &*known {
            Known::Over(step) => {
                self.forecast.nodes[node].step = step.clone();
                self.places[node].fates = if let Step::Over(fates) = &**step { Some(fates.clone()) } else { None };
            }
            Known::Stopped(procedure, why) => self.stop(node, procedure, why.clone(), 1.0),
            Known::Sure { step, moves, fates } => {
                let by = if matches!(**step, Step::Next) { By::Next } else { By::Hand };
                let key = self.steps.states.keys[node].clone();
                let after = self.steps.moved((&key, stage), moves);
                let arrival = after.and_then(|after| self.arrival(node, after, by, 1.0, None));
                // What follows may be unknown, and too late to learn.
                let cut = if arrival.is_some() { 0.0 } else { 1.0 };
                self.forecast.nodes[node].step = step.clone();
                self.places[node].fates.clone_from(fates);
                self.link(node, "", arrival.into_iter().collect(), cut);
            }
            Known::Act(act) => {
                self.forecast.nodes[node].step = act.step.clone();
                self.act(node, act, arrived);
            }
        }
        if !self.steps.ask_later(&self.steps.states.keys[node].clone(), step) {
            let place = &mut self.places[node];
            (place.fates, place.ways, place.stuck, place.cut) = (None, Vec::new(), 0.0, 1.0);
            self.forecast.nodes[node].branches.clear();
            self.forecast.nodes[node].step = self.not_followed.clone();
        }
    }

    /// The branches of an act at a node at which so much probability arrives.
    fn act(&mut self, node: usize, act: &KnownAct, arrived: f64) {
        let key = self.steps.states.keys[node].clone();
        let stage = self.places[node].step.map(|step| self.steps.step(step).1);
        let (below, mut cut) = (self.below(), act.left_out);
        let mut arrivals = Vec::new();
        let before = OnceCell::new();
        for way in &act.ways {
            if arrived * way.probability < below {
                cut += way.probability;
                continue;
            }
            let after = self.steps.after((&key, stage), act, way, &before);
            let (by, words) = (By::Procedure(act.procedure()), way.words.clone());
            match after.and_then(|after| self.arrival(node, after, by, way.probability, words)) {
                Some(arrival) => arrivals.push(arrival),
                None => cut += way.probability,
            }
        }
        self.places[node].is_expanded = true;
        self.link(node, act.procedure(), arrivals, cut);
    }

    /// Notes that so much of what arrives stops here. What arrives later stops, too.
    pub(super) fn stop(&mut self, node: usize, procedure: &'static str, why: Refusal, stuck: f64) {
        let stopped = &mut self.forecast.stopped;
        let known = stopped.iter().position(|own| own.procedure == procedure && own.why == why);
        self.places[node].stopped = Some(known.unwrap_or(stopped.len()));
        self.places[node].stuck = stuck;
        if known.is_none() {
            stopped.push(Stopped { procedure, why, probability: 0.0 });
        }
    }

    /// Sends what arrived on from a node whose branches are known.
    fn pass_on(&mut self, node: usize, mass: &Mass) {
        let Place { progress, fates, cut, stuck, stopped, .. } = &self.places[node];
        if let Some(fates) = fates {
            let is_over = matches!(*self.forecast.nodes[node].step, Step::Over(_));
            if is_over {
                self.ends.add(fates, mass);
            }
            // Later rounds are not fought: they count as it ended.
            let last = if is_over { self.rounds.len() } else { progress.rounds.min(self.rounds.len()) };
            for round in progress.settled..last {
                let (fought, standing) = &mut self.rounds[round];
                *fought += if round < progress.rounds { mass.probability } else { 0.0 };
                standing.add(fates, mass);
            }
        }
        self.forecast.not_followed += mass.probability * (cut + stuck);
        let stopped = stopped.and_then(|place| self.forecast.stopped.get_mut(place));
        stopped.into_iter().for_each(|stopped| stopped.probability += mass.probability * stuck);
        let mut versions = lock(&self.steps.states.versions);
        for WayOn { to, probability, units } in &self.places[node].ways {
            let waiting = &mut self.waiting[*to];
            if waiting.probability <= 0.0 {
                let Place { when: (turn, phase), progress, acts, .. } = self.places[*to];
                self.queue.push(Reverse((turn, phase, progress.rounds, acts, *to)));
            }
            waiting.probability += mass.probability * probability;
            waiting.versions.resize_with(units.len(), Vec::new);
            for ((moved, before), then) in units.iter().zip(&mass.versions).zip(&mut waiting.versions) {
                let after = |version: u32, versions: &mut _| match moved {
                    Moved::Along(path) => Some(self.steps.trees.after(version, *path, versions)),
                    Moved::To(version) => Some(*version),
                    Moved::Gone => None,
                };
                let each = before.iter();
                then.extend(each.filter_map(|(version, p)| Some((after(*version, &mut versions)?, p * probability))));
            }
        }
    }
}
