//! What is told of odds before the dice: how likely what players ask for is, and how it is spread.
//!
//! A page weighs at once what it can while nobody notices. What is more work than that is weighed beside it, by the same
//! module on a thread of its own: the question goes there as text, and what is told comes back as text.

use crate::core::refusal::Refusal;
use crate::dice::{Dist, GoOn, bounded, spend};
use crate::outcome::{Path, Record, Value};
use crate::rules::procedure::{Axis, Procedure, Ready};
use crate::rulesets;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// How much is weighed at once, in steps of [work](crate::dice::spend): on a phone a few hundredths of a second.
pub const AT_ONCE: u64 = 30_000;

/// What is told of odds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OddsSummary {
    /// For each of the procedure's chances how likely it is, for each of those of whom it tells; none where no outcome tells
    /// of it.
    pub chances: Vec<Vec<Option<f64>>>,
    /// Distributions.
    pub spreads: Vec<Spread>,
}

/// The distribution of one axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Which of the procedure's axes.
    pub axis: usize,
    /// Of which of those of whom it tells, from 0.
    pub nth: usize,
    /// The numbers, in order, each with its probability.
    pub numbers: Vec<(i32, f64)>,
    /// Or what becomes of somebody, by id, in the order in which players ask for it, each with its probability.
    pub words: Vec<(String, f64)>,
}

impl OddsSummary {
    /// The chances that are [followed](Procedure::followed) when a situation is said otherwise, the headline first.
    pub fn followed(&self, procedure: &Procedure) -> Vec<Option<f64>> {
        let first = |place: usize| self.chances.get(place).and_then(|each| *each.first()?);
        procedure.followed_places().map(first).collect()
    }
}

impl Procedure {
    /// What is told of an input that was read; by the [lighter](Procedure::lighter) report where the whole has too many
    /// outcomes.
    ///
    /// # Errors
    /// Why there are no odds.
    pub fn odds_summary(&self, input: &Map<String, Json>, ready: &Ready) -> Result<OddsSummary, Refusal> {
        let odds = ready.glance().or_else(|refusal| {
            let mut lighter = input.clone();
            for (field, value) in self.lighter {
                lighter.insert((*field).to_owned(), value.json());
            }
            self.read(&lighter).and_then(|ready| ready.glance()).map_err(|_| refusal)
        })?;
        Ok(self.summary_of(&odds))
    }

    /// The same, if it can be weighed [at once](AT_ONCE).
    pub fn odds_summary_at_once(
        &self,
        input: &Map<String, Json>,
        ready: &Ready,
    ) -> Option<Result<OddsSummary, Refusal>> {
        bounded(AT_ONCE, |_| false, || self.odds_summary(input, ready))
    }

    fn summary_of(&self, odds: &Dist<Record>) -> OddsSummary {
        let Some((likeliest, _)) = odds.iter().next() else { return OddsSummary::default() };
        let each = |outcomes: &Dist<Record>| u64::try_from(outcomes.len()).unwrap_or(u64::MAX);
        let chances = self.chances.iter().map(|chance| {
            let count = chance.count(likeliest).max(1);
            spend(each(odds).saturating_mul(count as u64));
            (0..count).map(|nth| chance.likely(odds, nth)).collect()
        });
        let chances = chances.collect();
        let mut spreads = Vec::new();
        for (place, axis) in self.axes.iter().enumerate() {
            for (nth, path) in (0..).map_while(|nth| Some((nth, axis.path_of(likeliest, nth)?))) {
                spend(each(odds));
                spreads.push(self.spread(odds, [place, nth], axis, &Path::of(&path)));
            }
        }
        OddsSummary { chances, spreads }
    }

    fn spread(&self, odds: &Dist<Record>, [place, nth]: [usize; 2], axis: &Axis, path: &Path) -> Spread {
        let mut numbers: Vec<(i32, f64)> = Vec::new();
        let asked = self.chances.iter().filter(|chance| chance.path == axis.path);
        let mut words: Vec<(&'static str, f64)> = asked.filter_map(|chance| Some((chance.is.word()?, 0.0))).collect();
        for (outcome, p) in odds.iter() {
            if let Some(word) = path.at(outcome).and_then(Value::word) {
                match words.iter_mut().find(|(own, _)| *own == word) {
                    Some((_, sum)) => *sum += p,
                    None => words.push((word, p)),
                }
            } else if let Some(number) = path.sum(outcome) {
                match numbers.binary_search_by_key(&number, |(own, _)| *own) {
                    Ok(place) => numbers[place].1 += p,
                    Err(place) => numbers.insert(place, (number, p)),
                }
            }
        }
        words.retain(|(_, p)| *p > 0.0);
        let words: Vec<(String, f64)> = words.into_iter().map(|(word, p)| (word.to_owned(), p)).collect();
        let numbers = if words.is_empty() { numbers } else { Vec::new() };
        Spread { axis: place, nth, numbers, words }
    }
}

/// Answers from beside the page: what is told of an input, as text. It is weighed a `stretch` at a time, for as long as
/// `go_on` says; none if it is given up, or cannot be ruled on.
pub fn answer(ruleset: &str, procedure: &str, input: &str, stretch: u64, go_on: GoOn) -> Option<String> {
    let procedure = rulesets::find(ruleset)?.procedure(procedure)?;
    let input: Map<String, Json> = serde_json::from_str(input).ok()?;
    let ready = procedure.read(&input).ok()?;
    let told = bounded(stretch, go_on, || procedure.odds_summary(&input, &ready))?.ok()?;
    serde_json::to_string(&told).ok()
}
