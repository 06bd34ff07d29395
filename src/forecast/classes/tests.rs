//! Classes of versions: who is told apart, and when that comes too late.

use super::*;
use crate::battle::{Change, State};
use crate::forecast::known::Root;
use crate::forecast::known::tests::{Scene, read};
use crate::forecast::versions::List;
use serde_json::{Value as Json, json};

const TIRED: &[(&str, i32)] = &[("counters", 2)];
const FRESH: &[(&str, i32)] = &[("counters", 1)];
const TIRED_AND_HURT: &[(&str, i32)] = &[("counters", 2), ("earlier_figures_lost", 3)];
const FRESH_AND_HURT: &[(&str, i32)] = &[("counters", 1), ("earlier_figures_lost", 3)];

/// Classes of states that differ in one regiment.
struct Learning {
    scene: Scene,
    classes: Classes,
}

impl Learning {
    fn new() -> Self {
        Self { scene: Scene::new(), classes: Classes::default() }
    }

    fn stage(&mut self, what: &str) -> u32 {
        let progress = Progress { rounds: 0, settled: 0, fought_this_turn: false };
        self.classes.stage((0, (1, 0), progress, what.to_owned()))
    }

    fn state(&self, values: &[(&str, i32)]) -> State {
        let values: Vec<(&str, Json)> = values.iter().map(|(key, to)| (*key, json!(to))).collect();
        self.scene.with(&values)
    }

    fn key(&self, values: &[(&str, i32)]) -> Key {
        let state = self.state(values);
        let versions = self.scene.versions.lock().unwrap().key(&state);
        Key { units: 0, versions: versions.into() }
    }

    /// Questions that work asks of a state.
    fn questions(&mut self, work: impl FnOnce(&State)) -> Vec<Question> {
        let state = self.state(TIRED);
        self.scene.keep(&mut Root::default(), &state, 0, work)
    }

    /// Notes that a tracker is read at a stage.
    fn ask(&mut self, stage: u32, id: &str) {
        let questions = self.questions(|state| drop(read(state, id)));
        self.classes.ask(stage, &questions);
    }

    /// Notes what a record asks of a state after changes.
    fn ask_later(&mut self, stage: u32, values: &[(&str, i32)], record: (usize, &[Question])) -> bool {
        let key = self.key(values);
        let mut versions = self.scene.versions.lock().unwrap();
        self.classes.ask_later((stage, &key), record, (&mut self.scene.trees, &mut versions))
    }

    /// Notes that a tracker of such a regiment takes a value on the way to the next stage.
    fn follow(&mut self, (stage, values): (u32, &[(&str, i32)]), (key, to): (&str, i32), next: u32) -> bool {
        let version = self.key(values).versions[0];
        let mut versions = self.scene.versions.lock().unwrap();
        let list = versions.list(List::Values(vec![(key.to_owned(), json!(to))]));
        let path = self.scene.trees.path(0, list);
        self.classes.follow((stage, 0, version), path, next, (&mut self.scene.trees, &mut versions))
    }

    fn are_one_class(&mut self, stage: u32, one: &[(&str, i32)], other: &[(&str, i32)]) -> bool {
        let keys = [self.key(one), self.key(other)];
        let mut versions = self.scene.versions.lock().unwrap();
        let [one, other] = keys.map(|key| self.classes.class(stage, &key, &mut self.scene.trees, &mut versions));
        one == other
    }
}

#[test]
fn versions_are_told_apart_by_what_is_asked_at_their_stage() {
    let mut learning = Learning::new();
    let (melee, pursuit) = (learning.stage("melee"), learning.stage("pursuit"));
    assert!(learning.are_one_class(melee, TIRED, FRESH), "nothing was asked yet");
    learning.ask(melee, "counters");
    assert!(!learning.are_one_class(melee, TIRED, FRESH));
    assert!(learning.are_one_class(melee, TIRED, TIRED_AND_HURT), "nobody asks for losses");
    assert!(learning.are_one_class(pursuit, TIRED, FRESH), "another stage does not ask");
}

#[test]
fn versions_are_told_apart_where_changes_lead_to_different_classes_of_the_next_stage() {
    let mut learning = Learning::new();
    let (fire, wait, melee) = (learning.stage("fire"), learning.stage("wait"), learning.stage("melee"));
    learning.ask(melee, "counters");
    assert!(learning.follow((fire, TIRED), ("earlier_figures_lost", 3), melee));
    assert!(!learning.are_one_class(fire, TIRED, FRESH), "they come to the melee as they are");
    assert!(learning.are_one_class(fire, TIRED, TIRED_AND_HURT));
    assert!(learning.follow((wait, TIRED), ("counters", 0), melee));
    assert!(learning.are_one_class(wait, TIRED, FRESH), "they come to the melee with no counters");
    assert!(learning.follow((wait, TIRED), ("earlier_figures_lost", 3), melee));
    assert!(!learning.are_one_class(wait, TIRED, FRESH), "one of two ways tells them apart");
}

#[test]
fn changes_are_followed_for_those_who_answer_alike() {
    let mut learning = Learning::new();
    let (fire, melee) = (learning.stage("fire"), learning.stage("melee"));
    learning.ask(fire, "earlier_figures_lost");
    learning.ask(melee, "counters");
    assert!(learning.follow((fire, TIRED_AND_HURT), ("fired", 1), melee));
    assert!(!learning.are_one_class(fire, TIRED_AND_HURT, FRESH_AND_HURT));
    assert!(learning.are_one_class(fire, TIRED, FRESH), "that is not what happens to them");
}

#[test]
fn what_is_asked_after_changes_is_asked_of_those_who_answer_alike() {
    let mut learning = Learning::new();
    let fire = learning.stage("fire");
    learning.ask(fire, "earlier_figures_lost");
    let questions = learning.questions(|state| {
        let after = state.after(&[Change::set("u1", "fired", true)]);
        drop(read(&after, "counters"));
    });
    learning.classes.ask(fire, &questions);
    assert!(learning.are_one_class(fire, TIRED_AND_HURT, FRESH_AND_HURT), "it is no question to them as they stand");
    assert!(learning.ask_later(fire, TIRED_AND_HURT, (0, &questions)));
    assert!(!learning.are_one_class(fire, TIRED_AND_HURT, FRESH_AND_HURT));
    assert!(learning.are_one_class(fire, TIRED, FRESH), "that is not asked of them");
}

#[test]
fn an_exact_stage_tells_all_versions_apart() {
    let mut learning = Learning::new();
    let melee = learning.stage("melee");
    assert!(learning.classes.tell_apart(melee));
    assert!(!learning.are_one_class(melee, TIRED, TIRED_AND_HURT));
    assert!(learning.are_one_class(melee, TIRED, TIRED));
}

#[test]
fn a_way_back_to_the_same_version_and_stage_tells_it_apart() {
    let mut learning = Learning::new();
    let rest = learning.stage("rest");
    // Losses do not go back: a regiment with these losses stays as it is.
    assert!(learning.follow((rest, TIRED), ("earlier_figures_lost", 3), rest));
    assert!(!learning.are_one_class(rest, TIRED_AND_HURT, FRESH_AND_HURT));
    assert!(learning.are_one_class(rest, TIRED_AND_HURT, TIRED_AND_HURT));
}

#[test]
fn it_says_once_that_something_was_learned() {
    let mut learning = Learning::new();
    let (fire, melee) = (learning.stage("fire"), learning.stage("melee"));
    assert!(!learning.classes.has_learned(), "a stage alone tells nobody apart");
    for again in [false, true] {
        learning.ask(melee, "counters");
        assert_eq!(learning.classes.has_learned(), !again);
        assert!(learning.follow((fire, TIRED), ("fired", 1), melee));
        assert_eq!(learning.classes.has_learned(), !again);
        assert!(learning.classes.tell_apart(fire));
        assert_eq!(learning.classes.has_learned(), !again);
    }
}

#[test]
fn what_was_not_learned_in_time_is_refused() {
    let mut learning = Learning::new();
    let (fire, melee) = (learning.stage("fire"), learning.stage("melee"));
    let questions = learning.questions(|state| drop(read(state, "counters")));
    assert!(learning.follow((fire, TIRED), ("fired", 1), melee));
    assert!(learning.ask_later(fire, TIRED, (0, &questions)));
    learning.classes.close();
    assert!(learning.follow((fire, FRESH), ("fired", 1), melee), "it is known of all that answer like this");
    assert!(learning.ask_later(fire, FRESH, (0, &questions)));
    assert!(!learning.follow((fire, TIRED), ("counters", 0), melee));
    assert!(!learning.follow((fire, TIRED), ("fired", 1), fire));
    assert!(!learning.ask_later(fire, TIRED, (1, &questions)));
    assert!(!learning.classes.tell_apart(fire));
    assert!(learning.are_one_class(fire, TIRED, FRESH), "nothing of that was learned");
}
