//! Distributions that are computed once for odds, and used by several branches.

use super::{Dice, Dist, Game, Source};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

/// The distributions known so far. The key holds everything that the distribution depends on.
pub struct Memo<K, T>(RefCell<FxHashMap<K, Rc<Dist<T>>>>);

impl<K, T> Default for Memo<K, T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<G: Game> Dice<'_, G> {
    /// Returns a distribution for each key, in order. `rule` rolls the dice of all keys together. For odds it runs only if a key is not in
    /// `memo` yet, so equal keys must have equal distributions.
    ///
    /// # Errors
    /// Those of [`die`](Self::die), and refusals of the rule.
    pub fn memoised<K: Clone + Eq + Hash, T>(
        &mut self,
        memo: &Memo<K, T>,
        keys: &[K],
        rule: impl FnOnce(&mut Dice<'_, G>) -> Result<Vec<Dist<T>>, G::Halt>,
    ) -> Result<Vec<Rc<Dist<T>>>, G::Halt> {
        let ruled = |dice: &mut Dice<'_, G>| Ok(rule(dice)?.into_iter().map(Rc::new).collect());
        if let Source::Table(_) = self.source {
            return ruled(self);
        }
        if let Some(known) = keys.iter().map(|key| memo.0.borrow().get(key).cloned()).collect() {
            return Ok(known);
        }
        let ruled: Vec<Rc<Dist<T>>> = ruled(self)?;
        debug_assert_eq!(keys.len(), ruled.len(), "a distribution for each key");
        memo.0.borrow_mut().extend(keys.iter().cloned().zip(ruled.iter().cloned()));
        Ok(ruled)
    }
}

impl<T: Clone> Dist<T> {
    /// Joins each value with the values of a distribution that depends only on its key. `other` returns that distribution, and runs once
    /// for each key.
    pub fn with_keyed<K: Clone + Eq + Hash, U: Clone, V: Clone + Eq + Hash>(
        &self,
        key: impl Fn(&T) -> K,
        other: impl Fn(&K) -> Dist<U>,
        join: impl Fn(&T, &U) -> V,
    ) -> Dist<V> {
        let mut known: FxHashMap<K, Dist<U>> = FxHashMap::default();
        let joined = self.iter().flat_map(|(value, p)| {
            let key = key(value);
            let others = known.entry(key.clone()).or_insert_with(|| other(&key));
            others.iter().map(|(other, q)| (join(value, other), p * q)).collect::<Vec<_>>()
        });
        Dist::gather(joined)
    }
}
