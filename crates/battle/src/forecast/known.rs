//! Cache of computed results, found again by the facts from which they were computed.
//!
//! The rules need some time to compute the next step of a state, and they read only some of its facts. The [record](super::reads) of those
//! reads is stored as a path through a tree. Each inner node of the tree is a question: the value of one fact of one unit, side or the
//! battle. Each answer leads to the next question, and a leaf is the result. The rules are deterministic: as long as two states give equal
//! answers, the rules read the same facts of both, in the same order. So a state that reaches a leaf has that result.
//!
//! Rules also read facts after changes that they made themselves, for example in the middle of an act. Such a question has a path: the
//! lists of changes to apply to the version before the fact is read.

#[cfg(test)]
mod tests;

use super::reads::{Entry, Query, unrecorded};
use super::versions::{Layer, Versions};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

/// A query about a version, after some changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Asked {
    /// Index of the path of changes that come before the query.
    path: u32,
    layer: Layer,
    /// Index of the query.
    query: u32,
}

/// A query about one subject of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Question {
    /// Index of the subject in the state's key.
    subject: u32,
    asked: Asked,
}

/// A node of a tree.
#[derive(Debug)]
enum Node {
    /// A question, and the index of the next node for each answer.
    Question(Question, FxHashMap<u32, u32>),
    /// Index of a result.
    Result(usize),
}

/// Marks an unknown answer. Answers are numbered from 0, and there are fewer than this.
const OPEN: u32 = u32::MAX;

/// The trees, and the known answers to their questions.
#[derive(Debug)]
pub(super) struct Trees {
    nodes: Vec<Node>,
    queries: Vec<Query>,
    by_query: FxHashMap<Query, u32>,
    /// Answers, for each layer by version and query. [`OPEN`] if the version was not asked yet.
    answers: [Vec<Vec<u32>>; 2],
    /// The number of each value that occurs as an answer.
    values: FxHashMap<Option<Json>, u32>,
    /// Paths: index of the shorter path, and a list of changes added to it. The first path is empty.
    paths: Vec<(u32, u32)>,
    by_path: FxHashMap<(u32, u32), u32>,
}

/// A tree of questions; `None` while it is empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Root(Option<u32>);

impl Trees {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            queries: Vec::new(),
            by_query: FxHashMap::default(),
            answers: [Vec::new(), Vec::new()],
            values: FxHashMap::default(),
            paths: vec![(0, 0)],
            by_path: FxHashMap::default(),
        }
    }

    /// Index of the result for a state; `None` if no state with these answers was computed before.
    pub(super) fn find(&mut self, root: Root, key: &[u32], versions: &mut Versions) -> Option<usize> {
        let mut node = root.0?;
        loop {
            let question = match &self.nodes[node as usize] {
                Node::Result(result) => return Some(*result),
                Node::Question(question, _) => *question,
            };
            let answer = self.answer(question.asked, key[question.subject as usize], versions);
            let Node::Question(_, next) = &self.nodes[node as usize] else { return None };
            node = *next.get(&answer)?;
        }
    }

    /// Stores a result under the facts that were read of this state.
    pub(super) fn keep(
        &mut self,
        root: &mut Root,
        key: &[u32],
        read: &[Entry],
        result: usize,
        versions: &mut Versions,
    ) {
        let mut from = None;
        for question in self.questions(key, read) {
            let known = match from {
                None => root.0,
                Some((node, answer)) => self.next(node, answer),
            };
            let node = known.unwrap_or_else(|| self.add(root, from, Node::Question(question, FxHashMap::default())));
            debug_assert!(
                matches!(&self.nodes[node as usize], Node::Question(known, _) if *known == question),
                "the same answers lead to the same question"
            );
            from = Some((node, self.answer(question.asked, key[question.subject as usize], versions)));
        }
        self.add(root, from, Node::Result(result));
    }

    fn next(&self, node: u32, answer: u32) -> Option<u32> {
        match &self.nodes[node as usize] {
            Node::Question(_, next) => next.get(&answer).copied(),
            Node::Result(_) => None,
        }
    }

    /// Adds a node after an answer, or as the root.
    fn add(&mut self, root: &mut Root, from: Option<(u32, u32)>, node: Node) -> u32 {
        let index = number(self.nodes.len());
        self.nodes.push(node);
        match from.map(|(before, answer)| (&mut self.nodes[before as usize], answer)) {
            None => root.0 = Some(index),
            Some((Node::Question(_, next), answer)) => {
                next.insert(answer, index);
            }
            Some((Node::Result(_), _)) => unreachable!("nothing follows a result"),
        }
        index
    }

    /// The questions of a record, each once. If several changes lead to one version, the question is added for each of them, because the
    /// record does not show which change preceded the read.
    fn questions(&mut self, key: &[u32], read: &[Entry]) -> Vec<Question> {
        let mut origins: FxHashMap<u32, Vec<(u32, u32)>> = FxHashMap::default();
        for (subject, version) in key.iter().enumerate() {
            origins.entry(*version).or_default().push((number(subject), 0));
        }
        let mut asked: FxHashMap<u32, Vec<(Layer, u32)>> = FxHashMap::default();
        let (mut questions, mut known) = (Vec::new(), FxHashSet::default());
        let mut ask = |(subject, path): (u32, u32), (layer, query): (Layer, u32)| {
            let question = Question { subject, asked: Asked { path, layer, query } };
            if known.insert(question) {
                questions.push(question);
            }
        };
        for entry in read {
            match entry {
                Entry::Changed { from, list, to } => {
                    for (subject, path) in origins.get(from).cloned().unwrap_or_default() {
                        let origin = (subject, self.path(path, *list));
                        let origins = origins.entry(*to).or_default();
                        if !origins.contains(&origin) {
                            origins.push(origin);
                            // The record lists a read of a version only once, so earlier reads of this version count for the new origin,
                            // too.
                            asked.get(to).into_iter().flatten().for_each(|query| ask(origin, *query));
                        }
                    }
                }
                Entry::Read { version, query } => {
                    let (version, layer) = Layer::of(*version);
                    let asked_query = (layer, self.query(query));
                    asked.entry(version).or_default().push(asked_query);
                    origins.get(&version).into_iter().flatten().for_each(|origin| ask(*origin, asked_query));
                }
            }
        }
        questions
    }

    /// Index of the path that adds one list of changes to another path.
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

    /// The version after a path of changes.
    fn after(&self, version: u32, path: u32, versions: &mut Versions) -> u32 {
        if path == 0 {
            return version;
        }
        let (before, list) = self.paths[path as usize];
        let version = self.after(version, before, versions);
        versions.after(version, list)
    }

    /// Number of the answer that a version gives.
    fn answer(&mut self, asked: Asked, version: u32, versions: &mut Versions) -> u32 {
        let Asked { path, layer, query } = asked;
        let version = self.after(version, path, versions);
        let known =
            self.answers[layer as usize].get(version as usize).and_then(|of_version| of_version.get(query as usize));
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
            Query::All => version,
        });
        let of_version = grown(&mut self.answers[layer as usize], version, Vec::new());
        *grown(of_version, query, OPEN) = answer;
        answer
    }
}

/// The member at an index. The list is extended with `empty` if it is shorter.
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
