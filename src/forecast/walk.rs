//! The walk along the branches of a chain.

use super::acts::{Act, Allowed, Assumed};
use super::decide::{Decision, Judge, Progress};
use super::summary::{StateSummary, Summary};
use super::tree::{Branch, Forecast, Node, Step, Stopped};
use super::ways::KnownResults;
use super::{Chain, Until};
use crate::battle::State;
use crate::battle::binding;
use crate::battle::referee;
use crate::core::refusal::{Code, Refusal};
use crate::dice::{gave_up, spend};
use crate::rules::table::{PHASE, TURN};
use crate::rules::turn::By;
use rustc_hash::{FxHashMap, FxHasher};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The most nodes of a chain.
const MOST_NODES: usize = 40_000;
/// Nodes after which less probable ones are left out.
const NODES_IN_STRETCH: usize = MOST_NODES / 8;
/// The most times that probability arrives at a node, for each node that there may be.
const MOST_ARRIVALS: usize = 40 * MOST_NODES;
/// Work of a new state, besides the odds that lead there.
const STATE: u64 = 20_000;

/// A state reached, and how far the chain had come.
struct Place {
    state: State,
    progress: Progress,
    /// Number of acts before it, on the shortest way.
    acts: usize,
    summed: Option<Rc<StateSummary>>,
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
    judge: Judge<'a>,
    places: Vec<Place>,
    by_mark: FxHashMap<u64, Vec<usize>>,
    /// Probability that has arrived and is still to go on, by node.
    waiting: Vec<f64>,
    queue: BinaryHeap<Reverse<Next>>,
    known: KnownResults,
    assumed: Assumed,
    forecast: Forecast,
}

impl Forecast {
    /// Follows a chain to its ends. Within [`bounded`](crate::dice::bounded) work it leaves the rest when the work is done.
    ///
    /// # Errors
    /// The refusal of the act itself: nothing else makes a chain fail.
    pub fn of(chain: &Chain) -> Result<Self, Refusal> {
        let units = chain.concerned();
        let walk = Walk {
            judge: Judge::of(chain, &units),
            places: Vec::new(),
            by_mark: FxHashMap::default(),
            waiting: Vec::new(),
            queue: BinaryHeap::new(),
            known: KnownResults::default(),
            assumed: Assumed::new(),
            forecast: Forecast::default(),
        };
        let mut forecast = walk.run()?;
        forecast.units = units;
        Ok(forecast)
    }
}

impl<'a> Walk<'a> {
    fn chain(&self) -> &'a Chain {
        self.judge.chain
    }

    fn run(mut self) -> Result<Forecast, Refusal> {
        let chain = self.chain();
        if let Until::Rounds(most) = chain.until {
            self.forecast.rounds = vec![(0.0, Summary::default()); most];
        }
        let progress = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        // An act that changes nothing leads to a node of its own: the act is not done again there.
        let start = self.add_place(chain.state.clone(), progress, 0);
        self.forecast.nodes[start].probability = 1.0;
        let act = chain.act.clone();
        let input = referee::filled(act.procedure, &act.participants, &chain.state, &act.said);
        let ready = act.procedure.read(&input)?;
        let allowed = Allowed { act, input, ready };
        let branches = self.act(start, &allowed, 1.0)?;
        self.places[start].is_expanded = true;
        self.forecast.nodes[start].branches = branches;
        self.forecast.nodes[start].step = allowed.act.into();
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
        self.forecast.assumed = std::mem::take(&mut self.assumed)
            .into_iter()
            .map(|((procedure, field), value)| (procedure, field, value))
            .collect();
        self.forecast.states = self.places.into_iter().map(|place| place.state).collect();
        Ok(self.forecast)
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
    fn place(&mut self, state: State, progress: Progress, acts: usize) -> usize {
        let mut hasher = FxHasher::default();
        (state.mark(), progress).hash(&mut hasher);
        let mark = hasher.finish();
        let same = self.by_mark.entry(mark).or_default();
        let known = same.iter().find(|place| {
            let place = &self.places[**place];
            place.progress == progress && place.state.is_same(&state)
        });
        if let Some(known) = known {
            return *known;
        }
        same.push(self.places.len());
        self.add_place(state, progress, acts)
    }

    fn add_place(&mut self, state: State, progress: Progress, acts: usize) -> usize {
        spend(STATE);
        let node = self.places.len();
        let table = state.table();
        self.forecast.nodes.push(Node {
            probability: 0.0,
            step: Step::NotFollowed,
            branches: Vec::new(),
            when: (table.turn, table.phase),
        });
        self.waiting.push(0.0);
        self.places.push(Place {
            state,
            progress,
            acts,
            summed: None,
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
        let (state, progress) = (self.places[node].state.clone(), self.places[node].progress);
        let (mut step, branches) = match self.judge.decide(&state, progress) {
            Decision::Over => (Step::Over(Vec::new()), Vec::new()),
            Decision::Stopped(procedure, why) => return self.stop(node, procedure, why),
            Decision::Next => {
                let after = referee::next_done(self.chain().ruleset, &state).state;
                let next = self.after(node, after, By::Next);
                (Step::Next, vec![Branch { node: next, probability: 1.0, words: None }])
            }
            Decision::Set(changes) => {
                let changes = referee::changes_by_hand(self.chain().ruleset, &state, changes);
                let next = self.after(node, state.after(&changes), By::Hand);
                (Step::Set(changes), vec![Branch { node: next, probability: 1.0, words: None }])
            }
            Decision::Act(allowed) => match self.act(node, &allowed, arrived) {
                Ok(branches) => (allowed.act.into(), branches),
                Err(refusal) => return self.stop(node, allowed.act.procedure.id, refusal),
            },
        };
        let (stuck, branches): (Vec<Branch>, Vec<Branch>) =
            branches.into_iter().partition(|branch| branch.node == node);
        if !stuck.is_empty() {
            let procedure = if let Step::Act { procedure, .. } = &step { procedure.id } else { "" };
            self.stop(node, procedure, Refusal::new(Code::NotAllowed, "", "This changes nothing."));
            self.places[node].stuck = stuck.iter().map(|branch| branch.probability).sum();
        }
        if matches!(step, Step::Over(_) | Step::Next) {
            let summed = StateSummary::of(self.chain().ruleset.forecast, &state, self.judge.units);
            if let Step::Over(fates) = &mut step {
                fates.clone_from(&summed.fates);
            }
            self.places[node].summed = Some(Rc::new(summed));
        }
        self.forecast.nodes[node].step = step;
        self.forecast.nodes[node].branches = branches;
        self.places[node].is_expanded = true;
    }

    /// Notes that branches stop here. What arrives later stops, too.
    fn stop(&mut self, node: usize, procedure: &'static str, why: Refusal) {
        self.places[node].is_expanded = true;
        self.forecast.nodes[node].step = Step::NotFollowed;
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
        let rules = self.chain().ruleset.forecast;
        let Place { progress, summed, .. } = &self.places[node];
        let (progress, summed) = (*progress, summed.clone());
        match (&self.forecast.nodes[node].step, summed) {
            (Step::Over(_), Some(summed)) => {
                self.forecast.ends.add(rules, &summed, arrived);
                // Later rounds are not fought: they count as it ended.
                for round in progress.settled + 1..=self.forecast.rounds.len() {
                    self.add_round(round, &summed, arrived, round <= progress.rounds);
                }
            }
            (Step::Next, Some(summed)) => {
                for round in progress.settled + 1..=progress.rounds {
                    self.add_round(round, &summed, arrived, true);
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

    fn add_round(&mut self, round: usize, summed: &StateSummary, probability: f64, fought: bool) {
        let rules = self.chain().ruleset.forecast;
        if let Some((likely, summary)) = self.forecast.rounds.get_mut(round.wrapping_sub(1)) {
            *likely += if fought { probability } else { 0.0 };
            summary.add(rules, summed, probability);
        }
    }

    fn send(&mut self, to: usize, probability: f64) {
        if self.waiting[to] <= 0.0 {
            let place = &self.places[to];
            let table = place.state.table();
            let phase = place.state.battle().value(PHASE).unwrap_or_default();
            self.queue.push(Reverse((table.turn, phase, place.progress.rounds, place.acts, to)));
        }
        self.waiting[to] += probability;
    }

    /// The node of the state after a step.
    fn after(&mut self, from: usize, after: State, by: By) -> usize {
        let Place { state, progress, acts, .. } = &self.places[from];
        let (mut progress, acts) = (*progress, acts + 1);
        let rules = self.chain().ruleset.forecast;
        match by {
            By::Procedure(procedure) if rules.rounds.contains(&procedure) => {
                progress.rounds += 1;
                progress.fought_this_turn = true;
            }
            By::Procedure(_) | By::Hand | By::Muster => {}
            By::Next => {
                let turn = |state: &State| state.battle().value(TURN);
                progress.settled = progress.rounds;
                progress.fought_this_turn &= turn(&after) == turn(state);
            }
        }
        // Who asks for no rounds does not tell states apart by them.
        if !matches!(self.chain().until, Until::Rounds(_)) {
            progress = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        }
        self.place(after, progress, acts)
    }

    /// The branches of an act at a node at which so much probability arrives.
    fn act(&mut self, node: usize, allowed: &Allowed, arrived: f64) -> Result<Vec<Branch>, Refusal> {
        let chain = self.chain();
        allowed.note(&mut self.assumed);
        let Allowed { act: Act { procedure, participants, .. }, input, .. } = allowed;
        let state = self.places[node].state.clone();
        let scene = binding::scene(procedure, participants, &state);
        let (ways, mut cut) = self.known.ways(&scene, allowed, chain.below)?;
        let below = self.below();
        let mut branches: Vec<Branch> = Vec::new();
        for (resolved, probability) in ways {
            if arrived * probability < below {
                cut += probability;
                continue;
            }
            let (_, after) =
                referee::resolved_state(chain.ruleset, procedure, participants, &scene, &state, input, &resolved);
            let to = self.after(node, after, By::Procedure(procedure.id));
            match branches.iter_mut().find(|branch| branch.node == to) {
                Some(branch) => branch.probability += probability,
                None => {
                    let words = resolved.consequences.words.into_iter().next();
                    branches.push(Branch { node: to, probability, words });
                }
            }
        }
        self.places[node].cut = cut;
        Ok(branches)
    }
}
