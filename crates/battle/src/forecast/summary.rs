//! Summaries of states: fates and numbers of the units that a chain concerns.

use super::states::{Key, States};
use super::versions::{Layer, lock};
use rules::facts::Facts;
use rules::forecast::ForecastRules;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Distribution of the fates and numbers of a chain's units.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Total probability of the states in the summary.
    pub probability: f64,
    /// Fates of all units jointly, as indexes in the ruleset's list, each with its probability.
    pub fates: BTreeMap<Vec<usize>, f64>,
    /// A summary for each unit, in the order of the chain's units.
    pub units: Vec<UnitSummary>,
}

/// Distribution of the fates and numbers of a unit.
#[derive(Clone, Debug, Default)]
pub struct UnitSummary {
    /// Probability of each fate, by its index in the ruleset's list.
    pub fates: Vec<f64>,
    /// Distributions of its numbers, in the order of the ruleset's list.
    pub numbers: Vec<NumberDistribution>,
}

/// Distribution of a number.
#[derive(Clone, Debug, Default)]
pub struct NumberDistribution(pub BTreeMap<i32, f64>);

impl NumberDistribution {
    /// The average; `None` if the unit does not have the number.
    pub fn average(&self) -> Option<f64> {
        let all: f64 = self.0.values().sum();
        let sum: f64 = self.0.iter().map(|(number, p)| f64::from(*number) * p).sum();
        (all > 0.0).then(|| sum / all)
    }
}

/// Fates and numbers of a chain's units in one state.
#[derive(Debug)]
pub(super) struct UnitsInState {
    pub(super) fates: Vec<usize>,
    /// Numbers of each unit; empty for a unit that has left.
    numbers: Vec<Vec<Option<i32>>>,
}

impl UnitsInState {
    pub(super) fn of(rules: &ForecastRules, states: &States, key: &Key, units: &[String]) -> Self {
        let (versions, gone) = (lock(&states.versions), rules.fates.len().saturating_sub(1));
        let facts = |version: Option<u32>| version.map(|version| versions.facts(version, Layer::Known));
        let units: Vec<_> = states.versions_of(key, units).into_iter().map(facts).collect();
        let fate = |facts: &Option<&Arc<Facts>>| facts.map_or(gone, |facts| (rules.fate)(facts).min(gone));
        let numbers = |facts: &Arc<Facts>| rules.numbers.iter().map(|number| (number.of)(facts)).collect();
        Self {
            fates: units.iter().map(fate).collect(),
            numbers: units.iter().map(|facts| facts.map_or_else(Vec::new, numbers)).collect(),
        }
    }
}

impl Summary {
    pub(super) fn add(&mut self, rules: &ForecastRules, standing: &UnitsInState, probability: f64) {
        self.probability += probability;
        match self.fates.get_mut(&standing.fates) {
            Some(own) => *own += probability,
            None => drop(self.fates.insert(standing.fates.clone(), probability)),
        }
        self.units.resize_with(standing.fates.len(), || UnitSummary {
            fates: vec![0.0; rules.fates.len()],
            numbers: vec![NumberDistribution::default(); rules.numbers.len()],
        });
        for ((unit, fate), numbers) in self.units.iter_mut().zip(&standing.fates).zip(&standing.numbers) {
            unit.fates[*fate] += probability;
            for (spread, number) in unit.numbers.iter_mut().zip(numbers) {
                if let Some(number) = number {
                    *spread.0.entry(*number).or_default() += probability;
                }
            }
        }
    }
}
