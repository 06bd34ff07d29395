//! Answers about pairs of units, remembered for the turn: a range, cover, the side that is faced.

use leptos::prelude::*;
use serde_json::Value as Json;

/// A pair in a turn: the battle, the turn, the unit that acts and the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Id of the battle.
    pub battle: String,
    /// Its turn.
    pub turn: i32,
    /// Ids of the units.
    pub units: [String; 2],
}

/// The answers of this visit.
#[derive(Clone, Copy, Default)]
pub struct PairAnswers(StoredValue<Vec<(Pair, &'static str, Json)>>);

impl PairAnswers {
    /// Remembers an answer at the path of an assumption, or forgets it. Those of other turns go.
    pub fn remember(self, pair: &Pair, path: &'static str, value: Option<Json>) {
        self.0.update_value(|all| {
            all.retain(|(known, at, _)| {
                known.battle == pair.battle && known.turn == pair.turn && !(known == pair && *at == path)
            });
            all.extend(value.map(|value| (pair.clone(), path, value)));
        });
    }

    /// The answers about a pair, each with its path.
    pub fn about(self, pair: &Pair) -> Vec<(&'static str, Json)> {
        self.0.with_value(|all| {
            all.iter().filter(|(known, _, _)| known == pair).map(|(_, path, value)| (*path, value.clone())).collect()
        })
    }
}
