//! Turning points: acts with a large swing of a chance that decides battles.

use super::{Report, ReportBuilder, turn_title};
use crate::Resolved;
use crate::analysis::odds::AT_ONCE;
use crate::ruled;
use rules::dice::{Dist, bounded};
use rules::names::Names;
use rules::outcome::Record;
use rules::procedure::{Chance, Procedure, Ready};
use rules::text;
use rules::text::{percent, say};

/// The smallest swing of a turning point: the event had a probability of at most one half.
const LEAST_SWING: f64 = 0.5;
/// The highest number of dice of an act whose odds are computed. More would keep a page waiting too long.
const MOST_DICE: usize = 150;
/// The highest number of turning points in a report.
const MOST: usize = 5;
/// Number of turning points that a page shows at first.
const DECISIVE: usize = 3;

/// Text for a battle without a turning point.
pub fn no_turn() -> &'static str {
    say("No upsets")
}

/// An act with a large swing of a chance that decides battles.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// Name of the turn.
    pub turn: String,
    /// Index in [`Report::strengths`] of the strength after that turn.
    pub strength: usize,
    /// The act with its participants.
    pub act: String,
    /// The event, in words.
    pub event: String,
    /// True if the event happened.
    pub happened: bool,
    /// Its probability before the roll.
    pub chance: f64,
    /// Difference between the probability and the result, from 0 to 1.
    swing: f64,
}

impl TurningPoint {
    /// The event, and whether it happened.
    pub fn outcome(&self) -> String {
        let event = self.event.clone();
        let words = text!(if self.happened { "“{event}” happened" } else { "“{event}” did not happen" }, event = event);
        words.to_string()
    }

    /// A sentence for players.
    pub fn words(&self) -> String {
        let words = text!(
            if self.happened {
                "{turn}, {what}: “{event}” happened, at {chance}."
            } else {
                "{turn}, {what}: “{event}” did not happen, at {chance}."
            },
            turn = self.turn.clone(),
            what = self.act.clone(),
            event = self.event.clone(),
            chance = percent(self.chance)
        );
        words.to_string()
    }
}

impl Report {
    /// The turning points with the largest swing, at most three.
    pub fn decisive(&self) -> &[TurningPoint] {
        &self.turning_points[..self.turning_points.len().min(DECISIVE)]
    }
}

/// The swing of one chance.
struct Swing {
    /// Difference between the probability and the result, from 0 to 1.
    by: f64,
    /// True if the event happened.
    happened: bool,
    /// The event, in words.
    event: String,
    /// Probability of the event.
    chance: f64,
}

impl ReportBuilder {
    /// Computes the odds of an act, counts its chances, and records the act if it is a turning point.
    pub(super) fn evaluate(
        &mut self,
        procedure: &'static Procedure,
        ready: &Ready,
        outcome: &Record,
        act: &Resolved,
        names: &Names,
    ) {
        if fateful(procedure).next().is_none() && procedure.has_no_stakes() {
            return;
        }
        let Some(odds) = odds_of(ready, act) else {
            self.report.not_evaluated += 1;
            return;
        };
        self.expect(procedure, &odds, outcome, act);
        if let Some(swing) = Self::largest_swing(procedure, &odds, outcome, act, names) {
            let point = self.turning_point(procedure, act, swing);
            let points = &mut self.report.turning_points;
            let index = points.iter().position(|other| other.swing < point.swing).unwrap_or(points.len());
            points.insert(index, point);
            points.truncate(MOST);
        }
    }

    /// The chance with the largest swing by an act's outcome; `None` if no swing is large enough.
    fn largest_swing(
        procedure: &'static Procedure,
        odds: &Dist<Record>,
        came_to: &Record,
        act: &Resolved,
        names: &Names,
    ) -> Option<Swing> {
        let mut most: Option<Swing> = None;
        for (_, chance) in fateful(procedure).filter(|(index, _)| !procedure.is_moot(*index, &act.input)) {
            for nth in 0..chance.count(came_to) {
                let p = chance.likely(odds, nth).unwrap_or(0.0);
                let happened = chance.comes_true(came_to, nth);
                let by = if happened { 1.0 - p } else { p };
                if by >= most.as_ref().map_or(LEAST_SWING, |most| most.by) {
                    most = Some(Swing { by, happened, event: chance.label_of(nth, names), chance: p });
                }
            }
        }
        most
    }

    fn turning_point(&self, procedure: &'static Procedure, act: &Resolved, swing: Swing) -> TurningPoint {
        let title = say(procedure.title).to_owned();
        let act = match self.who(act) {
            who if who.is_empty() => title,
            who => text!("{what} ({who})", what = title, who = who).to_string(),
        };
        TurningPoint {
            turn: turn_title(self.ruleset, &self.state),
            strength: self.report.strengths.len(),
            act,
            event: swing.event,
            happened: swing.happened,
            chance: swing.chance,
            swing: swing.by,
        }
    }
}

/// The chances of a procedure that decide battles, with their indexes.
fn fateful(procedure: &'static Procedure) -> impl Iterator<Item = (usize, &'static Chance)> {
    procedure.chances.iter().enumerate().filter(|(_, chance)| chance.is_fateful)
}

/// The odds of an act, as far as its chances need them; `None` if they are too heavy, or if there are none.
fn odds_of(ready: &Ready, act: &Resolved) -> Option<Dist<Record>> {
    if ruled::faces(&act.rolls).len() > MOST_DICE {
        return None;
    }
    bounded(AT_ONCE, |_| false, || ready.chances())?.ok()
}
