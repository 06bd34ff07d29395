//! What players ask of the odds.

use crate::dice::Dist;
use crate::outcome::{Datum, Record};

/// A chance that players ask for.
#[derive(Debug)]
pub struct Chance {
    /// What happens, in a few words: `breaks`. Where the path has a `*`, `#` is the number from 1.
    pub label: &'static str,
    /// Where the outcome tells: `breaks`, `a[0].figures_lost`; `many_status[*]` once for each member of the list. Numbers as
    /// [`Record::sum`] adds them up.
    pub path: &'static str,
    /// What it tells then.
    pub is: Is,
}

/// What an outcome tells at a path when a [`Chance`] comes true.
#[derive(Clone, Copy, Debug)]
pub enum Is {
    /// Yes.
    True,
    /// No.
    False,
    /// This many or more.
    AtLeast(i32),
    /// This id.
    Word(&'static str),
}

/// A number of the outcome whose distribution is drawn.
#[derive(Debug)]
pub struct Axis {
    /// What it counts: `figures lost`.
    pub label: &'static str,
    /// Where the outcome tells, as [`Record::sum`] adds it up.
    pub path: &'static str,
}

impl Chance {
    /// Where the outcome tells of the `nth`, from 0.
    fn path_of(&self, nth: usize) -> String {
        self.path.replace("[*]", &format!("[{nth}]"))
    }

    /// Of how many this outcome tells.
    pub fn count(&self, outcome: &Record) -> usize {
        if !self.path.contains("[*]") {
            return 1;
        }
        (0..).take_while(|nth| outcome.at(&self.path_of(*nth)).is_some()).count()
    }

    /// Its label for the `nth`, from 0.
    pub fn label_of(&self, nth: usize) -> String {
        self.label.replace('#', &(nth + 1).to_string())
    }

    /// How likely it is to come true, for the `nth`; none where no outcome tells of it.
    pub fn likely(&self, odds: &Dist<Record>, nth: usize) -> Option<f64> {
        let path = self.path_of(nth);
        let tells = |outcome: &Record| outcome.at(&path).is_some() || outcome.sum(&path).is_some();
        let likely = odds.iter().filter(|(outcome, _)| self.comes_true(outcome, nth)).map(|(_, p)| p).sum();
        odds.iter().any(|(outcome, _)| tells(outcome)).then_some(likely)
    }

    /// Whether it comes true in this outcome, for the `nth` of those of whom it tells.
    pub fn comes_true(&self, outcome: &Record, nth: usize) -> bool {
        let path = self.path_of(nth);
        if let Is::AtLeast(least) = self.is {
            return outcome.sum(&path).is_some_and(|number| number >= least);
        }
        match (outcome.at(&path), self.is) {
            (Some(Datum::Flag(flag)), Is::True) => *flag,
            (Some(Datum::Flag(flag)), Is::False) => !*flag,
            (Some(datum), Is::Word(wanted)) => datum.word() == Some(wanted),
            _ => false,
        }
    }
}
