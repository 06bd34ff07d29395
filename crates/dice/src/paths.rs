//! Evaluation of every branch: a rule is run again for each path through the results of its rolls.

use super::dist::Gathered;
use super::work::{gave_up, spend};
use super::{Detail, Dice, Dist, Game, Source, Stop};
use std::any::Any;
use std::hash::Hash;

/// The path that a rule follows through its branches.
#[derive(Default)]
pub struct Paths {
    /// The rolls on this path, in order.
    met: Vec<Branching>,
    /// Number of these rolls that the current run has passed.
    passed: usize,
}

/// A roll, with the branch that is followed.
struct Branching {
    weights: Weights,
    branch: usize,
    /// Probability of the path up to this roll and along its branch.
    weight: f64,
}

/// Work of following a path, in addition to that of its values.
const PATH: u64 = 8;

/// The branches of a roll, with their probabilities.
enum Weights {
    /// The faces of a fair die.
    Faces(u8),
    /// No or yes, with the probability of yes.
    Yes(f64),
    /// The values of a distribution, computed once and not for every path.
    Dist { branches: usize, dist: Box<dyn Evaluated> },
}

/// A distribution of any type.
trait Evaluated: Any {
    fn weight(&self, branch: usize) -> f64;
}

impl<T: 'static> Evaluated for Dist<T> {
    fn weight(&self, branch: usize) -> f64 {
        self.0[branch].1
    }
}

/// Returns the distribution of the results of `rule`, which runs once for every branch of its dice.
///
/// # Errors
/// The rule's refusal, if there is one on any path.
pub fn odds<G: Game, T: Clone + Eq + Hash>(
    rule: impl Fn(&mut Dice<'_, G>) -> Result<T, G::Halt>,
) -> Result<Dist<T>, G::Halt> {
    odds_of(Detail::Whole, rule)
}

/// Like [`odds`], for the wanted parts of the results.
pub(super) fn odds_of<G: Game, T: Clone + Eq + Hash>(
    detail: Detail,
    rule: impl Fn(&mut Dice<'_, G>) -> Result<T, G::Halt>,
) -> Result<Dist<T>, G::Halt> {
    let mut ends: Option<Gathered<T>> = None;
    follow(detail, rule, |end, weight, paths| {
        ends.get_or_insert_with(|| Gathered::with_room(paths.about())).add(end, weight);
    })?;
    Ok(ends.map_or(Dist(Vec::new()), Gathered::into_dist))
}

/// Follows every branch of the dice of `rule`, and passes each result with its probability to `end`. `detail` selects the wanted parts of the result.
///
/// # Errors
/// The rule's refusal, if there is one on any path.
pub fn follow<G: Game, T>(
    detail: Detail,
    rule: impl Fn(&mut Dice<'_, G>) -> Result<T, G::Halt>,
    mut end: impl FnMut(T, f64, &Paths),
) -> Result<(), G::Halt> {
    let mut paths = Paths::default();
    let mut dice = Dice { detail, ..Dice::of(Source::Odds(&mut paths)) };
    loop {
        let came_to = rule(&mut dice)?;
        let Source::Odds(paths) = &mut dice.source else { unreachable!("dice stay what they were made") };
        end(came_to, paths.weight(), paths);
        spend(PATH);
        if gave_up() {
            // The refusal is not shown, because `bounded` returns `None`.
            return Err(Stop::GaveUp.into());
        }
        if !paths.turn() {
            return Ok(());
        }
    }
}

/// Returns the distribution of the results of a rule that goes in steps, and may roll between them.
pub(super) fn settled<G: Game, T: Clone + Eq + Hash>(
    detail: Detail,
    rule: impl Fn(&mut Dice<'_, G>) -> Result<Dist<T>, G::Halt>,
) -> Result<Dist<T>, G::Halt> {
    let mut whole = None;
    let mut gathered = None;
    follow(detail, rule, |came_to, weight, paths| {
        if paths.about() == 1 {
            // Most rules do not roll between the steps: the last distribution is the result.
            whole = Some(came_to);
            return;
        }
        let ends = gathered.get_or_insert_with(|| Gathered::with_room(came_to.len()));
        came_to.0.into_iter().for_each(|(end, p)| ends.add(end, weight * p));
    })?;
    Ok(whole.or(gathered.map(Gathered::into_dist)).unwrap_or(Dist(Vec::new())))
}

/// Returns the distribution of the results of `rule`, which runs for each value of `from`. Its results are weighted by the probability of the value.
pub(super) fn one_by_one<G: Game, T: Clone, U: Clone + Eq + Hash>(
    detail: Detail,
    from: &Dist<T>,
    rule: impl Fn(&mut Dice<'_, G>, &T) -> Result<Dist<U>, G::Halt>,
) -> Result<Dist<U>, G::Halt> {
    if let [(value, _)] = from.0.as_slice() {
        return settled(detail, |dice| rule(dice, value));
    }
    let mut ends = Gathered::with_room(from.len());
    for (value, chance) in from.iter() {
        let came_to = settled(detail, |dice| rule(dice, value))?;
        came_to.into_vec().into_iter().for_each(|(end, p)| ends.add(end, chance * p));
    }
    Ok(ends.into_dist())
}

/// Like [`one_by_one`], for a rule that returns values.
pub(super) fn each<G: Game, T: Clone, U: Clone + Eq + Hash>(
    detail: Detail,
    from: &Dist<T>,
    rule: impl Fn(&mut Dice<'_, G>, &T) -> Result<U, G::Halt>,
) -> Result<Dist<U>, G::Halt> {
    let mut ends = Gathered::with_room(from.len());
    for (value, chance) in from.iter() {
        follow(detail, |dice| rule(dice, value), |end, weight, _| ends.add(end, chance * weight))?;
    }
    Ok(ends.into_dist())
}

impl Paths {
    /// True if no dice were rolled.
    pub(super) fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// Returns the face of a fair die on the current path.
    pub(super) fn face(&mut self, sides: u8) -> i32 {
        if self.passed == self.met.len() {
            self.meet(Weights::Faces(sides));
        }
        self.passed += 1;
        i32::try_from(self.met[self.passed - 1].branch).unwrap_or(0) + 1
    }

    /// Returns true or false on the current path; `chance` is the probability of true.
    pub(super) fn yes(&mut self, chance: f64) -> bool {
        if chance <= 0.0 || chance >= 1.0 {
            return chance > 0.0;
        }
        if self.passed == self.met.len() {
            self.meet(Weights::Yes(chance));
        }
        self.passed += 1;
        self.met[self.passed - 1].branch == 1
    }

    /// Adds a roll to the path, and follows its first branch.
    fn meet(&mut self, weights: Weights) {
        let weight = self.weight() * weights.of(0);
        self.met.push(Branching { weights, branch: 0, weight });
    }

    /// Returns the value of the distribution on the current path.
    pub(super) fn take<T: Clone + 'static>(&mut self, dist: impl FnOnce() -> Dist<T>) -> T {
        match self.try_take(|| Ok::<_, std::convert::Infallible>(dist())) {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }

    /// Like [`take`](Self::take), if computing the distribution can fail.
    pub(super) fn try_take<T: Clone + 'static, E>(
        &mut self,
        dist: impl FnOnce() -> Result<Dist<T>, E>,
    ) -> Result<T, E> {
        if self.passed == self.met.len() {
            let dist = dist()?;
            self.meet(Weights::Dist { branches: dist.len(), dist: Box::new(dist) });
        }
        let here = &self.met[self.passed];
        self.passed += 1;
        let Weights::Dist { dist, .. } = &here.weights else { unreachable!("a rule branches alike on every path") };
        let dist: &dyn Any = dist.as_ref();
        let dist = dist.downcast_ref::<Dist<T>>().expect("a rule branches alike on every path");
        Ok(dist.nth(here.branch).clone())
    }

    /// Returns the number of paths if all branch like the current one.
    pub fn about(&self) -> usize {
        self.met.iter().fold(1_usize, |paths, met| paths.saturating_mul(met.weights.branches()))
    }

    /// Returns the probability of the current path.
    fn weight(&self) -> f64 {
        self.met.last().map_or(1.0, |last| last.weight)
    }

    /// Goes to the next path, by the last roll that has another branch. Returns false if there are no more paths.
    fn turn(&mut self) -> bool {
        self.passed = 0;
        while let Some((last, before)) = self.met.split_last_mut() {
            last.branch += 1;
            if last.branch < last.weights.branches() {
                let weight = before.last().map_or(1.0, |last| last.weight);
                last.weight = weight * last.weights.of(last.branch);
                return true;
            }
            self.met.pop();
        }
        false
    }
}

impl Weights {
    fn branches(&self) -> usize {
        match self {
            Weights::Faces(sides) => usize::from(*sides),
            Weights::Yes(_) => 2,
            Weights::Dist { branches, .. } => *branches,
        }
    }

    fn of(&self, branch: usize) -> f64 {
        match self {
            Weights::Faces(sides) => 1.0 / f64::from(*sides),
            Weights::Yes(chance) if branch == 1 => *chance,
            Weights::Yes(chance) => 1.0 - chance,
            Weights::Dist { dist, .. } => dist.weight(branch),
        }
    }
}
