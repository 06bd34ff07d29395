//! Corrections as the log keeps them.

use super::{ActionEvent, Stamp};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A correction, as the log keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Corrected {
    /// The act that was wrong.
    pub of: Stamp,
    /// The acts from that one on that are not as they were, in order.
    pub acts: Vec<Redone>,
    /// The roll of the app that it settles, if it needed dice that nobody had seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Stamp>,
}

/// An act, as it is since a correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Redone {
    /// The act as it was.
    pub act: Stamp,
    /// The act as it is.
    pub now: Now,
    /// True if its result was kept: only the changes are others, as the table before it was another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// State of an act after a correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Now {
    /// It stands as it was.
    Same,
    /// It is this act.
    Changed(Box<ActionEvent>),
    /// It did not happen.
    LeftOut,
}

impl Corrected {
    /// Replaces the acts in force before the correction by the acts as they are now.
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

    /// The acts as they are since, by their stamps.
    pub(super) fn by_act(&self) -> HashMap<&Stamp, &Redone> {
        // Of two for one act, the first counts.
        self.acts.iter().rev().map(|redone| (&redone.act, redone)).collect()
    }
}
