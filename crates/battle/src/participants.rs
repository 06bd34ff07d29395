//! Participants of a procedure: the units in its roles, and the side that acts.

use crate::{Header, State, Stream};
use rules::consequences::Due;
use rules::facts::Facts;
use rules::names::Names;
use rules::procedure::{Picks, Procedure, Role, Whose};
use rules::subject::Side;
use rules::turn::Likely;
use serde_json::{Map, Value as Json};

/// Key of the acting side among the participants in the log.
const SIDE: &str = "side";

/// Participants of a procedure: the ids of the units in each role, and the acting side, if no unit determines it.
#[derive(Clone, Debug, Default)]
pub struct Participants {
    roles: Vec<(&'static str, Vec<String>)>,
    side: Option<usize>,
}

impl PartialEq for Participants {
    /// Compares role by role. The order in which roles were set does not matter.
    fn eq(&self, other: &Self) -> bool {
        let roles = self.roles.iter().chain(&other.roles);
        self.side == other.side && roles.into_iter().all(|(role, _)| self.units(role) == other.units(role))
    }
}

impl Participants {
    /// No participants.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// Sets the units of a role. Without units, the role is removed.
    pub fn set(&mut self, role: &'static str, units: Vec<String>) {
        self.roles.retain(|(known, _)| *known != role);
        if !units.is_empty() {
            self.roles.push((role, units));
        }
    }

    /// The units in a role.
    pub fn units(&self, role: &str) -> &[String] {
        self.roles.iter().find(|(known, _)| *known == role).map_or(&[], |(_, units)| units.as_slice())
    }

    /// Number of times that a unit takes part, in all roles.
    fn times(&self, unit: &str) -> usize {
        self.roles.iter().flat_map(|(_, units)| units).filter(|id| *id == unit).count()
    }

    /// Sets the acting side, 0 or 1, for acts in which no unit determines it.
    pub fn act_for(&mut self, side: usize) {
        self.side = Some(side.min(1));
    }

    /// The side that was set, if any.
    pub fn named_side(&self) -> Option<usize> {
        self.side
    }

    /// True if nothing determines the acting side yet.
    pub fn is_nobodys(&self) -> bool {
        self.side.is_none() && self.roles.iter().all(|(_, units)| units.is_empty())
    }

    /// True if the number of units in every role is allowed.
    pub fn complete(&self, procedure: &Procedure) -> bool {
        procedure.participants.iter().all(|role| (role.min..=role.max).contains(&self.units(role.id).len()))
    }

    /// The participants as the log stores them: each role with its ids.
    pub fn json(&self) -> Map<String, Json> {
        let roles = self.roles.iter().map(|(role, units)| ((*role).to_owned(), Json::from(units.clone())));
        Map::from_iter(roles.chain(self.side.map(|side| (SIDE.to_owned(), Json::from(Side::at(side).id())))))
    }

    /// Reads the form that the log stores. Roles that the procedure does not have are left out.
    pub fn read(procedure: &Procedure, stored: &Map<String, Json>) -> Self {
        let units = |role: &Role| {
            let ids = stored.get(role.id).and_then(Json::as_array).into_iter().flatten();
            ids.filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>()
        };
        let roles = procedure.participants.iter().map(|role| (role.id, units(role)));
        let side = stored.get(SIDE).and_then(Json::as_str);
        Self {
            roles: roles.filter(|(_, units)| !units.is_empty()).collect(),
            side: side.and_then(Side::find).map(Side::index),
        }
    }

    /// Participants of a procedure that is due next, taken from these roles. The side that was set stays.
    pub fn of_due(&self, due: &Due) -> Self {
        let mut participants = Self { side: self.side, ..Self::nobody() };
        for (there, here, index) in &due.participants {
            let mut units = participants.units(there).to_vec();
            units.extend(self.units(here).get(*index).cloned());
            participants.set(there, units);
        }
        participants
    }

    /// The acting side, 0 or 1. The first unit of the first filled role determines it: the unit's side, or the other side if the role is for
    /// enemies. Without such a unit, it is the side that was set, else 0.
    pub fn side(&self, procedure: &Procedure, state: &State) -> usize {
        self.known_side(procedure, state).unwrap_or(0)
    }

    /// The stream from which the act's rolls take their numbers. It belongs to the first unit of the first role, else to the side that was set,
    /// else to the battle.
    pub fn stream(&self, procedure: &Procedure, header: &Header) -> Stream {
        let first = procedure.participants.first().and_then(|role| self.units(role.id).first());
        let side = || self.side.map_or(Stream::BATTLE, |side| Stream::of_side(Side::at(side)));
        first.map_or_else(side, |unit| Stream::of_unit(header, unit))
    }

    fn known_side(&self, procedure: &Procedure, state: &State) -> Option<usize> {
        let shown = procedure.participants.iter().find_map(|role| {
            let side = state.unit(self.units(role.id).first()?)?.side;
            Some(if role.whose == Whose::Own { side } else { 1 - side })
        });
        shown.or(self.side)
    }

    /// The units that can take a role, given those in the other roles. Enemies that are out of the battle are left out.
    pub fn candidates(&self, procedure: &Procedure, role: &Role, state: &State) -> Vec<String> {
        let side = self.known_side(procedure, state).map(|side| if role.whose == Whose::Own { side } else { 1 - side });
        let elsewhere = |id: &String| {
            procedure.participants.iter().any(|other| other.id != role.id && self.units(other.id).contains(id))
        };
        let there = |id: &String| !elsewhere(id) || self.left(role, id, state).is_some_and(|left| left > 0);
        let is_out = |facts: &Facts| state.ruleset().is_some_and(|ruleset| (ruleset.glance.is_out)(facts));
        let units = state.known_units().filter(|(_, facts)| role.whose == Whose::Own || !is_out(facts));
        let units = units.filter(|(unit, _)| side.is_none_or(|side| unit.side == side) && there(&unit.id));
        let able = units.filter(|(_, facts)| (role.fits)(facts).is_ok()).map(|(unit, _)| unit.id.clone());
        let (mut able, likely): (Vec<String>, _) = (able.collect(), self.likely(procedure, role, state));
        if !likely.is_empty() {
            able.sort_by_key(|id| likely.iter().position(|other| other == id).unwrap_or(usize::MAX));
        }
        able
    }

    /// The units that the turn makes likely for a role, given the unit that acts.
    pub(crate) fn likely(&self, procedure: &Procedure, role: &Role, state: &State) -> Vec<String> {
        let acts = procedure.participants.first().filter(|acts| acts.id != role.id);
        let (Some(acts), Some(ruleset)) = (acts, state.ruleset()) else { return Vec::new() };
        let table = state.table();
        let Some(actor) = self.units(acts.id).first().and_then(|id| table.unit(id)) else { return Vec::new() };
        (ruleset.turn_rules.likely)(&Likely { table: &table, procedure: procedure.id, role: role.id, actor })
    }

    /// Names of the units in all roles but the first, joined for a sentence.
    pub fn names_after_first(&self, procedure: &Procedure, name: impl Fn(&str) -> String) -> String {
        let others = procedure.participants.iter().skip(1).flat_map(|role| self.units(role.id));
        others.map(|id| name(id)).collect::<Vec<_>>().join(", ")
    }

    /// Number of times that a unit may still take part in a role where each of its figures counts; `None` for other roles.
    pub fn left(&self, role: &Role, unit: &str, state: &State) -> Option<usize> {
        let most = usize::try_from(role.each?(&state.facts(unit))).unwrap_or(0);
        Some(most.saturating_sub(self.times(unit)))
    }

    /// Fills each empty role that [picks its only candidate](Picks::TheOnlyOne), if only one unit can take it.
    pub fn fill_in_by_itself(&mut self, procedure: &Procedure, state: &State) {
        for role in procedure.participants.iter().filter(|role| role.picks == Picks::TheOnlyOne) {
            if self.units(role.id).is_empty()
                && let [only] = self.candidates(procedure, role, state).as_slice()
            {
                self.set(role.id, vec![only.clone()]);
            }
        }
    }

    /// Fills the empty roles. A role gets the unit that the turn makes likely, if there is only one. A role that picks
    /// [all likely units](Picks::AllLikely) gets all of them, if it has room. If a role is still empty, and is required or
    /// [picks its only candidate](Picks::TheOnlyOne), it gets a unit if only that unit can take it.
    pub fn fill_in(&mut self, procedure: &Procedure, state: &State) {
        for role in procedure.participants {
            if !self.units(role.id).is_empty() {
                continue;
            }
            let (mut likely, able) = (self.likely(procedure, role, state), self.candidates(procedure, role, state));
            likely.retain(|id| able.contains(id));
            if likely.len() == 1 || role.picks == Picks::AllLikely && (1..=role.max).contains(&likely.len()) {
                self.set(role.id, likely);
            }
        }
        for role in procedure.participants.iter().filter(|role| role.min > 0 || role.picks == Picks::TheOnlyOne) {
            if self.units(role.id).is_empty()
                && let [only] = self.candidates(procedure, role, state).as_slice()
            {
                self.set(role.id, vec![only.clone()]);
            }
        }
    }
}

/// The names of units. A unit that occurs several times is numbered.
pub fn names(units: &[String], name: impl Fn(&str) -> String) -> Vec<String> {
    let numbered = |(place, id): (usize, &String)| {
        let times = units.iter().filter(|other| *other == id).count();
        let nth = units[..=place].iter().filter(|other| *other == id).count();
        if times > 1 { format!("{} {nth}", name(id)) } else { name(id) }
    };
    units.iter().enumerate().map(numbered).collect()
}

/// Names of the participants, for sentences about a procedure. `units` returns the units of a role, `name` the name of a unit, and
/// `side_of` the name of a unit's side. If a role has a single unit, its side is called by the unit's name.
pub fn names_of(
    procedure: &Procedure,
    units: impl Fn(&str) -> Vec<String>,
    name: impl Fn(&str) -> String,
    side_of: impl Fn(&str) -> Option<String>,
) -> Names {
    let mut names = Names::default();
    for role in procedure.participants.iter().filter(|role| !role.tag.is_empty()) {
        let each = names_in(procedure, role.id, &units, &name);
        each.into_iter().zip(1..).for_each(|(name, number)| names.add_unit(role.tag, number, name));
        let units = units(role.id);
        let side = match units.as_slice() {
            [only] => Some(name(only)),
            units => units.first().and_then(|id| side_of(id)),
        };
        side.into_iter().for_each(|side| names.add_side(role.tag, side));
    }
    names
}

/// Names of the units in a role. A unit with several parts is numbered throughout all roles.
pub fn names_in(
    procedure: &Procedure,
    role: &str,
    units: impl Fn(&str) -> Vec<String>,
    name: impl Fn(&str) -> String,
) -> Vec<String> {
    let each: Vec<(&str, String)> =
        procedure.participants.iter().flat_map(|role| units(role.id).into_iter().map(|id| (role.id, id))).collect();
    let ids: Vec<String> = each.iter().map(|(_, id)| id.clone()).collect();
    let named = each.iter().zip(names(&ids, name));
    named.filter(|((known, _), _)| *known == role).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests;
