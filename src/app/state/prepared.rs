//! Answers that a procedure is opened with.

use drumhead::battle::participants::Participants;
use serde_json::{Map, Value as Json};

/// Answers that a procedure is opened with: from what was due, or from a tap on the table.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The procedure's id.
    pub procedure: &'static str,
    /// Participants.
    pub participants: Participants,
    /// Answers.
    pub asked: Map<String, Json>,
}
