//! The tables that a panel is shown on.

use super::pairs::PairAnswers;
use crate::{Act, Battle, Change, LoggedRoll, Revision, Stamp, State, binding};
use rules::secrecy::Onlooker;
use rules::table::Scene;
use serde_json::{Map, Value as Json};

/// The battle that a panel is in; nothing without one.
#[derive(Clone, Copy, Default)]
pub struct Tables<'a> {
    /// The battle with all that is hidden. Acts are judged and applied on it.
    pub whole: Option<&'a Battle>,
    /// The battle as the onlooker sees it. It is drawn.
    pub seen: Option<&'a Battle>,
    /// The battle as it is saved, which knows dice that were seen before. In a correction the others show an earlier table.
    pub saved: Option<&'a Battle>,
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
        Self { whole: Some(battle), seen: Some(battle), saved: Some(battle), ..Self::default() }
    }

    /// Battle that is judged, as an onlooker from whom nothing is hidden would see it.
    pub(super) fn judged(&self) -> Self {
        Self { seen: self.whole, onlooker: None, ..*self }
    }

    /// True if something is hidden from the onlooker.
    pub(super) fn hides(&self) -> bool {
        self.onlooker.is_some()
    }

    /// The revisions of what is judged and of what is drawn.
    pub(super) fn revisions(&self) -> Option<[Revision; 2]> {
        Some([self.whole?.revision(), self.seen?.revision()])
    }

    /// The state that is drawn.
    pub(super) fn state(&self) -> Option<&'a State> {
        self.seen.map(Battle::state)
    }

    /// Rolls as the log keeps them: see [`Battle::with_steps`].
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

    /// The scene of an act, with the battle's rulings.
    pub(super) fn scene(&self, act: &Act) -> Option<(Scene, &'a Map<String, Json>)> {
        let battle = self.seen?;
        Some((binding::scene(act.procedure, &act.participants, battle.state()), &battle.header().rulings))
    }

    /// The changes that the onlooker sees.
    pub(super) fn visible(&self, changes: &[Change]) -> Vec<Change> {
        match (self.whole, self.onlooker) {
            (Some(whole), Some(onlooker)) => whole.state().visible_changes(onlooker, changes),
            _ => changes.to_vec(),
        }
    }
}
