//! Turning points: acts with a large swing of a chance that decides battles.

use super::{ReportBuilder, turn_title};
use crate::Resolved;
use crate::analysis::odds::AT_ONCE;
use crate::ruled;
use rules::dice::{Dist, bounded};
use rules::names::Names;
use rules::outcome::Record;
use rules::procedure::{Chance, Procedure, Ready};
use rules::text;
use rules::text::{capital, percent, say};

/// The greatest probability of a turning point.
const MAX_TURNING_POINT_CHANCE: f64 = 0.5;
/// The highest number of dice of an act whose odds are computed. More would keep a page waiting too long.
const MOST_DICE: usize = 150;
/// The highest number of turning points in a report.
const MOST: usize = 5;
/// Maximum number of turning points in the story of a battle.
pub(super) const DECISIVE: usize = 4;

/// An act with a large swing of a chance that decides battles.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// Name of the turn.
    pub turn: String,
    /// Index in [`strengths`](super::Report::strengths) of the strength after that turn.
    pub strength: usize,
    /// The act with its participants.
    pub act: String,
    /// Index of the act among those of the report.
    pub nth: usize,
    /// The event or its opposite, as a sentence without its full stop: `Pinchbeck's Foot held`.
    pub told: String,
    /// Probability, before the roll, of the event that happened.
    pub chance: f64,
}

impl TurningPoint {
    /// A sentence for players: `Pinchbeck's Foot held at 25 % (Bound 2).`
    pub fn sentence(&self) -> String {
        let (told, chance) = (capital(&self.told), percent(self.chance));
        text!("{told} at {chance} ({turn}).", told = told, chance = chance, turn = self.turn.clone()).to_string()
    }
}

/// Result of one chance.
struct Swing {
    told: String,
    /// Probability of the event that happened.
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
            let index = points.iter().position(|other| other.chance > point.chance).unwrap_or(points.len());
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
                let p = if happened { p } else { 1.0 - p };
                if p <= most.as_ref().map_or(MAX_TURNING_POINT_CHANCE, |most| most.chance)
                    && let Some(told) = chance.told_of(nth, happened, names)
                {
                    most = Some(Swing { told, chance: p });
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
            nth: self.reported,
            told: swing.told,
            chance: swing.chance,
        }
    }
}

/// The chances of a procedure that decide battles, with their indexes.
fn fateful(procedure: &'static Procedure) -> impl Iterator<Item = (usize, &'static Chance)> {
    procedure.chances.iter().enumerate().filter(|(_, chance)| chance.told.is_some())
}

/// The odds of an act, reduced to the facts that its chances use. `None` if the odds are too heavy, or if there are none.
fn odds_of(ready: &Ready, act: &Resolved) -> Option<Dist<Record>> {
    if ruled::faces(&act.rolls).len() > MOST_DICE {
        return None;
    }
    bounded(AT_ONCE, |_| false, || ready.chances())?.ok()
}
