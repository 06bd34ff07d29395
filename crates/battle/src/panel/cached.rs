//! The only memory of answers: a value with the key that it was computed for.

use super::{Die, Panel, Tables};
use crate::{Act, Revision};
use serde_json::{Map, Value as Json};

/// Everything that an answer about an act, or about the table as a whole, may depend on.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The act; `None` for an answer about the table as a whole.
    act: Option<Act>,
    /// The input that the dice were rolled for. Before the dice it follows from the act and the tables.
    input: Option<Map<String, Json>>,
    dice: Vec<Die>,
    /// The rest of the question, as text: the end to which an act is played out, and choices on the way.
    question: String,
    /// Revisions of the tables; `None` without a battle.
    tables: Option<[Revision; 2]>,
}

impl Key {
    /// The key of an act before any dice.
    pub fn of(act: Act, tables: &Tables) -> Self {
        Self { act: Some(act), ..Self::of_table(tables) }
    }

    /// The key of the table as a whole.
    pub fn of_table(tables: &Tables) -> Self {
        Self { act: None, input: None, dice: Vec::new(), question: String::new(), tables: tables.revisions() }
    }

    /// The key of what a panel is about now.
    pub(super) fn of_panel(panel: &Panel, tables: &Tables) -> Self {
        let rolling = panel.rolling();
        Self {
            act: Some(panel.act.clone()),
            input: rolling.map(|rolling| rolling.input.clone()),
            dice: rolling.map(|rolling| rolling.dice.clone()).unwrap_or_default(),
            ..Self::of_table(tables)
        }
    }

    /// The key of an answer that depends on a question about the act, too.
    #[must_use]
    pub fn asking(self, question: String) -> Self {
        Self { question, ..self }
    }

    /// The key without its dice: of what is known before them.
    #[must_use]
    pub fn before_dice(mut self) -> Self {
        self.dice.clear();
        self
    }
}

/// An answer, and the key that it was computed for. It is never returned for another key.
#[derive(Clone, Debug)]
pub struct Cached<T>(Option<(Key, T)>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Cached<T> {
    /// The answer, if it is known for this key.
    pub fn get(&self, key: &Key) -> Option<&T> {
        self.0.as_ref().filter(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// The answer to be changed, if it is known for this key.
    pub fn get_mut(&mut self, key: &Key) -> Option<&mut T> {
        self.0.as_mut().filter(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// Stores an answer in place of the one before.
    pub fn set(&mut self, key: Key, answer: T) {
        self.0 = Some((key, answer));
    }

    /// The answer for this key, computed if it is not known.
    pub fn get_or_set(&mut self, key: Key, compute: impl FnOnce() -> T) -> &T {
        let held = self.0.take().filter(|(known, _)| *known == key);
        &self.0.insert(held.unwrap_or_else(|| (key, compute()))).1
    }

    /// Forgets the answer.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// The last answer, whatever it was computed for.
    pub(super) fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, answer)| answer)
    }
}
