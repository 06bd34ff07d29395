//! A run through the parts of a group act, with the tables of each.

use super::super::{Outlook, Settlement, Shown, Tables};
use super::{GroupAct, Part};
use crate::referee::GroupTable;
use crate::{Battle, Change, State, binding};
use rules::procedure::GroupOrder;

/// The tables of a group act during a run through its parts.
pub(super) struct Run<'a> {
    base: Tables<'a>,
    /// The table with all values, on which parts are judged, and the table that is drawn.
    tables: [GroupTable; 2],
    /// Changes that the parts so far have made to the table that is drawn, each with the index of its part.
    made: Vec<(usize, Change)>,
}

/// A part of a group act, evaluated on its tables.
pub(super) struct Visited {
    /// The contents of the part's panel.
    pub shown: Shown,
    /// The reason why the part cannot be done; `None` if it can.
    pub cannot: Option<String>,
    /// The act that applies the part; `None` until its dice are complete.
    pub settlement: Option<Settlement>,
}

impl<'a> Run<'a> {
    /// Begins before the first part. `None` without a battle.
    pub fn begin(order: GroupOrder, base: &Tables<'a>) -> Option<Self> {
        let begin = |battle: &Battle| GroupTable::begin(order, battle.state().clone());
        Some(Self { base: *base, tables: [begin(base.judged?), begin(base.shown?)], made: Vec::new() })
    }

    /// Calls `visit` with a part and the tables on which it is judged.
    pub fn on<T>(&self, part: &mut Part, visit: impl FnOnce(&mut Part, &Tables) -> T) -> Option<T> {
        let [judged, shown] = &self.tables;
        let states = [judged.next().on, shown.next().on];
        let mut here = part.here.take().filter(|here| is_on(here, states));
        if here.is_none() {
            let [judged, shown] = states;
            here = Some([self.base.judged?.supposing(judged.clone()), self.base.shown?.supposing(shown.clone())]);
        }
        let here = here?;
        let visited = visit(part, &Tables { judged: Some(&here[0]), shown: Some(&here[1]), ..self.base });
        part.here = Some(here);
        Some(visited)
    }

    /// Visits a part, without a change.
    pub fn visit(&self, part: &mut Part) -> Option<Visited> {
        let shown = self.on(part, |part, tables| part.panel.newly_shown(tables))?;
        let cannot = match &*shown.outlook {
            _ if shown.is_rolling => None,
            Outlook::Barred(reasons) => reasons.first().map(ToString::to_string),
            Outlook::Refused(fault) if !fault.is_missing => Some(fault.message.clone()),
            Outlook::Refused(_) | Outlook::Missing(_) | Outlook::Undecided(_) | Outlook::Hidden | Outlook::Ready(_) => {
                None
            }
        };
        let settlement = shown.outcome.as_ref().and_then(|outcome| outcome.settlement.clone());
        let settlement = settlement.map(|settlement| self.converted(part, settlement));
        Some(Visited { shown, cannot, settlement })
    }

    /// The act of a part, with its changes to the table after the earlier parts.
    fn converted(&self, part: &Part, settlement: Settlement) -> Settlement {
        let judged = self.tables[0].next();
        if judged.is_alone() {
            return settlement;
        }
        let changes = settlement.action.changes(part.panel.ruleset(), judged);
        Settlement { changes: changes.unwrap_or(settlement.changes), ..settlement }
    }

    /// Changes that earlier parts have made to units of this part.
    pub fn earlier(&self, part: &Part) -> Vec<(usize, Change)> {
        let act = part.panel.act();
        let takes_part = |of: &str| {
            act.procedure.participants.iter().any(|role| act.participants.units(role.id).iter().any(|id| id == of))
        };
        let concerns = |change: &Change| match change {
            Change::Set { of, .. } => takes_part(of.id()),
            Change::Remove(id) => takes_part(id),
            Change::Add(_) => false,
        };
        self.made.iter().filter(|(_, change)| concerns(change)).cloned().collect()
    }

    /// Applies the known changes of a part that is done: those of its outcome, or its price while it has no outcome.
    pub fn pass(&mut self, index: usize, part: &Part, visited: &Visited) {
        let changes = match &visited.settlement {
            Some(settlement) => settlement.changes.clone(),
            None => self.price(part, &visited.shown),
        };
        let visible = match self.base.onlooker {
            Some(onlooker) => self.tables[0].now().visible_changes(onlooker, &changes),
            None => changes.clone(),
        };
        self.tables[0].apply(&changes);
        self.tables[1].apply(&visible);
        self.made.extend(visible.into_iter().map(|change| (index, change)));
    }

    fn price(&self, part: &Part, shown: &Shown) -> Vec<Change> {
        let (act, now): (_, &State) = (part.panel.act(), self.tables[0].now());
        let scene = binding::scene(act.procedure, &act.participants, now);
        let price = act.procedure.price_in(&scene, &shown.input);
        binding::changes(part.panel.ruleset(), act.procedure, &act.participants, now, &price.effects)
    }
}

/// True if the cached tables have these states.
fn is_on(here: &[Battle; 2], states: [&State; 2]) -> bool {
    here.iter().zip(states).all(|(battle, state)| battle.state().is_same(state))
}

impl GroupAct {
    /// Runs through the parts. `each` gets the index of a part, its evaluation, true if it is done, and the changes that earlier parts made
    /// to its units.
    pub(super) fn run(&mut self, tables: &Tables, mut each: impl FnMut(usize, Visited, bool, Vec<(usize, Change)>)) {
        let Some(mut run) = Run::begin(self.order, tables) else { return };
        for (index, part) in self.parts.iter_mut().enumerate() {
            let Some(visited) = run.visit(part) else { return };
            let is_done = part.is_ticked && visited.cannot.is_none();
            let earlier = run.earlier(part);
            if is_done {
                run.pass(index, part, &visited);
            }
            each(index, visited, is_done, earlier);
        }
    }
}
