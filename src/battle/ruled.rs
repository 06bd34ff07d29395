//! What the log tells, ruled again: from what was said and thrown, as the rules are now.

use super::{Change, Resolved, State, Thrown};
use crate::battle::binding;
use crate::battle::participants::Participants;
use crate::core::text::say;
use crate::dice::Played;
use crate::rules::procedure;
use crate::rules::procedure::{Procedure, Ready};
use crate::rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};

/// A procedure of the log, ruled again.
pub struct Ruled {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Its input, permitted.
    pub ready: Ready,
    /// Played with the dice of the log.
    pub played: Played<procedure::Resolved>,
}

/// Rules on a procedure again.
///
/// # Errors
/// Why the rules do not allow it, in words.
pub fn rule(
    ruleset: &'static Ruleset,
    procedure: &str,
    input: &Map<String, Json>,
    throws: &[Thrown],
) -> Result<Ruled, String> {
    let procedure = ruleset.procedure(procedure).ok_or_else(|| say("there is no such procedure."))?;
    let ready = procedure.read(input).map_err(|refusal| refusal.message.to_string())?;
    let played = ready.resolve(&faces(throws));
    Ok(Ruled { procedure, ready, played })
}

impl Resolved {
    /// Rules on it again.
    ///
    /// # Errors
    /// Why the rules do not allow it, in words.
    pub fn ruled(&self, ruleset: &'static Ruleset) -> Result<Ruled, String> {
        rule(ruleset, &self.procedure, &self.input, &self.throws)
    }

    /// What the rules change on the table as it stood; none if they come to no outcome.
    pub fn changes(&self, ruleset: &'static Ruleset, state: &State) -> Option<Vec<Change>> {
        let ruled = self.ruled(ruleset).ok()?;
        let (participants, mut resolved) =
            (Participants::read(ruled.procedure, &self.participants), ruled.played.result.ok()?);
        ruled.procedure.describe_aftermath(
            &binding::scene(ruled.procedure, &participants, state),
            &self.input,
            &mut resolved,
        );
        Some(binding::comes_to(ruleset, ruled.procedure, &participants, state, &self.input, &resolved))
    }
}

/// All dice, in order.
pub fn faces(throws: &[Thrown]) -> Vec<u8> {
    throws.iter().flat_map(|thrown| thrown.faces.iter().copied()).collect()
}

/// Of each of all dice, whether the app threw it.
pub fn by_app(throws: &[Thrown]) -> Vec<bool> {
    throws.iter().flat_map(|thrown| thrown.faces.iter().map(|_| thrown.number.is_some())).collect()
}
