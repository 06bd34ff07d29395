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
    /// Its name.
    pub name: String,
    /// The ruleset, by its id.
    pub ruleset: String,
    /// The switches among the rulings that the players chose: field → value.
    #[serde(default)]
    pub rulings: Map<String, Json>,
    /// The seed of the dice that the app rolls.
    pub seed: Seed,
    /// The two sides: the first is `a`, the second `b`.
    pub sides: [Side; 2],
    /// The units at the start.
    pub units: Vec<Unit>,
    /// Time of its beginning, in milliseconds since 1970.
    pub began: f64,
    /// Phrases of both sides before play. The dice follow from them and from the seed.
    #[serde(default, skip_serializing_if = "rng::is_silent")]
    pub phrases: Phrases,
    /// Number of seeds that were dropped again after a phrase had been entered.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redrawn: u32,
    /// Its origin in another battle, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

/// One of the two sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Name for players.
    pub name: String,
    /// A short one of the players' own, where there is little room; empty for [one of the app's](short_proposed).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// Profile: each field starts the side's tracker of the same id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub profile: Map<String, Json>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Header {
    /// A battle of these sides, without switches and phrases.
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

    /// Short names of both sides, where there is little room; the whole ones if the short ones are the same.
    pub fn short_names(&self) -> [String; 2] {
        let short = |side: &Side| if side.short.is_empty() { short_proposed(&side.name) } else { side.short.clone() };
        let [a, b] = self.sides.each_ref().map(short);
        if a == b { self.sides.each_ref().map(|side| side.name.clone()) } else { [a, b] }
    }

    /// The key of the dice that the app rolls: from the seed, and from the phrases of both sides.
    pub fn dice(&self) -> Seed {
        self.seed.key(&self.phrases)
    }
}

/// The origin of a battle in another battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The other battle's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Number of events of its log before the fork.
    pub events: usize,
}
