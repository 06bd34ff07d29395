//! Steps of a chain, each worked out once for all states to which the same applies.

use super::Chain;
use super::acts::{Act, Allowed, Assumed};
use super::decide::{Decision, Judge, Progress};
use super::known::{Root, Trees};
use super::states::{Key, Moves, States, lock};
use super::tree::Step;
use super::ways::KnownResults;
use crate::battle::referee::Made;
use crate::battle::versions::{List, Versions, by_subject};
use crate::battle::{State, binding, referee};
use crate::core::reads::record;
use crate::core::refusal::Refusal;
use crate::core::subject::{NO_UNITS, Subject};
use crate::core::text::Text;
use crate::dice::spend;
use crate::rules::procedure::Resolved;
use crate::rules::table::Scene;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// Work of a step that is not known yet, besides odds.
const STEP: u64 = 20_000;
/// Work of an outcome whose changes are not known yet.
const OUTCOME: u64 = 4_000;

/// A step as it is known for some states.
pub(super) enum Known {
    /// The chain is over.
    Over,
    /// An act cannot be done.
    Stopped(&'static str, Refusal),
    /// Something happens by itself.
    Sure(Rc<Step>, Moves),
    /// An act with several outcomes.
    Act(Box<KnownAct>),
}

/// An act with its outcomes.
pub(super) struct KnownAct {
    pub(super) step: Rc<Step>,
    allowed: Allowed,
    pub(super) ways: Vec<Way>,
    /// Probability of outcomes that were left out.
    pub(super) left_out: f64,
}

impl KnownAct {
    /// Id of the procedure.
    pub(super) fn procedure(&self) -> &'static str {
        self.allowed.act.procedure.id
    }
}

/// An outcome of an act.
pub(super) struct Way {
    pub(super) probability: f64,
    /// Headline.
    pub(super) words: Option<Rc<Text>>,
    resolved: Resolved,
    /// Index of the tree of its changes.
    tree: usize,
}

/// All steps that are known.
pub(super) struct Steps<'a> {
    pub(super) judge: Judge<'a>,
    pub(super) states: States,
    pub(super) assumed: Assumed,
    trees: Trees,
    /// Trees of steps, by the units on the table, turn, phase and progress.
    roots: FxHashMap<(u32, (i32, i32), Progress), Root>,
    known: Vec<Rc<Known>>,
    /// Trees of the changes of outcomes; none of one that came up once at most.
    outcomes: Vec<Option<Root>>,
    /// The changes of outcomes, by the results of those trees.
    moves: Vec<Moves>,
    results: KnownResults,
}

impl<'a> Steps<'a> {
    pub(super) fn new(judge: Judge<'a>) -> Self {
        let states = States::new(&judge.chain.state, judge.chain.ruleset);
        Self {
            judge,
            states,
            assumed: Assumed::new(),
            trees: Trees::new(),
            roots: FxHashMap::default(),
            known: Vec::new(),
            outcomes: Vec::new(),
            moves: Vec::new(),
            results: KnownResults::default(),
        }
    }

    fn chain(&self) -> &'a Chain {
        self.judge.chain
    }

    /// Turn and index of the phase.
    pub(super) fn when(&self, key: &Key) -> (i32, i32) {
        lock(&self.states.versions).when(key.battle())
    }

    /// Index of the next step of a state.
    pub(super) fn next(&mut self, key: &Key, progress: Progress) -> usize {
        let place = (key.units, self.when(key), progress);
        let root = self.roots.get(&place).copied().unwrap_or_default();
        if let Some(known) = self.trees.find(root, &key.versions, &mut lock(&self.states.versions)) {
            return known;
        }
        spend(STEP);
        let state = self.states.state(key);
        let (step, read) = record(|| self.work_out(&state, progress));
        self.known.push(Rc::new(step));
        let result = self.known.len() - 1;
        let root = self.roots.entry(place).or_default();
        self.trees.keep(root, &key.versions, &read, result, &mut lock(&self.states.versions));
        result
    }

    /// A step by its index.
    pub(super) fn step(&self, index: usize) -> Rc<Known> {
        self.known[index].clone()
    }

    fn work_out(&mut self, state: &State, progress: Progress) -> Known {
        let ruleset = self.chain().ruleset;
        match self.judge.decide(state, progress) {
            Decision::Over => Known::Over,
            Decision::Stopped(procedure, why) => Known::Stopped(procedure, why),
            Decision::Next => {
                let made = referee::next_done(ruleset, state).made;
                Known::Sure(Rc::new(Step::Next), moves(&mut lock(&self.states.versions), state, &made))
            }
            Decision::Set(changes) => {
                let changes = referee::changes_by_hand(ruleset, state, changes);
                Known::Sure(
                    Rc::new(Step::Set(changes.clone())),
                    moves(&mut lock(&self.states.versions), state, &[Made::Changes(changes)]),
                )
            }
            Decision::Act(allowed) => {
                let procedure = allowed.act.procedure.id;
                self.act(state, *allowed)
                    .map_or_else(|why| Known::Stopped(procedure, why), |act| Known::Act(Box::new(act)))
            }
        }
    }

    /// An act that was allowed in a state, and its outcomes.
    pub(super) fn act(&mut self, state: &State, allowed: Allowed) -> Result<KnownAct, Refusal> {
        allowed.note(&mut self.assumed);
        let scene = binding::scene(allowed.act.procedure, &allowed.act.participants, state);
        let (ways, left_out) = self.results.ways(&scene, &allowed, self.judge.chain.below)?;
        let first = self.outcomes.len();
        self.outcomes.resize(first + ways.len(), None);
        let way = |(place, (mut resolved, probability)): (usize, (Resolved, f64))| {
            let words = std::mem::take(&mut resolved.consequences.words).into_iter().next().map(Rc::new);
            Way { probability, words, resolved, tree: first + place }
        };
        let ways = ways.into_iter().enumerate().map(way).collect();
        Ok(KnownAct { step: Rc::new(allowed.act.clone().into()), allowed, ways, left_out })
    }

    /// The state after an outcome of an act. The state before it and its scene are worked out once they are needed.
    pub(super) fn after(&mut self, key: &Key, act: &KnownAct, way: &Way, before: &OnceCell<(State, Scene)>) -> Key {
        let root = self.outcomes[way.tree];
        if let Some(known) =
            root.and_then(|root| self.trees.find(root, &key.versions, &mut lock(&self.states.versions)))
        {
            return self.states.moved(key, &self.moves[known]);
        }
        spend(OUTCOME);
        let KnownAct { allowed: Allowed { act: Act { procedure, participants, .. }, input, .. }, .. } = act;
        let (state, scene) = before.get_or_init(|| {
            let state = self.states.state(key);
            let scene = binding::scene(procedure, participants, &state);
            (state, scene)
        });
        let ruleset = self.chain().ruleset;
        let resolve = || referee::resolved_state(ruleset, procedure, participants, scene, state, input, &way.resolved);
        let Some(mut root) = root else {
            // Most outcomes of an act with hundreds of them come up once: what they read is noted when they come again.
            self.outcomes[way.tree] = Some(Root::default());
            return self.states.key(&resolve().1);
        };
        let ((changes, _), read) = record(resolve);
        let mut versions = lock(&self.states.versions);
        let moves = moves(&mut versions, state, &[Made::Changes(changes)]);
        self.trees.keep(&mut root, &key.versions, &read, self.moves.len(), &mut versions);
        drop(versions);
        self.outcomes[way.tree] = Some(root);
        self.moves.push(moves);
        self.states.moved(key, &self.moves[self.moves.len() - 1])
    }
}

/// Changes of a state, by places in its key.
fn moves(versions: &mut Versions, state: &State, made: &[Made]) -> Moves {
    let count = state.units().count();
    let place = |of: &Subject| match of {
        Subject::Unit(id) => state.units().position(|unit| unit.id == *id),
        other => NO_UNITS.iter().position(|id| *id == other.id()).map(|place| count + place),
    };
    let mut lists = Vec::new();
    for own in made {
        match own {
            Made::Begin(begin) => {
                let list = versions.list(List::Begin(*begin));
                lists.extend((0..count + NO_UNITS.len()).map(|place| (place, list)));
            }
            Made::Changes(changes) => {
                let Some(by_subject) = by_subject(changes) else { return Moves::Muster(made.to_vec()) };
                let values = |(of, values)| Some((place(of)?, versions.list(List::Values(values))));
                lists.extend(by_subject.into_iter().filter_map(values));
            }
        }
    }
    Moves::Lists(lists)
}
