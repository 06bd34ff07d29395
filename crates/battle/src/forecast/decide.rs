//! The next step at a node.

use super::acts::{self, Allowed};
use super::{Chain, Until};
use crate::{Act, Change, State, referee};
use rules::forecast::{Plan, Planned};
use rules::refusal::Refusal;
use rules::turn::Duty;
use std::cell::Cell;

/// The next step of a chain.
pub(super) enum Decision {
    /// A procedure is resolved.
    Act(Box<Allowed>),
    /// Players set trackers, according to a policy.
    Set(Vec<Change>),
    /// The next phase begins.
    Next,
    /// The chain is over.
    Over,
    /// A due procedure cannot be resolved: its id and the refusal.
    Stopped(&'static str, Refusal),
}

/// Progress of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Progress {
    /// Number of melee rounds fought.
    pub(super) rounds: usize,
    /// Number of rounds whose phase is over.
    pub(super) settled: usize,
    /// True if a round was fought in this turn.
    pub(super) fought_this_turn: bool,
}

/// Determines the steps of one chain.
pub(super) struct StepChooser<'a> {
    pub(super) chain: &'a Chain,
    pub(super) units: &'a [String],
    /// Turn in which the chain began.
    pub(super) turn: i32,
    /// Duties from before the chain began. The chain ignores those of sides and of the battle.
    pub(super) before: Vec<Duty>,
    /// True once a policy has read the number of rounds.
    pub(super) asks_rounds: Cell<bool>,
}

impl<'a> StepChooser<'a> {
    pub(super) fn of(chain: &'a Chain, units: &'a [String]) -> Self {
        let turn = chain.state.table().turn();
        Self { chain, units, turn, before: referee::duties(chain.ruleset, &chain.state), asks_rounds: Cell::new(false) }
    }

    /// The next step of a state.
    pub(super) fn decide(&self, state: &State, progress: Progress) -> Decision {
        let (chain, table) = (self.chain, state.table());
        let is_over = match chain.until {
            Until::Phase => false,
            Until::Turn => table.turn() != self.turn,
            Until::Rounds(most) => progress.settled >= most,
        };
        if is_over || (chain.ruleset.forecast.ends)(&table) {
            return Decision::Over;
        }
        let mut due = referee::duties(chain.ruleset, state);
        due.retain(|duty| {
            acts::is_of(duty, self.units) && !self.before.iter().any(|earlier| acts::same_of_side(earlier, duty))
        });
        let rounds = || {
            self.asks_rounds.set(true);
            progress.rounds
        };
        for policy in chain.ruleset.forecast.policies {
            let choice = chain.choice(policy);
            let plan = Plan { table: &table, units: self.units, due: &due, choice, rounds: &rounds };
            match (policy.plan)(&plan) {
                Some(Planned::Act(duty)) => {
                    if let Some(Ok(allowed)) = self.allowed(&duty, state) {
                        return Decision::Act(Box::new(allowed));
                    }
                }
                Some(Planned::Set(changes)) => return Decision::Set(changes),
                None => {}
            }
        }
        let mut refused = None;
        for duty in due.iter().filter(|duty| duty.holds_up()) {
            match self.allowed(duty, state) {
                Some(Ok(allowed)) => return Decision::Act(Box::new(allowed)),
                Some(Err(why)) => refused = refused.or(Some((duty.procedure, why))),
                None => {}
            }
        }
        match refused {
            Some((procedure, why)) => Decision::Stopped(procedure, why),
            None => self.go_on(state, progress),
        }
    }

    /// The next step if nothing is due: `next`, or the end of the chain.
    fn go_on(&self, state: &State, progress: Progress) -> Decision {
        let chain = self.chain;
        let enough = matches!(chain.until, Until::Rounds(most) if progress.rounds >= most);
        if chain.until == Until::Phase || enough || !referee::next_banned(chain.ruleset, state).is_empty() {
            return Decision::Over;
        }
        // After a turn without a round, no unit fights any more.
        let is_new_turn = referee::next_step(chain.ruleset, state).is_new_turn;
        let idle = matches!(chain.until, Until::Rounds(_)) && is_new_turn && !progress.fought_this_turn;
        if idle { Decision::Over } else { Decision::Next }
    }

    fn allowed(&self, duty: &Duty, state: &State) -> Option<Result<Allowed, Refusal>> {
        let act = Act::of_duty(self.chain.ruleset, duty)?.assuming(self.chain, state);
        act.participants.complete(act.procedure).then(|| act.allowed(self.chain.ruleset, state))
    }
}
