//! The choice that decides an act, and the alternative answers of a unit. Each option shows its effect.

use super::{Panel, Tables};
use crate::analysis::odds::OddsSummary;
use crate::{Act, State, referee};
use rules::dice::Halt;
use rules::form::{Field, path};
use rules::procedure::{Procedure, Ready, Whose};
use rules::refusal::{Code, Refusal};
use rules::ruleset::Ruleset;
use rules::text::Text;
use rules::turn::Duty;
use serde_json::{Map, Value as Json};

/// The choice that decides an act, while players have not made it: see [`Field::decides`].
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Id of the field.
    pub field: &'static str,
    /// Label of the field.
    pub label: &'static str,
    /// Sentences of the rule about the choice, such as who makes it.
    pub words: Vec<Text>,
    /// The options, in the order of the form.
    pub options: Vec<DecisionOption>,
}

/// An option of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionOption {
    /// Its answer: the id of a choice, or true or false.
    pub value: Json,
    /// Its label.
    pub label: &'static str,
    /// Its effect.
    pub prospect: OptionProspect,
    /// True if the table suggests it.
    pub is_suggested: bool,
}

/// The effect of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionProspect {
    /// The act is done at once. The text shows its gain in a few words; `None` if the label is enough.
    Done(Option<Text>),
    /// Dice follow: their main chance, as its index among the procedure's chances and its probability from 0 to 1. `None` if there is no
    /// such chance, if it takes long to compute, or if it would reveal hidden values.
    Rolled(Option<(usize, f64)>),
    /// Players must answer another question afterwards.
    Asks,
    /// The rules forbid it, for this reason.
    Forbidden(Text),
}

/// One of the alternative answers of a unit, such as to stand when it is charged.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The act of the answer.
    pub act: Act,
    /// Label of its button.
    pub label: &'static str,
    /// Its effect.
    pub prospect: OptionProspect,
    /// True for the answer that the panel shows.
    pub is_current: bool,
}

impl Panel {
    /// The choice that decides the act; `None` if there is none, or if players have made it. Corrections and panels without a battle show
    /// it as a plain field.
    pub(super) fn decision(&self, tables: &Tables) -> Option<Decision> {
        let state = tables.state().filter(|_| !self.corrects && self.rolling().is_none())?;
        let sketch = self.sketch(tables);
        let field = self.act.procedure.decisive_field(&sketch)?;
        if self.act.answers.contains_key(field.id) {
            return None;
        }
        let suggested = self.act.input(state).get(field.id).cloned();
        let options: Vec<DecisionOption> = field
            .options(&sketch)
            .into_iter()
            .map(|option| self.decision_option(field, option, suggested.as_ref(), tables))
            .collect();
        // Other questions come first.
        let can_choose =
            |option: &DecisionOption| matches!(option.prospect, OptionProspect::Done(_) | OptionProspect::Rolled(_));
        (is_open(&options) && options.iter().any(can_choose)).then(|| Decision {
            field: field.id,
            label: field.label,
            words: self.words_about(field, &options, tables),
            options,
        })
    }

    fn decision_option(
        &self,
        field: &'static Field,
        (value, label): (Json, &'static str),
        suggested: Option<&Json>,
        tables: &Tables,
    ) -> DecisionOption {
        let input = self.input_if(field.id, &value, tables);
        let prospect = match prospect(self.act.procedure, &input) {
            OptionProspect::Done(_) if self.asks_more(field.id, &value, tables) => OptionProspect::Asks,
            prospect => prospect,
        };
        DecisionOption { is_suggested: suggested == Some(&value), value, label, prospect }
    }

    /// True if the answer to a field brings questions that the panel does not show without it.
    fn asks_more(&self, field: &str, value: &Json, tables: &Tables) -> bool {
        let mut answered = self.clone();
        path::set(&mut answered.act.answers, field, Some(value.clone()));
        let before = self.questions(&[], tables);
        answered.questions(&[], tables).iter().any(|place| !before.contains(place))
    }

    /// Sentences that the rule shows before the dice, whichever option is chosen.
    fn words_about(&self, field: &'static Field, options: &[DecisionOption], tables: &Tables) -> Vec<Text> {
        let words = |option: &DecisionOption| {
            let input = self.input_if(field.id, &option.value, tables);
            self.act.procedure.read(&input).map(|ready| ready.preview().words)
        };
        let mut all = options.iter().filter_map(|option| words(option).ok());
        let first = all.next().unwrap_or_default();
        let others: Vec<Vec<Text>> = all.collect();
        first.into_iter().filter(|sentence| others.iter().all(|words| words.contains(sentence))).collect()
    }

    /// The alternative answers of the acting unit, including this act. Empty if the act is no such answer, or once its input is fixed.
    pub(super) fn alternatives(&self, tables: &Tables) -> Vec<Alternative> {
        let (Some(state), None) = (tables.state(), self.rolling()) else { return Vec::new() };
        let Some(actor) = self.act.actor() else { return Vec::new() };
        if self.corrects {
            return Vec::new();
        }
        let is_answer = |duty: &Duty| {
            let unit = duty.roles.first().and_then(|(_, units)| units.first());
            duty.option.is_some() && unit.is_some_and(|unit| unit == actor)
        };
        let duties: Vec<Duty> = referee::duties(self.ruleset, state).into_iter().filter(is_answer).collect();
        if !duties.iter().any(|duty| duty.procedure == self.act.procedure.id) {
            return Vec::new();
        }
        duties.iter().filter_map(|duty| self.alternative(duty, state)).collect()
    }

    fn alternative(&self, duty: &Duty, state: &State) -> Option<Alternative> {
        let (label, is_current) = (duty.option?, duty.procedure == self.act.procedure.id);
        // The answers of the panel count for its own act.
        let act = if is_current { self.act.clone() } else { Act::of_duty(self.ruleset, duty)? };
        let prospect = answer_prospect(self.ruleset, &act, state);
        Some(Alternative { label, is_current, prospect, act })
    }
}

/// Returns the effect of an alternative answer in this state. A chance that does not favour the acting unit is left out: as "Break 0 %",
/// the chance that the unit breaks again would read as if the answer could fail.
pub(super) fn answer_prospect(ruleset: &'static Ruleset, act: &Act, state: &State) -> OptionProspect {
    match act_prospect(ruleset, act, state) {
        OptionProspect::Rolled(Some((index, _))) if act.procedure.chances[index].favours != Some(Whose::Own) => {
            OptionProspect::Rolled(None)
        }
        prospect => prospect,
    }
}

/// Returns the effect of an act in this state.
pub(super) fn act_prospect(ruleset: &'static Ruleset, act: &Act, state: &State) -> OptionProspect {
    let act = act.clone().opened(ruleset, state);
    if !state.hidden_fields(act.procedure, &act.participants, &act.answers).is_empty() {
        return OptionProspect::Rolled(None);
    }
    if let Some(barred) = act.bars(ruleset, state).into_iter().find(|barred| !act.is_overridden(barred)) {
        return OptionProspect::Forbidden(barred.message);
    }
    prospect(act.procedure, &act.input(state))
}

/// True if the rules allow several options, or if the only allowed option is not the suggested one.
fn is_open(options: &[DecisionOption]) -> bool {
    let mut allowed = options.iter().filter(|option| !matches!(option.prospect, OptionProspect::Forbidden(_)));
    match (allowed.next(), allowed.next()) {
        (Some(only), None) => !only.is_suggested,
        (first, _) => first.is_some(),
    }
}

fn prospect(procedure: &'static Procedure, input: &Map<String, Json>) -> OptionProspect {
    let of_refusal = |refusal: &Refusal| match refusal.code {
        Code::MissingField => OptionProspect::Asks,
        _ => OptionProspect::Forbidden(refusal.message.clone()),
    };
    let ready = match procedure.read(input) {
        Ok(ready) => ready,
        Err(refusal) => return of_refusal(&refusal),
    };
    match ready.resolve(&[]).result {
        Ok(_) => OptionProspect::Done(ready.preview().gives),
        Err(Halt::Refused(refusal)) => of_refusal(&refusal),
        Err(Halt::Needs(_)) => OptionProspect::Rolled(main_chance(procedure, &ready, input)),
    }
}

/// The procedure's headline chance: its index and its probability. `None` if it has no value, or if it takes long to compute.
fn main_chance(procedure: &'static Procedure, ready: &Ready, input: &Map<String, Json>) -> Option<(usize, f64)> {
    let mut summary = OddsSummary::at_once(procedure, ready)?.ok()?;
    summary.drop_moot(procedure, input);
    let headline = procedure.headline();
    Some((headline, summary.chances.get(headline)?.first().copied()??))
}
