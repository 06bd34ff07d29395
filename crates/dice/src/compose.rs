//! Evaluation in parts and in steps, so that odds need not follow every combination of dice.
//!
//! A rule that goes [in steps](Dice::in_steps) computes one distribution from another. Only the values of the last one become branches. At the table
//! each distribution has one certain value, and the same code rolls the dice one after the other.

use super::paths::{self, Paths, odds_of};
use super::{Dice, Dist, Game, Source, Tally};
use std::hash::Hash;
use std::rc::Rc;

impl<G: Game> Dice<'_, G> {
    /// Runs `rule` for `count` independent things of the same kind. Returns the sum of their results.
    ///
    /// `rule` takes the number of things. At the table it runs once, with all of them. For odds it runs with one thing, and the result is
    /// multiplied, so it must treat all things alike.
    ///
    /// # Errors
    /// Those of [`die`](Self::die), and refusals of the rule.
    pub fn repeat<T: Tally>(
        &mut self,
        count: i32,
        rule: impl Fn(&mut Dice<'_, G>, i32) -> Result<T, G::Halt>,
    ) -> Result<T, G::Halt> {
        match self.source {
            Source::Table(_) => rule(self, count),
            Source::Odds(_) => {
                let detail = self.detail;
                self.branch(|| Ok(odds_of(detail, |dice| rule(dice, 1))?.times(count)))
            }
        }
    }

    /// Returns a result of a rule that goes in steps. Each step makes one distribution from another: it evaluates things
    /// [independently](Self::independently), rolls [groups](Self::roll_groups) of dice, or goes [on](Self::and_then) from each value. For
    /// odds, each step runs once, not once for every path, and equal results merge.
    ///
    /// # Errors
    /// Those of [`die`](Self::die), and refusals of the rule.
    pub fn in_steps<T: Clone + Eq + Hash + 'static>(
        &mut self,
        rule: impl Fn(&mut Dice<'_, G>) -> Result<Dist<T>, G::Halt>,
    ) -> Result<T, G::Halt> {
        match self.source {
            Source::Table(_) => Ok(rule(self)?.into_certain()),
            Source::Odds(_) => {
                let detail = self.detail;
                self.branch(|| paths::settled(detail, rule))
            }
        }
    }

    /// Runs a rule for several independent things, one after the other. Returns the distribution of each result.
    ///
    /// # Errors
    /// Those of [`die`](Self::die), and refusals of the rule.
    pub fn independently<I, T: Clone + Eq + Hash>(
        &mut self,
        things: &[I],
        rule: impl Fn(&mut Dice<'_, G>, &I) -> Result<T, G::Halt>,
    ) -> Result<Vec<Dist<T>>, G::Halt> {
        let (on_the_table, detail) = (matches!(self.source, Source::Table(_)), self.detail);
        let ruled = |thing| {
            if on_the_table { Ok(Dist::certain(rule(self, thing)?)) } else { odds_of(detail, |dice| rule(dice, thing)) }
        };
        things.iter().map(ruled).collect()
    }

    /// Rolls groups of dice together, in order. Returns the distribution of each group's sum. `groups` holds the number of dice in each
    /// group. `worth` returns the value of a face, given the index of its group.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn roll_groups<T: Tally>(
        &mut self,
        purpose: &str,
        sides: u8,
        groups: &[i32],
        worth: impl Fn(usize, i32) -> T,
    ) -> Result<Vec<Dist<T>>, G::Halt> {
        let worth = &worth;
        match &mut self.source {
            Source::Table(table) => {
                let count = groups.iter().filter_map(|&count| usize::try_from(count).ok()).sum();
                let mut faces = table.roll(&self.prefix, purpose, sides, count)?.into_iter();
                let sum = |(group, &count): (usize, &i32)| {
                    let faces = (0..count).filter_map(|_| faces.next());
                    Dist::certain(faces.fold(T::default(), |sum, face| sum.plus(&worth(group, i32::from(face)))))
                };
                Ok(groups.iter().enumerate().map(sum).collect())
            }
            Source::Odds(_) => {
                let face = |group| {
                    let chance = 1.0 / f64::from(sides);
                    Dist::gather((1..=i32::from(sides)).map(move |face| (worth(group, face), chance)))
                };
                Ok(groups.iter().enumerate().map(|(group, &count)| face(group).times(count)).collect())
            }
        }
    }

    /// Runs a rule that goes in steps for each value of `from`. Equal results merge.
    ///
    /// # Errors
    /// Those of [`die`](Self::die), and refusals of the rule.
    pub fn and_then_in_steps<T: Clone, U: Clone + Eq + Hash>(
        &mut self,
        from: &Dist<T>,
        rule: impl Fn(&mut Dice<'_, G>, &T) -> Result<Dist<U>, G::Halt>,
    ) -> Result<Dist<U>, G::Halt> {
        if let (Source::Table(_), Some((value, _))) = (&self.source, from.iter().next()) {
            return rule(self, value);
        }
        paths::one_by_one(self.detail, from, rule)
    }

    /// Runs a rule for each value of `from`. Equal results merge.
    ///
    /// # Errors
    /// Those of [`die`](Self::die), and refusals of the rule.
    pub fn and_then<T: Clone, U: Clone + Eq + Hash>(
        &mut self,
        from: &Dist<T>,
        rule: impl Fn(&mut Dice<'_, G>, &T) -> Result<U, G::Halt>,
    ) -> Result<Dist<U>, G::Halt> {
        if let (Source::Table(_), Some((value, _))) = (&self.source, from.iter().next()) {
            return Ok(Dist::certain(rule(self, value)?));
        }
        paths::each(self.detail, from, rule)
    }

    /// Does work that depends on no die, and records its modifiers. For odds it runs once, not once for every path. `work` must not roll.
    pub fn once<T: 'static>(&mut self, work: impl FnOnce(&mut Dice<'_, G>) -> T) -> Rc<T> {
        let detail = self.detail;
        match &mut self.source {
            Source::Table(_) => Rc::new(work(self)),
            Source::Odds(paths) => paths.take(|| {
                let mut none = Paths::default();
                let done = work(&mut Dice { detail, ..Dice::of(Source::Odds(&mut none)) });
                debug_assert!(none.is_empty(), "what is worked out once rolls no dice");
                Dist::certain(Rc::new(done))
            }),
        }
    }

    /// Returns a value of a distribution. For odds each value is a branch, and the distribution is computed once, not for every path. At
    /// the table the distribution has one certain value.
    pub(super) fn branch<T: Clone + 'static>(
        &mut self,
        dist: impl FnOnce() -> Result<Dist<T>, G::Halt>,
    ) -> Result<T, G::Halt> {
        match &mut self.source {
            Source::Table(_) => Ok(dist()?.into_certain()),
            Source::Odds(paths) => paths.try_take(dist),
        }
    }
}
