//! The course of a battle with the armies as they began, and its trackers.

use super::acts::{ARRIVAL, EVENT, item_of};
use super::course::{Arrival, Course, Event};
use crate::facts::{Fact, Facts};
use crate::subject::{BATTLE, Side};
use crate::table::{TURN, Table};
use crate::text;
use crate::text::{Text, say, uncapital};
use serde_json::{Map, Value as Json};
use std::ops::Deref;

/// True while a unit is off the table: it has not arrived yet.
pub const OFF_TABLE: Fact<bool> = crate::fact!("off_table");

/// Last turn of an own modifier that is switched on for the rest of the battle.
pub(super) const ALWAYS: i32 = 1_000_000;

/// The course of a battle, with the units of both armies as they began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planned {
    /// The course.
    pub course: Course,
    /// The units of both armies at the start, including those off the table.
    pub units: Vec<PlannedUnit>,
    /// The ruleset's word for a turn, as a heading; empty if it is unknown.
    pub turn_word: &'static str,
}

/// A unit at the start of the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedUnit {
    /// Its id.
    pub id: String,
    /// Its name on the table.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Id of its command; empty if it has none.
    pub command: String,
    /// True if it had strength. Only such units count for the share of an army and for the points of broken units.
    pub has_strength: bool,
}

impl Deref for Planned {
    type Target = Course;

    fn deref(&self) -> &Course {
        &self.course
    }
}

/// Id of the tracker with the turn in which the dice for an arrival were last rolled.
pub(super) fn rolled_key(arrival: &str) -> String {
    format!("arrival:{arrival}")
}

/// Id of the tracker with the turn in which an event last happened.
pub(super) fn event_key(event: &str) -> String {
    format!("event:{event}")
}

/// Id of the tracker with the turn in which an arrival or an event was last skipped. `of` is the id from [`rolled_key`] or [`event_key`].
pub(super) fn skipped_key(of: &str) -> String {
    format!("skipped:{of}")
}

/// Id of the tracker with the last turn in which an own modifier is switched on.
pub(super) fn switched_key(modifier: &str) -> String {
    format!("{SWITCHED}{modifier}")
}

/// Id of a side's tracker with its points by an event.
pub(super) fn points_key(event: &str) -> String {
    format!("{POINTS}{event}")
}

/// Prefix of the trackers of own modifiers that events switch on.
const SWITCHED: &str = "switched:";
/// Prefix of the trackers of points by events.
pub(super) const POINTS: &str = "points:";
/// Prefix of the trackers of ground.
const GROUND: &str = "ground:";

/// Returns the whole number of a tracker. `None` if it is not set.
pub(super) fn number(facts: &Facts, key: &str) -> Option<i32> {
    facts.get(key)?.as_i64().and_then(|number| i32::try_from(number).ok())
}

impl Planned {
    /// Returns the units of an arrival, by their ids.
    pub fn units_of(&self, arrival: &Arrival) -> Vec<&str> {
        let is_of = |unit: &&PlannedUnit| match arrival.command.as_str() {
            "" => arrival.units.contains(&unit.id),
            command => unit.command == command,
        };
        self.units.iter().filter(is_of).map(|unit| unit.id.as_str()).collect()
    }

    /// Returns the side of an arrival: that of its first unit.
    pub fn side_of(&self, arrival: &Arrival) -> Side {
        let first = self.units_of(arrival).first().map(|id| (*id).to_owned());
        let unit = first.and_then(|id| self.units.iter().find(|unit| unit.id == id));
        unit.map_or(Side::A, |unit| unit.side)
    }

    /// Returns the arrival that brings a unit. `None` if no arrival does.
    pub fn arrival_of(&self, unit: &str) -> Option<&Arrival> {
        self.arrivals.iter().find(|arrival| self.units_of(arrival).contains(&unit))
    }

    /// Returns the name that the game master gave to the event or the arrival of an act with these answers. `None` for any other act.
    pub fn name_of(&self, procedure: &str, answers: &Map<String, Json>) -> Option<&str> {
        let id = item_of(procedure, answers)?;
        if procedure == ARRIVAL.id { Some(&self.arrival(id)?.name) } else { Some(&self.event(id)?.name) }
    }

    /// Returns the event of an act with these answers. `None` for any other act.
    pub fn event_of(&self, procedure: &str, answers: &Map<String, Json>) -> Option<&Event> {
        self.event(item_of(procedure, answers).filter(|_| procedure == EVENT.id)?)
    }

    /// Returns the sentences on own modifiers that events have switched on. `battle` holds the trackers of the battle, with the current
    /// turn.
    pub fn switched_on(&self, battle: &Facts) -> Vec<Text> {
        let turn = battle.value(TURN).unwrap_or(1);
        let switched = battle.all().iter().filter_map(|(key, _)| {
            let until = number(battle, key).filter(|until| turn <= *until)?;
            Some((key.strip_prefix(SWITCHED)?.to_owned(), until))
        });
        switched.map(|(name, until)| self.applies(name, until, turn)).collect()
    }

    /// Returns the sentence on an own modifier that applies until the end of the turn `until`. `turn` is the current turn.
    pub(super) fn applies(&self, name: String, until: i32, turn: i32) -> Text {
        let word = uncapital(if self.turn_word.is_empty() { say("Turn") } else { say(self.turn_word) });
        match until {
            ALWAYS => text!("“{name}” applies from now on.", name = name),
            until if until == turn => text!("“{name}” applies in this {turn}.", name = name, turn = word),
            until => text!("“{name}” applies until the end of {turn} {n}.", name = name, turn = word, n = until),
        }
    }

    /// True if a unit begins off the table.
    pub fn begins_off_table(&self, unit: &str) -> bool {
        self.arrivals.iter().any(|arrival| self.units_of(arrival).contains(&unit))
    }

    /// True if a unit of this arrival is off the table.
    pub fn waits(&self, arrival: &Arrival, table: &Table) -> bool {
        let units = self.units_of(arrival);
        table.off_table.iter().any(|unit| units.contains(&unit.id.as_str()))
    }

    /// True if an event happened in the current turn.
    pub(super) fn has_happened(&self, event: &Event, table: &Table) -> bool {
        number(&table.battle, &event_key(&event.id)) == Some(table.turn())
    }

    /// True if the dice for an arrival were rolled in the current turn.
    pub(super) fn was_rolled(&self, arrival: &Arrival, table: &Table) -> bool {
        number(&table.battle, &rolled_key(&arrival.id)) == Some(table.turn())
    }

    /// True if an arrival or an event was skipped in the current turn. `of` is the id from [`rolled_key`] or [`event_key`].
    pub(super) fn was_skipped(of: &str, table: &Table) -> bool {
        number(&table.battle, &skipped_key(of)) == Some(table.turn())
    }

    /// Returns the side that holds a piece of ground. `None` if nobody does.
    pub fn holder(&self, ground: &str, battle: &Facts) -> Option<Side> {
        battle.get(&Self::ground_key(ground))?.as_str().and_then(Side::find)
    }

    /// Id of the battle's tracker that records which side holds a piece of ground: `a`, `b` or empty. Players set it by hand.
    pub fn ground_key(ground: &str) -> String {
        format!("{GROUND}{ground}")
    }

    /// True if players may set this tracker of a scenario to this value by hand: [`OFF_TABLE`] of a unit, or the holder of a piece of ground. `of` is
    /// the id of the tracker's owner.
    pub fn can_hold(&self, of: &str, key: &str, value: &Json) -> bool {
        if key == OFF_TABLE.id() {
            return value.is_boolean() && of != BATTLE && Side::find(of).is_none();
        }
        let is_ground = |id: &str| self.points.ground.iter().any(|ground| ground.id == id);
        let is_side = value.as_str().is_some_and(|side| side.is_empty() || Side::find(side).is_some());
        of == BATTLE && is_side && key.strip_prefix(GROUND).is_some_and(is_ground)
    }

    /// Returns the label of a tracker of the scenario, with the names that the game master gave. `None` for any other tracker.
    pub fn label(&self, key: &str) -> Option<String> {
        let named = |list: Option<&str>| list.map(str::to_owned);
        match key.split_once(':') {
            None => (key == OFF_TABLE.id()).then(|| say("Off table").to_owned()),
            Some(("arrival", id)) => named(self.arrival(id).map(|arrival| arrival.name.as_str())),
            Some(("event" | "points", id)) => named(self.event(id).map(|event| event.name.as_str())),
            Some(("ground", id)) => {
                named(self.points.ground.iter().find(|ground| ground.id == id).map(|ground| ground.name.as_str()))
            }
            Some(("switched", name)) => Some(name.to_owned()),
            Some(_) => None,
        }
    }
}

/// True if an event has switched an own modifier on. `battle` holds the trackers of the battle, with the current turn.
pub(crate) fn is_switched_on(modifier: &str, battle: &Facts) -> bool {
    let until = number(battle, &switched_key(modifier));
    until.is_some_and(|until| battle.value(TURN).unwrap_or(1) <= until)
}
