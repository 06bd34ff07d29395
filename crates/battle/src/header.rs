//! The part of a battle that does not change: its sides, its units at the start, and its dice.

use super::Unit;
use rules::dice::rng;
use rules::dice::rng::{Phrases, Seed};
use rules::scenario::Course;
use rules::text;
use rules::text::short_proposed;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The part of a battle that does not change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the battle.
    pub name: String,
    /// The ruleset, by its id.
    pub ruleset: String,
    /// The optional rules that the players chose: each switch with its value.
    #[serde(default)]
    pub rulings: Map<String, Json>,
    /// The seed of the app's dice.
    pub seed: Seed,
    /// The two sides: the first is `a`, the second `b`.
    pub sides: [Side; 2],
    /// The units at the start.
    pub units: Vec<Unit>,
    /// Time at which the battle began, in milliseconds since 1970.
    pub began: f64,
    /// The phrases that both sides entered before play. The dice follow from them and from the seed.
    #[serde(default, skip_serializing_if = "rng::is_silent")]
    pub phrases: Phrases,
    /// Number of times that the seed was replaced after a phrase had been entered.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redrawn: u32,
    /// The battle from which this one was forked, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// The scenario that is played, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<Box<PlayedScenario>>,
}

/// The scenario of a battle: its id, its description and its course, copied when the battle began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedScenario {
    /// Id of the scenario on the device that began the battle.
    pub id: String,
    /// Its revision then.
    pub revision: u32,
    /// Its name.
    pub name: String,
    /// Its date, as text; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Its place; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Its course.
    pub course: Course,
}

impl PlayedScenario {
    /// Returns its name, date and place: `Naseby, 14 June 1645, Northamptonshire`.
    pub fn words(&self) -> String {
        let parts = [&self.name, &self.date, &self.place].into_iter().filter(|part| !part.is_empty());
        parts.cloned().collect::<Vec<_>>().join(", ")
    }
}

impl Command {
    /// Returns its name and its general: `Left wing: Henry Ireton`.
    pub fn words(&self) -> String {
        match self.general.as_str() {
            "" => self.name.clone(),
            general => text!("{what}: {who}", what = self.name.clone(), who = general.to_owned()).to_string(),
        }
    }
}

/// A command of a side, such as a wing. Its units have its id in [`Unit::command`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Its id, which no other command of the battle has.
    pub id: String,
    /// Its name: "Left wing".
    pub name: String,
    /// Its general; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub general: String,
}

/// One of the two sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Name of the side, for players.
    pub name: String,
    /// Short name that the players chose, for narrow columns; empty for the [proposed one](short_proposed).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// Profile of the side. Each field is the initial value of the side's tracker with the same id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub profile: Map<String, Json>,
    /// Its commands; empty if it is not divided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Header {
    /// The header of a battle with these sides, without optional rules and phrases.
    pub fn new(ruleset: &str, name: &str, sides: [&str; 2], units: Vec<Unit>, seed: Seed) -> Self {
        Self {
            name: name.to_owned(),
            ruleset: ruleset.to_owned(),
            rulings: Map::new(),
            seed,
            sides: sides.map(|name| Side { name: name.to_owned(), ..Side::default() }),
            units,
            began: 0.0,
            phrases: Phrases::default(),
            redrawn: 0,
            from: None,
            scenario: None,
        }
    }

    /// Short names of both sides. If they are equal, the full names.
    pub fn short_names(&self) -> [String; 2] {
        let short = |side: &Side| if side.short.is_empty() { short_proposed(&side.name) } else { side.short.clone() };
        let [a, b] = self.sides.each_ref().map(short);
        if a == b { self.sides.each_ref().map(|side| side.name.clone()) } else { [a, b] }
    }

    /// True if the header has fields that version 1.0.0 does not know.
    pub fn is_marked(&self) -> bool {
        let has_command = |unit: &Unit| !unit.command.is_empty();
        self.scenario.is_some()
            || self.sides.iter().any(|side| !side.commands.is_empty())
            || self.units.iter().any(has_command)
    }

    /// The command of a unit. `None` if it has none.
    pub fn command_of(&self, unit: &Unit) -> Option<&Command> {
        self.sides.get(unit.side)?.commands.iter().find(|command| command.id == unit.command)
    }

    /// A command of either side; `None` if no command has this id.
    pub fn command(&self, id: &str) -> Option<&Command> {
        self.sides.iter().flat_map(|side| &side.commands).find(|command| command.id == id)
    }

    /// The key of the app's dice, computed from the seed and the phrases of both sides.
    pub fn dice(&self) -> Seed {
        self.seed.key(&self.phrases)
    }
}

/// The battle from which another one was forked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Id of the original battle.
    pub id: String,
    /// Name of the original battle.
    pub name: String,
    /// Number of events in its log before the fork.
    pub events: usize,
}
