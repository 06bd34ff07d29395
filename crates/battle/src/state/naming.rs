//! Names of units on the table. No two units share one: the second unit of a name gets a number, in every text and on every page.

use super::changes::Inverse;
use super::{Joined, State, start};
use crate::{Change, Unit};
use rules::facts::{Facts, NAME};
use rules::names::another;
use rules::ruleset::UNIT_NAME_MAX;
use rules::subject::Subject;
use serde_json::Value as Json;
use std::sync::{Arc, OnceLock};

impl State {
    /// Ids and names of all units that are or were on the table, each id once.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_last = |(index, unit): &(usize, &Arc<Joined>)| {
            let mut later = self.units().chain(self.gone[index + 1..].iter().map(|gone| &**gone));
            later.all(|later| later.id != unit.id)
        };
        let gone = self.gone.iter().enumerate().filter(is_last).map(|(_, unit)| &**unit);
        self.units().chain(gone).map(|unit| (unit.id.as_str(), unit.name()))
    }

    /// Adds a unit to the table, with its trackers at their start. `still_to_come` are units that join after it; its number avoids their
    /// names.
    pub(super) fn join(&mut self, unit: &Unit, still_to_come: &[Unit]) {
        let mut facts = self.ruleset.map_or_else(Facts::default, |ruleset| start(ruleset, &unit.profile));
        let name: Arc<str> = self.name_for(unit, still_to_come).into();
        if facts.text(NAME).is_some_and(|in_facts| *in_facts != *name) {
            facts.put(NAME, name.to_string());
        }
        let joined = Joined { unit: unit.clone(), name, mustered: OnceLock::new() };
        self.units.push((Arc::new(joined), Arc::new(facts)));
    }

    /// Name for a unit that joins: its name on the roster, with a number if another unit has or had that name. A unit that comes back gets
    /// its earlier name.
    fn name_for(&self, unit: &Unit, still_to_come: &[Unit]) -> String {
        let roster_name = unit.roster_name();
        let was_here = |gone: &&Arc<Joined>| gone.id == unit.id && gone.roster_name() == roster_name;
        if let Some(gone) = self.gone.iter().rev().find(was_here) {
            return gone.name().to_owned();
        }
        let others = || self.units().chain(self.gone.iter().map(|gone| &**gone)).filter(|other| other.id != unit.id);
        let is_taken = |name: &str| others().any(|other| other.name() == name);
        if !unit.profile.contains_key(NAME.id()) || !is_taken(roster_name) {
            return roster_name.to_owned();
        }
        let is_promised = |name: &str| still_to_come.iter().any(|other| other.roster_name() == name);
        let numbered = |stem: &str, number: u32| {
            let ending = format!(" {number}");
            stem.chars().take(UNIT_NAME_MAX - ending.len()).collect::<String>() + &ending
        };
        another(roster_name, numbered, |name| is_taken(name) || is_promised(name))
    }

    /// Copies the fact `name` to the unit's name after that fact was set. Logs set it in battles that [go on](crate::Battle::fork) from
    /// another battle, and in battles of earlier versions.
    pub(super) fn note_name(&mut self, of: &Subject, key: &str) {
        if key != NAME.id() {
            return;
        }
        let Some((joined, facts)) = self.units.iter_mut().find(|(unit, _)| unit.id == of.id()) else { return };
        if let Some(name) = facts.text(NAME).filter(|name| *name != &*joined.name) {
            Arc::make_mut(joined).name = name.into();
        }
    }

    /// Renames a unit that has left the table, as a correction of an earlier act can. Returns the inverse. `None` if the unit was never on
    /// the table, or if the key is not the one of the name.
    pub(super) fn rename_gone(&mut self, of: &Subject, key: &str, to: &Json) -> Option<Inverse> {
        let name = to.as_str().filter(|_| key == NAME.id())?;
        let index = self.gone.iter().rposition(|gone| gone.id == of.id())?;
        let joined = Arc::make_mut(&mut Arc::make_mut(&mut self.gone)[index]);
        let before = std::mem::replace(&mut joined.name, name.into());
        Some(Inverse::PutBack { of: of.clone(), key: key.to_owned(), before: Some((*before).into()) })
    }

    /// Changes that give units which have left the table the names that they have in another state of the same battle.
    pub(super) fn renamed_gone<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Change> + 'a {
        let renamed = other.names().filter(|(id, name)| {
            let is_other = |(other, called): (&str, &str)| other == *id && called != *name;
            other.unit(id).is_none() && self.names().any(is_other)
        });
        renamed.map(|(id, name)| Change::to(id, NAME, name))
    }
}
