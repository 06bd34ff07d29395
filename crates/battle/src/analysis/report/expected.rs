//! Expectations: how many of each unit's chances came true, beside how many could be expected.
//!
//! An act counts with the chance that matters most to each side: the first of its [stakes](Procedure::stakes) that favours the
//! side. The odds are those of the act's own input, as it was when it was rolled.

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
    /// Their names.
    pub who: String,
    /// Their side: 0 or 1.
    pub side: usize,
    /// Number of chances.
    pub chances: usize,
    /// Sum of their probabilities: the number that could be expected to come true.
    pub expected: f64,
    /// Number that came true.
    pub happened: usize,
}

impl Expectation {
    /// The number that could be expected, to a tenth.
    pub fn rounded(&self) -> String {
        // Nothing is expected of an empty sum, not less than nothing.
        number(tenths(self.expected))
    }

    /// In a sentence.
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
    /// Counts the chances of an act that matter to those who took part.
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

/// The sum of a side's chances, by its name.
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
