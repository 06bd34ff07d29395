//! The part of a battle that does not change: its sides, its units at the start, and its dice.

use super::Unit;
use rules::dice::rng;
use rules::dice::rng::{Phrases, Seed};
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
    /// How often the seed was replaced after a phrase had been entered.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redrawn: u32,
    /// The battle from which this one was forked, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
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
        }
    }

    /// Short names of both sides. If they are equal, the full names.
    pub fn short_names(&self) -> [String; 2] {
        let short = |side: &Side| if side.short.is_empty() { short_proposed(&side.name) } else { side.short.clone() };
        let [a, b] = self.sides.each_ref().map(short);
        if a == b { self.sides.each_ref().map(|side| side.name.clone()) } else { [a, b] }
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
