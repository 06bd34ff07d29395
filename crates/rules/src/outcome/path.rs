//! Paths to values in outcomes. A path is parsed once, and then read in every outcome of the odds.

use super::{Record, Value};
use std::cell::Cell;

/// A path such as `breaks`, `unit.counters` or `a[0].breaks`. In a [sum](Path::sum), a last step such as `a*` means all values whose names
/// begin with `a`.
#[derive(Debug)]
pub struct Path<'a> {
    steps: Vec<Step<'a>>,
    /// Beginning of the names whose values are summed. `None` for a path to one value.
    start: Option<&'a str>,
}

#[derive(Debug)]
enum Step<'a> {
    /// A field of a record, and the index where it was found last, because outcomes of one procedure have it at the same index.
    Field(&'a str, Cell<usize>),
    /// A member of a list.
    Nth(usize),
}

impl<'a> Path<'a> {
    /// Parses a path. An invalid path leads to no value.
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

    /// Returns the value at the path. `None` if there is none, and for a sum.
    pub fn at<'r>(&self, outcome: &'r Record) -> Option<&'r Value> {
        if self.start.is_some() {
            return None;
        }
        let (first, steps) = self.steps.split_first()?;
        steps.iter().try_fold(first.in_record(outcome)?, |here, step| step.from(here))
    }

    /// Returns the whole number at the path, or the sum of the numbers in a list there. `None` if there is no number.
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
