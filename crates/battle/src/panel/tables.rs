//! The tables on which a panel is shown.

use super::pairs::PairAnswers;
use crate::{Act, Battle, Change, LoggedRoll, Revision, Stamp, State, binding};
use rules::secrecy::Onlooker;
use rules::table::Scene;
use serde_json::{Map, Value as Json};

/// Revisions of the battle that is judged and of the one that is drawn.
pub type Revisions = [Revision; 2];

/// The battle of a panel in three forms; all are `None` without a battle.
#[derive(Clone, Copy, Default)]
pub struct Tables<'a> {
    /// The saved battle, which records the dice that were seen before.
    pub whole: Option<&'a Battle>,
    /// The battle on which acts are judged and applied, including hidden values: the whole one, or a rewound or supposed one instead.
    pub judged: Option<&'a Battle>,
    /// The battle as the onlooker sees it, which is drawn.
    pub shown: Option<&'a Battle>,
    /// The onlooker from whom counters are hidden, if any.
    pub onlooker: Option<Onlooker>,
    /// Id of the battle.
    pub id: &'a str,
    /// Answers about pairs of units in this turn.
    pub pairs: Option<&'a PairAnswers>,
}

impl<'a> Tables<'a> {
    /// Tables of a battle in which nothing is hidden.
    pub fn open(battle: &'a Battle) -> Self {
        Self { whole: Some(battle), judged: Some(battle), shown: Some(battle), ..Self::default() }
    }

    /// These tables with nothing hidden, for judging an act.
    pub(super) fn unhidden(&self) -> Self {
        Self { shown: self.judged, onlooker: None, ..*self }
    }

    /// True if something is hidden from the onlooker.
    pub(super) fn hides(&self) -> bool {
        self.onlooker.is_some()
    }

    /// Revisions of the battle that is judged and of the one that is drawn.
    pub(super) fn revisions(&self) -> Option<Revisions> {
        Some([self.judged?.revision(), self.shown?.revision()])
    }

    /// The state that is shown.
    pub(super) fn state(&self) -> Option<&'a State> {
        self.shown.map(Battle::state)
    }

    /// Rolls in the form that the log stores: see [`Battle::with_steps`].
    pub(super) fn with_steps(&self, rolls: Vec<LoggedRoll>) -> Vec<LoggedRoll> {
        match self.whole {
            Some(battle) => battle.with_steps(rolls),
            None => rolls,
        }
    }

    /// Stamp of the last event of the log; `None` if there is none.
    pub(super) fn last_stamp(&self) -> Option<Stamp> {
        self.shown?.log().last().map(|(stamp, _)| stamp.clone())
    }

    /// The scene of an act, and the battle's optional rules; `None` without a battle.
    pub(super) fn scene(&self, act: &Act) -> Option<(Scene, &'a Map<String, Json>)> {
        let battle = self.shown?;
        Some((binding::scene(act.procedure, &act.participants, battle.state()), &battle.header().rulings))
    }

    /// The changes that the onlooker may see.
    pub(super) fn visible(&self, changes: &[Change]) -> Vec<Change> {
        match (self.judged, self.onlooker) {
            (Some(judged), Some(onlooker)) => judged.state().visible_changes(onlooker, changes),
            _ => changes.to_vec(),
        }
    }
}
