//! A guided battle: its next step, and the panel that opens for it. Both follow from the log, so an undo goes back one step, and a reload
//! changes nothing.

use super::act::Act;
use super::participants::Participants;
use super::state::State;
use super::{Action, ActionEvent, Battle, Resolved, referee};
use rules::facts::Facts;
use rules::filling;
use rules::form::path;
use rules::guide::{Control, Doing, Guide, Step, StepKind, Who};
use rules::procedure::Procedure;
use rules::ruleset::{QuickQuestion, Ruleset};
use rules::turn::Duty;
use serde_json::{Map, Value as Json};

/// Progress of a guided battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// This step comes next.
    Step(usize),
    /// Players did something other than the step. An undo leads back to it.
    Strayed,
    /// The dice came out differently from the script, so this step is impossible.
    Stuck,
    /// The guided turn is complete.
    Done,
}

/// Progress of a guided battle, according to its log.
pub fn progress(ruleset: &'static Ruleset, guide: &Guide, battle: &Battle) -> Progress {
    let done = battle.acts_in_force().into_iter().map(|(_, act)| act).filter(|act| !is_no_step(act));
    // Trackers that players set before the first step are part of the set-up.
    let mut done = done.skip_while(|act| matches!(act.action, Action::ByHand));
    let mut steps = guide.steps.iter().enumerate();
    loop {
        match (done.next(), steps.next()) {
            (None, None) => return Progress::Done,
            (None, Some((place, step))) => {
                return if is_possible(ruleset, step, battle.state()) {
                    Progress::Step(place)
                } else {
                    Progress::Stuck
                };
            }
            (Some(act), Some((_, step))) if is_step(step, act) => {}
            // After the last step the guide is over.
            (Some(_), None) => return Progress::Done,
            (Some(_), Some(_)) => return Progress::Strayed,
        }
    }
}

/// True for acts that a guide ignores.
fn is_no_step(act: &ActionEvent) -> bool {
    act.begins || matches!(&act.action, Action::Resolved(Resolved { discarded: true, .. }) | Action::Note(_))
}

fn is_step(step: &Step, act: &ActionEvent) -> bool {
    match (&step.act, &act.action) {
        (StepKind::Next, Action::Phase) => true,
        (StepKind::Do(doing), Action::Resolved(done)) => {
            let of = |role: &str| done.participants.get(role).and_then(Json::as_array).cloned().unwrap_or_default();
            let by = match doing.who {
                Who::Unit(unit) => done.participants.values().any(|units| units.get(0).is_some_and(|id| *id == unit)),
                Who::Side(side) => done.participants.get("side").is_none_or(|own| *own == side.id()),
                Who::Nobody => true,
            };
            let picked = doing.picks.iter().all(|(role, unit)| of(role).iter().any(|id| id == unit));
            done.procedure == doing.procedure && by && picked
        }
        _ => false,
    }
}

/// True if the control that a step names is shown now and its procedure can be done.
pub fn is_possible(ruleset: &'static Ruleset, step: &Step, state: &State) -> bool {
    match &step.act {
        StepKind::Next => referee::next_barred(ruleset, state).is_none(),
        StepKind::Do(doing) => {
            opening(ruleset, doing, state).is_some_and(|opening| opening.is_legal(ruleset, doing, state))
        }
    }
}

/// The procedure of a step, with the participants and answers with which its panel opens.
#[derive(Debug)]
pub struct Opening {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Participants, including those that the step adds.
    pub participants: Participants,
    /// Answers, including those that the step gives.
    pub answers: Map<String, Json>,
    /// The control that opens the panel.
    pub control: Opener,
}

/// A control that opens a panel.
#[derive(Debug)]
pub enum Opener {
    /// An offer on the unit's open row.
    Offer,
    /// An answer to a quick question of the unit, by its label.
    QuickAnswer(&'static str),
    /// A duty in the list of what is due.
    Due(Duty),
    /// An act of a side as a whole.
    Side(Duty),
}

impl Opening {
    /// True if no rule forbids the act, and every participant and answer that it needs is there.
    fn is_legal(&self, ruleset: &'static Ruleset, doing: &Doing, state: &State) -> bool {
        let input = self.input(state);
        let all_there = doing.picks.iter().all(|(_, unit)| state.unit(unit).is_some());
        all_there
            && self.participants.complete(self.procedure)
            && referee::bars(ruleset, self.procedure, &self.participants, state, &input).is_empty()
            && referee::play(self.procedure, &self.participants, state, &input, &[])
                .is_ok_and(|played| !matches!(played.result, Err(rules::dice::Halt::Refused(_))))
    }

    /// The input, as in the panel before the dice.
    pub fn input(&self, state: &State) -> Map<String, Json> {
        referee::filled(self.procedure, &self.participants, state, &self.answers)
    }

    /// True if the act needs no dice.
    pub fn needs_no_dice(&self, state: &State) -> bool {
        let played = referee::play(self.procedure, &self.participants, state, &self.input(state), &[]);
        played.is_ok_and(|played| played.result.is_ok())
    }
}

/// Opens a step's procedure by the control that it names. Returns `None` if the table does not show that control now.
pub fn opening(ruleset: &'static Ruleset, doing: &Doing, state: &State) -> Option<Opening> {
    let procedure = ruleset.procedure(doing.procedure)?;
    let mut given = Map::new();
    let mut participants = Participants::nobody();
    let control = match (doing.by, doing.who) {
        (Control::Offer, Who::Unit(unit)) => {
            referee::offers(ruleset, state, unit).into_iter().find(|offer| {
                offer.procedure.id == procedure.id
                    && offer.variant.is_none()
                    && offer.of_this_phase
                    && offer.is_possible()
            })?;
            act_by(&mut participants, procedure, unit)?;
            Opener::Offer
        }
        (Control::QuickAnswer(label), Who::Unit(unit)) => {
            let question = quick_question(ruleset, procedure, state, unit)?;
            filling::overlay(&mut given, &answers_of(question, procedure, label)?);
            act_by(&mut participants, procedure, unit)?;
            Opener::QuickAnswer(label)
        }
        (Control::Strip, who) => {
            let (duty, is_due) = on_strip(ruleset, procedure, state, who)?;
            participants = referee::participants_of(&duty);
            filling::overlay(&mut given, &referee::fixed_answers(&duty));
            if is_due { Opener::Due(duty) } else { Opener::Side(duty) }
        }
        (Control::Offer | Control::QuickAnswer(_), Who::Side(_) | Who::Nobody) => return None,
    };
    let opened = Act::new(procedure, participants, given).opened(ruleset, state);
    let (mut participants, mut given) = (opened.participants, opened.answers);
    for (role, unit) in doing.picks {
        let role = procedure.participants.iter().find(|own| own.id == *role)?;
        participants.set(role.id, vec![(*unit).to_owned()]);
    }
    filling::overlay(&mut given, &answers(doing));
    Some(Opening { procedure, participants, answers: given, control })
}

/// The first unit that can do a procedure of the current phase for which it has an occasion; `None` if no unit can.
pub fn first_able(ruleset: &'static Ruleset, state: &State) -> Option<String> {
    let able = |(unit, facts): &(&crate::Joined, &Facts)| {
        let offers = referee::offers(ruleset, state, &unit.id);
        let mut offers = offers.iter().filter(|offer| offer.of_this_phase && offer.is_possible());
        offers.any(|offer| (ruleset.glance.has_occasion)(facts, offer.procedure.id))
    };
    state.known_units().find(able).map(|(unit, _)| unit.id.clone())
}

/// True if the current phase gives players nothing to do: no duty, no act of a side or unit, and no question about a unit. Acts and
/// questions that would change nothing do not count: see [`Glance::has_occasion`](rules::ruleset::Glance::has_occasion).
pub fn offers_nothing(ruleset: &'static Ruleset, state: &State) -> bool {
    let Some(phase) = ruleset.phase(state.battle()).filter(|phase| phase.says.is_none()) else { return false };
    let is_asked = |(unit, facts): (&crate::Joined, &Facts)| {
        ruleset.quick_question(phase).is_some_and(|question| {
            referee::is_asked(ruleset, state, question, &unit.id)
                && (ruleset.glance.has_occasion)(facts, question.procedure)
        })
    };
    state.units().next().is_some()
        && !state.known_units().any(is_asked)
        && referee::duties(ruleset, state).is_empty()
        && referee::side_offers(ruleset, state).is_empty()
        && first_able(ruleset, state).is_none()
}

/// The answers that a step gives, as an input.
pub fn answers(doing: &Doing) -> Map<String, Json> {
    let mut answers = Map::new();
    for (place, value) in doing.answers {
        path::set(&mut answers, place, Some(value.json()));
    }
    answers
}

fn act_by(participants: &mut Participants, procedure: &Procedure, unit: &str) -> Option<()> {
    participants.set(procedure.participants.first()?.id, vec![unit.to_owned()]);
    Some(())
}

/// The quick question with this procedure that a unit shows now; `None` if there is none.
fn quick_question(
    ruleset: &'static Ruleset,
    procedure: &Procedure,
    state: &State,
    unit: &str,
) -> Option<&'static QuickQuestion> {
    let mut questions = ruleset.quick_questions.iter().filter(|question| question.procedure == procedure.id);
    questions.find(|question| referee::is_asked(ruleset, state, question, unit))
}

/// The answers that a control of a quick question gives, by its label. Returns `None` if the question has no such control.
fn answers_of(question: &QuickQuestion, procedure: &Procedure, label: &str) -> Option<Map<String, Json>> {
    if let Some(variant) = question.answers.iter().find(|variant| variant.label == label) {
        return Some(variant.answers());
    }
    let choice = procedure.form.field(question.field).map(|field| field.kind);
    match choice {
        Some(rules::form::Kind::Choice(choices)) => {
            let id = choices.iter().find(|choice| choice.label == label)?.id;
            Some(Map::from_iter([(question.field.to_owned(), Json::from(id))]))
        }
        _ => None,
    }
}

/// The duty, or the act of a side, with this procedure. The flag is true if it is a duty. `None` if there is neither.
fn on_strip(ruleset: &'static Ruleset, procedure: &Procedure, state: &State, who: Who) -> Option<(Duty, bool)> {
    let is_his = |duty: &Duty| {
        duty.procedure == procedure.id
            && match who {
                Who::Unit(unit) => {
                    duty.roles.first().is_some_and(|(_, units)| units.first().is_some_and(|id| id == unit))
                }
                Who::Side(side) => duty.side == Some(side),
                Who::Nobody => true,
            }
    };
    let due = referee::duties(ruleset, state).into_iter().find(|duty| is_his(duty));
    let due = due.map(|duty| (duty, true));
    due.or_else(|| Some((referee::side_offers(ruleset, state).into_iter().find(|offer| is_his(offer))?, false)))
}
