//! Answers that a procedure is opened with.

use super::BattleState;
use super::route::Route;
use drumhead::battle::participants::Participants;
use drumhead::battle::referee;
use drumhead::rules::turn::Duty;
use serde_json::{Map, Value as Json};

/// Answers that a procedure is opened with: from a duty, or from a tap on the table.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The procedure's id.
    pub procedure: &'static str,
    /// Participants.
    pub participants: Participants,
    /// Answers.
    pub answers: Map<String, Json>,
}

impl Prepared {
    /// Known fields and participants of a duty.
    pub fn for_duty(duty: &Duty) -> Self {
        let (participants, answers) = (referee::participants_of(duty), referee::said_by(duty));
        Self { procedure: duty.procedure, participants, answers }
    }

    /// The panel that it opens. The unit that acts is in its address, so that whoever comes back finds what is due for it again.
    pub fn route(&self, battle: BattleState) -> Route {
        let acting = battle.ruleset.procedure(self.procedure).and_then(|procedure| procedure.participants.first());
        let unit = acting.and_then(|role| self.participants.units(role.id).first().cloned());
        Route::resolve(battle.id(), self.procedure, unit)
    }
}
