//! A brute force over every face of every die, path by path. It merges no paths and uses no odds.

use super::Ends;
use battle::forecast::{Chain, Until};
use battle::participants::Participants;
use battle::{Change, State, referee};
use rules::dice::Halt;
use rules::forecast::{Plan, Planned};
use rules::form::path;
use rules::procedure::{Procedure, Resolved};
use rules::turn::{AtNext, Duty};
use serde_json::{Map, Value as Json};

/// Ends of a chain.
#[derive(Default)]
pub struct Found {
    pub ends: Ends,
    pub rounds: Vec<Ends>,
    pub stopped: f64,
    /// The most acts on a path.
    pub most_acts: usize,
}

/// A path so far.
#[derive(Clone)]
struct Path {
    state: State,
    probability: f64,
    rounds: usize,
    /// The units' fates and numbers after each finished round.
    settled: Vec<Vec<(usize, Vec<Option<i32>>)>>,
    fought_this_turn: bool,
    acts: usize,
}

pub struct Brute<'a> {
    chain: &'a Chain,
    units: Vec<String>,
    before: Vec<Duty>,
    left: usize,
    found: Found,
}

impl<'a> Brute<'a> {
    pub fn of(chain: &'a Chain, most: usize) -> Self {
        let rounds = if let Until::Rounds(rounds) = chain.until { rounds } else { 0 };
        let found = Found { rounds: vec![Ends::new(); rounds], ..Found::default() };
        let before = referee::duties(chain.ruleset, &chain.state);
        Self { chain, units: chain.concerned(), before, left: most, found }
    }

    /// Returns all ends; `None` if there are too many paths.
    pub fn ends(&mut self) -> Option<Found> {
        let (chain, act) = (self.chain, &self.chain.act);
        let start = Path {
            state: chain.state.clone(),
            probability: 1.0,
            rounds: 0,
            settled: Vec::new(),
            fought_this_turn: false,
            acts: 0,
        };
        self.act(&start, act.procedure, &act.participants, &act.answers)?;
        Some(std::mem::take(&mut self.found))
    }

    fn act(
        &mut self,
        path: &Path,
        procedure: &'static Procedure,
        by: &Participants,
        answers: &Map<String, Json>,
    ) -> Option<()> {
        let input = referee::filled(procedure, by, &path.state, answers);
        self.throw(path, procedure, by, &input, &mut Vec::new(), path.probability)
    }

    /// Follows every face of the next die.
    fn throw(
        &mut self,
        path: &Path,
        procedure: &'static Procedure,
        by: &Participants,
        input: &Map<String, Json>,
        faces: &mut Vec<u8>,
        probability: f64,
    ) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        match referee::play(procedure, by, &path.state, input, faces).unwrap().result {
            Err(Halt::Needs(roll)) => {
                for face in 1..=roll.sides {
                    faces.push(face);
                    self.throw(path, procedure, by, input, faces, probability / f64::from(roll.sides))?;
                    faces.pop();
                }
                Some(())
            }
            Err(Halt::Refused(_)) => {
                self.found.stopped += probability;
                Some(())
            }
            Ok(resolved) => self.resolved(path, procedure, by, input, &resolved, probability),
        }
    }

    fn resolved(
        &mut self,
        path: &Path,
        procedure: &'static Procedure,
        by: &Participants,
        input: &Map<String, Json>,
        resolved: &Resolved,
        probability: f64,
    ) -> Option<()> {
        let ruleset = self.chain.ruleset;
        let changes = referee::resolved_changes(ruleset, procedure, by, &path.state, input, resolved);
        let is_round = ruleset.forecast.rounds.contains(&procedure.id);
        let mut next = Path { state: path.state.after(&changes), probability, acts: path.acts + 1, ..path.clone() };
        next.rounds += usize::from(is_round);
        next.fought_this_turn |= is_round;
        if next.state.changes_to(&path.state).is_empty() && path.acts > 0 {
            self.found.stopped += probability;
            return Some(());
        }
        self.go_on(next)
    }

    /// Follows the act that comes next.
    fn go_on(&mut self, path: Path) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.found.most_acts = self.found.most_acts.max(path.acts);
        let chain = self.chain;
        let (table, rules) = (path.state.table(), chain.ruleset.forecast);
        let turns = table.turn() - chain.state.table().turn();
        let is_over = match chain.until {
            Until::Phase => false,
            Until::Turn => turns > 0,
            Until::Rounds(most) => path.rounds == most && path.settled.len() == most,
        };
        if is_over || (rules.ends)(&table) {
            return self.end(path);
        }
        let of_chain = |duty: &Duty| {
            let mut units = duty.roles.iter().flat_map(|(_, units)| units).peekable();
            if units.peek().is_some() {
                return units.any(|unit| self.units.contains(unit));
            }
            !self.before.iter().any(|before| before.procedure == duty.procedure && before.side == duty.side)
        };
        let due: Vec<Duty> = referee::duties(chain.ruleset, &path.state).into_iter().filter(of_chain).collect();
        for policy in rules.policies {
            let choice = chain.choice(policy);
            let plan = Plan { table: &table, units: &self.units, due: &due, choice, rounds: &|| path.rounds };
            match (policy.plan)(&plan) {
                Some(Planned::Act(duty)) => {
                    if let Some((procedure, by, answers)) = self.allowed(&duty, &path.state) {
                        return self.act(&path, procedure, &by, &answers);
                    }
                }
                Some(Planned::Set(changes)) => {
                    let changes = referee::changes_by_hand(chain.ruleset, &path.state, changes);
                    return self.go_on(Path { state: path.state.after(&changes), acts: path.acts + 1, ..path });
                }
                None => {}
            }
        }
        let must: Vec<&Duty> = due.iter().filter(|duty| duty.must && duty.at_next == AtNext::Ends).collect();
        for duty in &must {
            if let Some((procedure, by, answers)) = self.allowed(duty, &path.state) {
                return self.act(&path, procedure, &by, &answers);
            }
        }
        if must
            .iter()
            .any(|duty| referee::participants_of(duty).complete(chain.ruleset.procedure(duty.procedure).unwrap()))
        {
            self.found.stopped += path.probability;
            return Some(());
        }
        self.next(path)
    }

    fn next(&mut self, mut path: Path) -> Option<()> {
        let chain = self.chain;
        let table = path.state.table();
        let is_over = match chain.until {
            Until::Phase => true,
            Until::Turn => false,
            Until::Rounds(most) => {
                let is_new_turn = referee::next_step(chain.ruleset, &path.state).is_new_turn;
                path.rounds == most || is_new_turn && !path.fought_this_turn
            }
        };
        if is_over || !referee::next_banned(chain.ruleset, &path.state).is_empty() {
            return self.end(path);
        }
        while path.settled.len() < path.rounds {
            path.settled.push(self.standing(&path.state));
        }
        path.state = path.state.after(&referee::next_changes(chain.ruleset, &path.state));
        path.fought_this_turn &= path.state.table().turn() == table.turn();
        self.go_on(path)
    }

    fn end(&mut self, mut path: Path) -> Option<()> {
        let standing = self.standing(&path.state);
        *self.found.ends.entry(standing.clone()).or_default() += path.probability;
        path.settled.resize(self.found.rounds.len(), standing);
        for (round, standing) in self.found.rounds.iter_mut().zip(path.settled) {
            *round.entry(standing).or_default() += path.probability;
        }
        Some(())
    }

    fn standing(&self, state: &State) -> Vec<(usize, Vec<Option<i32>>)> {
        let (table, rules) = (state.table(), self.chain.ruleset.forecast);
        let unit = |id: &String| match table.unit(id) {
            Some(unit) => {
                ((rules.fate)(&unit.facts), rules.numbers.iter().map(|number| (number.of)(&unit.facts)).collect())
            }
            None => (rules.fates.len() - 1, Vec::new()),
        };
        self.units.iter().map(unit).collect()
    }

    /// Returns the act that fulfils a duty, with assumed answers. `None` if the referee does not allow it.
    fn allowed(&self, duty: &Duty, state: &State) -> Option<(&'static Procedure, Participants, Map<String, Json>)> {
        let ruleset = self.chain.ruleset;
        let procedure = ruleset.procedure(duty.procedure)?;
        let (by, mut answers) = (referee::participants_of(duty), referee::fixed_answers(duty));
        let filled = referee::filled(procedure, &by, state, &answers);
        for (assumption, places) in procedure.assumed(&filled) {
            places.iter().for_each(|place| path::set(&mut answers, place, Some(assumption.value.json())));
        }
        let input = referee::filled(procedure, &by, state, &answers);
        let is_allowed = by.complete(procedure)
            && referee::bars(ruleset, procedure, &by, state, &input).is_empty()
            && procedure.read(&input).is_ok();
        is_allowed.then_some((procedure, by, answers))
    }
}

/// Fails to compile if `State::after` takes another type. The brute force and the log must apply the same changes.
const _: fn(&State, &[Change]) -> State = State::after;
