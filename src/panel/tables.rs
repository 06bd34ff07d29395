//! The tables that a panel is shown on.

use super::pairs::PairAnswers;
use crate::battle::{Act, Battle, Change, LoggedRoll, Revision, Stamp, State, binding};
use crate::rules::secrecy::Onlooker;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// The battle that a panel is in; nothing without one.
#[derive(Clone, Copy, Default)]
pub struct Tables<'a> {
    /// The battle as it is saved, which knows dice that were seen before.
    pub whole: Option<&'a Battle>,
    /// The battle on which acts are judged and made: the whole one, or the one that is rewound or supposed in its place.
    pub judged: Option<&'a Battle>,
    /// The battle as the onlooker is shown it.
    pub shown: Option<&'a Battle>,
    /// The onlooker from whom counters are hidden.
    pub onlooker: Option<Onlooker>,
    /// The battle's id.
    pub id: &'a str,
    /// Answers about pairs of units in this turn.
    pub pairs: Option<&'a PairAnswers>,
}

impl<'a> Tables<'a> {
    /// A battle of which nothing is hidden.
    pub fn open(battle: &'a Battle) -> Self {
        Self { whole: Some(battle), judged: Some(battle), shown: Some(battle), ..Self::default() }
    }

    /// The tables of an onlooker from whom nothing is hidden.
    pub(super) fn unhidden(&self) -> Self {
        Self { shown: self.judged, onlooker: None, ..*self }
    }

    /// True if something is hidden from the onlooker.
    pub(super) fn hides(&self) -> bool {
        self.onlooker.is_some()
    }

    /// The revisions of what is judged and of what is shown.
    pub(super) fn revisions(&self) -> Option<[Revision; 2]> {
        Some([self.judged?.revision(), self.shown?.revision()])
    }

    /// The state that is shown.
    pub(super) fn state(&self) -> Option<&'a State> {
        self.shown.map(Battle::state)
    }

    /// Rolls as the log keeps them: see [`Battle::with_steps`].
    pub(super) fn with_steps(&self, rolls: Vec<LoggedRoll>) -> Vec<LoggedRoll> {
        match self.whole {
            Some(battle) => battle.with_steps(rolls),
            None => rolls,
        }
    }

    /// The last event of the log.
    pub(super) fn last_stamp(&self) -> Option<Stamp> {
        self.shown?.log().last().map(|(stamp, _)| stamp.clone())
    }

    /// The scene of an act, with the battle's rulings.
    pub(super) fn scene(&self, act: &Act) -> Option<(Scene, &'a Map<String, Json>)> {
        let battle = self.shown?;
        Some((binding::scene(act.procedure, &act.participants, battle.state()), &battle.header().rulings))
    }

    /// The changes that the onlooker sees.
    pub(super) fn visible(&self, changes: &[Change]) -> Vec<Change> {
        match (self.judged, self.onlooker) {
            (Some(judged), Some(onlooker)) => judged.state().visible_changes(onlooker, changes),
            _ => changes.to_vec(),
        }
    }
}
