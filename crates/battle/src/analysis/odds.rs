//! Summaries of odds for players: the chances that the procedure declares, and distributions.
//!
//! A page computes light odds at once. It sends heavier ones to the odds worker, which runs the same module on its own thread. Question and
//! answer are text.

use rules::dice::{Dist, GoOn, bounded, spend};
use rules::outcome::{Path, Record, Value};
use rules::procedure::{Axis, Procedure, Ready};
use rules::refusal::Refusal;
use rules::registry::Registry;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The most [work](rules::dice::spend) that is done without a worker: a few hundredths of a second on a phone.
pub const AT_ONCE: u64 = 30_000;

/// Summary of a procedure's odds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OddsSummary {
    /// For each of the procedure's chances and each member of its list: the probability. `None` if no outcome has a value for it.
    pub chances: Vec<Vec<Option<f64>>>,
    /// The distributions.
    pub spreads: Vec<Spread>,
}

/// The distribution of one axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Index of the axis among those of the procedure.
    pub axis: usize,
    /// Index in the list of the axis, from 0.
    pub nth: usize,
    /// The numbers, in order, each with its probability.
    pub numbers: Vec<(i32, f64)>,
    /// Ids of fates, each with its probability, if the axis has fates of a unit instead of numbers. They are in the order of the chances
    /// about them.
    pub words: Vec<(String, f64)>,
}

/// The expected value of a distribution of numbers; `None` if the distribution is empty.
pub fn expected(numbers: &[(i32, f64)]) -> Option<f64> {
    let all: f64 = numbers.iter().map(|(_, p)| p).sum();
    let sum: f64 = numbers.iter().map(|(value, p)| f64::from(*value) * p).sum();
    (all > 0.0).then(|| sum / all)
}

/// Position of a value in a chart with columns of equal width for these numbers, from 0 at the left edge to 1 at the right. A value is at
/// the middle of its column, or between the middles of its neighbours.
pub fn place_among(value: f64, columns: &[i32]) -> f64 {
    let middle = |index: usize| (index as f64 + 0.5) / columns.len() as f64;
    let value_at = |index: usize| f64::from(columns[index]);
    match columns.iter().position(|column| f64::from(*column) >= value) {
        Some(0) => middle(0),
        Some(after) => {
            let part = (value - value_at(after - 1)) / (value_at(after) - value_at(after - 1));
            middle(after - 1) + part * (middle(after) - middle(after - 1))
        }
        None => middle(columns.len().saturating_sub(1)),
    }
}

impl OddsSummary {
    /// The most important chances: those in the [gist](rules::procedure::Rank::Gist), else the
    /// [headline](rules::procedure::Rank::Headline) and the first chance about something else, such as the other side. Impossible
    /// chances are left out. Each is the index of the chance, the index of the member, and the probability.
    pub fn gist(&self, procedure: &Procedure) -> Vec<(usize, usize, f64)> {
        let likely = |place: usize| {
            let each = self.chances.get(place).into_iter().flatten().enumerate();
            each.filter_map(move |(nth, p)| Some((place, nth, p.filter(|p| *p > 0.0)?)))
        };
        if procedure.gist().next().is_some() {
            return procedure.gist().flat_map(likely).collect();
        }
        let mut places = procedure.followed_places();
        let Some(first) = places.next() else { return Vec::new() };
        let other = |place: &usize| procedure.chances[*place].path != procedure.chances[first].path;
        let second = (0..procedure.chances.len()).find(other);
        // If a procedure has many results of one kind, such as the cards of a deck, one alone would be misleading.
        if second.is_none() && procedure.chances.len() > 2 {
            return Vec::new();
        }
        [Some(first), second].into_iter().flatten().flat_map(likely).collect()
    }

    /// Removes the chances that are moot for an input, such as a chance of something that has already happened.
    pub fn drop_moot(&mut self, procedure: &Procedure, input: &Map<String, Json>) {
        for (index, chances) in self.chances.iter_mut().enumerate() {
            if procedure.is_moot(index, input) {
                chances.fill(None);
            }
        }
    }

    /// The probabilities of the chances that are [followed](Procedure::followed) when an input is varied, the headline first.
    pub fn followed(&self, procedure: &Procedure) -> Vec<Option<f64>> {
        let first = |place: usize| self.chances.get(place).and_then(|each| *each.first()?);
        procedure.followed_places().map(first).collect()
    }
}

impl OddsSummary {
    /// Summarises the odds of an input that the procedure has read.
    ///
    /// # Errors
    /// The rules' refusal, if there are no odds.
    pub fn of(procedure: &Procedure, ready: &Ready) -> Result<Self, Refusal> {
        Ok(Self::from_outcomes(procedure, &ready.chances()?))
    }

    /// Summarises odds that can be computed [at once](AT_ONCE); `None` if they are heavier.
    pub fn at_once(procedure: &Procedure, ready: &Ready) -> Option<Result<Self, Refusal>> {
        bounded(AT_ONCE, |_| false, || Self::of(procedure, ready))
    }

    fn from_outcomes(procedure: &Procedure, odds: &Dist<Record>) -> Self {
        let Some((likeliest, _)) = odds.iter().next() else { return Self::default() };
        let each = |outcomes: &Dist<Record>| u64::try_from(outcomes.len()).unwrap_or(u64::MAX);
        let chances = procedure.chances.iter().map(|chance| {
            let count = chance.count(likeliest).max(1);
            spend(each(odds).saturating_mul(count as u64));
            (0..count).map(|nth| chance.likely(odds, nth)).collect()
        });
        let chances = chances.collect();
        let mut spreads = Vec::new();
        for (place, axis) in procedure.axes.iter().enumerate() {
            for (nth, path) in (0..).map_while(|nth| Some((nth, axis.path_of(likeliest, nth)?))) {
                spend(each(odds));
                spreads.push(Spread::of(procedure, odds, [place, nth], axis, &Path::of(&path)));
            }
        }
        // A distribution without any value is not drawn.
        spreads.retain(|spread: &Spread| !spread.numbers.is_empty() || !spread.words.is_empty());
        Self { chances, spreads }
    }
}

impl Spread {
    fn of(procedure: &Procedure, odds: &Dist<Record>, [place, nth]: [usize; 2], axis: &Axis, path: &Path) -> Self {
        let mut numbers: Vec<(i32, f64)> = Vec::new();
        let chances = procedure.chances.iter().filter(|chance| chance.path == axis.path);
        let mut words: Vec<(&'static str, f64)> = chances.filter_map(|chance| Some((chance.is.word()?, 0.0))).collect();
        for (outcome, p) in odds.iter() {
            if let Some(word) = path.at(outcome).and_then(Value::word) {
                match words.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, sum)) => *sum += p,
                    None => words.push((word, p)),
                }
            } else if let Some(number) = path.sum(outcome) {
                match numbers.binary_search_by_key(&number, |(known, _)| *known) {
                    Ok(place) => numbers[place].1 += p,
                    Err(place) => numbers.insert(place, (number, p)),
                }
            }
        }
        words.retain(|(_, p)| *p > 0.0);
        let words: Vec<(String, f64)> = words.into_iter().map(|(word, p)| (word.to_owned(), p)).collect();
        let numbers = if words.is_empty() { numbers } else { Vec::new() };
        Self { axis: place, nth, numbers, words }
    }
}

/// The answer of the odds worker: the summary for an input, as text. After each `stretch` of [work](rules::dice::spend), `go_on` decides
/// whether to continue. `None` if the work stopped early, or if the input is refused.
pub fn answer(
    registry: Registry,
    ruleset: &str,
    procedure: &str,
    input: &str,
    stretch: u64,
    go_on: GoOn,
) -> Option<String> {
    let procedure = registry.find(ruleset)?.procedure(procedure)?;
    let input: Map<String, Json> = serde_json::from_str(input).ok()?;
    let ready = procedure.read(&input).ok()?;
    let mut summary = bounded(stretch, go_on, || OddsSummary::of(procedure, &ready))?.ok()?;
    summary.drop_moot(procedure, &input);
    serde_json::to_string(&summary).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_value_leaves_out_outcomes_without_a_number() {
        assert_eq!(expected(&[(0, 0.25), (1, 0.5), (2, 0.25)]), Some(1.0));
        // Half of the outcomes have no number.
        assert_eq!(expected(&[(2, 0.25), (4, 0.25)]), Some(3.0));
        assert_eq!(expected(&[]), None);
    }

    #[test]
    fn a_value_is_marked_at_its_column_or_between_two() {
        assert_eq!(place_among(1.0, &[0, 1]), 0.75);
        assert_eq!(place_among(0.5, &[0, 1]), 0.5);
        // Columns have equal widths, whether neighbouring numbers differ by four or by one.
        assert!((place_among(4.0, &[1, 2, 6]) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(place_among(-1.0, &[0, 1]), 0.25, "never beyond the columns");
        assert_eq!(place_among(9.0, &[0, 1]), 0.75);
    }
}
