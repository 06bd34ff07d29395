//! A cached result with the key for which it was computed. The panel has no other memory of results.

use super::{Die, Panel, Revisions, Tables};
use crate::Act;
use serde_json::{Map, Value as Json};

/// Everything on which a result about an act, or about the whole table, may depend.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The act; `None` for a result about the whole table.
    act: Option<Act>,
    /// The input for which the dice were rolled. Before the dice it follows from the act and the tables.
    input: Option<Map<String, Json>>,
    dice: Vec<Die>,
    /// Further parameters of the result, as text: the end up to which an act is followed, and choices during the turn.
    question: String,
    /// Revisions of the tables; `None` without a battle.
    tables: Option<Revisions>,
}

impl Key {
    /// The key of an act before its dice.
    pub fn of(act: Act, tables: &Tables) -> Self {
        Self { act: Some(act), ..Self::of_table(tables) }
    }

    /// The key of the whole table.
    pub fn of_table(tables: &Tables) -> Self {
        Self { act: None, input: None, dice: Vec::new(), question: String::new(), tables: tables.revisions() }
    }

    /// The key of a panel's current act and dice.
    pub(super) fn of_panel(panel: &Panel, tables: &Tables) -> Self {
        let rolling = panel.rolling();
        Self {
            act: Some(panel.act.clone()),
            input: rolling.map(|rolling| rolling.input.clone()),
            dice: rolling.map(|rolling| rolling.dice.clone()).unwrap_or_default(),
            ..Self::of_table(tables)
        }
    }

    /// The key for a result with further parameters.
    #[must_use]
    pub fn asking(self, question: String) -> Self {
        Self { question, ..self }
    }

    /// The key without its dice, for results that do not depend on them.
    #[must_use]
    pub fn before_dice(mut self) -> Self {
        self.dice.clear();
        self
    }
}

/// A result and the key for which it was computed. It is returned only for that key.
#[derive(Clone, Debug)]
pub struct Cached<T>(Option<(Key, T)>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Cached<T> {
    /// The result; `None` if it is not cached for this key.
    pub fn get(&self, key: &Key) -> Option<&T> {
        self.0.as_ref().filter(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// The result, to be changed; `None` if it is not cached for this key.
    pub fn get_mut(&mut self, key: &Key) -> Option<&mut T> {
        self.0.as_mut().filter(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// Stores a result in place of the previous one.
    pub fn set(&mut self, key: Key, answer: T) {
        self.0 = Some((key, answer));
    }

    /// The result for this key. Computes and stores it if it is not cached.
    pub fn get_or_set(&mut self, key: Key, compute: impl FnOnce() -> T) -> &T {
        let held = self.0.take().filter(|(known, _)| *known == key);
        &self.0.insert(held.unwrap_or_else(|| (key, compute()))).1
    }

    /// Removes the result.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// The cached result, without a check of its key; `None` if there is none.
    pub(super) fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, answer)| answer)
    }
}
