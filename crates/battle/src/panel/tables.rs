//! The tables on which a panel is shown.

use super::pairs::PairAnswers;
use crate::{Act, Battle, Change, LoggedRoll, Revision, Stamp, State, binding};
use rules::secrecy::Onlooker;
use rules::table::Scene;
use serde_json::{Map, Value as Json};

/// The battle of a panel; empty without a battle.
#[derive(Clone, Copy, Default)]
pub struct Tables<'a> {
    /// The whole battle, on which acts are judged and applied.
    pub whole: Option<&'a Battle>,
    /// The battle as the onlooker sees it, which is drawn.
    pub seen: Option<&'a Battle>,
    /// The saved battle, which knows the dice that were seen before. In a correction, the other two show an earlier table.
    pub saved: Option<&'a Battle>,
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
        Self { whole: Some(battle), seen: Some(battle), saved: Some(battle), ..Self::default() }
    }

    /// These tables with nothing hidden, for judging an act.
    pub(super) fn judged(&self) -> Self {
        Self { seen: self.whole, onlooker: None, ..*self }
    }

    /// True if something is hidden from the onlooker.
    pub(super) fn hides(&self) -> bool {
        self.onlooker.is_some()
    }

    /// Revisions of the battle that is judged and of the one that is drawn.
    pub(super) fn revisions(&self) -> Option<[Revision; 2]> {
        Some([self.whole?.revision(), self.seen?.revision()])
    }

    /// The state that is drawn.
    pub(super) fn state(&self) -> Option<&'a State> {
        self.seen.map(Battle::state)
    }

    /// Rolls in the form that the log stores: see [`Battle::with_steps`].
    pub(super) fn with_steps(&self, rolls: Vec<LoggedRoll>) -> Vec<LoggedRoll> {
        match self.saved {
            Some(battle) => battle.with_steps(rolls),
            None => rolls,
        }
    }

    /// The last event of the log.
    pub(super) fn last_stamp(&self) -> Option<Stamp> {
        self.seen?.log().last().map(|(stamp, _)| stamp.clone())
    }

    /// The scene of an act, and the battle's optional rules.
    pub(super) fn scene(&self, act: &Act) -> Option<(Scene, &'a Map<String, Json>)> {
        let battle = self.seen?;
        Some((binding::scene(act.procedure, &act.participants, battle.state()), &battle.header().rulings))
    }

    /// The changes that the onlooker may see.
    pub(super) fn visible(&self, changes: &[Change]) -> Vec<Change> {
        match (self.whole, self.onlooker) {
            (Some(whole), Some(onlooker)) => whole.state().visible_changes(onlooker, changes),
            _ => changes.to_vec(),
        }
    }
}
