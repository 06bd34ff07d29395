//! Computes the results of logged procedures again, from their input and dice, by the current rules.

use super::{Change, LoggedRoll, Resolved, State};
use crate::binding;
use crate::participants::Participants;
use crate::referee::Judged;
use rules::dice::Played;
use rules::procedure;
use rules::procedure::{Procedure, Ready};
use rules::ruleset::Ruleset;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// A logged procedure, computed again.
pub struct Ruled {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// The procedure with its input, which the rules permit.
    pub ready: Ready,
    /// The result with the dice of the log.
    pub played: Played<procedure::Resolved>,
}

/// Computes a procedure again from this input and these rolls.
///
/// # Errors
/// The reason for which the rules refuse it, as text.
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
    /// Computes this procedure again.
    ///
    /// # Errors
    /// The reason for which the rules refuse it, as text.
    pub fn ruled(&self, ruleset: &'static Ruleset) -> Result<Ruled, String> {
        rule(ruleset, &self.procedure, &self.input, &self.rolls)
    }

    /// Computes this procedure again on the table before it. The result has the sentences and effects that depend on the table, as a panel
    /// shows them.
    ///
    /// # Errors
    /// The reason for which the rules refuse it, as text.
    pub fn ruled_on(&self, ruleset: &'static Ruleset, before: &State) -> Result<Ruled, String> {
        let mut ruled = self.ruled(ruleset)?;
        let participants = Participants::read(ruled.procedure, &self.participants);
        if let Ok(resolved) = &mut ruled.played.result {
            ruled.ready.describe_aftermath(&binding::scene(ruled.procedure, &participants, before), resolved);
        }
        Ok(ruled)
    }

    /// The changes that the rules make of the result on these tables; `None` if there is no outcome.
    pub fn changes(&self, ruleset: &'static Ruleset, judged: Judged) -> Option<Vec<Change>> {
        let ruled = self.ruled_on(ruleset, judged.on).ok()?;
        let (participants, resolved) =
            (Participants::read(ruled.procedure, &self.participants), ruled.played.result.ok()?);
        Some(judged.changes(ruleset, ruled.procedure, &participants, &self.input, &resolved))
    }
}

/// All faces, in order.
pub fn faces(rolls: &[LoggedRoll]) -> Vec<u8> {
    rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect()
}

/// For each die in order, true if the app rolled it.
pub fn by_app(rolls: &[LoggedRoll]) -> Vec<bool> {
    rolls.iter().flat_map(|roll| roll.faces.iter().map(|_| roll.number.is_some())).collect()
}
