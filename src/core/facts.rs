//! Facts: what is known of a unit, a side or the battle, from the roster, the trackers and what follows from them.

use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Named facts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts(pub Map<String, Json>);

impl Facts {
    /// A whole number; 0 if it is not known, or is none.
    pub fn whole(&self, id: &str) -> i32 {
        self.0.get(id).and_then(Json::as_i64).and_then(|number| i32::try_from(number).ok()).unwrap_or(0)
    }

    /// A number; 0 if it is not known, or is none.
    pub fn number(&self, id: &str) -> f64 {
        self.0.get(id).and_then(Json::as_f64).unwrap_or(0.0)
    }

    /// Yes or no; no if it is not known.
    pub fn flag(&self, id: &str) -> bool {
        self.0.get(id).and_then(Json::as_bool).unwrap_or(false)
    }

    /// An id or a text; empty if it is not known.
    pub fn word(&self, id: &str) -> &str {
        self.0.get(id).and_then(Json::as_str).unwrap_or("")
    }

    /// Whether an id or a text is one of these.
    pub fn is(&self, id: &str, words: &[&str]) -> bool {
        words.contains(&self.word(id))
    }

    /// Any fact as JSON, if it is known.
    pub fn get(&self, id: &str) -> Option<&Json> {
        self.0.get(id)
    }

    /// Adds or replaces a fact.
    pub fn set(&mut self, id: &str, value: impl Into<Json>) {
        self.0.insert(id.to_owned(), value.into());
    }

    /// Takes a fact away.
    pub fn forget(&mut self, id: &str) {
        self.0.remove(id);
    }
}

/// Who takes part in a procedure, and where the battle stands.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The facts of each role's units.
    pub participants: Vec<(&'static str, Vec<Facts>)>,
    /// The side that acts.
    pub side: Facts,
    /// The other side.
    pub enemy_side: Facts,
    /// The battle: turn, phase, and what the ruleset tracks.
    pub battle: Facts,
    /// Which side acts: 0 or 1.
    pub acts: usize,
    /// What is tracked of both sides, `a` first.
    pub sides: [Facts; 2],
    /// All units on the table, those of side `a` first.
    pub armies: Arc<[Vec<Facts>; 2]>,
}

impl Scene {
    /// The units that take a role.
    pub fn units(&self, role: &str) -> &[Facts] {
        self.participants.iter().find(|(id, _)| *id == role).map_or(&[], |(_, units)| units.as_slice())
    }

    /// The only (or first) unit that takes a role.
    pub fn unit(&self, role: &str) -> Option<&Facts> {
        self.units(role).first()
    }
}
