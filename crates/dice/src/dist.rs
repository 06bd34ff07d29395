//! Probability distributions.

use super::hash_index::{HashIndex, hash};
use super::work::{gave_up, spend};
use std::hash::Hash;
use std::iter::Sum;

/// A distribution. Each value is listed once. The probabilities are above 0, and their sum is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Dist<T>(pub(super) Vec<(T, f64)>);

/// Values that can be added, such as hits and losses. The default is zero.
pub trait Tally: Clone + Default + Eq + Hash + 'static {
    /// The sum of both.
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
    /// Returns the distribution of one value with probability 1.
    pub fn certain(value: T) -> Self {
        Self(vec![(value, 1.0)])
    }

    /// Iterates over values and probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (&T, f64)> {
        self.0.iter().map(|(value, probability)| (value, *probability))
    }

    /// Returns values and probabilities, owned.
    pub fn into_vec(self) -> Vec<(T, f64)> {
        self.0
    }

    /// Maps each value. Different values must stay different.
    pub fn map_injective<U>(self, make: impl Fn(T) -> U) -> Dist<U> {
        Dist(self.0.into_iter().map(|(value, probability)| (make(value), probability)).collect())
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no values. A complete distribution has at least one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the product with an independent distribution, as pairs.
    pub fn product<U: Clone>(&self, other: &Dist<U>) -> Dist<(T, U)> {
        Dist::each_with_each(self, other, |own, theirs| (own.clone(), theirs.clone()))
    }

    /// Joins each value of one distribution with each of another. `join` must be injective: nothing is merged.
    fn each_with_each<U, V>(one: &Dist<U>, other: &Dist<V>, join: impl Fn(&U, &V) -> T) -> Self {
        let mut pairs = Vec::with_capacity((one.0.len() * other.0.len()).min(MOST_ROOM));
        for (own, p) in &one.0 {
            spend(other.0.len() as u64);
            pairs.extend(other.0.iter().map(|(theirs, q)| (join(own, theirs), p * q)));
            if gave_up() {
                break;
            }
        }
        Self(pairs)
    }

    /// Returns the value of a distribution that has only one.
    pub(super) fn into_certain(mut self) -> T {
        self.0.swap_remove(0).0
    }

    pub(super) fn nth(&self, index: usize) -> &T {
        &self.0[index].0
    }
}

impl Dist<usize> {
    /// Returns the indexes of these probabilities, the greatest first. Equal probabilities keep their order.
    pub fn most_probable_first(probabilities: &[f64]) -> Self {
        // Of two positive floats, the greater has the greater bits.
        let key = |(place, p): (usize, &f64)| u128::from(!p.to_bits()) << 64 | place as u128;
        let mut order: Vec<u128> = probabilities.iter().enumerate().map(key).collect();
        order.sort_unstable();
        let place = |key: u128| key as usize;
        Self(order.into_iter().map(|key| (place(key), probabilities[place(key)])).collect())
    }
}

impl<T: Clone + Eq + Hash> Dist<T> {
    /// Makes a distribution of weighted values, in the order of their first occurrence. Equal values merge.
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

    /// Maps each value and merges those that become equal.
    pub fn map<U: Clone + Eq + Hash>(&self, change: impl Fn(&T) -> U) -> Dist<U> {
        Dist::gather(self.iter().map(|(value, probability)| (change(value), probability)))
    }

    /// Returns the product with an independent distribution, joined by `join`. Equal results merge.
    pub fn with<U: Clone, V: Clone + Eq + Hash>(&self, other: &Dist<U>, join: impl Fn(&T, &U) -> V) -> Dist<V> {
        let mut gathered = Gathered::with_room(self.len() + other.len());
        for (own, p) in self.iter() {
            other.iter().for_each(|(theirs, q)| gathered.add(join(own, theirs), p * q));
            if gave_up() {
                break;
            }
        }
        gathered.into_dist()
    }
}

impl<T: Clone> Dist<Vec<T>> {
    /// Returns the product of independent distributions, as lists.
    pub fn joint<'a>(each: impl IntoIterator<Item = &'a Dist<T>>) -> Self
    where
        T: 'a,
    {
        each.into_iter().fold(Dist::certain(Vec::new()), |before, one| {
            Dist::each_with_each(&before, one, |before, one| {
                let mut row = Vec::with_capacity(before.len() + 1);
                row.extend_from_slice(before);
                row.push(one.clone());
                row
            })
        })
    }
}

/// The sum of independent distributions. The sum of no distributions is zero with probability 1.
impl<T: Tally> Sum for Dist<T> {
    fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
        each.fold(Dist::certain(T::default()), |sum, one| sum.plus(&one))
    }
}

impl<T: Tally> Dist<T> {
    /// Returns the distribution of the sum of two independent values.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self.0.as_slice(), other.0.as_slice()) {
            // Adding zero is common, and needs no product.
            ([(nothing, _)], _) if *nothing == T::default() => other.clone(),
            (_, [(nothing, _)]) if *nothing == T::default() => self.clone(),
            _ => self.with(other, T::plus),
        }
    }

    /// Returns the distribution of the sum of `count` independent values. If `count` is 0 or negative, it is zero with probability 1.
    #[must_use]
    pub fn times(self, count: i32) -> Self {
        if count == 1 {
            return self;
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

/// Values with their probabilities, in the order of their first occurrence. Equal values merge.
pub(super) struct Gathered<T> {
    values: Vec<(T, f64)>,
    places: HashIndex,
}

/// The greatest room that is reserved for values before their number is known.
const MOST_ROOM: usize = 1 << 12;

impl<T: Eq + Hash> Gathered<T> {
    /// Up to this number, values are compared one by one instead of hashed. The number is greater for small values.
    const FEW: usize = if size_of::<T>() <= 16 { 8 } else { 4 };

    pub(super) fn with_room(room: usize) -> Self {
        Self { values: Vec::with_capacity(room.min(MOST_ROOM)), places: HashIndex::default() }
    }

    pub(super) fn add(&mut self, value: T, probability: f64) {
        spend(1);
        if probability <= 0.0 {
            return;
        }
        let known = if self.values.len() <= Self::FEW {
            self.values.iter().position(|(known, _)| *known == value)
        } else {
            if self.places.len() == 0 {
                self.places = HashIndex::with_room(self.values.capacity());
            }
            for (known, _) in &self.values[self.places.len()..] {
                self.places.add(hash(known));
            }
            self.places.find_or_add(hash(&value), |place| self.values[place].0 == value)
        };
        match known {
            Some(place) => self.values[place].1 += probability,
            None => self.values.push((value, probability)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn into_dist(self) -> Dist<T> {
        Dist(self.values)
    }
}

/// Returns 0, 1, 2 … `count` times `value`.
fn multiples<T: Tally>(value: &T, count: i32) -> Vec<T> {
    std::iter::successors(Some(T::default()), |sum| Some(sum.plus(value)))
        .take(usize::try_from(count).unwrap_or(0) + 1)
        .collect()
}

/// Returns the distribution of the number of hits of `count` dice. The chances are those of one die to hit and to miss.
pub(super) fn hits(count: i32, chances: [f64; 2]) -> Dist<i32> {
    let mut hits = Vec::with_capacity(usize::try_from(count).unwrap_or(0) + 1);
    each_way(count, &chances, |counts, weight| hits.push((counts[0], weight)));
    Dist(hits)
}

/// Returns the distribution of `count` things over classes with these chances, as the number of things in each class.
pub(super) fn multinomial(count: i32, chances: &[f64]) -> Dist<Vec<i32>> {
    let mut ways = Vec::new();
    each_way(count, chances, |counts, weight| ways.push((counts.to_vec(), weight)));
    Dist(ways)
}

/// Returns the number of combinations of `count` things in `classes`, or a maximum for the room that is reserved at once.
fn ways(count: i32, classes: usize) -> usize {
    let count = usize::try_from(count).unwrap_or(0);
    let ways = (1..classes).try_fold(1_usize, |ways, class| Some(ways.checked_mul(count + class)? / class));
    ways.unwrap_or(usize::MAX).min(1 << 16)
}

/// Calls `found` with each combination of `count` things in classes with these chances, and its probability. A negative `count` is 0.
fn each_way(count: i32, chances: &[f64], mut found: impl FnMut(&[i32], f64)) {
    spread(count.max(0), chances, &mut Vec::with_capacity(chances.len()), 1.0, &mut found);
}

/// Gives 0, 1, 2 … of the `left` things to the first class, and the rest to the others. Returns true if it found a combination with a probability
/// above 0.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_made_for_all_ways_up_to_a_bound() {
        // (count + classes − 1) over (classes − 1).
        for (count, classes, wanted) in [(0, 3, 1), (1, 2, 2), (2, 3, 6), (5, 1, 1), (4, 6, 126), (-1, 4, 1)] {
            assert_eq!(ways(count, classes), wanted, "{count} in {classes}");
        }
        assert_eq!([ways(1_000, 12), ways(i32::MAX, 40)], [1 << 16; 2]);
    }

    #[test]
    fn few_values_are_compared_and_many_are_hashed_and_equal_ones_merge_either_way() {
        for distinct in [1, Gathered::<i32>::FEW + 1, Gathered::<i32>::FEW + 2, 100] {
            let mut gathered = Gathered::with_room(distinct);
            let values = 0..i32::try_from(distinct).unwrap();
            for value in values.clone().chain(values.clone()) {
                gathered.add(value, 0.5 / distinct as f64);
            }
            assert_eq!(gathered.places.len() > 0, distinct > Gathered::<i32>::FEW, "{distinct} values");
            let dist = gathered.into_dist();
            assert!(dist.iter().map(|(value, _)| *value).eq(values), "in the order in which they came");
            assert!(dist.iter().all(|(_, p)| (p - 1.0 / distinct as f64).abs() < 1e-15));
        }
    }
}
