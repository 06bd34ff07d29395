//! Distributions: what can be, and how likely.

use super::work::{gave_up, spend};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash};
use std::iter::Sum;

/// What can be, and how likely: each value once, probabilities above 0 that sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Dist<T>(pub(super) Vec<(T, f64)>);

/// Things that add up, such as hits and losses. The default is nothing at all.
pub trait Tally: Clone + Default + Eq + Hash + 'static {
    /// Both together.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
}

impl Tally for i32 {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
}

impl<const N: usize> Tally for [i32; N]
where
    [i32; N]: Default,
{
    fn plus(&self, other: &Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }
}

impl<T: Clone> Dist<T> {
    /// One value, for certain.
    pub fn certain(value: T) -> Self {
        Self(vec![(value, 1.0)])
    }

    /// Values and probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (&T, f64)> {
        self.0.iter().map(|(value, probability)| (value, *probability))
    }

    /// Values and probabilities, to be kept.
    pub fn into_vec(self) -> Vec<(T, f64)> {
        self.0
    }

    /// The same, the most probable first.
    #[must_use]
    pub fn most_probable_first(mut self) -> Self {
        self.0.sort_unstable_by(|(_, p), (_, q)| q.total_cmp(p));
        self
    }

    /// How many different values there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing can be; no distribution that is asked for is so.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a distribution that is certain.
    pub(super) fn only(mut self) -> T {
        self.0.swap_remove(0).0
    }

    pub(super) fn nth(&self, index: usize) -> &T {
        &self.0[index].0
    }

    pub(super) fn weight(&self, index: usize) -> f64 {
        self.0[index].1
    }
}

impl<T: Clone + Eq + Hash> Dist<T> {
    /// Gathers weighted values: equal ones are merged, in the order in which they first came.
    pub fn gather(weighted: impl IntoIterator<Item = (T, f64)>) -> Self {
        let weighted = weighted.into_iter();
        let mut gathered = Gathered::with_room(weighted.size_hint().0);
        for (value, probability) in weighted {
            gathered.add(value, probability);
            if gave_up() && !gathered.is_empty() {
                break;
            }
        }
        gathered.into_dist()
    }

    /// The same through `change`; values that become equal are merged.
    pub fn map<U: Clone + Eq + Hash>(&self, change: impl Fn(&T) -> U) -> Dist<U> {
        Dist::gather(self.iter().map(|(value, probability)| (change(value), probability)))
    }

    /// Two that do not touch each other, through `join`.
    pub fn with<U: Clone, V: Clone + Eq + Hash>(&self, other: &Dist<U>, join: impl Fn(&T, &U) -> V) -> Dist<V> {
        let join = &join;
        Dist::gather(self.iter().flat_map(|(own, p)| other.iter().map(move |(theirs, q)| (join(own, theirs), p * q))))
    }
}

impl<T: Clone + Eq + Hash> Dist<Vec<T>> {
    /// Several that do not touch each other, side by side.
    pub fn row<'a>(each: impl IntoIterator<Item = &'a Dist<T>>) -> Self
    where
        T: 'a,
    {
        each.into_iter().fold(Dist::certain(Vec::new()), |before, one| {
            before.with(one, |before, one| [before.as_slice(), std::slice::from_ref(one)].concat())
        })
    }
}

/// The sum of several that do not touch each other; of none, nothing for certain.
impl<T: Tally> Sum for Dist<T> {
    fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
        each.fold(Dist::certain(T::default()), |sum, one| sum.plus(&one))
    }
}

impl<T: Tally> Dist<T> {
    /// The sum of two that do not touch each other.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self.0.as_slice(), other.0.as_slice()) {
            // Adding nothing for certain is common, and free.
            ([(nothing, _)], _) if *nothing == T::default() => other.clone(),
            (_, [(nothing, _)]) if *nothing == T::default() => self.clone(),
            _ => self.with(other, T::plus),
        }
    }

    /// The sum of `count` of them that do not touch each other.
    #[must_use]
    pub fn times(&self, count: i32) -> Self {
        if count == 1 {
            return self.clone();
        }
        let chances: Vec<f64> = self.0.iter().map(|(_, probability)| *probability).collect();
        // n-fold multiples of each value, so that a branch is a few additions.
        let multiples: Vec<Vec<T>> = self.0.iter().map(|(value, _)| multiples(value, count)).collect();
        let mut gathered = Gathered::with_room(ways(count, chances.len()));
        each_way(count, &chances, |counts, probability| {
            let terms = counts.iter().zip(&multiples);
            let sum =
                terms.fold(T::default(), |sum, (&n, multiples)| sum.plus(&multiples[usize::try_from(n).unwrap_or(0)]));
            gathered.add(sum, probability);
        });
        gathered.into_dist()
    }
}

/// Weighted values of which equal ones are merged, in the order in which they first came. No value is kept twice.
pub(super) struct Gathered<T> {
    values: Vec<(T, f64)>,
    /// The last value with a hash.
    last: FxHashMap<u64, usize>,
    /// For each value, the one before it with the same hash.
    before: Vec<Option<usize>>,
}

impl<T: Eq + Hash> Gathered<T> {
    pub(super) fn with_room(room: usize) -> Self {
        let last = FxHashMap::with_capacity_and_hasher(room, FxBuildHasher);
        Self { values: Vec::with_capacity(room), last, before: Vec::with_capacity(room) }
    }

    pub(super) fn add(&mut self, value: T, probability: f64) {
        spend(1);
        if probability <= 0.0 {
            return;
        }
        let place = self.values.len();
        let before = match self.last.entry(FxBuildHasher.hash_one(&value)) {
            Entry::Vacant(last) => {
                last.insert(place);
                None
            }
            Entry::Occupied(mut last) => {
                let alike = std::iter::successors(Some(*last.get()), |&place| self.before[place]);
                for place in alike {
                    if self.values[place].0 == value {
                        self.values[place].1 += probability;
                        return;
                    }
                }
                Some(last.insert(place))
            }
        };
        self.before.push(before);
        self.values.push((value, probability));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn into_dist(self) -> Dist<T> {
        Dist(self.values)
    }
}

/// 0, 1, 2 … `count` times `value`.
fn multiples<T: Tally>(value: &T, count: i32) -> Vec<T> {
    std::iter::successors(Some(T::default()), |sum| Some(sum.plus(value)))
        .take(usize::try_from(count).unwrap_or(0) + 1)
        .collect()
}

/// How `count` things fall into classes with these chances: each way as a count for each class.
pub(super) fn multinomial(count: i32, chances: &[f64]) -> Dist<Vec<i32>> {
    let mut ways = Vec::new();
    each_way(count, chances, |counts, weight| ways.push((counts.to_vec(), weight)));
    Dist(ways)
}

/// In how many ways `count` things fall into `classes`, or as many as it is worth making room for at once.
fn ways(count: i32, classes: usize) -> usize {
    let count = usize::try_from(count).unwrap_or(0);
    let ways = (1..classes).try_fold(1_usize, |ways, class| Some(ways.checked_mul(count + class)? / class));
    ways.unwrap_or(usize::MAX).min(1 << 16)
}

/// Finds each way in which `count` things fall into classes with these chances.
fn each_way(count: i32, chances: &[f64], mut found: impl FnMut(&[i32], f64)) {
    spread(count, chances, &mut Vec::with_capacity(chances.len()), 1.0, &mut found);
}

/// Gives 0, 1, 2 … of the `left` things to the first class, and the rest to the others. Whether there was a way.
fn spread(left: i32, chances: &[f64], given: &mut Vec<i32>, weight: f64, found: &mut impl FnMut(&[i32], f64)) -> bool {
    let [chance, others @ ..] = chances else { return false };
    if others.is_empty() {
        let weight = weight * chance.powi(left);
        if weight > 0.0 {
            spend(1);
            given.push(left);
            found(given, weight);
            given.pop();
        }
        return weight > 0.0;
    }
    let mut any = false;
    // C(left, n) · chanceⁿ, from one n to the next.
    let mut here = weight;
    for n in 0..=left {
        if n > 0 {
            here *= f64::from(left - n + 1) / f64::from(n) * chance;
        }
        if here > 0.0 {
            given.push(n);
            any |= spread(left - n, others, given, here, found);
            given.pop();
        }
        if any && gave_up() {
            break;
        }
    }
    any
}
