//! Classes of states that go on alike until the end.
//!
//! States with the same next step may still differ in what a later step reads. So it is learned, at each [stage](Stage) of a chain,
//! what the rules ask of each subject there, which changes follow, and to which stage they lead. Two versions of a subject are in
//! one class of a stage if all that is asked of them is answered alike, and if each of those changes leads them to one class of
//! its next stage. Two states are in one class if the versions of all their subjects are.
//!
//! Whatever happens to a state of a class happens to all of them: the same steps, the same outcomes, the same changes and the same
//! fates. So one of them stands for all, and each unit's versions only share out the probability of the class.

#[cfg(test)]
mod tests;

use super::decide::Progress;
use super::known::{Asked, Question, Trees};
use super::states::Key;
use super::versions::Versions;
use rustc_hash::{FxHashMap, FxHashSet};

/// A moment of a chain: the units on the table, turn and phase, progress, and what is done.
pub(super) type Stage = (u32, (i32, i32), Progress, String);

/// Knowledge of a stage.
#[derive(Debug, Default)]
struct Learned {
    /// True if versions are told apart whatever is asked.
    is_exact: bool,
    /// Questions to each subject as it stands.
    asked: Vec<Vec<Asked>>,
    questions: FxHashSet<Question>,
}

/// A version of a subject at a stage: stage, place of the subject, version.
type At = (u32, u32, u32);

/// Knowledge of all stages, and the classes that follow from it.
#[derive(Debug, Default)]
pub(super) struct Classes {
    stages: Vec<Learned>,
    by_stage: FxHashMap<Stage, u32>,
    /// Versions with the same answers at a stage: how many of its questions were asked so far, and the number of the answers.
    answered: FxHashMap<At, (usize, u32)>,
    /// Numbers of answers: by those before, and one more.
    answers: FxHashMap<(u32, u32), u32>,
    /// The first number of answers at a stage of a subject, before any is given.
    first: FxHashMap<(u32, u32), u32>,
    /// Number of the next answers.
    next: u32,
    /// Questions to versions with these answers after changes, and the records from which they are known.
    later: FxHashMap<u32, Vec<Asked>>,
    recorded: FxHashSet<(u32, usize)>,
    /// Paths of changes of versions with these answers, each with the stage after it.
    following: FxHashMap<u32, Vec<(u32, u32)>>,
    /// Classes by what they are told apart by.
    classes: FxHashMap<Vec<u32>, u32>,
    /// Classes by what is learned now; none while it is worked out.
    known: FxHashMap<At, Option<u32>>,
    has_learned: bool,
    is_closed: bool,
}

/// Marks a class of a version by itself, where others begin with the number of their answers.
const EXACT: u32 = u32::MAX;

impl Classes {
    /// Number of a stage.
    pub(super) fn stage(&mut self, stage: Stage) -> u32 {
        let next = number(self.stages.len());
        let place = *self.by_stage.entry(stage).or_insert(next);
        if place == next {
            self.stages.push(Learned::default());
        }
        place
    }

    /// True if something was learned since this was asked last.
    pub(super) fn has_learned(&mut self) -> bool {
        std::mem::take(&mut self.has_learned)
    }

    /// Learns nothing from now on.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// True if nothing more is learned.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// True if a stage tells all versions apart.
    pub(super) fn is_exact(&self, stage: u32) -> bool {
        self.stages[stage as usize].is_exact
    }

    /// Tells all versions apart at a stage. False if that comes too late.
    pub(super) fn tell_apart(&mut self, stage: u32) -> bool {
        let learned = &mut self.stages[stage as usize];
        if learned.is_exact {
            return true;
        }
        learned.is_exact |= !self.is_closed;
        self.learn()
    }

    /// Notes questions that are asked at a stage of subjects as they stand. What is asked after changes depends on these.
    pub(super) fn ask(&mut self, stage: u32, questions: &[Question]) {
        for question in questions.iter().filter(|question| !question.asked.is_later()) {
            let learned = &mut self.stages[stage as usize];
            if !learned.questions.insert(*question) {
                continue;
            }
            let subject = question.subject as usize;
            if learned.asked.len() <= subject {
                learned.asked.resize(subject + 1, Vec::new());
            }
            learned.asked[subject].push(question.asked);
            self.learn();
        }
    }

    /// Notes what a record asks of the versions of a state after changes. False if that comes too late.
    pub(super) fn ask_later(
        &mut self,
        (stage, key): (u32, &Key),
        (record, questions): (usize, &[Question]),
        (trees, versions): (&mut Trees, &mut Versions),
    ) -> bool {
        for (subject, version) in (0..).zip(&*key.versions) {
            let answers = self.answers((stage, subject, *version), trees, versions);
            if self.recorded.contains(&(answers, record)) {
                continue;
            }
            if self.is_closed {
                return false;
            }
            self.recorded.insert((answers, record));
            let later = self.later.entry(answers).or_default();
            let before = later.len();
            for question in questions.iter().filter(|own| own.subject == subject && own.asked.is_later()) {
                if !later.contains(&question.asked) {
                    later.push(question.asked);
                }
            }
            if later.len() > before {
                self.learn();
            }
        }
        true
    }

    /// Notes that a path of changes leads a version to a stage. False if that comes too late.
    pub(super) fn follow(
        &mut self,
        at: At,
        path: u32,
        stage: u32,
        (trees, versions): (&mut Trees, &mut Versions),
    ) -> bool {
        let answers = self.answers(at, trees, versions);
        let is_closed = self.is_closed;
        let following = self.following.entry(answers).or_default();
        if following.contains(&(path, stage)) {
            return true;
        }
        if !is_closed {
            following.push((path, stage));
        }
        self.learn()
    }

    fn learn(&mut self) -> bool {
        if !self.is_closed {
            self.has_learned = true;
            self.known.clear();
        }
        !self.is_closed
    }

    /// Number of the answers of a version.
    fn answers(&mut self, at: At, trees: &mut Trees, versions: &mut Versions) -> u32 {
        let (stage, subject, version) = at;
        let asked = self.stages[stage as usize].asked.get(subject as usize).map_or(&[][..], Vec::as_slice);
        let (count, mut answers) = match self.answered.get(&at) {
            Some(known) => *known,
            None => (0, *self.first.entry((stage, subject)).or_insert_with(|| counted(&mut self.next))),
        };
        if count < asked.len() {
            for asked in &asked[count..] {
                let answer = trees.answer(*asked, version, versions);
                answers = *self.answers.entry((answers, answer)).or_insert_with(|| counted(&mut self.next));
            }
        }
        self.answered.insert(at, (asked.len(), answers));
        answers
    }

    /// Class of a state at a stage: the classes of its versions.
    pub(super) fn class(&mut self, stage: u32, key: &Key, trees: &mut Trees, versions: &mut Versions) -> Vec<u32> {
        let each = key.versions.iter().enumerate();
        each.map(|(subject, version)| self.of((stage, number(subject), *version), trees, versions)).collect()
    }

    fn of(&mut self, at: At, trees: &mut Trees, versions: &mut Versions) -> u32 {
        let (stage, subject, version) = at;
        let alone = [EXACT, stage, subject, version];
        if self.is_exact(stage) {
            return self.class_of(alone.to_vec());
        }
        match self.known.get(&at) {
            Some(Some(class)) => return *class,
            // What leads back to itself is told apart from all others.
            Some(None) => return self.class_of(alone.to_vec()),
            None => {}
        }
        self.known.insert(at, None);
        let answers = self.answers(at, trees, versions);
        let mut marks = vec![answers];
        for place in 0..self.later.get(&answers).map_or(0, Vec::len) {
            marks.push(trees.answer(self.later[&answers][place], version, versions));
        }
        let count = self.following.get(&answers).map_or(0, Vec::len);
        for place in 0..count {
            let (path, next) = self.following[&answers][place];
            let after = trees.after(version, path, versions);
            marks.push(self.of((next, subject, after), trees, versions));
        }
        let class = self.class_of(marks);
        self.known.insert(at, Some(class));
        class
    }

    fn class_of(&mut self, marks: Vec<u32>) -> u32 {
        let next = number(self.classes.len());
        *self.classes.entry(marks).or_insert(next)
    }
}

/// The next number.
fn counted(next: &mut u32) -> u32 {
    *next += 1;
    *next
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer of them than states")
}
