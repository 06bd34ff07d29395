//! The battle in five to eight sentences.

use super::{Report, ReportBuilder, TurningPoint, turn_title};
use rules::closing::Verdict;
use rules::text;
use rules::text::say;

/// Maximum number of broken units that a sentence lists.
const NAMED: usize = 6;

/// A sentence on the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence.
    pub words: String,
    /// Number of its decisive roll, from 1; `None` for other sentences.
    pub roll: Option<usize>,
}

impl ReportBuilder {
    /// The battle in sentences: the strengths at the start, the decisive rolls, the costliest act, the units out of the fight, the
    /// remaining strengths, and the result. The costliest act is left out if four rolls were decisive.
    pub(super) fn story(&self) -> Vec<Sentence> {
        let report = &self.report;
        let mut told = vec![self.beginning()];
        let decisive = report.decisive();
        if decisive.len() < super::turning::DECISIVE {
            let costliest = self.costliest.as_ref().map(|(_, words)| words.clone());
            told.push(costliest.unwrap_or_else(|| say("Neither side lost strength by an action so far.").to_owned()));
        }
        told.extend([self.broken(), self.left(), self.result()]);
        let mut story: Vec<Sentence> = told.into_iter().map(|words| Sentence { words, roll: None }).collect();
        let rolls = decisive.into_iter().zip(1..).map(|(point, n)| Sentence { words: point.sentence(), roll: Some(n) });
        story.splice(1..1, rolls);
        story
    }

    /// Strength of a side at the start or now, in words.
    fn strength(&self, side: usize, at: Option<&(String, [i32; 2])>) -> String {
        (self.ruleset.battle_stats.counted)(at.map_or(0, |(_, both)| both[side])).to_string()
    }

    fn beginning(&self) -> String {
        let [a, b] = self.report.sides.clone();
        let [first, second] = [0, 1].map(|side| self.strength(side, self.report.strengths.first()));
        text!("{a} with {first} met {b} with {second}.", a = a, first = first, b = b, second = second).to_string()
    }

    fn broken(&self) -> String {
        let breaks = &self.report.breaks;
        if breaks.is_empty() {
            return say("No unit is out of the fight.").to_owned();
        }
        let named: Vec<&str> = breaks.iter().take(NAMED).map(|broken| broken.words.as_str()).collect();
        let (units, n) = (named.join("; "), breaks.len().saturating_sub(NAMED));
        match n {
            0 => text!("Out of the fight: {units}.", units = units).to_string(),
            n => text!("Out of the fight: {units}; and {n} more.", units = units, n = n).to_string(),
        }
    }

    fn left(&self) -> String {
        let [a, b] = self.report.sides.clone();
        let [first, second] = [0, 1].map(|side| self.strength(side, self.report.strengths.last()));
        let turn = turn_title(self.ruleset, &self.state);
        text!(
            "After {turn}: {a} with {first}, {b} with {second}.",
            turn = turn,
            a = a,
            first = first,
            b = b,
            second = second
        )
        .to_string()
    }

    fn result(&self) -> String {
        let by_rules = || self.ruleset.decided(&self.state.table()).map(|decided| decided.verdict);
        let verdict = Some(self.verdict).filter(|verdict| *verdict != Verdict::Open).or_else(by_rules);
        let Some(verdict) = verdict.filter(|verdict| *verdict != Verdict::Open) else {
            return say("The battle is still open.").to_owned();
        };
        let [a, b] = self.report.sides.each_ref().map(String::as_str);
        text!("Result: {verdict}.", verdict = verdict.words([a, b])).to_string()
    }
}

impl Report {
    /// The turning points with the largest swing, at most four, in the order of the battle.
    pub fn decisive(&self) -> Vec<&TurningPoint> {
        let mut points: Vec<&TurningPoint> = self.turning_points.iter().take(super::turning::DECISIVE).collect();
        points.sort_by_key(|point| point.nth);
        points
    }
}
