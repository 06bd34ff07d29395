//! Answers that a procedure is opened with.

use drumhead::battle::participants::Participants;
use serde_json::{Map, Value as Json};

/// Answers that a procedure is opened with: from what was due, or from a tap on the table.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The procedure's id.
    pub procedure: &'static str,
    /// Who takes part.
    pub participants: Participants,
    /// What was said.
    pub asked: Map<String, Json>,
}
