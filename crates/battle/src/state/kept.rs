//! States with cached facts. A forecast uses them, because it follows thousands of states that differ in one or two units.
//!
//! A state with a keeper asks it for the facts of a subject instead of computing them.

use super::{Joined, State};
use crate::Change;
use crate::turn::Begin;
use rules::facts::Facts;
use rules::own::OWN_RULES;
use rules::subject::Subject;
use serde_json::Value as Json;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// New values of one subject's trackers, in order.
pub type Values = Vec<(String, Json)>;

/// Computes and caches the facts of a state's subjects. Each function returns `None` for trackers that are not from this cache.
pub trait Keeper: fmt::Debug + Send + Sync {
    /// The trackers after these values are set.
    fn changed(&self, tracked: &Arc<Facts>, values: Values) -> Option<Arc<Facts>>;

    /// The trackers after a phase begins.
    fn begun(&self, tracked: &Arc<Facts>, begin: Begin) -> Option<Arc<Facts>>;

    /// The facts of a subject with these trackers.
    fn known(&self, tracked: &Arc<Facts>) -> Option<Arc<Facts>>;
}

impl State {
    /// A state of the same battle with these units, in order, and with these cached trackers of units, sides and battle.
    #[must_use]
    pub fn kept(
        &self,
        keeper: Arc<dyn Keeper>,
        units: Vec<(Arc<Joined>, Arc<Facts>)>,
        sides: [Arc<Facts>; 2],
        battle: Arc<Facts>,
    ) -> Self {
        let (armies, extremes, table) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (gone, rulings, planned) = (self.gone.clone(), self.rulings.clone(), self.planned.clone());
        Self {
            ruleset: self.ruleset,
            units,
            gone,
            sides,
            battle,
            armies,
            extremes,
            table,
            rulings,
            planned,
            keeper: Some(keeper),
        }
    }

    /// A copy without the keeper. Reads of the copy's facts are not recorded.
    #[must_use]
    pub(crate) fn unkept(&self) -> Self {
        let mut copy = Self { keeper: None, ..self.clone() };
        if self.keeper.is_some() {
            let facts = copy.units.iter_mut().map(|(_, facts)| facts).chain(&mut copy.sides).chain([&mut copy.battle]);
            facts.for_each(|facts| *facts = Arc::new(Facts::clone(facts).watched(None)));
            copy.renew();
        }
        copy
    }

    /// All units, including those that have not arrived yet, in the order in which they joined.
    pub fn shared_units(&self) -> Vec<Arc<Joined>> {
        self.units.iter().map(|(unit, _)| unit.clone()).collect()
    }

    /// The state after these changes, with cached facts. `None` if the state has no keeper, or if units join or leave.
    pub(super) fn kept_after(&self, changes: &[Change]) -> Option<Self> {
        let keeper = self.keeper.as_ref()?;
        let mut after = self.clone();
        for (of, values) in by_subject(changes)? {
            let tracked = match of {
                Subject::Side(side) => &mut after.sides[side.index()],
                Subject::Battle => &mut after.battle,
                Subject::Unit(id) => match after.units.iter_mut().find(|(unit, _)| unit.id == *id) {
                    Some((_, tracked)) => tracked,
                    None => continue,
                },
            };
            *tracked = keeper.changed(tracked, values)?;
        }
        after.renew();
        Some(after)
    }

    /// The state after a phase begins; `changes` are the changes of that beginning.
    #[must_use]
    pub(crate) fn begun(&self, begin: Begin, changes: &[Change]) -> Self {
        // A keeper handles one subject at a time, so it does not know the players' own trackers.
        let Some(kept) = self.kept_begun(begin) else { return self.after(changes) };
        match self.ruleset.filter(|_| self.battle.knows(OWN_RULES)) {
            Some(ruleset) => kept.after(&begin.changes_of_own(ruleset, self)),
            None => kept,
        }
    }

    fn kept_begun(&self, begin: Begin) -> Option<Self> {
        let keeper = self.keeper.as_ref()?;
        let mut after = self.clone();
        let units = after.units.iter_mut().map(|(_, tracked)| tracked);
        for tracked in units.chain(&mut after.sides).chain([&mut after.battle]) {
            *tracked = keeper.begun(tracked, begin)?;
        }
        after.renew();
        Some(after)
    }

    /// The facts of a unit with these trackers.
    pub(super) fn known(&self, tracked: &Arc<Facts>) -> Arc<Facts> {
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.known(tracked));
        kept.unwrap_or_else(|| Arc::new(self.derived(tracked)))
    }

    /// The facts of the battle.
    pub(super) fn known_battle(&self) -> Arc<Facts> {
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.known(&self.battle));
        kept.unwrap_or_else(|| Arc::new(self.battle_facts()))
    }

    /// Drops everything that was computed from facts which have changed.
    fn renew(&mut self) {
        (self.armies, self.extremes, self.table) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    }
}

/// Groups changes by their subject, in order; `None` if units join or leave.
pub fn by_subject(changes: &[Change]) -> Option<Vec<(&Subject, Values)>> {
    let mut by_subject: Vec<(&Subject, Values)> = Vec::new();
    for change in changes {
        let Change::Set { of, key, to } = change else { return None };
        let value = (key.clone(), to.clone());
        match by_subject.iter_mut().find(|(subject, _)| *subject == of) {
            Some((_, values)) => values.push(value),
            None => by_subject.push((of, vec![value])),
        }
    }
    Some(by_subject)
}
