//! Ruling again on procedures of the log, by their input and dice, with the rules as they are now.

use super::{Change, LoggedRoll, Resolved, State};
use crate::participants::Participants;
use crate::{binding, referee};
use rules::dice::Played;
use rules::procedure;
use rules::procedure::{Procedure, Ready};
use rules::ruleset::Ruleset;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// A procedure of the log, ruled again.
pub struct Ruled {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Its input, permitted.
    pub ready: Ready,
    /// The result with the dice of the log.
    pub played: Played<procedure::Resolved>,
}

/// Rules on a procedure again.
///
/// # Errors
/// The rule's reason to refuse it, in words.
pub fn rule(
    ruleset: &'static Ruleset,
    procedure: &str,
    input: &Map<String, Json>,
    rolls: &[LoggedRoll],
) -> Result<Ruled, String> {
    let procedure = ruleset.procedure(procedure).ok_or_else(|| say("there is no such procedure."))?;
    let ready = procedure.read(input).map_err(|refusal| refusal.message.to_string())?;
    let played = ready.resolve(&faces(rolls));
    Ok(Ruled { procedure, ready, played })
}

impl Resolved {
    /// Rules on it again.
    ///
    /// # Errors
    /// The rule's reason to refuse it, in words.
    pub fn ruled(&self, ruleset: &'static Ruleset) -> Result<Ruled, String> {
        rule(ruleset, &self.procedure, &self.input, &self.rolls)
    }

    /// The changes to a state by the rules; `None` if there is no outcome.
    pub fn changes(&self, ruleset: &'static Ruleset, state: &State) -> Option<Vec<Change>> {
        let ruled = self.ruled(ruleset).ok()?;
        let (participants, mut resolved) =
            (Participants::read(ruled.procedure, &self.participants), ruled.played.result.ok()?);
        ruled.ready.describe_aftermath(&binding::scene(ruled.procedure, &participants, state), &mut resolved);
        Some(referee::resolved_changes(ruleset, ruled.procedure, &participants, state, &self.input, &resolved))
    }
}

/// All dice, in order.
pub fn faces(rolls: &[LoggedRoll]) -> Vec<u8> {
    rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect()
}

/// True for each die that the app rolled, in order.
pub fn by_app(rolls: &[LoggedRoll]) -> Vec<bool> {
    rolls.iter().flat_map(|roll| roll.faces.iter().map(|_| roll.number.is_some())).collect()
}
