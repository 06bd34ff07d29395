//! Dice that are being typed.

use super::Stamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Dice from the table, typed so far for a procedure. It is no event: nothing has happened yet. It is saved with the battle
/// so that nobody has to type them again after a reload, and is overwritten with each die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input, which does not change while dice are typed for it.
    pub input: Map<String, Json>,
    /// The players' answers.
    #[serde(default, rename = "asked")]
    pub answers: Map<String, Json>,
    /// Participants: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The roll of the app that the dice continue, if it left some to be rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Stamp>,
    /// The last event of the log when the last die was typed. After later events the input may be out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Stamp>,
    /// Rules of the turn that are overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The faces, in order, without those of `rolled`.
    pub faces: Vec<u8>,
}
