//! Acts on a table: their input, the rules that forbid them, and the panel that opens for them.

use super::{Barred, bars, filled, fixed_answers, offer_barred, participants_of, rule_ids};
use crate::act::Act;
use crate::participants::Participants;
use crate::state::State;
use rules::filling;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::turn::Duty;
use serde_json::{Map, Value as Json};

impl Act {
    /// The act that fulfils a duty, with only the answers that the duty fixes; `None` if the ruleset lacks its procedure.
    pub fn of_duty(ruleset: &Ruleset, duty: &Duty) -> Option<Self> {
        Some(Self::new(ruleset.procedure(duty.procedure)?, participants_of(duty), fixed_answers(duty)))
    }

    /// The act for the panel of a duty. It also has the answers that the duty suggests, and the [proposed](Participants::fill_in) units for
    /// empty roles. `None` if the ruleset lacks the procedure.
    pub fn opening_duty(ruleset: &Ruleset, duty: &Duty, state: &State) -> Option<Self> {
        let procedure = ruleset.procedure(duty.procedure)?;
        let mut act = Self::new(procedure, participants_of(duty), opens_with(duty));
        act.participants.fill_in(procedure, state);
        Some(act)
    }

    /// Completes an act before its panel opens. This is the same for all controls that open panels: a unit's card, a quick question, a duty, a
    /// chain's tree, the guide.
    ///
    /// If exactly one duty is of the same procedure and does not contradict the act, its participants and fields are added. For example, a
    /// charge has already determined the units of a melee. Then empty roles are [filled](Participants::fill_in).
    #[must_use]
    pub fn opened(mut self, ruleset: &'static Ruleset, state: &State) -> Self {
        self = self.with_duty(ruleset, state);
        self.participants.fill_in(self.procedure, state);
        self
    }

    /// Adds the participants and fields of the only duty that is of the same procedure and does not contradict the act.
    #[must_use]
    pub fn with_duty(mut self, ruleset: &'static Ruleset, state: &State) -> Self {
        if let Some(duty) = self.only_duty(ruleset, state) {
            self.add(&duty);
        }
        self
    }

    /// Ids of the unanswered fields for which the only duty of the same procedure that does not contradict the act suggests an answer. Empty
    /// if there is not exactly one such duty.
    pub fn suggested(&self, ruleset: &'static Ruleset, state: &State) -> Vec<&'static str> {
        let suggested = self.only_duty(ruleset, state).into_iter().flat_map(|duty| duty.suggested);
        suggested.map(|(field, _)| field).filter(|field| !self.answers.contains_key(*field)).collect()
    }

    /// The input: the facts of the table, overridden by the players' answers.
    pub fn input(&self, state: &State) -> Map<String, Json> {
        filled(self.procedure, &self.participants, state, &self.answers)
    }

    /// The rules that forbid the act, including overridden ones. While units are missing, only the acting unit is checked.
    pub fn bars(&self, ruleset: &'static Ruleset, state: &State) -> Vec<Barred> {
        let input = self.input(state);
        if self.participants.complete(self.procedure) {
            return bars(ruleset, self.procedure, &self.participants, state, &input);
        }
        offer_barred(ruleset, self.procedure, &self.participants, state, &input).into_iter().collect()
    }

    /// Index of the empty role for which a rule asks a unit. `None` if the rule asks for none, or if the role has one.
    pub fn asked_role(&self, barred: &Barred) -> Option<usize> {
        let asked = barred.asks_for.filter(|role| self.participants.units(role).is_empty())?;
        self.procedure.participants.iter().position(|role| role.id == asked)
    }

    /// True if players overrode this rule for the act.
    pub fn is_overridden(&self, barred: &Barred) -> bool {
        !barred.is_final && self.overrides.iter().any(|rule| rule == barred.rule)
    }

    /// Adds these rules to the overridden ones. Rules that cannot be overridden are skipped.
    pub fn override_all(&mut self, barred: &[Barred]) {
        let liftable: Vec<Barred> = barred.iter().filter(|barred| !barred.is_final).cloned().collect();
        for rule in rule_ids(&liftable) {
            if !self.overrides.contains(&rule) {
                self.overrides.push(rule);
            }
        }
    }

    /// The duty of the same procedure that does not contradict the act; `None` if there is none, or if there are several.
    fn only_duty(&self, ruleset: &Ruleset, state: &State) -> Option<Duty> {
        let id = self.procedure.id;
        let rules = ruleset.turn_rules.duties.iter().filter(|rule| rule.procedures.contains(&id));
        let mut rules = rules.peekable();
        rules.peek()?;
        let table = state.table();
        let due = rules.flat_map(|rule| (rule.due)(&table));
        let mut agreeing = due.filter(|duty| duty.procedure == id && self.agrees_with(duty));
        agreeing.next().filter(|_| agreeing.next().is_none())
    }

    /// True if the duty's units include all participants so far, and its fields contradict no answer.
    fn agrees_with(&self, duty: &Duty) -> bool {
        let procedure: &Procedure = self.procedure;
        let named = |role: &str| {
            let known = self.participants.units(role);
            known.is_empty() || duty.units(role).is_empty() || known.iter().all(|id| duty.units(role).contains(id))
        };
        let acting = procedure.participants.first().is_none_or(|role| {
            let known = self.participants.units(role.id);
            known.is_empty() || known.iter().all(|id| duty.units(role.id).contains(id))
        });
        let side = self.participants.named_side().zip(duty.side).is_none_or(|(named, side)| named == side.index());
        let answered =
            duty.fields.iter().all(|(field, value)| self.answers.get(*field).is_none_or(|answer| answer == value));
        acting && side && answered && procedure.participants.iter().all(|role| named(role.id))
    }

    fn add(&mut self, duty: &Duty) {
        let mut answers = opens_with(duty);
        filling::overlay(&mut answers, &self.answers);
        self.answers = answers;
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

impl Act {
    /// The act that an outcome makes due. Participants of the current act take its roles.
    pub fn of_due(procedure: &'static Procedure, here: &Participants, due: &rules::consequences::Due) -> Self {
        let answers = Map::from_iter(due.fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
        Self::new(procedure, here.of_due(due), answers)
    }
}

/// Answers with which the panel of a duty opens: the suggested ones, replaced by the fixed ones.
fn opens_with(duty: &Duty) -> Map<String, Json> {
    let mut answers = Map::from_iter(duty.suggested.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
    answers.extend(fixed_answers(duty));
    answers
}
