//! Corrections in the form in which the log stores them.

use super::{ActionEvent, Stamp};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A stored correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Corrected {
    /// The act that was wrong.
    pub of: Stamp,
    /// The acts that the correction changes, from the corrected one on, in order.
    pub acts: Vec<Redone>,
    /// The roll that the app made for the correction, if it needed new dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Stamp>,
}

/// An act after a correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Redone {
    /// Stamp of the act.
    pub act: Stamp,
    /// State of the act after the correction.
    pub now: Now,
    /// True if its result was kept. Then only its changes differ, because the table before it differs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// State of an act after a correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Now {
    /// The act is unchanged.
    Same,
    /// This act replaces it.
    Changed(Box<ActionEvent>),
    /// The act is left out, as if it had not happened.
    LeftOut,
}

impl Corrected {
    /// Replaces the acts in force before the correction by their corrected versions.
    pub(super) fn lay_over<'a>(&'a self, acts: &mut Vec<(&'a Stamp, &'a ActionEvent)>) {
        let Some(first) = acts.iter().position(|(stamp, _)| **stamp == self.of) else { return };
        let redone = self.by_act();
        let later = acts.split_off(first);
        acts.extend(later.into_iter().filter_map(|(stamp, act)| match redone.get(stamp).map(|redone| &redone.now) {
            Some(Now::Changed(act)) => Some((stamp, &**act)),
            Some(Now::LeftOut) => None,
            Some(Now::Same) | None => Some((stamp, act)),
        }));
    }

    /// The corrected acts, by the stamps of the acts that they replace.
    pub(super) fn by_act(&self) -> HashMap<&Stamp, &Redone> {
        // If an act is listed twice, the first entry counts.
        self.acts.iter().rev().map(|redone| (&redone.act, redone)).collect()
    }
}
