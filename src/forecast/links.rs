//! Links between the nodes of a walk.

use super::Until;
use super::decide::Progress;
use super::states::Key;
use super::steps::{After, Steps};
use super::tree::Branch;
use super::versions::lock;
use super::walk::{Place, Walk};
use crate::core::refusal::{Code, Refusal};
use crate::core::text::Text;
use crate::rules::turn::By;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A way to another class.
pub(super) struct WayOn {
    pub(super) to: usize,
    pub(super) probability: f64,
    /// For each unit the path of changes of its versions, or the version that it has then.
    pub(super) units: Vec<Moved>,
}

#[derive(Clone, Copy)]
pub(super) enum Moved {
    Along(u32),
    To(u32),
    Gone,
}

/// The state after a step, and what comes next there.
pub(super) struct Arrival {
    pub(super) after: After,
    pub(super) progress: Progress,
    pub(super) step: usize,
    pub(super) probability: f64,
    pub(super) words: Option<Rc<Text>>,
}

impl Walk<'_, '_> {
    /// Arrival after a step, with what comes next there. `None` if it is not known, and it is too late to learn it.
    pub(super) fn arrival(
        &mut self,
        from: usize,
        after: After,
        by: By,
        probability: f64,
        words: Option<Rc<Text>>,
    ) -> Option<Arrival> {
        let Place { progress: mut now, when, .. } = self.places[from];
        match by {
            By::Procedure(procedure) if self.chain().ruleset.forecast.rounds.contains(&procedure) => {
                now.rounds += 1;
                now.fought_this_turn = true;
            }
            By::Procedure(_) | By::Hand | By::Muster => {}
            By::Next => {
                now.settled = now.rounds;
                now.fought_this_turn &= self.steps.when(&after.key).0 == when.0;
            }
        }
        // Who asks for no rounds does not tell states apart by them.
        if !matches!(self.chain().until, Until::Rounds(_)) {
            now = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        }
        let step = self.steps.next(&after.key, now)?;
        Some(Arrival { after, progress: now, step, probability, words })
    }

    /// Links a node with the nodes of the classes that its step leads to.
    pub(super) fn link(&mut self, node: usize, procedure: &'static str, arrivals: Vec<Arrival>, mut cut: f64) {
        let (key, acts) = (self.steps.states.keys[node].clone(), self.places[node].acts);
        let stage = self.places[node].step.map(|step| self.steps.step(step).1);
        let mut branches: Vec<Branch> = Vec::new();
        let mut by_node: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut ways, mut stuck) = (Vec::new(), 0.0);
        for Arrival { after, progress, step, probability, words } in arrivals {
            if stage.is_some_and(|stage| !self.steps.follow(&key, stage, &after, step)) {
                cut += probability;
                continue;
            }
            let units = self.moved(&key, &after);
            let to = self.place(after.key, progress, acts + 1, step);
            if to == node {
                stuck += probability;
                continue;
            }
            ways.push(WayOn { to, probability, units });
            let place = *by_node.entry(to).or_insert(branches.len());
            match branches.get_mut(place) {
                Some(branch) => branch.probability += probability,
                None => branches.push(Branch { node: to, probability, words }),
            }
        }
        if stuck > 0.0 {
            self.stop(node, procedure, Refusal::new(Code::NotAllowed, "", "This changes nothing."), stuck);
        }
        self.forecast.nodes[node].branches = branches;
        self.places[node].ways = ways;
        self.places[node].cut = cut;
    }

    /// Moves of the versions of each unit.
    fn moved(&self, from: &Key, after: &After) -> Vec<Moved> {
        let places = self.steps.states.places(&after.key, self.steps.judge.units);
        let moved = |place: Option<usize>| match (place, &after.paths) {
            (Some(place), Some(paths)) if from.units == after.key.units => Moved::Along(paths[place]),
            (Some(place), _) => Moved::To(after.key.versions[place]),
            (None, _) => Moved::Gone,
        };
        places.into_iter().map(moved).collect()
    }

    /// The node of the class of a state.
    fn place(&mut self, key: Key, progress: Progress, acts: usize, step: usize) -> usize {
        let stage = self.steps.step(step).1;
        let Steps { classes, trees, states, .. } = &mut *self.steps;
        let class = (classes.class(stage, &key, trees, &mut lock(&states.versions)), progress);
        if let Some(known) = self.by_class.get(&class) {
            return *known;
        }
        let place = self.add_place(key, progress, acts, Some(step));
        self.by_class.insert(class, place);
        place
    }
}
