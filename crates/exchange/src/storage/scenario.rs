//! Scenarios: battles as a game master prepares them. They are stored, shared and restored like rosters.
//!
//! The head of [`rules::scenario`] describes the design. A scenario has the armies of both sides, the players' agreements before a battle, and the
//! [`Course`] that a battle copies. [`play`] makes a battle of it. A scenario contains copies of its units and refers to no saved roster. When a
//! roster replaces an army ([`Force::take`]), its units keep their ids.

mod check;
mod made;
mod text_of;
pub mod words;

pub use made::play;
pub use text_of::written;

use super::limits;
use super::roster::{self, Roster};
use battle::Command;
use rules::own::OwnRules;
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use rules::scenario::{Army, ArmyUnit, Course, Effect};
use rules::subject::{Side, Subject};
use rules::text::say;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// A battle before it is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Its name, of 1 to 120 letters.
    pub name: String,
    /// Its date, as text of at most 120 letters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Its place, of at most 120 letters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// A line for lists, of at most 400 letters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// A longer text about it, of at most 4,000 letters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// True for a sample that comes with the app. Its strengths and classes were chosen to play well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
    /// True for a copy without the texts for the game master.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub for_players: bool,
    /// House rules that differ from the default, with the edition: each switch with its value.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rulings: Map<String, Json>,
    /// Own rules.
    #[serde(default, skip_serializing_if = "OwnRules::is_empty")]
    pub own_rules: OwnRules,
    /// Other trackers of the battle at the start, such as the clock, hidden counters and agreements on the ground.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub agreed: Map<String, Json>,
    /// The armies of both sides.
    pub sides: [Force; 2],
    /// The course of the battle.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub course: Course,
}

fn is_plain(course: &Course) -> bool {
    *course == Course::default()
}

/// The army of a side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Name of the side.
    pub name: String,
    /// A short name, for narrow columns. If it is empty, the app [proposes one](rules::text::short_proposed).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// Values of the side itself, by the ruleset's [side profile](rules::ruleset::Rosters::side_profile).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub profile: Map<String, Json>,
    /// Its commands; empty if it is not divided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
    /// Its units.
    pub units: Vec<ForceUnit>,
}

/// A unit of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceUnit {
    /// Its id, which no other unit of the scenario has: `a1`. The unit has the same id in a battle.
    pub id: String,
    /// Id of its command; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Its profile, as the input of the ruleset's profile form.
    pub profile: Map<String, Json>,
}

impl Scenario {
    /// Returns the scenarios that come with a ruleset, with their texts in the player's language.
    pub fn samples(ruleset: &Ruleset) -> Vec<Self> {
        Self::library(ruleset).into_iter().map(|(_, scenario)| scenario).collect()
    }

    /// Returns the scenarios that come with a ruleset, each with its id in addresses: `pike_and_shot-naseby`. The id is made of the English
    /// name, and no saved scenario has such an id.
    pub fn library(ruleset: &Ruleset) -> Vec<(String, Self)> {
        let files = ruleset.rosters.scenarios.iter();
        let read = files.filter_map(|file| serde_json::from_str::<Self>(file).ok());
        let with_id = |scenario: Self| {
            (format!("{}-{}", ruleset.named.id, Self::free_id(&scenario.name, &[])), scenario.into_sample())
        };
        read.map(with_id).collect()
    }

    /// Returns the scenario of the library with this id in addresses. `None` if there is none.
    pub fn of_library(registry: Registry, id: &str) -> Option<Self> {
        let ruleset = registry.find(id.split_once('-')?.0)?;
        Self::library(ruleset).into_iter().find(|(known, _)| known == id).map(|(_, scenario)| scenario)
    }

    /// Returns the id under which a scenario is shared and played. For a scenario of the library, it is made of the id in addresses.
    pub fn key_id(id: &str) -> String {
        id.chars().filter(char::is_ascii_alphanumeric).take(32).collect()
    }

    fn into_sample(mut self) -> Self {
        self.sample = true;
        for text in self.texts_mut() {
            if !text.is_empty() {
                *text = say(text).to_owned();
            }
        }
        self
    }

    /// Returns all texts for players, in order: names, briefings, and texts of the course. Ids and names of own rules are not among them.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        let mut texts = vec![&mut self.name, &mut self.date, &mut self.place, &mut self.line, &mut self.text];
        for side in &mut self.sides {
            texts.extend([&mut side.name, &mut side.short]);
            texts.extend(side.commands.iter_mut().flat_map(|command| [&mut command.name, &mut command.general]));
            let names = side.units.iter_mut().filter_map(|unit| unit.profile.get_mut("name"));
            texts.extend(names.filter_map(|name| if let Json::String(name) = name { Some(name) } else { None }));
        }
        let course = &mut self.course;
        let briefings = &mut course.briefings;
        texts.extend([&mut briefings.all, &mut briefings.a, &mut briefings.b, &mut briefings.umpire]);
        texts.extend([&mut course.deployment.a, &mut course.deployment.b]);
        texts.extend(course.arrivals.iter_mut().flat_map(|arrival| [&mut arrival.name, &mut arrival.place]));
        for event in &mut course.events {
            texts.push(&mut event.name);
            texts.extend(event.rows.iter_mut().map(|row| &mut row.text));
        }
        texts.extend(course.points.ground.iter_mut().map(|ground| &mut ground.name));
        texts
    }

    /// Returns a copy with a name that is not among `names`: `Naseby 2`.
    #[must_use]
    pub fn copied(&self, names: &[String]) -> Self {
        let name = roster::another_name(&self.name, names);
        Self { name, sample: false, ..self.clone() }
    }

    /// Returns the copy that players get, without the texts for the game master alone. It is shared under the same id; a device that has the whole
    /// scenario can keep both. Events and arrivals stay in the copy, because battles need them.
    #[must_use]
    pub fn for_players(&self) -> Self {
        Self { for_players: true, course: self.course.clone().for_players(), ..self.clone() }
    }

    /// Returns the units of both armies, as a course refers to them.
    pub fn army(&self) -> Army {
        let of_side = |side: Side| {
            self.sides[side.index()].units.iter().map(move |unit| ArmyUnit {
                id: unit.id.clone(),
                side,
                command: unit.command.clone(),
            })
        };
        Army { units: Side::BOTH.into_iter().flat_map(of_side).collect() }
    }

    /// Returns a side's army as a roster, for pages that edit rosters.
    pub fn roster(&self, side: Side) -> Roster {
        let force = &self.sides[side.index()];
        Roster {
            ruleset: self.ruleset.clone(),
            name: force.name.clone(),
            short: force.short.clone(),
            side: force.profile.clone(),
            units: force.units.iter().map(|unit| unit.profile.clone()).collect(),
            ..Roster::default()
        }
    }

    /// Replaces the army of a side by a roster. Units that stay keep their ids and commands: see [`Force::take`]. References of the course to units
    /// that are gone are removed.
    pub fn take_roster(&mut self, side: Side, roster: &Roster) {
        let taken: Vec<String> = self.sides.iter().flat_map(|side| &side.units).map(|unit| unit.id.clone()).collect();
        self.sides[side.index()].take(side, roster, &taken);
        self.drop_unknown_references();
    }

    /// Replaces the own rules. If exactly one modifier was renamed, the events that switch it on get its new name.
    pub fn take_own_rules(&mut self, rules: OwnRules) {
        let (before, after) = (&self.own_rules.modifiers, &rules.modifiers);
        let renamed = before.iter().zip(after).filter(|(was, is)| was.name != is.name);
        let renamed: Vec<(String, String)> = renamed.map(|(was, is)| (was.name.clone(), is.name.clone())).collect();
        if let ([(was, is)], true) = (renamed.as_slice(), before.len() == after.len()) {
            let rows = self.course.events.iter_mut().flat_map(|event| &mut event.rows);
            for effect in rows.flat_map(|row| &mut row.effects) {
                match effect {
                    Effect::Switch { modifier, .. } if modifier == was => modifier.clone_from(is),
                    _ => {}
                }
            }
        }
        self.own_rules = rules;
    }

    /// Removes all references to units, commands, arrivals, own trackers and own modifiers that the scenario does not have. An arrival
    /// without units is removed.
    pub fn drop_unknown_references(&mut self) {
        for side in &mut self.sides {
            let is_known = |id: &String| side.commands.iter().any(|command| command.id == *id);
            side.units.iter_mut().filter(|unit| !is_known(&unit.command)).for_each(|unit| unit.command.clear());
        }
        let (army, own_rules) = (self.army(), &self.own_rules);
        let course = &mut self.course;
        for arrival in &mut course.arrivals {
            arrival.units.retain(|id| army.unit(id).is_some());
        }
        let has_units = |command: &str| army.units.iter().any(|unit| !command.is_empty() && unit.command == command);
        course.arrivals.retain(|arrival| !arrival.units.is_empty() || has_units(&arrival.command));
        course.points.units.retain(|points| army.unit(&points.unit).is_some());
        let arrivals: Vec<String> = course.arrivals.iter().map(|arrival| arrival.id.clone()).collect();
        let is_possible = |effect: &Effect| match effect {
            Effect::Set { of, tracker, .. } | Effect::Add { of, tracker, .. } => {
                let is_there = if let Subject::Unit(id) = of { army.unit(id).is_some() } else { true };
                is_there && own_rules.trackers.iter().any(|known| known.tracker_id() == *tracker)
            }
            Effect::Switch { modifier, .. } => own_rules.modifiers.iter().any(|known| known.name == *modifier),
            Effect::Bring(arrival) => arrivals.contains(arrival),
            Effect::Points { .. } => true,
        };
        for row in course.events.iter_mut().flat_map(|event| &mut event.rows) {
            row.effects.retain(is_possible);
        }
    }

    /// Returns an id that is not among `taken`: the first letters of a name, or `x`, with a number if needed.
    pub fn free_id(name: &str, taken: &[&str]) -> String {
        let letters = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
        let stem: String = letters.take(12).collect();
        let stem = if stem.is_empty() { "x".to_owned() } else { stem };
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut ids = std::iter::once(stem.clone()).chain(numbered);
        let is_free = |id: &String| rules::scenario::is_id(id) && !taken.contains(&id.as_str());
        ids.find(is_free).unwrap_or(stem)
    }
}

impl Force {
    /// Returns the army of a roster. Its units are `a1`, `a2` and so on for the first side, `b1` for the second.
    pub fn of_roster(side: Side, roster: &Roster) -> Self {
        let mut force = Self::default();
        force.take(side, roster, &[]);
        force
    }

    /// Replaces the army by a roster. A unit gets the id and the command of the former unit with its name. If there is none, and both armies have
    /// equally many units, the unit was renamed: it gets those of the former unit at its index. Any other unit gets a new id that is not among
    /// `taken`.
    pub fn take(&mut self, side: Side, roster: &Roster, taken: &[String]) {
        let before = std::mem::take(&mut self.units);
        let named = |profile: &Map<String, Json>| profile.get("name").cloned();
        let mut kept: Vec<Option<&ForceUnit>> = vec![None; roster.units.len()];
        let is_kept =
            |kept: &[Option<&ForceUnit>], unit: &ForceUnit| kept.iter().flatten().any(|own| own.id == unit.id);
        let is_named_so = |unit: &ForceUnit, index: usize| named(&unit.profile) == named(&roster.units[index]);
        // Units that keep both index and name are matched first, because another unit may have the same name for a moment while a player types.
        for (index, kept) in kept.iter_mut().enumerate() {
            *kept = before.get(index).filter(|unit| is_named_so(unit, index));
        }
        for index in 0..kept.len() {
            let same = || before.iter().find(|unit| is_named_so(unit, index) && !is_kept(&kept, unit));
            kept[index] = kept[index].or_else(same);
        }
        if before.len() == roster.units.len() {
            for (index, unit) in before.iter().enumerate() {
                if kept[index].is_none() && !is_kept(&kept, unit) {
                    kept[index] = Some(unit);
                }
            }
        }
        let mut ids: Vec<String> = taken.iter().chain(before.iter().map(|unit| &unit.id)).cloned().collect();
        let mut new_id = || {
            let all = (1..).map(|number| format!("{}{number}", side.id()));
            let id = all.into_iter().find(|id| !ids.contains(id)).unwrap_or_default();
            ids.push(id.clone());
            id
        };
        let unit = |(profile, kept): (&Map<String, Json>, Option<&ForceUnit>)| match kept {
            Some(unit) => ForceUnit { profile: profile.clone(), ..unit.clone() },
            None => ForceUnit { id: new_id(), command: String::new(), profile: profile.clone() },
        };
        self.units = roster.units.iter().zip(kept).map(unit).collect();
        self.name.clone_from(&roster.name);
        self.short.clone_from(&roster.short);
        self.profile.clone_from(&roster.side);
    }

    /// Returns the units of a command.
    pub fn units_of<'a>(&'a self, command: &'a str) -> impl Iterator<Item = &'a ForceUnit> {
        self.units.iter().filter(move |unit| unit.command == command)
    }
}

/// Returns a name of a scenario within the limit.
pub(super) fn name_within(name: &str) -> String {
    limits::shortened_in_middle(name, limits::NAME)
}

#[cfg(test)]
mod tests;
