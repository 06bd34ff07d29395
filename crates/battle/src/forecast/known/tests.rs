//! Tests of cached results.

use super::*;
use crate::forecast::reads::record;
use crate::forecast::versions;
use crate::{Battle, Change, Header, State, Unit};
use rules::dice::rng::Seed;
use serde_json::json;
use std::sync::{Arc, Mutex};

/// A battle with one regiment, and its cached results.
struct Scene {
    versions: Arc<Mutex<Versions>>,
    state: State,
    trees: Trees,
}

impl Scene {
    fn new() -> Self {
        let profile = json!({ "name": "Foot", "troop_type": "foot", "pikes": 12, "muskets": 24 });
        let units =
            vec![Unit { id: "u1".into(), side: 0, profile: profile.as_object().cloned().unwrap(), ..Unit::default() }];
        let header = Header::new("pike_and_shot", "Lansdown", ["", ""], units, Seed([0; 32]));
        let state = Battle::begin(test_rulesets::RULESETS, header).state().clone();
        let versions = Arc::new(Mutex::new(Versions::new(test_rulesets::RULESETS.find("pike_and_shot").unwrap())));
        let key = versions.lock().unwrap().key(&state);
        let state = versions::state(&state, &versions, &state.shared_units(), &key);
        Self { versions, state, trees: Trees::new() }
    }

    fn with(&self, values: &[(&str, Json)]) -> State {
        let changes: Vec<Change> = values.iter().map(|(key, to)| Change::set("u1", *key, to.clone())).collect();
        self.state.after(&changes)
    }

    fn keep(&mut self, root: &mut Root, state: &State, result: usize, work: impl FnOnce(&State)) {
        let (_, read) = record(|| work(state));
        let mut versions = self.versions.lock().unwrap();
        let key = versions.key(state);
        self.trees.keep(root, &key, &read, result, &mut versions);
    }

    fn find(&mut self, root: Root, state: &State) -> Option<usize> {
        let mut versions = self.versions.lock().unwrap();
        let key = versions.key(state);
        self.trees.find(root, &key, &mut versions)
    }
}

fn read(state: &State, id: &str) -> Option<Json> {
    state.tracked("u1").unwrap().get(id).cloned()
}

#[test]
fn a_cached_result_is_found_if_all_values_that_were_read_are_equal() {
    let (mut scene, mut root) = (Scene::new(), Root::default());
    let tired = scene.with(&[("counters", json!(2))]);
    scene.keep(&mut root, &tired, 7, |state| drop(read(state, "counters")));
    let fired = scene.with(&[("counters", json!(2)), ("fired", json!(true))]);
    assert_eq!(scene.find(root, &fired), Some(7));
    let fresh = scene.with(&[("counters", json!(1)), ("fired", json!(true))]);
    assert_eq!(scene.find(root, &fresh), None);
    scene.keep(&mut root, &fresh, 8, |state| drop((read(state, "counters"), read(state, "fired"))));
    assert_eq!((scene.find(root, &fresh), scene.find(root, &fired)), (Some(8), Some(7)));
    let other = scene.with(&[("counters", json!(1))]);
    assert_eq!(scene.find(root, &other), None);
}

#[test]
fn reads_after_a_change_see_the_changed_values() {
    let (mut scene, mut root) = (Scene::new(), Root::default());
    // The unit fires. The value that is read afterwards depends on that change alone.
    let fire = |state: &State| {
        let after = state.after(&[Change::set("u1", "fired", true)]);
        after.table().unit("u1").unwrap().facts.get("fired").cloned()
    };
    let first = scene.with(&[("counters", json!(2))]);
    scene.keep(&mut root, &first, 3, |state| drop(fire(state)));
    for other in [scene.with(&[("counters", json!(1))]), scene.with(&[("fired", json!(true))])] {
        assert_eq!(scene.find(root, &other), Some(3));
    }
    // The change does not affect counters, so they are read with their earlier value.
    let mut root = Root::default();
    let counters = |state: &State| {
        let after = state.after(&[Change::set("u1", "fired", true)]);
        after.table().unit("u1").unwrap().facts.get("counters").cloned()
    };
    scene.keep(&mut root, &first, 4, |state| drop(counters(state)));
    let (same, other) = (scene.with(&[("counters", json!(2)), ("broken", json!(true))]), scene.with(&[]));
    assert_eq!((scene.find(root, &same), scene.find(root, &other)), (Some(4), None));
}

#[test]
fn a_change_to_the_present_value_is_still_recorded() {
    let (mut scene, mut root) = (Scene::new(), Root::default());
    // In the first state, the unit already has the value of the change. Its counters are read before and after the change.
    let work = |state: &State| {
        drop(read(state, "counters"));
        let after = state.after(&[Change::set("u1", "counters", 2)]);
        drop(read(&after, "counters"));
    };
    let tired = scene.with(&[("counters", json!(2))]);
    scene.keep(&mut root, &tired, 5, |state| work(state));
    assert_eq!(scene.find(root, &tired), Some(5));
    let fresh = scene.with(&[("counters", json!(1))]);
    assert_eq!(scene.find(root, &fresh), None);
    scene.keep(&mut root, &fresh, 6, |state| work(state));
    assert_eq!((scene.find(root, &fresh), scene.find(root, &tired)), (Some(6), Some(5)));
}
