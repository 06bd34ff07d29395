//! Expectations: for each unit, the number of its chances that happened, and the number that could be expected.
//!
//! An act counts with the most important chance of each side: the first of its [stakes](Procedure::stakes) that favours the side. The odds
//! are those of the act's input at the time of the roll.

use super::ReportBuilder;
use crate::Resolved;
use crate::participants::Participants;
use rules::dice::Dist;
use rules::outcome::Record;
use rules::procedure::{Procedure, Whose};
use rules::text;
use rules::text::{number, tenths};

/// Chances of a unit, or of units that acted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Names of the units.
    pub who: String,
    /// Side of the units: 0 or 1.
    pub side: usize,
    /// Number of chances.
    pub chances: usize,
    /// Sum of the probabilities: the expected number of chances that happen.
    pub expected: f64,
    /// Number of chances that happened.
    pub happened: usize,
}

impl Expectation {
    /// The expected number, rounded to a tenth.
    pub fn rounded(&self) -> String {
        // Avoids a negative zero, which an empty sum would give.
        number(tenths(self.expected))
    }

    /// A sentence for players.
    pub fn words(&self) -> String {
        let words = text!(
            "{who}: {n} of {all} {all|chance|chances} happened, {expected} expected",
            who = self.who.clone(),
            n = self.happened,
            all = self.chances,
            expected = self.rounded()
        );
        words.to_string()
    }
}

impl ReportBuilder {
    /// Counts the important chances of an act for its participants.
    pub(super) fn expect(
        &mut self,
        procedure: &'static Procedure,
        odds: &Dist<Record>,
        came_to: &Record,
        act: &Resolved,
    ) {
        let participants = Participants::read(procedure, &act.participants);
        let acts = participants.side(procedure, &self.everybody);
        for (whose, side) in [(Whose::Own, acts), (Whose::Enemy, 1 - acts)] {
            let Some((place, _)) = procedure.stakes().find(|(_, favours)| *favours == whose) else { continue };
            let Some(role) = procedure.participants.iter().find(|role| role.whose == whose) else { continue };
            let units = participants.units(role.id).iter().filter_map(|id| self.everybody.unit(id));
            let who = units.map(|unit| unit.name()).collect::<Vec<_>>().join(", ");
            let Some(chance) = procedure.chances.get(place).filter(|_| !who.is_empty()) else { continue };
            if procedure.is_moot(place, &act.input) {
                continue;
            }
            for nth in 0..chance.count(came_to) {
                if let Some(p) = chance.likely(odds, nth) {
                    self.report.shown.push((p, chance.comes_true(came_to, nth)));
                    let expectation = self.of(&who, side);
                    expectation.chances += 1;
                    expectation.expected += p;
                    expectation.happened += usize::from(chance.comes_true(came_to, nth));
                }
            }
        }
    }

    fn of(&mut self, who: &str, side: usize) -> &mut Expectation {
        let all = &mut self.report.expectations;
        let place = all.iter().position(|held| held.side == side && held.who == who).unwrap_or_else(|| {
            all.push(Expectation { who: who.to_owned(), side, chances: 0, expected: 0.0, happened: 0 });
            all.len() - 1
        });
        &mut all[place]
    }
}

/// The total of a side's chances, under the side's name.
pub fn total(all: &[Expectation], side: usize, name: &str) -> Expectation {
    let of_side = || all.iter().filter(|expectation| expectation.side == side);
    Expectation {
        who: name.to_owned(),
        side,
        chances: of_side().map(|expectation| expectation.chances).sum(),
        expected: of_side().map(|expectation| expectation.expected).sum(),
        happened: of_side().map(|expectation| expectation.happened).sum(),
    }
}
