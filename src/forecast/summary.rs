//! Summaries of states: fates and numbers of the units that a chain concerns.

use crate::battle::State;
use crate::rules::forecast::ForecastRules;
use std::collections::BTreeMap;

/// Distribution of how the units of a chain stand.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Probability of all that is summed up.
    pub probability: f64,
    /// Fates of all units together, as indexes in the ruleset's list, each with its probability.
    pub fates: BTreeMap<Vec<usize>, f64>,
    /// Each unit by itself, in the order of the chain's units.
    pub units: Vec<UnitSummary>,
}

/// Distribution of how a unit stands.
#[derive(Clone, Debug, Default)]
pub struct UnitSummary {
    /// Probability of each fate, by its index in the ruleset's list.
    pub fates: Vec<f64>,
    /// Distributions of its numbers, in the order of the ruleset's list.
    pub numbers: Vec<Spread>,
}

/// Distribution of a number.
#[derive(Clone, Debug, Default)]
pub struct Spread(pub BTreeMap<i32, f64>);

impl Spread {
    /// The average; `None` for a unit that does not have the number.
    pub fn average(&self) -> Option<f64> {
        let all: f64 = self.0.values().sum();
        let sum: f64 = self.0.iter().map(|(number, p)| f64::from(*number) * p).sum();
        (all > 0.0).then(|| sum / all)
    }
}

/// A state as it is summed up.
#[derive(Clone, Debug)]
pub(super) struct StateSummary {
    pub(super) fates: Vec<usize>,
    numbers: Vec<Vec<Option<i32>>>,
}

impl StateSummary {
    pub(super) fn of(rules: &ForecastRules, state: &State, units: &[String]) -> Self {
        let table = state.table();
        let facts: Vec<_> = units.iter().map(|id| table.unit(id).map(|unit| &*unit.facts)).collect();
        let gone = rules.fates.len().saturating_sub(1);
        let numbers = |facts| rules.numbers.iter().map(|number| (number.of)(facts)).collect();
        Self {
            fates: facts.iter().map(|facts| facts.map_or(gone, |facts| (rules.fate)(facts).min(gone))).collect(),
            numbers: facts.iter().map(|facts| facts.map_or_else(Vec::new, numbers)).collect(),
        }
    }
}

impl Summary {
    pub(super) fn add(&mut self, rules: &ForecastRules, summed: &StateSummary, probability: f64) {
        self.probability += probability;
        *self.fates.entry(summed.fates.clone()).or_default() += probability;
        self.units.resize_with(summed.fates.len(), || UnitSummary {
            fates: vec![0.0; rules.fates.len()],
            numbers: vec![Spread::default(); rules.numbers.len()],
        });
        for ((unit, fate), numbers) in self.units.iter_mut().zip(&summed.fates).zip(&summed.numbers) {
            unit.fates[*fate] += probability;
            for (spread, number) in unit.numbers.iter_mut().zip(numbers) {
                if let Some(number) = number {
                    *spread.0.entry(*number).or_default() += probability;
                }
            }
        }
    }
}
