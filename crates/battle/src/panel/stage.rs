//! Stages of a panel.

use super::{Die, Shown};
use crate::Stamp;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Stage of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Players choose participants and answers.
    Asking,
    /// The act and its input are fixed, and its dice are entered or rolled.
    Rolling(Rolling),
    /// The act was applied or discarded, here or elsewhere. The panel keeps showing its last contents.
    Settled(Arc<Shown>),
}

/// A roll in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rolling {
    /// The input for which the dice are rolled. Choices that dice offer are added to it.
    pub input: Map<String, Json>,
    /// Ids of the rules of the turn that players overrode.
    pub overrides: Vec<String>,
    /// Reasons of those rules; empty for a panel that was closed and opened again.
    pub reasons: Vec<Text>,
    /// The last event of the log before the first die that was entered by hand.
    pub since: Option<Stamp>,
    /// The dice so far.
    pub dice: Vec<Die>,
    /// The logged roll of the app that no act has settled yet.
    pub logged: Option<Stamp>,
    /// Each choice that players made because dice offered it: its field, and the number of dice at that moment.
    pub choices: Vec<(&'static str, usize)>,
}

impl Rolling {
    /// The faces so far.
    pub fn faces(&self) -> Vec<u8> {
        self.dice.iter().map(|die| die.face).collect()
    }

    /// Number of dice up to the last one that the app rolled.
    pub(super) fn by_app(&self) -> usize {
        self.dice.iter().rposition(|die| die.number.is_some()).map_or(0, |last| last + 1)
    }

    /// The dice that were entered by hand after those of the app.
    pub fn entered(&self) -> &[Die] {
        &self.dice[self.by_app()..]
    }

    /// True if players made a choice after the last die.
    pub fn just_chose(&self) -> bool {
        self.choices.last().is_some_and(|(_, dice)| *dice == self.dice.len())
    }

    /// True if the last entry is a typed die or a choice, and not a roll of the app.
    pub fn can_take_back(&self) -> bool {
        self.just_chose() || self.dice.last().is_some_and(|die| die.number.is_none())
    }
}
