//! The step of `next`: the upkeep of the phase or turn that ends, the beginning of the new phase, and its upkeep.

use super::super::Resolved;
use super::super::state::State;
use super::super::turn::{self, Begin};
use super::changes::{completed_state, followed, reminded_at};
use super::{duties_on, filled, fixed_answers, participants_of, play, resolved_state};
use crate::binding::scene;
use rules::ruleset::Ruleset;
use rules::scenario;
use rules::table::{Change, Table};
use rules::text::Text;
use rules::turn::{AtNext, By, Duty, NextStep, Upkeep};

/// The step that `next` would take in this state.
pub fn next_step(ruleset: &'static Ruleset, state: &State) -> NextStep {
    let table = state.table();
    match ruleset.turn_rules.next {
        Some(next) => next(&table),
        None => plain_next(ruleset, &table),
    }
}

/// The next phase of the turn; after the last phase, the first one of the next turn.
pub fn plain_next(ruleset: &'static Ruleset, table: &Table) -> NextStep {
    let here = ruleset.phases.iter().position(|phase| phase.id == table.phase).unwrap_or(0);
    let (label, phase, is_new_turn) = match (ruleset.phases.get(here + 1), ruleset.phases.first()) {
        (Some(next), _) => (next.title, next.id, false),
        (None, Some(first)) => (first.title, first.id, true),
        (None, None) => (ruleset.turn, "", true),
    };
    NextStep { label: label.into(), event: None, is_new_turn, phase, before: &[], after: &[] }
}

/// The effects of one `next`.
#[derive(Debug)]
pub struct NextDone {
    /// All changes: the upkeep of the old phase, the beginning of the new phase, and its upkeep.
    pub changes: Vec<Change>,
    /// Its changes, divided into the steps of `next`.
    pub made: Vec<Made>,
    /// Procedures that the upkeep resolved, in order.
    pub resolved: Vec<Resolved>,
    /// An event of the turn that the step causes, for players.
    pub event: Option<Text>,
    /// The state after the step.
    pub state: State,
}

/// One step of the changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    /// These changes.
    Changes(Vec<Change>),
    /// A phase begins.
    Begin(Begin),
}

/// The changes that `next` makes in this state.
pub fn next_changes(ruleset: &'static Ruleset, state: &State) -> Vec<Change> {
    next_done(ruleset, state).changes
}

/// Optional duties and acts that are lost at `next`. An optional duty is left out if its units also have a duty that holds up `next`: then
/// players may choose between the two.
pub fn given_up(ruleset: &'static Ruleset, state: &State) -> Vec<Duty> {
    let table = state.table();
    let due = duties_on(ruleset, &table);
    let may_lapse = |duty: &&Duty| !duty.must && matches!(duty.at_next, AtNext::Ends | AtNext::Remains);
    let mut lapses: Vec<Duty> = Vec::new();
    if due.iter().any(|duty| may_lapse(&duty)) {
        let later = duties_on(ruleset, &next_done(ruleset, state).state.table());
        let stays = |duty: &Duty| later.iter().any(|known| is_same(known, duty));
        let must_first = |duty: &Duty| {
            let acting =
                |own: &Duty| own.roles.first().map(|(_, units)| units.clone()).filter(|units| !units.is_empty());
            acting(duty).is_some() && due.iter().any(|other| other.holds_up() && acting(other) == acting(duty))
        };
        lapses.extend(due.iter().filter(may_lapse).filter(|duty| !stays(duty) && !must_first(duty)).cloned());
    }
    let more = (ruleset.turn_rules.given_up)(&table);
    lapses.extend(more.into_iter().filter(|act| !due.iter().any(|duty| is_same(act, duty))));
    lapses
}

/// True if a duty whose time ends with this phase or a later one is left, or an optional act. Then `next` need not be offered first.
pub fn could_do_more(ruleset: &'static Ruleset, state: &State) -> bool {
    let table = state.table();
    duties_on(ruleset, &table).iter().any(|duty| matches!(duty.at_next, AtNext::Ends | AtNext::Remains))
        || !(ruleset.turn_rules.given_up)(&table).is_empty()
}

fn is_same(one: &Duty, other: &Duty) -> bool {
    (one.procedure, &one.roles, one.side) == (other.procedure, &other.roles, other.side)
}

/// Computes the step of `next`.
pub fn next_done(ruleset: &'static Ruleset, state: &State) -> NextDone {
    let step = next_step(ruleset, state);
    let mut now = Running::new(ruleset, state);
    let skipped = scenario::skipped(&state.table());
    if !step.is_new_turn && !skipped.is_empty() {
        now.apply(skipped, By::Next);
    }
    step.before.iter().for_each(|upkeep| now.carry_out(upkeep));
    let place = ruleset.phases.iter().position(|phase| phase.id == step.phase).unwrap_or(0);
    let place = i32::try_from(place).unwrap_or(0);
    now.begin(Begin { phase: place, turns: i32::from(step.is_new_turn) });
    step.after.iter().for_each(|upkeep| now.carry_out(upkeep));
    if let Some(reminded) = reminded_at(step.phase, step.is_new_turn, &now.state) {
        now.state = now.state.after(std::slice::from_ref(&reminded));
        now.made.push(Made::Changes(vec![reminded.clone()]));
        now.changes.push(reminded);
    }
    NextDone { changes: now.changes, made: now.made, resolved: now.resolved, event: step.event, state: now.state }
}

/// The table during a sequence of changes.
struct Running {
    ruleset: &'static Ruleset,
    state: State,
    changes: Vec<Change>,
    made: Vec<Made>,
    resolved: Vec<Resolved>,
}

impl Running {
    fn new(ruleset: &'static Ruleset, state: &State) -> Self {
        Self { ruleset, state: state.clone(), changes: Vec::new(), made: Vec::new(), resolved: Vec::new() }
    }

    fn apply(&mut self, changes: Vec<Change>, by: By) {
        let (changes, after) = completed_state(self.ruleset, &self.state, changes, by);
        self.state = after;
        self.made.push(Made::Changes(changes.clone()));
        self.changes.extend(changes);
    }

    /// Begins a phase.
    fn begin(&mut self, begin: Begin) {
        let changes = begin.changes(self.ruleset, &self.state.unkept());
        let more = turn::follow_on(self.ruleset, &self.state, &changes);
        let begun = self.state.begun(begin, &changes);
        let after = if more.is_empty() { begun } else { begun.after(&more) };
        let (following, after) = followed(self.ruleset, &self.state, after, By::Next);
        self.state = after;
        let following = [more, following].concat();
        self.made.extend([Made::Begin(begin), Made::Changes(following.clone())]);
        self.changes.extend([changes, following].concat());
    }

    fn carry_out(&mut self, upkeep: &Upkeep) {
        match upkeep {
            Upkeep::Change(changes) => self.apply(changes(&self.state.table()), By::Next),
            Upkeep::Resolve(due) => {
                for duty in due(&self.state.table()) {
                    self.resolve(&duty);
                }
            }
        }
    }

    /// Resolves a duty that needs no dice. If that fails, nothing changes and the duty remains.
    fn resolve(&mut self, duty: &Duty) {
        let Some(procedure) = self.ruleset.procedure(duty.procedure) else { return };
        let participants = participants_of(duty);
        let input = filled(procedure, &participants, &self.state, &fixed_answers(duty));
        let Ok(played) = play(procedure, &participants, &self.state, &input, &[]) else { return };
        if let Ok(resolved) = &played.result {
            let scene = scene(procedure, &participants, &self.state);
            let (changes, after) =
                resolved_state(self.ruleset, procedure, &participants, &scene, &self.state, &input, resolved);
            self.state = after;
            self.made.push(Made::Changes(changes.clone()));
            self.changes.extend(changes);
            self.resolved.push(Resolved::of(procedure.id, input, participants.json(), &resolved.outcome));
        }
    }
}
