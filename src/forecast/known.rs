//! Results found again by what they were worked out from.
//!
//! Working out the next step of a state takes the rules some time, and most of what tells thousands of states apart does not
//! matter to them: a regiment's losses say nothing of how others fight. So it is [recorded](crate::core::reads) what was read, and
//! any state that answers the same questions alike takes the same step. The questions form a tree: each answer leads to the next
//! question, as it did when the result was worked out, and a leaf is the result.

use crate::battle::versions::{Layer, Versions};
use crate::core::reads::{Entry, Query, unrecorded};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

/// A question to a state: what is asked of a subject, after some changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Question {
    /// Place of the subject in the state's key.
    subject: u32,
    /// Index of the path of changes before it is asked.
    path: u32,
    layer: Layer,
    /// Index of the query.
    query: u32,
}

/// A place in a tree.
#[derive(Debug)]
enum Place {
    /// A question, and the place by the answer.
    Question(Question, FxHashMap<u32, u32>),
    /// Index of a result.
    Result(usize),
}

/// Versions of subjects after paths of changes, while a tree is gone through.
#[derive(Default)]
struct Changed(Vec<(u32, u32, u32)>);

/// No answer yet. Answers are numbered from 0, and there are fewer of them.
const OPEN: u32 = u32::MAX;

/// Trees of questions, and what answers them.
#[derive(Debug)]
pub(super) struct Trees {
    places: Vec<Place>,
    queries: Vec<Query>,
    by_query: FxHashMap<Query, u32>,
    /// Answers by version and layer, and then by query; [`OPEN`] where it was not asked yet.
    answers: [Vec<Vec<u32>>; 2],
    /// Values by number, as answers.
    values: FxHashMap<Option<Json>, u32>,
    /// Lists of ids by number, as answers.
    ids: FxHashMap<Vec<String>, u32>,
    /// Paths: the one before, and a list of changes. The first has none.
    paths: Vec<(u32, u32)>,
    by_path: FxHashMap<(u32, u32), u32>,
}

/// A tree of questions; nothing is known by it yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Root(Option<u32>);

impl Trees {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            queries: Vec::new(),
            by_query: FxHashMap::default(),
            answers: [Vec::new(), Vec::new()],
            values: FxHashMap::default(),
            ids: FxHashMap::default(),
            paths: vec![(0, 0)],
            by_path: FxHashMap::default(),
        }
    }

    /// Index of the result for a state, if one like it was met.
    pub(super) fn find(&mut self, root: Root, key: &[u32], versions: &mut Versions) -> Option<usize> {
        let mut place = root.0?;
        let mut changed = Changed::default();
        loop {
            let question = match &self.places[place as usize] {
                Place::Result(result) => return Some(*result),
                Place::Question(question, _) => *question,
            };
            let answer = self.answer(question, key, &mut changed, versions);
            let Place::Question(_, next) = &self.places[place as usize] else { return None };
            place = *next.get(&answer)?;
        }
    }

    /// Keeps a result under what was read of this state.
    pub(super) fn keep(
        &mut self,
        root: &mut Root,
        key: &[u32],
        read: &[Entry],
        result: usize,
        versions: &mut Versions,
    ) {
        let questions = self.questions(key, read);
        let (mut from, mut changed) = (None, Changed::default());
        for question in questions {
            let known = match from {
                None => root.0,
                Some((place, answer)) => self.next(place, answer),
            };
            let place = known.unwrap_or_else(|| self.add(root, from, Place::Question(question, FxHashMap::default())));
            debug_assert!(
                matches!(&self.places[place as usize], Place::Question(own, _) if *own == question),
                "the same answers lead to the same question"
            );
            from = Some((place, self.answer(question, key, &mut changed, versions)));
        }
        self.add(root, from, Place::Result(result));
    }

    fn next(&self, place: u32, answer: u32) -> Option<u32> {
        match &self.places[place as usize] {
            Place::Question(_, next) => next.get(&answer).copied(),
            Place::Result(_) => None,
        }
    }

    /// Adds a place after an answer, or as the root.
    fn add(&mut self, root: &mut Root, from: Option<(u32, u32)>, place: Place) -> u32 {
        let index = number(self.places.len());
        self.places.push(place);
        match from.map(|(before, answer)| (&mut self.places[before as usize], answer)) {
            None => root.0 = Some(index),
            Some((Place::Question(_, next), answer)) => {
                next.insert(answer, index);
            }
            Some((Place::Result(_), _)) => unreachable!("nothing follows a result"),
        }
        index
    }

    /// The questions of a record, each once. A version that several changes lead to is asked after each of them, as it is not
    /// known which of them was meant.
    fn questions(&mut self, key: &[u32], read: &[Entry]) -> Vec<Question> {
        let mut ways: FxHashMap<u32, Vec<(u32, u32)>> = FxHashMap::default();
        for (subject, version) in key.iter().enumerate() {
            ways.entry(*version).or_default().push((number(subject), 0));
        }
        let mut asked: FxHashMap<u32, Vec<(Layer, u32)>> = FxHashMap::default();
        let (mut questions, mut known) = (Vec::new(), FxHashSet::default());
        let mut ask = |(subject, path): (u32, u32), (layer, query): (Layer, u32)| {
            let question = Question { subject, path, layer, query };
            if known.insert(question) {
                questions.push(question);
            }
        };
        for entry in read {
            match entry {
                Entry::Changed { from, list, to } => {
                    for (subject, path) in ways.get(from).cloned().unwrap_or_default() {
                        let way = (subject, self.path(path, *list));
                        let ways = ways.entry(*to).or_default();
                        if !ways.contains(&way) {
                            ways.push(way);
                            // The record has what was read before only once.
                            asked.get(to).into_iter().flatten().for_each(|own| ask(way, *own));
                        }
                    }
                }
                Entry::Read { version, query } => {
                    let (version, layer) = Layer::of(*version);
                    let own = (layer, self.query(query));
                    asked.entry(version).or_default().push(own);
                    ways.get(&version).into_iter().flatten().for_each(|way| ask(*way, own));
                }
            }
        }
        questions
    }

    fn path(&mut self, before: u32, list: u32) -> u32 {
        *self.by_path.entry((before, list)).or_insert_with(|| {
            self.paths.push((before, list));
            number(self.paths.len() - 1)
        })
    }

    fn query(&mut self, query: &Query) -> u32 {
        if let Some(known) = self.by_query.get(query) {
            return *known;
        }
        let index = number(self.queries.len());
        self.queries.push(query.clone());
        self.by_query.insert(query.clone(), index);
        index
    }

    /// The version of a subject that a path of changes leads to.
    fn changed(&self, subject: u32, path: u32, key: &[u32], changed: &mut Changed, versions: &mut Versions) -> u32 {
        if path == 0 {
            return key[subject as usize];
        }
        if let Some((.., version)) = changed.0.iter().find(|(own, on, _)| (*own, *on) == (subject, path)) {
            return *version;
        }
        let (before, list) = self.paths[path as usize];
        let version = self.changed(subject, before, key, changed, versions);
        let version = versions.after(version, list);
        changed.0.push((subject, path, version));
        version
    }

    fn answer(&mut self, question: Question, key: &[u32], changed: &mut Changed, versions: &mut Versions) -> u32 {
        let Question { subject, path, layer, query } = question;
        let version = self.changed(subject, path, key, changed, versions);
        let known = self.answers[layer as usize].get(version as usize).and_then(|own| own.get(query as usize));
        if let Some(known) = known.copied().filter(|known| *known != OPEN) {
            return known;
        }
        let facts = versions.facts(version, layer);
        let answer = unrecorded(|| match &self.queries[query as usize] {
            Query::Value(id) => {
                let (next, value) = (number(self.values.len()), facts.get(id).cloned());
                *self.values.entry(value).or_insert(next)
            }
            Query::Known(id) => u32::from(facts.has(id)),
            Query::Conclusion(conclusion) => u32::from(facts.implies(*conclusion)),
            Query::Ids => {
                let (next, ids) = (number(self.ids.len()), facts.all().keys().cloned().collect());
                *self.ids.entry(ids).or_insert(next)
            }
            Query::All => version,
        });
        let of_version = grown(&mut self.answers[layer as usize], version, Vec::new());
        *grown(of_version, query, OPEN) = answer;
        answer
    }
}

/// The member at an index of a list that grows with its indexes.
fn grown<T: Clone>(list: &mut Vec<T>, index: u32, empty: T) -> &mut T {
    let index = index as usize;
    if index >= list.len() {
        list.resize(index + 1, empty);
    }
    &mut list[index]
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer of them than states")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, Change, Header, State, Unit};
    use crate::core::reads::record;
    use crate::dice::rng::Seed;
    use crate::rulesets;
    use serde_json::json;
    use std::sync::{Arc, Mutex};

    struct Scene {
        versions: Arc<Mutex<Versions>>,
        state: State,
        trees: Trees,
    }

    impl Scene {
        fn new() -> Self {
            let profile = json!({ "name": "Foot", "troop_type": "foot", "pikes": 12, "muskets": 24 });
            let units = vec![Unit { id: "u1".into(), side: 0, profile: profile.as_object().cloned().unwrap() }];
            let header = Header::new("pike_and_shot", "Lansdown", ["", ""], units, Seed([0; 32]));
            let state = Battle::begin(header).state().clone();
            let versions = Arc::new(Mutex::new(Versions::new(rulesets::find("pike_and_shot").unwrap())));
            let key = versions.lock().unwrap().key(&state);
            let state = state.of_versions(&versions, &state.shared_units(), &key);
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
    fn a_result_is_found_again_where_all_that_was_read_is_equal() {
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
    fn what_follows_from_a_change_is_read_after_it() {
        let (mut scene, mut root) = (Scene::new(), Root::default());
        // It fires, and what is read afterwards is changed by that alone.
        let fire = |state: &State| {
            let after = state.after(&[Change::set("u1", "fired", true)]);
            after.table().unit("u1").unwrap().facts.get("fired").cloned()
        };
        let first = scene.with(&[("counters", json!(2))]);
        scene.keep(&mut root, &first, 3, |state| drop(fire(state)));
        for again in [scene.with(&[("counters", json!(1))]), scene.with(&[("fired", json!(true))])] {
            assert_eq!(scene.find(root, &again), Some(3));
        }
        // Counters are no change of this: they are read as they were.
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
    fn a_change_that_changes_nothing_here_is_still_asked_after() {
        let (mut scene, mut root) = (Scene::new(), Root::default());
        // Here it has fired already, and its counters were read before and after it does.
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
}
