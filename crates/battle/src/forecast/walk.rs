//! The walk through the tree of a chain: it follows the branches and passes probability on.

use super::acts::Allowed;
use super::decide::{Progress, StepChooser};
use super::states::Key;
use super::steps::{Known, KnownAct, Steps};
use super::summary::{Summary, UnitsInState};
use super::tree::{Branch, Forecast, Node, Step, Stopped};
use super::{Chain, Until};
use rules::dice::{gave_up, spend};
use rules::refusal::{Code, Refusal};
use rules::turn::By;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The highest number of nodes in a chain.
const MOST_NODES: usize = 100_000;
/// Number of nodes after which the limit on probabilities rises.
const NODES_IN_STRETCH: usize = MOST_NODES / 2;
/// The highest number of times that probability may arrive at nodes: 40 for each possible node.
const MOST_ARRIVALS: usize = 40 * MOST_NODES;
/// Units of work for a new state.
const STATE: u64 = 1_000;

/// A state that was reached, with the progress of the chain.
struct Visit {
    progress: Progress,
    /// Number of acts before it, by the shortest route.
    acts: usize,
    /// Turn and index of the phase.
    when: (i32, i32),
    /// Fates and numbers of the units. Set where they are summed up: at ends, and before each next phase.
    standing: Option<UnitsInState>,
    is_expanded: bool,
    /// Index of the act in [`Forecast::stopped`] at which it stops, if it does.
    stopped: Option<usize>,
    /// Share of the arriving probability that stops at that act.
    stuck: f64,
    /// Share of the arriving probability that is not followed because branches were cut.
    cut: f64,
    /// The arrived probability at the time when branches were cut.
    expanded_with: f64,
}

/// Order in which nodes are followed: by turn, phase, rounds of melee and acts, then in the order in which they were found.
type Next = (i32, i32, usize, usize, usize);

struct Walk<'a> {
    steps: Steps<'a>,
    visits: Vec<Visit>,
    by_state: FxHashMap<(Key, Progress), usize>,
    /// For each node, the probability that has arrived but has not been passed on.
    waiting: Vec<f64>,
    queue: BinaryHeap<Reverse<Next>>,
    /// The step of nodes that are not followed, shared by all.
    not_followed: Rc<Step>,
    forecast: Forecast,
}

impl Forecast {
    /// Follows a chain to its ends. Once the work that [`bounded`](rules::dice::bounded) allows is done, the remaining branches are not
    /// followed.
    ///
    /// # Errors
    /// The refusal of the act itself. Nothing else makes a chain fail.
    pub fn of(chain: &Chain) -> Result<Self, Refusal> {
        let units = chain.concerned();
        let rounds = if let Until::Rounds(most) = chain.until { most } else { 0 };
        let walk = Walk {
            steps: Steps::new(StepChooser::of(chain, &units)),
            visits: Vec::new(),
            by_state: FxHashMap::default(),
            waiting: Vec::new(),
            queue: BinaryHeap::new(),
            not_followed: Rc::new(Step::NotFollowed),
            forecast: Forecast { rounds: vec![(0.0, Summary::default()); rounds], ..Forecast::default() },
        };
        let mut forecast = walk.run()?;
        forecast.units = units;
        Ok(forecast)
    }
}

impl<'a> Walk<'a> {
    fn chain(&self) -> &'a Chain {
        self.steps.chooser.chain
    }

    fn run(mut self) -> Result<Forecast, Refusal> {
        self.begin()?;
        let mut arrivals = 0;
        while let Some(Reverse((.., node))) = self.queue.pop() {
            let arrived = std::mem::take(&mut self.waiting[node]);
            if arrived <= 0.0 {
                continue;
            }
            arrivals += 1;
            self.forecast.nodes[node].probability += arrived;
            let visit = &self.visits[node];
            // The branches were cut for a much smaller probability than has arrived by now.
            let is_new = !visit.is_expanded || visit.cut > 0.0 && arrived > 2.0 * visit.expanded_with;
            let is_full = self.visits.len() > MOST_NODES;
            if is_new && (arrived < self.below() || is_full) || arrivals > MOST_ARRIVALS || gave_up() {
                self.forecast.not_followed += arrived;
                continue;
            }
            if is_new {
                self.expand(node, arrived);
            }
            self.pass_on(node, arrived);
        }
        let Self { steps, mut forecast, .. } = self;
        let assumed = steps.assumed.into_iter();
        forecast.assumed = assumed.map(|((procedure, field), value)| (procedure, field, value)).collect();
        forecast.states = Some(steps.states);
        Ok(forecast)
    }

    /// Resolves the act itself. Even if the act changes nothing, it leads to a new node, so that it is not repeated there.
    fn begin(&mut self) -> Result<(), Refusal> {
        let chain = self.chain();
        let key = self.steps.states.key(&chain.state);
        let state = self.steps.states.state(&key);
        let act = chain.act.clone();
        let input = act.input(&state);
        let ready = act.procedure.read(&input)?;
        let act = self.steps.act(&state, Allowed { act, input, ready })?;
        let start = self.add_node(key, Progress { rounds: 0, settled: 0, fought_this_turn: false }, 0);
        self.forecast.nodes[start].probability = 1.0;
        self.act(start, &act, 1.0);
        self.pass_on(start, 1.0);
        Ok(())
    }

    /// The probability below which a node is not followed now. It rises with the number of nodes, so that a chain that is too large keeps
    /// its most probable branches.
    fn below(&mut self) -> f64 {
        let below = self.chain().below;
        let stretches = self.visits.len() / NODES_IN_STRETCH;
        let below = (0..stretches).fold(if stretches > 0 { below.max(1e-9) } else { below }, |below, _| below * 10.0);
        self.forecast.below = self.forecast.below.max(below);
        below
    }

    /// Index of the node of a state. Adds a node if the state is new.
    fn node_of(&mut self, key: Key, progress: Progress, acts: usize) -> usize {
        if let Some(known) = self.by_state.get(&(key.clone(), progress)) {
            return *known;
        }
        let place = self.add_node(key.clone(), progress, acts);
        self.by_state.insert((key, progress), place);
        place
    }

    fn add_node(&mut self, key: Key, progress: Progress, acts: usize) -> usize {
        spend(STATE);
        let node = self.visits.len();
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
        self.visits.push(Visit {
            progress,
            acts,
            when,
            standing: None,
            is_expanded: false,
            stopped: None,
            stuck: 0.0,
            cut: 0.0,
            expanded_with: 0.0,
        });
        node
    }

    /// Determines the step of a node and its branches, for this much arrived probability.
    fn expand(&mut self, node: usize, arrived: f64) {
        let (key, progress) = (self.steps.states.keys[node].clone(), self.visits[node].progress);
        let Some(step) = self.steps.next(&key, progress) else {
            self.visits[node].cut = 1.0;
            return;
        };
        self.visits[node].expanded_with = arrived;
        self.visits[node].is_expanded = true;
        match &*step {
            Known::Over => {
                let standing = self.standing(&key);
                self.forecast.nodes[node].step = Rc::new(Step::Over(standing.fates.clone()));
                self.visits[node].standing = Some(standing);
            }
            Known::Stopped(procedure, why) => self.stop(node, procedure, why.clone(), 1.0),
            Known::Sure(step, moves) => {
                let is_next = matches!(**step, Step::Next);
                self.visits[node].standing = is_next.then(|| self.standing(&key));
                let after = self.steps.states.moved(&key, moves);
                let to = self.after(node, after, if is_next { By::Next } else { By::Hand });
                self.forecast.nodes[node].step = step.clone();
                self.link(node, "", vec![Branch { node: to, probability: 1.0, words: None }]);
            }
            Known::Act(act) => self.act(node, act, arrived),
        }
    }

    fn standing(&self, key: &Key) -> UnitsInState {
        let chooser = &self.steps.chooser;
        UnitsInState::of(chooser.chain.ruleset.forecast, &self.steps.states, key, chooser.units)
    }

    /// Adds the branches of an act at a node, for this much arrived probability.
    fn act(&mut self, node: usize, act: &KnownAct, arrived: f64) {
        let key = self.steps.states.keys[node].clone();
        let (below, mut cut) = (self.below(), act.left_out);
        let mut branches: Vec<Branch> = Vec::new();
        let mut by_node: FxHashMap<usize, usize> = FxHashMap::default();
        let before = OnceCell::new();
        for outcome in &act.outcomes {
            let is_followed = arrived * outcome.probability >= below;
            let after = is_followed.then(|| self.steps.after(&key, act, outcome, &before)).flatten();
            let Some(after) = after else {
                cut += outcome.probability;
                continue;
            };
            let to = self.after(node, after, By::Procedure(act.procedure()));
            let place = *by_node.entry(to).or_insert(branches.len());
            match branches.get_mut(place) {
                Some(branch) => branch.probability += outcome.probability,
                None => {
                    branches.push(Branch { node: to, probability: outcome.probability, words: outcome.words.clone() })
                }
            }
        }
        self.forecast.nodes[node].step = act.step.clone();
        self.visits[node].is_expanded = true;
        self.visits[node].cut = cut;
        self.link(node, act.procedure(), branches);
    }

    /// Index of the node after a step.
    fn after(&mut self, from: usize, after: Key, by: By) -> usize {
        let Visit { progress: mut now, acts, when, .. } = self.visits[from];
        match by {
            By::Procedure(procedure) if self.chain().ruleset.forecast.rounds.contains(&procedure) => {
                now.rounds += 1;
                now.fought_this_turn = true;
            }
            By::Procedure(_) | By::Hand | By::Muster => {}
            By::Next => {
                now.settled = now.rounds;
                now.fought_this_turn &= self.steps.when(&after).0 == when.0;
            }
        }
        // Without a count of rounds, states with different numbers of rounds share one node.
        if !matches!(self.chain().until, Until::Rounds(_)) {
            now = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        }
        self.node_of(after, now, acts + 1)
    }

    /// Sets the branches of a node. A branch that leads back to the same node stops there.
    fn link(&mut self, node: usize, procedure: &'static str, branches: Vec<Branch>) {
        let (stuck, branches): (Vec<_>, Vec<_>) = branches.into_iter().partition(|branch| branch.node == node);
        if !stuck.is_empty() {
            let stuck = stuck.iter().map(|branch| branch.probability).sum();
            self.stop(node, procedure, Refusal::new(Code::NotAllowed, "", "This changes nothing."), stuck);
        }
        self.forecast.nodes[node].branches = branches;
    }

    /// Records that the share `stuck` of the node's probability stops here, including probability that arrives later.
    fn stop(&mut self, node: usize, procedure: &'static str, why: Refusal, stuck: f64) {
        let stopped = &mut self.forecast.stopped;
        let known = stopped.iter().position(|known| known.procedure == procedure && known.why == why);
        self.visits[node].stopped = Some(known.unwrap_or(stopped.len()));
        self.visits[node].stuck = stuck;
        if known.is_none() {
            stopped.push(Stopped { procedure, why, probability: 0.0 });
        }
    }

    /// Passes arrived probability on from a node whose branches are known.
    fn pass_on(&mut self, node: usize, arrived: f64) {
        let rules = self.chain().ruleset.forecast;
        let (Visit { progress, standing, cut, stuck, stopped, .. }, forecast) =
            (&self.visits[node], &mut self.forecast);
        if let Some(standing) = standing {
            let is_over = matches!(*forecast.nodes[node].step, Step::Over(_));
            if is_over {
                forecast.ends.add(rules, standing, arrived);
            }
            // A chain that ended early counts with its final state in all later rounds.
            let last = if is_over { forecast.rounds.len() } else { progress.rounds.min(forecast.rounds.len()) };
            for round in progress.settled..last {
                let (fought, summary) = &mut forecast.rounds[round];
                *fought += if round < progress.rounds { arrived } else { 0.0 };
                summary.add(rules, standing, arrived);
            }
        }
        forecast.not_followed += arrived * (cut + stuck);
        let stopped = stopped.and_then(|place| forecast.stopped.get_mut(place));
        stopped.into_iter().for_each(|stopped| stopped.probability += arrived * stuck);
        for Branch { node: to, probability, .. } in &forecast.nodes[node].branches {
            if self.waiting[*to] <= 0.0 {
                let Visit { when: (turn, phase), progress, acts, .. } = self.visits[*to];
                self.queue.push(Reverse((turn, phase, progress.rounds, acts, *to)));
            }
            self.waiting[*to] += arrived * probability;
        }
    }
}
