//! Matchups: each unit of one roster against each of another, with the chances that matter.
//!
//! A cell is what the procedure's panel shows for these two units at the start of a battle, and what the contract answers for
//! [its input](Matchups::input). Ranges and cover are the answers that players give for the whole table, or else the
//! procedure's [assumptions](crate::rules::procedure::Assumption).

use crate::analysis::candidates::{Prospect, assume, evaluate};
use crate::battle::participants::Participants;
use crate::battle::{Battle, Header, Side, State, Unit, referee};
use crate::core::facts::NAME;
use crate::core::refusal::Code;
use crate::dice::rng::Seed;
use crate::form::path;
use crate::rules::matchup::Matchup;
use crate::rules::procedure::{Procedure, Role, Whose};
use crate::rules::ruleset::Ruleset;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};
use std::cell::RefCell;

/// One side of a table of matchups.
#[derive(Clone, Debug, Default)]
pub struct Army {
    /// Values of the side besides units.
    pub side: Map<String, Json>,
    /// Profiles of its units.
    pub units: Vec<Map<String, Json>>,
}

/// Two armies that meet unit by unit.
pub struct Matchups {
    matchup: &'static Matchup,
    procedure: &'static Procedure,
    roles: [&'static Role; 2],
    state: State,
    /// Ids of the units that can take the roles, each with its index in its army.
    units: [Vec<(usize, String)>; 2],
    left_out: [Vec<usize>; 2],
    /// For each unit of `units`, the first of its army that is the same but for its name.
    alike: [Vec<usize>; 2],
    known: RefCell<Known>,
}

/// Cells of units that are alike.
#[derive(Default)]
struct Known {
    /// The answers for which they hold.
    said: Map<String, Json>,
    cells: FxHashMap<[usize; 2], Prospect>,
}

impl Matchups {
    /// The units of the first army as rows, those of the second as columns. `None` if the ruleset has no such procedure.
    pub fn begin(ruleset: &'static Ruleset, matchup: &'static Matchup, armies: &[Army; 2]) -> Option<Self> {
        let procedure = ruleset.procedure(matchup.procedure)?;
        let enemy = procedure.participants.iter().find(|role| role.whose == Whose::Enemy)?;
        let roles = [procedure.participants.first()?, enemy];
        let unit = |side: usize, nth: usize, profile: &Map<String, Json>| Unit {
            id: format!("{}{}", ["r", "c"][side], nth + 1),
            side,
            profile: profile.clone(),
        };
        let of = |side: usize| armies[side].units.iter().enumerate().map(move |(nth, own)| unit(side, nth, own));
        let mut header = Header::new(ruleset.id, "", ["", ""], of(0).chain(of(1)).collect(), Seed([0; 32]));
        header.sides = [0, 1].map(|side| Side { profile: armies[side].side.clone(), ..Side::default() });
        let state = Battle::begin(header).state().clone();
        let (mut units, mut left_out) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for side in [0, 1] {
            for (nth, unit) in of(side).enumerate() {
                match (roles[side].fits)(&state.facts(&unit.id)) {
                    Ok(()) => units[side].push((nth, unit.id)),
                    Err(_) => left_out[side].push(nth),
                }
            }
        }
        let mut matchups = Self {
            matchup,
            procedure,
            roles,
            state,
            units,
            left_out,
            alike: Default::default(),
            known: RefCell::default(),
        };
        matchups.leave_out_unable();
        matchups.alike = matchups.alike_in(armies);
        Some(matchups)
    }

    /// Leaves out units of which nothing can take part as they are: a formation none of whose troops can shoot.
    fn leave_out_unable(&mut self) {
        for side in [0, 1] {
            let root = self.roles[side].at.split(['.', '[']).next().unwrap_or_default();
            let unable = |nth: usize| {
                let [row, column] = if side == 0 { [nth, 0] } else { [0, nth] };
                let refused = self.procedure.read(&self.input(row, column, &Map::new())).err();
                refused
                    .is_some_and(|why| why.code == Code::BadValue && why.field.split(['.', '[']).next() == Some(root))
            };
            let unable: Vec<usize> = (0..self.units[side].len()).filter(|nth| unable(*nth)).collect();
            for nth in unable.into_iter().rev() {
                let (place, _) = self.units[side].remove(nth);
                self.left_out[side].push(place);
            }
            self.left_out[side].sort_unstable();
        }
    }

    /// For each unit, the first of its army that is the same but for its name.
    fn alike_in(&self, armies: &[Army; 2]) -> [Vec<usize>; 2] {
        [0, 1].map(|side: usize| {
            let unnamed = |nth: usize| {
                let mut unit = armies[side].units[nth].clone();
                unit.remove(NAME.id());
                unit
            };
            let own: Vec<_> = self.units[side].iter().map(|(nth, _)| unnamed(*nth)).collect();
            own.iter().map(|unit| own.iter().position(|other| other == unit).unwrap_or_default()).collect()
        })
    }

    /// The procedure.
    pub fn procedure(&self) -> &'static Procedure {
        self.procedure
    }

    /// Indexes of the procedure's chances that are shown.
    pub fn chances(&self) -> Vec<usize> {
        self.matchup.chances(self.procedure)
    }

    /// The roles of the rows and of the columns.
    pub fn roles(&self) -> [&'static Role; 2] {
        self.roles
    }

    /// Indexes of the units of the rows and of the columns in their armies.
    pub fn units(&self) -> [Vec<usize>; 2] {
        [0, 1].map(|side| self.units[side].iter().map(|(nth, _)| *nth).collect())
    }

    /// Indexes of the units of each army that cannot take its role.
    pub fn left_out(&self) -> &[Vec<usize>; 2] {
        &self.left_out
    }

    /// The input of a cell: what the table fills in, these answers, and what is assumed where they are silent. Empty if there is
    /// no such cell.
    pub fn input(&self, row: usize, column: usize, said: &Map<String, Json>) -> Map<String, Json> {
        let mut participants = Participants::nobody();
        for (role, unit) in self.roles.into_iter().zip([self.units[0].get(row), self.units[1].get(column)]) {
            let Some((_, id)) = unit else { return Map::new() };
            participants.set(role.id, vec![id.clone()]);
        }
        let mut answers = said.clone();
        for (field, value) in self.matchup.says {
            path::set(&mut answers, field, Some(value.json()));
        }
        let mut input = referee::filled(self.procedure, &participants, &self.state, &answers);
        assume(self.procedure, &mut input);
        input
    }

    /// A cell. Units that are the same but for their names have the same chances, which are worked out once.
    pub fn cell(&self, row: usize, column: usize, said: &Map<String, Json>) -> Prospect {
        let (Some(one), Some(other)) = (self.alike[0].get(row), self.alike[1].get(column)) else {
            return Prospect::Open;
        };
        let mut known = self.known.borrow_mut();
        if known.said != *said {
            *known = Known { said: said.clone(), cells: FxHashMap::default() };
        }
        let evaluate = || evaluate(self.procedure, &mut self.input(row, column, said), Procedure::read_alone);
        known.cells.entry([*one, *other]).or_insert_with(evaluate).clone()
    }
}
