//! Dice that are being typed.

use super::Stamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Dice from the table, typed so far for a procedure. It is no event: nothing has happened yet. It is kept beside the battle
/// so that nobody has to type them again after a reload, and is overwritten with each die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input, which stands while dice are typed for it.
    pub input: Map<String, Json>,
    /// What players said, as they said it.
    #[serde(default)]
    pub asked: Map<String, Json>,
    /// Who took which role: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The throw of the app that the dice go on from, if it left some to be thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Stamp>,
    /// The last event of the log when the last die was typed: once more has happened, the input may be out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Stamp>,
    /// The faces, in order, those of `rolled` not among them.
    pub faces: Vec<u8>,
}
