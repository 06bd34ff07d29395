//! Stages of a panel.

use super::{Die, Shown};
use crate::Stamp;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Stage of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Participants and answers are chosen.
    Asking,
    /// The act and its input are fixed, and dice are entered or rolled for it.
    Rolling(Rolling),
    /// It was applied or discarded, here or elsewhere. What was shown then stays.
    Settled(Arc<Shown>),
}

/// A roll in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rolling {
    /// The input that the dice are rolled for. Choices that dice raise are added to it.
    pub input: Map<String, Json>,
    /// Rules of the turn that are overridden, by their ids.
    pub overrides: Vec<String>,
    /// Reasons of those rules; empty for a panel that was left and opened again.
    pub reasons: Vec<Text>,
    /// The last event of the log before the first die that was entered by hand.
    pub since: Option<Stamp>,
    /// The dice so far.
    pub dice: Vec<Die>,
    /// The roll of the app that is in the log, and that no act has settled yet.
    pub logged: Option<Stamp>,
    /// For each choice that dice raised and that was made: its field, and the number of dice at that moment.
    pub choices: Vec<(&'static str, usize)>,
}

impl Rolling {
    /// The faces so far.
    pub fn faces(&self) -> Vec<u8> {
        self.dice.iter().map(|die| die.face).collect()
    }

    /// Number of dice from the start to the last that the app rolled.
    pub(super) fn by_app(&self) -> usize {
        self.dice.iter().rposition(|die| die.number.is_some()).map_or(0, |last| last + 1)
    }

    /// The dice that were entered by hand after those of the app.
    pub fn entered(&self) -> &[Die] {
        &self.dice[self.by_app()..]
    }

    /// True if a choice was made since the last die.
    pub fn just_chose(&self) -> bool {
        self.choices.last().is_some_and(|(_, dice)| *dice == self.dice.len())
    }

    /// True if the last thing that was entered is a die or a choice of the players, and not a roll of the app.
    pub fn can_take_back(&self) -> bool {
        self.just_chose() || self.dice.last().is_some_and(|die| die.number.is_none())
    }
}
