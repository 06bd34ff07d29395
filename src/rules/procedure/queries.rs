//! What players ask of the odds.

use super::role::Whose;
use crate::core::text::say;
use crate::dice::Dist;
use crate::outcome::{Path, Record, Value};

/// A chance that players ask for.
#[derive(Debug)]
pub struct OddsQuery {
    /// What happens, in a few words: `breaks`. Where the path has a `*`, `#` is the number from 1.
    pub label: &'static str,
    /// Where the outcome tells: `breaks`, `a[0].figures_lost`; `many_status[*]` once for each member of the list. Numbers as
    /// [`Record::sum`] adds them up.
    pub path: &'static str,
    /// What it tells then.
    pub is: Is,
}

/// What an outcome tells at a path when a [`OddsQuery`] comes true.
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

/// A number of the outcome whose distribution is drawn, or a word of it: what becomes of a fighter.
#[derive(Debug)]
pub struct Axis {
    /// What it counts: `figures lost`. Where the path has a `*`, `#` is the number from 1.
    pub label: &'static str,
    /// Where the outcome tells, as [`Record::sum`] adds it up; `many_status[*]` once for each member of the list.
    pub path: &'static str,
    /// Of whom it tells, if only of one side: what is told of both stands beside each other.
    pub whose: Option<Whose>,
}

impl Axis {
    /// An axis that tells of nobody in particular.
    pub const fn of(label: &'static str, path: &'static str) -> Self {
        Self { label, path, whose: None }
    }

    /// Of the side that acts.
    #[must_use]
    pub const fn own(mut self) -> Self {
        self.whose = Some(Whose::Own);
        self
    }

    /// Of the other side.
    #[must_use]
    pub const fn enemy(mut self) -> Self {
        self.whose = Some(Whose::Enemy);
        self
    }

    /// Its label for the `nth`, from 0, of those of whom it tells, in the language that is spoken.
    pub fn label_of(&self, nth: usize) -> String {
        numbered(self.label, nth)
    }

    /// Where the outcome tells of the `nth`, from 0; none if it is one of a kind, or the outcome tells of fewer.
    pub(crate) fn path_of(&self, outcome: &Record, nth: usize) -> Option<String> {
        let path = member(self.path, nth);
        let there = if self.path.contains(EACH) { outcome.at(&path).is_some() } else { nth == 0 };
        there.then_some(path)
    }
}

/// Where a path stands for each member of a list.
const EACH: &str = "[*]";

fn member(path: &str, nth: usize) -> String {
    path.replace(EACH, &format!("[{nth}]"))
}

fn numbered(label: &str, nth: usize) -> String {
    say(label).replace('#', &(nth + 1).to_string())
}

impl Is {
    /// The id, where it is one.
    pub fn word(self) -> Option<&'static str> {
        if let Is::Word(id) = self { Some(id) } else { None }
    }
}

impl OddsQuery {
    /// Where the outcome tells of the `nth`, from 0.
    fn path_of(&self, nth: usize) -> String {
        member(self.path, nth)
    }

    /// Of how many this outcome tells.
    pub fn count(&self, outcome: &Record) -> usize {
        if !self.path.contains(EACH) {
            return 1;
        }
        (0..).take_while(|nth| outcome.at(&self.path_of(*nth)).is_some()).count()
    }

    /// Its label for the `nth`, from 0, in the language that is spoken.
    pub fn label_of(&self, nth: usize) -> String {
        numbered(self.label, nth)
    }

    /// How likely it is to come true, from 0 to 1, for the `nth`, from 0; none where no outcome tells of it.
    pub fn likely(&self, odds: &Dist<Record>, nth: usize) -> Option<f64> {
        let path = self.path_of(nth);
        let path = Path::of(&path);
        let (mut told, mut likely) = (false, 0.0);
        for (outcome, p) in odds.iter() {
            match self.holds_at(&path, outcome) {
                Some(true) => (told, likely) = (true, likely + p),
                Some(false) => told = true,
                None => {}
            }
        }
        told.then_some(likely)
    }

    /// Whether it comes true in this outcome, for the `nth`, from 0, of those of whom it tells.
    pub fn comes_true(&self, outcome: &Record, nth: usize) -> bool {
        self.holds_at(&Path::of(&self.path_of(nth)), outcome) == Some(true)
    }

    /// Whether it comes true in this outcome; none if nothing is told there.
    fn holds_at(&self, path: &Path, outcome: &Record) -> Option<bool> {
        if let Is::AtLeast(least) = self.is {
            return Some(path.sum(outcome)? >= least);
        }
        let value = path.at(outcome)?;
        Some(match (value, self.is) {
            (Value::Flag(flag), Is::True) => *flag,
            (Value::Flag(flag), Is::False) => !*flag,
            (value, Is::Word(wanted)) => value.word() == Some(wanted),
            _ => false,
        })
    }
}
