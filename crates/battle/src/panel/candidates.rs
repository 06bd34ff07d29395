//! Chances of an act in a list of acts, before its panel is opened, and chances of each unit that could take a role in a panel.

use super::pairs::add_remembered;
use super::{Key, Panel, Tables};
use crate::Act;
use crate::analysis::candidates::{self, Candidate, Likely, Prospect};
use rules::procedure::{Assumption, Procedure, Role};
use rules::ruleset::Ruleset;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// The best act of a unit, with its best target, and its chances. `None` if nothing can be compared, or if the odds take too long to
/// compute at once.
pub fn best(ruleset: &'static Ruleset, act: &Act, tables: &Tables) -> Option<(Act, Likely)> {
    let (participants, likely) = candidates::best(ruleset, act.procedure, act.actor()?, tables.state()?, &act.answers)?;
    Some((Act { participants, ..act.clone() }, likely))
}

/// The comparison of the units that could take a role of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The role.
    pub role: &'static str,
    /// True if the rules [order](Role::is_ordered_by_rules) the units.
    is_ordered_by_rules: bool,
    /// The units that are not evaluated yet; the next one is last.
    left: Vec<String>,
    /// The evaluated units.
    done: Vec<Candidate>,
}

impl Panel {
    /// The cache key of all results about the panel: odds, effects of choices, chances of candidates.
    pub fn key(&self, tables: &Tables) -> Key {
        Key::of_panel(self, tables)
    }

    /// The comparison for a role, with no candidate evaluated yet.
    pub fn ranking(&self, role: &'static Role, tables: &Tables) -> Ranking {
        let procedure = self.act.procedure;
        let able = tables.state().filter(|_| !procedure.has_no_stakes());
        let able = able.map(|state| self.act.participants.candidates(procedure, role, state)).unwrap_or_default();
        Ranking {
            role: role.id,
            is_ordered_by_rules: role.is_ordered_by_rules(),
            left: able.into_iter().rev().collect(),
            done: Vec::new(),
        }
    }

    /// The act with this unit as the only one in its role, with the given and remembered answers about the unit.
    pub fn act_with(&self, role: &'static Role, unit: &str, tables: &Tables) -> Act {
        let procedure: &'static Procedure = self.act.procedure;
        let (participants, answers) =
            candidates::alone(procedure, &self.act.participants, role, unit, &self.act.answers);
        let mut act = Act { participants, answers, ..self.act.clone() };
        add_remembered(&mut act, tables);
        act
    }

    /// The input of an act with a unit in a role, with assumed answers added. If the odds are heavy, a worker computes them from this
    /// input. `None` without a battle.
    pub fn assumed_input(
        &self,
        role: &'static Role,
        unit: &str,
        tables: &Tables,
    ) -> Option<(Map<String, Json>, Vec<&'static Assumption>)> {
        let act = self.act_with(role, unit, tables);
        Some(candidates::assumed_input(act.procedure, &act.participants, tables.state()?, &act.answers))
    }
}

impl Ranking {
    /// Evaluates the next candidate. Returns false if none is left.
    pub fn step(&mut self, panel: &Panel, role: &'static Role, tables: &Tables) -> bool {
        let (Some(unit), Some(state)) = (self.left.pop(), tables.state()) else {
            candidates::sort(&mut self.done, self.is_ordered_by_rules);
            return false;
        };
        let act = panel.act_with(role, &unit, tables);
        let prospect = candidates::prospect_of_act(panel.ruleset, &act, state);
        self.done.push(Candidate { unit, prospect });
        true
    }

    /// The evaluated candidates. Once all are evaluated, the best comes first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.done
    }

    /// The reason that forbids the act with every candidate; `None` if there is no such reason, or if some are not evaluated yet.
    pub fn common_bar(&self) -> Option<&Text> {
        let bars = self.done.iter().map(|candidate| match &candidate.prospect {
            Prospect::Not(why) => Some(why),
            _ => None,
        });
        let mut bars = bars.collect::<Option<Vec<_>>>()?;
        bars.dedup();
        if let ([why], true, true) = (bars.as_slice(), self.left.is_empty(), self.done.len() > 1) {
            Some(why)
        } else {
            None
        }
    }

    /// The units whose odds take long to compute, in the order of the list.
    pub fn heavy(&self) -> Vec<String> {
        let heavy = self.done.iter().filter(|candidate| candidate.prospect == Prospect::Heavy);
        heavy.map(|candidate| candidate.unit.clone()).collect()
    }

    /// Sets the chances of a unit whose odds took long. The list is sorted only once all are known, so that no row moves while players are
    /// about to tap it.
    pub fn put(&mut self, unit: &str, prospect: Prospect) {
        if let Some(candidate) = self.done.iter_mut().find(|candidate| candidate.unit == unit) {
            candidate.prospect = prospect;
        }
        if self.heavy().is_empty() {
            candidates::sort(&mut self.done, self.is_ordered_by_rules);
        }
    }
}
