//! Paths to values in outcomes, read once and followed through every outcome of the odds.

use super::{Record, Value};
use std::cell::Cell;

/// A path such as `breaks`, `unit.counters` or `a[0].breaks`. In a [sum](Path::sum), a last step such as `a*` stands for all
/// values whose names begin so.
#[derive(Debug)]
pub struct Path<'a> {
    steps: Vec<Step<'a>>,
    /// The beginning of the names whose values are added up, if any are.
    start: Option<&'a str>,
}

#[derive(Debug)]
enum Step<'a> {
    /// A value of a record, and the index where it was found last: the outcomes of one procedure keep it at one index.
    Field(&'a str, Cell<usize>),
    /// A member of a list.
    Nth(usize),
}

impl<'a> Path<'a> {
    /// Reads a path. One that cannot be read leads to no value.
    pub fn of(path: &'a str) -> Self {
        let (holder, start) = match path.strip_suffix('*') {
            Some(path) => path.rsplit_once('.').map_or(("", path), |(holder, start)| (holder, start)),
            None => (path, ""),
        };
        let steps = holder.split(['.', '[']).filter(|step| !step.is_empty());
        let step = |step: &'a str| match step.strip_suffix(']') {
            Some(index) => Step::Nth(index.parse().unwrap_or(usize::MAX)),
            None => Step::Field(step, Cell::new(0)),
        };
        Self { steps: steps.map(step).collect(), start: path.ends_with('*').then_some(start) }
    }

    /// The value at the path.
    pub fn at<'r>(&self, outcome: &'r Record) -> Option<&'r Value> {
        if self.start.is_some() {
            return None;
        }
        let (first, steps) = self.steps.split_first()?;
        steps.iter().try_fold(first.in_record(outcome)?, |here, step| step.from(here))
    }

    /// The whole number at the path; of a list, the sum of its numbers.
    pub fn sum(&self, outcome: &Record) -> Option<i32> {
        let Some(start) = self.start else { return self.at(outcome)?.sum() };
        let mut holder = outcome;
        for step in &self.steps {
            holder = step.in_record(holder)?.record()?;
        }
        let named = holder.iter().filter(|(name, _)| name.starts_with(start));
        named.map(|(_, value)| value.sum()).reduce(|all, one| Some(all? + one?))?
    }
}

impl Step<'_> {
    fn from<'r>(&self, here: &'r Value) -> Option<&'r Value> {
        match self {
            Step::Nth(index) => here.list()?.get(*index),
            Step::Field(..) => self.in_record(here.record()?),
        }
    }

    fn in_record<'r>(&self, record: &'r Record) -> Option<&'r Value> {
        let Step::Field(name, last) = self else { return None };
        last.set(record.index_of(name, last.get())?);
        record.nth(last.get())
    }
}
