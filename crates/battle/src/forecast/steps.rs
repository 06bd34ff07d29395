//! Steps of a chain. Each is computed once for all states that agree in the facts on which the step depends.

use super::acts::{Allowed, Assumed};
use super::decide::{Decision, Progress, StepChooser};
use super::known::{Root, Trees};
use super::outcomes::KnownResults;
use super::reads::record;
use super::states::{Key, Moves, States};
use super::tree::Step;
use super::versions::lock;
use super::{Chain, Until};
use crate::referee::Made;
use crate::{Act, State, binding, referee};
use rules::dice::{gave_up, spend};
use rules::procedure::Resolved;
use rules::refusal::Refusal;
use rules::table::Scene;
use rules::text::Text;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// Units of work for a new step, in addition to its odds.
const STEP: u64 = 20_000;
/// Units of work for an outcome whose changes are new.
const OUTCOME: u64 = 4_000;

/// A computed step.
pub(super) enum Known {
    /// The chain is over.
    Over,
    /// A due act cannot be resolved: its procedure and the refusal.
    Stopped(&'static str, Refusal),
    /// A step with only one result, and its changes.
    Sure(Rc<Step>, Moves),
    /// An act with several outcomes.
    Act(Box<KnownAct>),
}

/// An act with its outcomes.
pub(super) struct KnownAct {
    pub(super) step: Rc<Step>,
    allowed: Allowed,
    pub(super) outcomes: Vec<ActOutcome>,
    /// Probability of the outcomes that were left out.
    pub(super) left_out: f64,
}

impl KnownAct {
    /// Id of the procedure.
    pub(super) fn procedure(&self) -> &'static str {
        self.allowed.act.procedure.id
    }
}

/// One outcome of an act.
pub(super) struct ActOutcome {
    pub(super) probability: f64,
    /// Headline of the outcome.
    pub(super) words: Option<Rc<Text>>,
    resolved: Resolved,
    /// Index of the tree in which its changes are cached.
    tree: usize,
}

/// All computed steps.
pub(super) struct Steps<'a> {
    pub(super) chooser: StepChooser<'a>,
    pub(super) states: States,
    pub(super) assumed: Assumed,
    trees: Trees,
    /// Trees of steps, by situation.
    roots: FxHashMap<Situation, Root>,
    /// Steps, by the result indexes of those trees.
    known: Vec<Rc<Known>>,
    /// Trees of the changes of outcomes.
    change_trees: Vec<Root>,
    /// Changes of outcomes, by the result indexes of those trees.
    moves: Vec<Moves>,
    results: KnownResults,
}

/// The part of a step's cache key that is not read by rules. The turn is not included, because rules that depend on it read its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Situation {
    /// Index of the list of units on the table.
    units: u32,
    /// Index of the phase.
    phase: i32,
    /// True if all rounds of the chain were fought.
    are_fought: bool,
    /// True if the phases of all those rounds are over, too.
    are_settled: bool,
    fought_this_turn: bool,
    /// Number of rounds fought, if a policy read it.
    rounds: Option<usize>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(chooser: StepChooser<'a>) -> Self {
        let states = States::new(&chooser.chain.state, chooser.chain.ruleset);
        Self {
            chooser,
            states,
            assumed: Assumed::new(),
            trees: Trees::new(),
            roots: FxHashMap::default(),
            known: Vec::new(),
            change_trees: Vec::new(),
            moves: Vec::new(),
            results: KnownResults::default(),
        }
    }

    fn chain(&self) -> &'a Chain {
        self.chooser.chain
    }

    /// Turn and index of the phase.
    pub(super) fn when(&self, key: &Key) -> (i32, i32) {
        lock(&self.states.versions).when(key.battle())
    }

    /// The next step of a state. `None` if it is new and the allowed work is done.
    pub(super) fn next(&mut self, key: &Key, progress: Progress) -> Option<Rc<Known>> {
        let phase = self.when(key).1;
        let situations = [None, Some(progress.rounds)].map(|rounds| self.situation(key.units, phase, progress, rounds));
        let find = |situation| {
            let root = *self.roots.get(&situation)?;
            self.trees.find(root, &key.versions, &mut lock(&self.states.versions))
        };
        match situations.into_iter().find_map(find) {
            Some(found) => Some(self.known[found].clone()),
            None => self.learn(key, progress, situations),
        }
    }

    fn situation(&self, units: u32, phase: i32, progress: Progress, rounds: Option<usize>) -> Situation {
        let most = if let Until::Rounds(most) = self.chain().until { most } else { usize::MAX };
        let Progress { rounds: fought, settled, fought_this_turn } = progress;
        Situation { units, phase, are_fought: fought >= most, are_settled: settled >= most, fought_this_turn, rounds }
    }

    /// Computes the next step of a state. It is stored under the first situation, or under the second if a policy read the number of
    /// rounds. `None` if the allowed work is done: then the rules stop halfway.
    fn learn(&mut self, key: &Key, progress: Progress, situations: [Situation; 2]) -> Option<Rc<Known>> {
        spend(STEP);
        let state = self.states.state(key);
        self.chooser.asks_rounds.set(false);
        let (step, read) = record(|| self.work_out(&state, progress));
        if gave_up() {
            return None;
        }
        let situation = situations[usize::from(self.chooser.asks_rounds.get())];
        let root = self.roots.entry(situation).or_default();
        self.trees.keep(root, &key.versions, &read, self.known.len(), &mut lock(&self.states.versions));
        let step = Rc::new(step);
        self.known.push(step.clone());
        Some(step)
    }

    fn work_out(&mut self, state: &State, progress: Progress) -> Known {
        let ruleset = self.chain().ruleset;
        match self.chooser.decide(state, progress) {
            Decision::Over => Known::Over,
            Decision::Stopped(procedure, why) => Known::Stopped(procedure, why),
            Decision::Next => {
                let made = referee::next_done(ruleset, state).made;
                Known::Sure(Rc::new(Step::Next), self.states.moves(state, &made))
            }
            Decision::Set(changes) => {
                let changes = referee::changes_by_hand(ruleset, state, changes);
                let moves = self.states.moves(state, &[Made::Changes(changes.clone())]);
                Known::Sure(Rc::new(Step::Set(changes)), moves)
            }
            Decision::Act(allowed) => {
                let procedure = allowed.act.procedure.id;
                self.act(state, *allowed)
                    .map_or_else(|why| Known::Stopped(procedure, why), |act| Known::Act(Box::new(act)))
            }
        }
    }

    /// An allowed act of a state, with its outcomes.
    pub(super) fn act(&mut self, state: &State, allowed: Allowed) -> Result<KnownAct, Refusal> {
        allowed.note(&mut self.assumed);
        let scene = binding::scene(allowed.act.procedure, &allowed.act.participants, state);
        let (outcomes, left_out) = self.results.outcomes(&scene, &allowed, self.chooser.chain.below)?;
        // If the allowed work ends during this, the rules find only a part of the outcomes.
        let followed: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
        let left_out = if gave_up() { 1.0 - followed } else { left_out };
        let first = self.change_trees.len();
        self.change_trees.resize(first + outcomes.len(), Root::default());
        let outcome = |(place, (mut resolved, probability)): (usize, (Resolved, f64))| {
            let words = std::mem::take(&mut resolved.consequences.words).into_iter().next().map(Rc::new);
            ActOutcome { probability, words, resolved, tree: first + place }
        };
        let outcomes = outcomes.into_iter().enumerate().map(outcome).collect();
        Ok(KnownAct { step: Rc::new(allowed.act.clone().into()), allowed, outcomes, left_out })
    }

    /// The state after an outcome of an act. The state before the act and its scene are computed only if they are needed. `None` if the
    /// state is new and the allowed work is done.
    pub(super) fn after(
        &mut self,
        key: &Key,
        act: &KnownAct,
        outcome: &ActOutcome,
        before: &OnceCell<(State, Scene)>,
    ) -> Option<Key> {
        let root = self.change_trees[outcome.tree];
        let found = self.trees.find(root, &key.versions, &mut lock(&self.states.versions));
        if let Some(found) = found {
            return Some(self.states.moved(key, &self.moves[found]));
        }
        spend(OUTCOME);
        if gave_up() {
            return None;
        }
        let Allowed { act: Act { procedure, participants, .. }, input, .. } = &act.allowed;
        let (state, scene) = before.get_or_init(|| {
            let state = self.states.state(key);
            let scene = binding::scene(procedure, participants, &state);
            (state, scene)
        });
        let resolve = || {
            referee::resolved_state(
                self.chain().ruleset,
                procedure,
                participants,
                scene,
                state,
                input,
                &outcome.resolved,
            )
        };
        let ((changes, _), read) = record(resolve);
        let moves = self.states.moves(state, &[Made::Changes(changes)]);
        let (root, result) = (&mut self.change_trees[outcome.tree], self.moves.len());
        self.trees.keep(root, &key.versions, &read, result, &mut lock(&self.states.versions));
        self.moves.push(moves);
        Some(self.states.moved(key, &self.moves[result]))
    }
}
