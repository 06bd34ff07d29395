//! Meanings of faces, for players: the effect of each face, if it is more than success or failure.
//!
//! A rule records them next to its roll, so that the legend of a die cannot differ from the rule.

use super::{Dice, Game};

/// The meaning of the face of a die.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning<W> {
    /// Index of the die among all faces, from 0.
    pub die: usize,
    /// A few words, such as `kills` or a name.
    pub words: W,
}

impl<G: Game> Dice<'_, G> {
    /// Records the meanings of the last roll's faces. `means` takes the index and the face of a die. It returns `None` for a face without
    /// effect.
    pub fn record_meanings(&mut self, means: &dyn Fn(usize, i32) -> Option<G::Words>) {
        let Some((table, rolled)) = self.rolled() else { return };
        let Some(roll) = table.rolls.last() else { return };
        let of_die =
            |(nth, face): (usize, &u8)| Some(Meaning { die: rolled.start + nth, words: means(nth, i32::from(*face))? });
        let meanings: Vec<Meaning<G::Words>> = roll.faces.iter().enumerate().filter_map(of_die).collect();
        table.meanings.extend(meanings);
    }

    /// Like [`record_meanings`](Self::record_meanings) for [groups](Self::roll_groups) of dice. `means` takes the index of the group and
    /// the face.
    pub fn record_meanings_of_groups(&mut self, groups: &[i32], means: &dyn Fn(usize, i32) -> Option<G::Words>) {
        self.record_meanings(&|nth, face| means(group_of(groups, nth)?, face));
    }
}

/// Returns the index of the group to which a die belongs. `groups` holds the number of dice in each group. `None` if the index is beyond
/// the last die.
pub(super) fn group_of(groups: &[i32], mut nth: usize) -> Option<usize> {
    groups.iter().position(|count| {
        let count = usize::try_from(*count).unwrap_or(0);
        let here = nth < count;
        nth = nth.saturating_sub(count);
        here
    })
}
