//! A procedure as it opens: who takes part, and what is known to be answered. It is the same whatever leads to it: a unit's card, a
//! quick question, something due, the tree of a chain, the guide.

use super::{participants_of, said_by};
use crate::battle::participants::Participants;
use crate::battle::state::State;
use crate::rules::filling;
use crate::rules::procedure::Procedure;
use crate::rules::ruleset::Ruleset;
use crate::rules::turn::Duty;
use serde_json::{Map, Value as Json};

/// A procedure as it opens.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Participants.
    pub participants: Participants,
    /// Answers.
    pub said: Map<String, Json>,
}

impl Opening {
    /// A procedure with those participants and answers that are known where it is opened. Where exactly one thing due is of the same
    /// procedure and agrees with them, its participants and fields are added: a charge has settled who fights whom.
    pub fn of(
        ruleset: &'static Ruleset,
        procedure: &'static Procedure,
        participants: Participants,
        said: Map<String, Json>,
        state: &State,
    ) -> Self {
        let mut opening = Self { participants, said };
        if let Some(duty) = opening.only_duty(ruleset, procedure, state) {
            opening.add(&duty);
        }
        opening.participants.fill_in(procedure, state);
        opening
    }

    /// Something due.
    pub fn of_duty(ruleset: &'static Ruleset, duty: &Duty, state: &State) -> Option<Self> {
        let procedure = ruleset.procedure(duty.procedure)?;
        let mut opening = Self { participants: participants_of(duty), said: opens_with(duty) };
        opening.participants.fill_in(procedure, state);
        Some(opening)
    }

    /// The only thing due that agrees with what is known.
    fn only_duty(&self, ruleset: &Ruleset, procedure: &Procedure, state: &State) -> Option<Duty> {
        let rules = ruleset.turn_rules.duties.iter().filter(|rule| rule.procedures.contains(&procedure.id));
        let mut rules = rules.peekable();
        rules.peek()?;
        let table = state.table();
        let due = rules.flat_map(|rule| (rule.due)(&table));
        let mut agreeing = due.filter(|duty| duty.procedure == procedure.id && self.agrees_with(duty, procedure));
        agreeing.next().filter(|_| agreeing.next().is_none())
    }

    /// True if a duty names everybody who is known to take part, and says nothing else than what is said already.
    fn agrees_with(&self, duty: &Duty, procedure: &Procedure) -> bool {
        let named = |role: &str| {
            let known = self.participants.units(role);
            known.is_empty() || duty.units(role).is_empty() || known.iter().all(|id| duty.units(role).contains(id))
        };
        let acting = procedure.participants.first().is_none_or(|role| {
            let known = self.participants.units(role.id);
            known.is_empty() || known.iter().all(|id| duty.units(role.id).contains(id))
        });
        let side = self.participants.named_side().zip(duty.side).is_none_or(|(own, side)| own == side.index());
        let said = duty.fields.iter().all(|(field, value)| self.said.get(*field).is_none_or(|said| said == value));
        acting && side && said && procedure.participants.iter().all(|role| named(role.id))
    }

    fn add(&mut self, duty: &Duty) {
        let mut said = opens_with(duty);
        filling::overlay(&mut said, &self.said);
        self.said = said;
        for (role, units) in &duty.roles {
            if !units.is_empty() {
                self.participants.set(role, units.clone());
            }
        }
        if let Some(side) = duty.side {
            self.participants.act_for(side.index());
        }
    }
}

/// Answers that the panel of something due opens with: those that are suggested, and over them what is known.
fn opens_with(duty: &Duty) -> Map<String, Json> {
    let mut said = Map::from_iter(duty.suggested.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
    said.extend(said_by(duty));
    said
}
