//! Summaries of states: fates and numbers of the units that a chain concerns.

use super::versions::{Layer, Versions};
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

/// Index of each unit's fate in a state.
pub(super) fn fates(rules: &ForecastRules, state: &State, units: &[String]) -> Vec<usize> {
    let (table, gone) = (state.table(), rules.fates.len().saturating_sub(1));
    units.iter().map(|id| table.unit(id).map_or(gone, |unit| (rules.fate)(&unit.facts).min(gone))).collect()
}

/// Probability of a class of states, shared out among the versions of each unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Mass {
    pub(super) probability: f64,
    /// Versions of each unit with their probabilities; none of a unit that is gone.
    pub(super) versions: Vec<Vec<(u32, f64)>>,
}

impl Mass {
    /// Adds up what arrived at equal versions.
    pub(super) fn merge(&mut self) {
        for versions in &mut self.versions {
            versions.sort_by_key(|(version, _)| *version);
            versions.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                kept.1 += if is_same { next.1 } else { 0.0 };
                is_same
            });
        }
    }
}

/// Probabilities of fates and of versions, while they are gathered.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    fates: BTreeMap<Vec<usize>, f64>,
    versions: Vec<BTreeMap<u32, f64>>,
}

impl Gathered {
    pub(super) fn add(&mut self, fates: &[usize], mass: &Mass) {
        match self.fates.get_mut(fates) {
            Some(own) => *own += mass.probability,
            None => drop(self.fates.insert(fates.to_vec(), mass.probability)),
        }
        self.versions.resize_with(fates.len(), BTreeMap::new);
        for (own, arrived) in self.versions.iter_mut().zip(&mass.versions) {
            arrived.iter().for_each(|(version, probability)| *own.entry(*version).or_default() += probability);
        }
    }

    pub(super) fn summary(self, rules: &ForecastRules, known: &Versions) -> Summary {
        let mut units = Vec::new();
        for (place, versions) in self.versions.iter().enumerate() {
            let mut unit = UnitSummary {
                fates: vec![0.0; rules.fates.len()],
                numbers: vec![Spread::default(); rules.numbers.len()],
            };
            self.fates.iter().for_each(|(fates, probability)| unit.fates[fates[place]] += probability);
            for (version, probability) in versions {
                let facts = known.facts(*version, Layer::Known);
                for (spread, number) in unit.numbers.iter_mut().zip(rules.numbers) {
                    if let Some(number) = (number.of)(facts) {
                        *spread.0.entry(number).or_default() += probability;
                    }
                }
            }
            units.push(unit);
        }
        Summary { probability: self.fates.values().sum(), fates: self.fates, units }
    }
}
