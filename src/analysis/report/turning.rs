//! Turning points: acts that swung a chance that decides battles.

use super::{ReportBuilder, turn_title};
use crate::analysis::odds::AT_ONCE;
use crate::battle::Resolved;
use crate::battle::ruled;
use crate::core::names::Names;
use crate::core::text::{Text, percent, say};
use crate::dice::{Dist, bounded};
use crate::outcome::Record;
use crate::rules::procedure::{OddsQuery, Procedure, Ready};
use crate::text;

/// The least swing of a chance that turns a battle: the event was at best as likely as not.
const LEAST_SWING: f64 = 0.5;
/// The most dice of an act whose odds are evaluated: more are too heavy for a page to wait for.
const MOST_DICE: usize = 150;
/// The most turning points in a report.
const MOST: usize = 5;

/// Words for a battle without a turning point.
pub fn no_turn() -> &'static str {
    say("No upsets")
}

/// Swing of a chance that decides battles.
struct Swing {
    /// Difference between its probability and the result, from 0 to 1.
    by: f64,
    /// True if the event happened.
    came_true: bool,
    /// The event, in words.
    event: String,
    /// Its probability.
    chance: f64,
}

impl ReportBuilder {
    /// Evaluates the odds of an act: counts its chances, and notes it if it is a turning point.
    pub(super) fn evaluate(
        &mut self,
        procedure: &'static Procedure,
        ready: Ready,
        outcome: &Record,
        act: &Resolved,
        names: &Names,
    ) {
        if self.fateful(procedure).next().is_none() && procedure.stakes.is_empty() {
            return;
        }
        let Some(odds) = odds_of(&ready, act) else {
            self.report.not_evaluated += 1;
            return;
        };
        self.expect(procedure, &odds, outcome, act);
        if let Some(swing) = self.largest_swing(procedure, &odds, outcome, names) {
            let words = self.in_words(procedure, act, &swing).to_string();
            let place = self.turning.iter().position(|(other, _)| *other < swing.by).unwrap_or(self.turning.len());
            self.turning.insert(place, (swing.by, words));
            self.turning.truncate(MOST);
        }
    }

    /// The chances of a procedure that decide battles.
    fn fateful(&self, procedure: &'static Procedure) -> impl Iterator<Item = &'static OddsQuery> + use<> {
        let fateful = self.ruleset.battle_stats.fateful;
        procedure.chances.iter().filter(move |own| fateful.contains(&own.label))
    }

    /// The chance with the largest swing by an act's outcome, if it is large enough.
    fn largest_swing(
        &self,
        procedure: &'static Procedure,
        odds: &Dist<Record>,
        came_to: &Record,
        names: &Names,
    ) -> Option<Swing> {
        let mut most: Option<Swing> = None;
        for chance in self.fateful(procedure) {
            for nth in 0..chance.count(came_to) {
                let p = chance.likely(odds, nth).unwrap_or(0.0);
                let came_true = chance.comes_true(came_to, nth);
                let by = if came_true { 1.0 - p } else { p };
                if by >= most.as_ref().map_or(LEAST_SWING, |most| most.by) {
                    most = Some(Swing { by, came_true, event: chance.label_of(nth, names), chance: p });
                }
            }
        }
        most
    }

    fn in_words(&self, procedure: &'static Procedure, act: &Resolved, swing: &Swing) -> Text {
        let (turn, what) = (turn_title(self.ruleset, &self.state), say(procedure.title).to_owned());
        let what = match self.who(act) {
            who if who.is_empty() => what,
            who => text!("{what} ({who})", what = what, who = who).to_string(),
        };
        text!(
            if swing.came_true {
                "{turn}, {what}: “{event}” happened, at {chance}."
            } else {
                "{turn}, {what}: “{event}” did not happen, at {chance}."
            },
            turn = turn,
            what = what,
            event = swing.event.clone(),
            chance = percent(swing.chance)
        )
    }
}

/// The odds of an act, as far as its chances ask; `None` if they are too heavy, or there are none.
fn odds_of(ready: &Ready, act: &Resolved) -> Option<Dist<Record>> {
    if ruled::faces(&act.rolls).len() > MOST_DICE {
        return None;
    }
    bounded(AT_ONCE, |_| false, || ready.glance())?.ok()
}
