//! Steps of a chain, each worked out once for all states to which the same applies.

use super::acts::{Allowed, Assumed};
use super::classes::Classes;
use super::decide::{Decision, Judge, Progress};
use super::known::{Question, Root, Trees};
use super::reads::record;
use super::states::{Key, States};
use super::summary;
use super::tree::Step;
use super::versions::{List, lock};
use super::ways::KnownResults;
use super::{Chain, Until};
use crate::battle::referee::Made;
use crate::battle::{Act, State, binding, by_subject, referee};
use crate::core::refusal::Refusal;
use crate::core::subject::{NO_UNITS, Subject};
use crate::core::text::Text;
use crate::dice::{gave_up, spend};
use crate::rules::procedure::Resolved;
use crate::rules::table::Scene;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;
use std::cell::OnceCell;
use std::rc::Rc;

/// Work of a step that is not known yet, besides odds.
const STEP: u64 = 20_000;
/// Work of an outcome whose changes are not known yet.
const OUTCOME: u64 = 4_000;

/// Outcomes of an act of which so many are worked out for each state by itself: most of them come up once.
const MANY: usize = 100;

/// A step as it is known for some states.
pub(super) enum Known {
    /// The chain is over.
    Over(Rc<Step>),
    /// An act cannot be done.
    Stopped(&'static str, Refusal),
    /// Something happens by itself.
    Sure {
        step: Rc<Step>,
        moves: Moves,
        /// Fates of the units before it, where they count.
        fates: Option<Vec<usize>>,
    },
    /// An act with several outcomes.
    Act(Box<KnownAct>),
}

/// Changes that lead from one state to another.
#[derive(Clone)]
pub(super) enum Moves {
    /// Paths of changes by places in the key.
    Paths(Rc<[u32]>),
    /// Units join or leave.
    Muster(Vec<Made>),
}

/// The state after a step.
pub(super) struct After {
    pub(super) key: Key,
    /// Paths of changes that lead there, by places in the key, if all states of the class take them.
    pub(super) paths: Option<Rc<[u32]>>,
    /// Index of the changes of the outcome, if those are known for other states, too.
    moves: Option<usize>,
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
    pub(super) trees: Trees,
    pub(super) classes: Classes,
    /// Trees of what is known.
    roots: FxHashMap<Situation, Root>,
    /// Steps as they are known, each with what was asked for it.
    known: Vec<(Rc<Known>, Rc<[Question]>)>,
    /// Steps at their moments: the index of what is known, and the stage at which it is taken.
    taken: Vec<(usize, u32)>,
    by_moment: FxHashMap<(usize, Moment), usize>,
    /// Steps of states that were met.
    met: FxHashMap<(Key, Progress), usize>,
    /// Trees of the changes of outcomes.
    outcomes: Vec<Root>,
    /// The changes of outcomes, by the results of those trees, and what was asked for them.
    moves: Vec<(Moves, Rc<[Question]>)>,
    /// Changes of outcomes of which a stage knows what was asked for them.
    asked_at: FxHashSet<(u32, usize)>,
    /// States after outcomes that are worked out for each state by itself.
    each: FxHashMap<(Key, usize), Key>,
    results: KnownResults,
}

/// Turn, phase and progress. The same step may be taken at several moments, and each has a stage of its own: what is left of the
/// chain differs.
type Moment = ((i32, i32), Progress);

/// The part of a moment by which a step is found, besides what was read for it. Rules that depend on the number of the turn read
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Situation {
    /// Index of the list of units on the table.
    units: u32,
    /// Index of the phase.
    phase: i32,
    /// True if all rounds of the chain are fought.
    are_fought: bool,
    /// True if they are settled, too.
    are_settled: bool,
    fought_this_turn: bool,
    /// Number of rounds fought, for steps of policies that asked for it.
    rounds: Option<usize>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(judge: Judge<'a>) -> Self {
        let states = States::new(&judge.chain.state, judge.chain.ruleset);
        Self {
            judge,
            states,
            assumed: Assumed::new(),
            trees: Trees::new(),
            classes: Classes::default(),
            roots: FxHashMap::default(),
            known: Vec::new(),
            taken: Vec::new(),
            by_moment: FxHashMap::default(),
            met: FxHashMap::default(),
            outcomes: Vec::new(),
            moves: Vec::new(),
            asked_at: FxHashSet::default(),
            each: FxHashMap::default(),
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

    /// Index of the next step of a state. `None` if it is not known, and it is too late to learn it.
    pub(super) fn next(&mut self, key: &Key, progress: Progress) -> Option<usize> {
        if let Some(known) = self.met.get(&(key.clone(), progress)) {
            return Some(*known);
        }
        let when = self.when(key);
        let situations =
            [None, Some(progress.rounds)].map(|rounds| self.situation(key.units, when.1, progress, rounds));
        let find = |situation| {
            let root = *self.roots.get(&situation)?;
            self.trees.find(root, &key.versions, &mut lock(&self.states.versions))
        };
        let known = match situations.into_iter().find_map(find) {
            None if self.classes.is_closed() || gave_up() => return None,
            None => self.learn(key, progress, situations)?,
            Some(found) => found,
        };
        let step = self.taken(known, (when, progress), key.units)?;
        self.met.insert((key.clone(), progress), step);
        Some(step)
    }

    fn situation(&self, units: u32, phase: i32, progress: Progress, rounds: Option<usize>) -> Situation {
        let most = if let Until::Rounds(most) = self.chain().until { most } else { usize::MAX };
        let Progress { rounds: fought, settled, fought_this_turn } = progress;
        Situation { units, phase, are_fought: fought >= most, are_settled: settled >= most, fought_this_turn, rounds }
    }

    /// Index of what is known as the step of a moment. `None` if it is too late to learn what follows from that.
    fn taken(&mut self, known: usize, moment: Moment, units: u32) -> Option<usize> {
        if let Some(step) = self.by_moment.get(&(known, moment)) {
            return Some(*step);
        }
        if self.classes.is_closed() {
            return None;
        }
        let (step, asked) = &self.known[known];
        let stage = self.classes.stage((units, moment.0, moment.1, step.what()));
        if matches!(&**step, Known::Act(act) if act.ways.len() > MANY) {
            self.classes.tell_apart(stage);
        }
        self.classes.ask(stage, asked);
        self.by_moment.insert((known, moment), self.taken.len());
        self.taken.push((known, stage));
        Some(self.taken.len() - 1)
    }

    /// Works out the next step of a state. It is found again in the first situation, or in the second if a policy asked for the
    /// number of rounds. `None` if the rules stopped halfway, as no more work is allowed.
    fn learn(&mut self, key: &Key, progress: Progress, situations: [Situation; 2]) -> Option<usize> {
        spend(STEP);
        let state = self.states.state(key);
        self.judge.asks_rounds.set(false);
        let (step, read) = record(|| self.work_out(&state, progress));
        if gave_up() {
            return None;
        }
        let result = self.known.len();
        let situation = situations[usize::from(self.judge.asks_rounds.get())];
        let root = self.roots.entry(situation).or_default();
        let asked = self.trees.keep(root, &key.versions, &read, result, &mut lock(&self.states.versions));
        self.known.push((Rc::new(step), asked.into()));
        Some(result)
    }

    /// Notes what was asked after changes for a step of a state. False if that comes too late.
    pub(super) fn ask_later(&mut self, key: &Key, step: usize) -> bool {
        let (known, stage) = self.taken[step];
        let with = (&mut self.trees, &mut *lock(&self.states.versions));
        self.classes.ask_later((stage, key), (2 * known, &self.known[known].1), with)
    }

    /// Notes where an outcome leads the versions of a state: to the stage of another step. False if that comes too late.
    pub(super) fn follow(&mut self, key: &Key, stage: u32, after: &After, step: usize) -> bool {
        let (Some(paths), false) = (&after.paths, self.classes.is_exact(stage)) else { return true };
        let (next, mut versions) = (self.taken[step].1, lock(&self.states.versions));
        let is_known = after.moves.is_none_or(|moves| {
            let asked = &self.moves[moves].1;
            self.classes.ask_later((stage, key), (2 * moves + 1, asked), (&mut self.trees, &mut versions))
        });
        let mut each = key.versions.iter().zip(&**paths).zip(0..);
        is_known
            && each.all(|((version, path), subject)| {
                self.classes.follow((stage, subject, *version), *path, next, (&mut self.trees, &mut versions))
            })
    }

    /// A step by its index, and its stage.
    pub(super) fn step(&self, index: usize) -> (Rc<Known>, u32) {
        let (known, stage) = self.taken[index];
        (self.known[known].0.clone(), stage)
    }

    fn work_out(&mut self, state: &State, progress: Progress) -> Known {
        let ruleset = self.chain().ruleset;
        let fates = |judge: &Judge| summary::fates(ruleset.forecast, state, judge.units);
        match self.judge.decide(state, progress) {
            Decision::Over => Known::Over(Rc::new(Step::Over(fates(&self.judge)))),
            Decision::Stopped(procedure, why) => Known::Stopped(procedure, why),
            Decision::Next => {
                let made = referee::next_done(ruleset, state).made;
                let has_rounds = matches!(self.chain().until, Until::Rounds(_));
                let fates = has_rounds.then(|| fates(&self.judge));
                Known::Sure { step: Rc::new(Step::Next), moves: self.moves(state, &made), fates }
            }
            Decision::Set(changes) => {
                let changes = referee::changes_by_hand(ruleset, state, changes);
                let moves = self.moves(state, &[Made::Changes(changes.clone())]);
                Known::Sure { step: Rc::new(Step::Set(changes)), moves, fates: None }
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
        // The rules find a part of the outcomes if no more work is allowed meanwhile.
        let followed: f64 = ways.iter().map(|(_, probability)| probability).sum();
        let left_out = if gave_up() { 1.0 - followed } else { left_out };
        let first = self.outcomes.len();
        self.outcomes.resize(first + ways.len(), Root::default());
        let way = |(place, (mut resolved, probability)): (usize, (Resolved, f64))| {
            let words = std::mem::take(&mut resolved.consequences.words).into_iter().next().map(Rc::new);
            Way { probability, words, resolved, tree: first + place }
        };
        let ways = ways.into_iter().enumerate().map(way).collect();
        Ok(KnownAct { step: Rc::new(allowed.act.clone().into()), allowed, ways, left_out })
    }

    /// The state after an outcome of an act at a stage. The state before it and its scene are worked out once they are needed.
    /// `None` if it is not known, and it is too late to learn it.
    pub(super) fn after(
        &mut self,
        (key, stage): (&Key, Option<u32>),
        act: &KnownAct,
        way: &Way,
        before: &OnceCell<(State, Scene)>,
    ) -> Option<After> {
        let KnownAct { allowed: Allowed { act: Act { procedure, participants, .. }, input, .. }, .. } = act;
        let ruleset = self.chain().ruleset;
        let resolve = |states: &States| {
            spend(OUTCOME);
            let (state, scene) = before.get_or_init(|| {
                let state = states.state(key);
                let scene = binding::scene(procedure, participants, &state);
                (state, scene)
            });
            referee::resolved_state(ruleset, procedure, participants, scene, state, input, &way.resolved)
        };
        let Some(stage) = stage.filter(|stage| !self.classes.is_exact(*stage)) else {
            return self.after_by_itself(key, way.tree, |states| resolve(states).1);
        };
        let root = self.outcomes[way.tree];
        let found = self.trees.find(root, &key.versions, &mut lock(&self.states.versions));
        let moves = match found {
            None if self.classes.is_closed() || gave_up() => return None,
            None => {
                let ((changes, _), read) = record(|| resolve(&self.states));
                let (state, _) = before.get()?;
                let moves = self.moves(state, &[Made::Changes(changes)]);
                let (root, result) = (&mut self.outcomes[way.tree], self.moves.len());
                let asked = self.trees.keep(root, &key.versions, &read, result, &mut lock(&self.states.versions));
                self.moves.push((moves, asked.into()));
                result
            }
            Some(found) => found,
        };
        if !self.asked_at.contains(&(stage, moves)) {
            if self.classes.is_closed() {
                return None;
            }
            self.classes.ask(stage, &self.moves[moves].1);
            self.asked_at.insert((stage, moves));
        }
        let after = self.moved((key, stage), &self.moves[moves].0.clone())?;
        Some(After { moves: Some(moves), ..after })
    }

    /// The state after an outcome that is worked out for each state by itself. `None` if it is not known, and it is too late for that.
    fn after_by_itself(&mut self, key: &Key, tree: usize, resolve: impl FnOnce(&States) -> State) -> Option<After> {
        let place = (key.clone(), tree);
        let after = match self.each.get(&place) {
            Some(known) => known.clone(),
            None if self.classes.is_closed() || gave_up() => return None,
            None => {
                let state = resolve(&self.states);
                let after = self.states.key(&state);
                self.each.insert(place, after.clone());
                after
            }
        };
        Some(After { key: after, paths: None, moves: None })
    }

    /// The state after some changes at a stage. `None` if it is not known, and it is too late to learn it.
    pub(super) fn moved(&mut self, (key, stage): (&Key, u32), moves: &Moves) -> Option<After> {
        match moves {
            Moves::Paths(paths) => {
                let mut versions = lock(&self.states.versions);
                let each = key.versions.iter().zip(&**paths);
                let moved = each.map(|(version, path)| self.trees.after(*version, *path, &mut versions));
                let key = Key { units: key.units, versions: moved.collect() };
                Some(After { key, paths: Some(paths.clone()), moves: None })
            }
            // Units that join are nobody's version: each state goes on by itself.
            Moves::Muster(made) => {
                let is_known = self.classes.tell_apart(stage);
                is_known.then(|| After { key: self.states.mustered(key, made), paths: None, moves: None })
            }
        }
    }

    /// Changes of a state, by places in its key.
    fn moves(&mut self, state: &State, made: &[Made]) -> Moves {
        let count = state.units().count();
        let place = |of: &Subject| match of {
            Subject::Unit(id) => state.units().position(|unit| unit.id == *id),
            other => NO_UNITS.iter().position(|id| *id == other.id()).map(|place| count + place),
        };
        let mut versions = lock(&self.states.versions);
        let mut paths = vec![0; count + NO_UNITS.len()];
        for own in made {
            match own {
                Made::Begin(begin) => {
                    let list = versions.list(List::Begin(*begin));
                    paths.iter_mut().for_each(|path| *path = self.trees.path(*path, list));
                }
                Made::Changes(changes) => {
                    let Some(by_subject) = by_subject(changes) else { return Moves::Muster(made.to_vec()) };
                    for (of, values) in by_subject {
                        if let Some(place) = place(of) {
                            paths[place] = self.trees.path(paths[place], versions.list(List::Values(values)));
                        }
                    }
                }
            }
        }
        Moves::Paths(paths.into())
    }
}

impl Known {
    /// Name of the act: steps of one stage have the same.
    fn what(&self) -> String {
        match self {
            Self::Over(_) => "over".into(),
            Self::Stopped(procedure, _) => format!("stopped {procedure}"),
            Self::Sure { step, .. } if matches!(**step, Step::Next) => "next".into(),
            Self::Sure { .. } => "set".into(),
            Self::Act(act) => {
                let participants = act.allowed.act.participants.json();
                format!("{} {}", act.procedure(), Json::Object(participants))
            }
        }
    }
}
