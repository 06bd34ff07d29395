//! Comparison of the units that could take a role: the important chances of each, best first.
//!
//! The chances equal those in the procedure's panel, because the same functions fill in the input and play it. Missing answers are
//! [assumed](rules::procedure::Assumption), and the result lists the assumptions.

use crate::analysis::odds::OddsSummary;
use crate::participants::Participants;
use crate::{Act, State, referee};
use rules::form::path;
use rules::own;
use rules::procedure::{Assumption, Procedure, Role};
use rules::refusal::Code;
use rules::ruleset::Ruleset;
use rules::side::Whose;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::cmp::Ordering;

/// A unit that could take a role, with its chances.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Id of the unit.
    pub unit: String,
    /// Its chances, or the reason why it cannot take the role.
    pub prospect: Prospect,
}

/// The result for a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Prospect {
    /// The important chances.
    Likely(Likely),
    /// There is nothing to compare yet.
    Open,
    /// The odds take too long to compute at once.
    Heavy,
    /// The unit cannot take the role, for this reason.
    Not(Text),
}

/// The important chances of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Likely {
    /// For each of the procedure's [stakes](Procedure::stakes), in order: index of the chance, index of the member of its list, and the
    /// probability from 0 to 1.
    pub chances: Vec<(usize, usize, f64)>,
    /// Sum of the chances that favour the acting side, minus those that favour the other side. It ranges from −n to n for n stakes.
    pub score: f64,
    /// Assumptions in place of missing answers.
    pub assumed: Vec<&'static Assumption>,
    /// Number of the procedure's stakes that the act does not affect. For example, fire adds nothing to the breaking of a unit that has
    /// already reached its number.
    pub without: usize,
}

/// The units that could take a role, evaluated on this state, best first. Units that cannot take it come last. `answers` returns a candidate's
/// answers so far.
pub fn candidates(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    role: &'static Role,
    participants: &Participants,
    state: &State,
    answers: impl Fn(&str) -> Map<String, Json>,
) -> Vec<Candidate> {
    let able = participants.candidates(procedure, role, state);
    let mut all: Vec<Candidate> = able
        .into_iter()
        .map(|unit| {
            let taken = with(participants, role, &unit);
            let prospect = prospect_of(ruleset, procedure, &taken, state, &answers(&unit));
            Candidate { unit, prospect }
        })
        .collect();
    sort(&mut all, role.is_ordered_by_rules());
    all
}

/// Sorts candidates, best first; equal ones keep their order. If the rules [order](Role::is_ordered_by_rules) the candidates, only those
/// that cannot take the role move to the end.
pub fn sort(all: &mut [Candidate], is_ordered_by_rules: bool) {
    if is_ordered_by_rules {
        all.sort_by_key(|candidate| matches!(candidate.prospect, Prospect::Not(_)));
    } else {
        all.sort_by(|a, b| a.prospect.compare(&b.prospect));
    }
}

/// The participants and chances of a unit's best act by a procedure. The best candidate fills the first free role, if there is one. `None`
/// if nothing can be compared, or if the odds take too long to compute at once.
pub fn best(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    unit: &str,
    state: &State,
    answers: &Map<String, Json>,
) -> Option<(Participants, Likely)> {
    if procedure.has_no_stakes() {
        return None;
    }
    procedure.participants.first()?;
    let act = Act::of_unit(procedure, unit, answers.clone()).opened(ruleset, state);
    let (mut participants, answers) = (act.participants, &act.answers);
    let free = procedure.participants.iter().find(|role| participants.units(role.id).len() < role.min);
    let prospect = match free {
        None => prospect_of(ruleset, procedure, &participants, state, answers),
        // The rules determine the target, and there is none yet.
        Some(role) if role.is_ordered_by_rules() && participants.likely(procedure, role, state).is_empty() => {
            return None;
        }
        Some(role) => {
            let all = candidates(ruleset, procedure, role, &participants, state, |_| answers.clone());
            // A candidate with heavy odds may be better than all others.
            if all.iter().any(|candidate| candidate.prospect == Prospect::Heavy) {
                return None;
            }
            let first = all.into_iter().next()?;
            participants = with(&participants, role, &first.unit);
            first.prospect
        }
    };
    if let Prospect::Likely(likely) = prospect { Some((participants, likely)) } else { None }
}

/// The participants with a unit added to a role. In a role for one unit, it replaces the other one.
pub fn with(participants: &Participants, role: &'static Role, unit: &str) -> Participants {
    let mut taken = participants.clone();
    let mut units = if role.max == 1 { Vec::new() } else { taken.units(role.id).to_vec() };
    if !units.iter().any(|id| id == unit) {
        units.push(unit.to_owned());
    }
    taken.set(role.id, units);
    taken
}

/// The act with this unit as the only one in its role, with the answers that apply to it. Answers about other units and about pairs are
/// removed.
pub fn alone(
    procedure: &'static Procedure,
    participants: &Participants,
    role: &'static Role,
    unit: &str,
    answers: &Map<String, Json>,
) -> (Participants, Map<String, Json>) {
    let others = participants.units(role.id);
    if role.max == 1 || others.is_empty() {
        return (with(participants, role, unit), answers.clone());
    }
    let place = others.iter().position(|id| id == unit);
    let (mut taken, mut answers) = (participants.clone(), answers.clone());
    taken.set(role.id, vec![unit.to_owned()]);
    answers.retain(|id, value| !value.is_array() || procedure.binds(id) || id == own::FIELD);
    if let Some((list, _)) = role.list()
        && let Some(Json::Array(members)) = answers.get_mut(list)
    {
        *members = place.and_then(|place| members.get(place).cloned()).into_iter().collect();
    }
    (taken, answers)
}

/// The result for an act with these participants and answers, without overrides.
pub fn prospect_of(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    answers: &Map<String, Json>,
) -> Prospect {
    prospect_of_act(ruleset, &Act::new(procedure, participants.clone(), answers.clone()), state)
}

/// The result for an act. Rules that players overrode for it do not forbid it.
pub fn prospect_of_act(ruleset: &'static Ruleset, act: &Act, state: &State) -> Prospect {
    let Act { procedure, participants, answers, .. } = act;
    if !participants.complete(procedure) {
        return Prospect::Open;
    }
    // Its chances would reveal a hidden value.
    if !state.hidden_fields(procedure, participants, answers).is_empty() {
        return Prospect::Open;
    }
    let mut input = act.input(state);
    let mut barred = referee::bars(ruleset, procedure, participants, state, &input).into_iter();
    if let Some(barred) = barred.find(|barred| !act.is_overridden(barred)) {
        return Prospect::Not(barred.message);
    }
    evaluate(procedure, &mut input)
}

/// The input of an act with these participants and answers, with assumed answers added. If the odds are [heavy](Prospect::Heavy), a worker
/// computes them from this input.
pub fn assumed_input(
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    answers: &Map<String, Json>,
) -> (Map<String, Json>, Vec<&'static Assumption>) {
    let mut input = referee::filled(procedure, participants, state, answers);
    let assumed = assume(procedure, &mut input);
    (input, assumed)
}

/// Adds assumed answers to an input and evaluates it.
fn evaluate(procedure: &'static Procedure, input: &mut Map<String, Json>) -> Prospect {
    let assumed = assume(procedure, input);
    let ready = match procedure.read(input) {
        Ok(ready) => ready,
        Err(refusal) if refusal.code == Code::MissingField => return Prospect::Open,
        Err(refusal) => return Prospect::Not(refusal.message.clone()),
    };
    if procedure.has_no_stakes() {
        return Prospect::Open;
    }
    let summary = match OddsSummary::at_once(procedure, &ready) {
        None => return Prospect::Heavy,
        Some(Err(refusal)) => return Prospect::Not(refusal.message.clone()),
        Some(Ok(mut summary)) => {
            summary.drop_moot(procedure, input);
            summary
        }
    };
    Likely::of(procedure, &summary, assumed).map_or(Prospect::Open, Prospect::Likely)
}

impl Likely {
    /// The important chances in a summary of odds; `None` if it has none of them.
    pub fn of(procedure: &Procedure, summary: &OddsSummary, assumed: Vec<&'static Assumption>) -> Option<Self> {
        let (mut chances, mut score) = (Vec::new(), 0.0);
        let is_known = |place: usize| summary.chances.get(place).is_some_and(|all| all.iter().any(Option::is_some));
        let without = procedure.stakes().filter(|(place, _)| !is_known(*place)).count();
        for (place, favours) in procedure.stakes() {
            for (nth, p) in summary.chances.get(place).into_iter().flatten().enumerate() {
                let Some(p) = *p else { continue };
                chances.push((place, nth, p));
                score += if favours == Whose::Own { p } else { -p };
            }
        }
        (!chances.is_empty()).then_some(Self { chances, score, assumed, without })
    }
}

impl Prospect {
    /// Order of results, best first.
    fn compare(&self, other: &Self) -> Ordering {
        let rank = |prospect: &Self| match prospect {
            Self::Likely(_) => 0,
            Self::Open | Self::Heavy => 1,
            Self::Not(_) => 2,
        };
        match (self, other) {
            // A candidate on which the act has less effect comes later, whatever its other chances.
            (Self::Likely(a), Self::Likely(b)) => a.without.cmp(&b.without).then(b.score.total_cmp(&a.score)),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

/// Adds assumed answers to an input. Returns the assumptions that replaced missing answers.
fn assume(procedure: &'static Procedure, input: &mut Map<String, Json>) -> Vec<&'static Assumption> {
    let assumed = procedure.assumed(input);
    for (assumption, places) in &assumed {
        for place in places {
            path::set(input, place, Some(assumption.value.json()));
        }
    }
    assumed.into_iter().map(|(assumption, _)| assumption).collect()
}
