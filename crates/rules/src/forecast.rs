//! Forecasts: what players are taken to choose on the way to the end of a chain, and how they describe that end.
//!
//! A ruleset names the choices that players have while something becomes due, each as a [`Policy`] with a default. The forecast
//! follows the referee's duties by itself, and asks the policies first.

use super::table::{Change, Table, TableUnit};
use super::turn::Duty;
use crate::facts::Facts;
use crate::form::Choice;

/// A ruleset's part in forecasts.
#[derive(Debug)]
pub struct ForecastRules {
    /// Choices of players, in the order in which they are asked.
    pub policies: &'static [Policy],
    /// Procedures that are a round of melee.
    pub rounds: &'static [&'static str],
    /// Fates of a unit, from the best to the worst. The last is also that of a unit that has left the table. A label may agree
    /// with the number `n` of units: `{n|fights|fight} on`.
    pub fates: &'static [Choice],
    /// Index of a unit's fate in that list.
    pub fate: fn(&Facts) -> usize,
    /// Numbers of a unit that are averaged.
    pub numbers: &'static [Number],
    /// Sentences on what is assumed besides.
    pub notes: &'static [&'static str],
    /// True where a chain ends although its turn goes on: somebody must roll for the initiative.
    pub ends: fn(&Table) -> bool,
}

impl ForecastRules {
    /// No choices: duties are done as they come up.
    pub const PLAIN: Self = Self {
        policies: &[],
        rounds: &[],
        fates: &[Choice { id: "there", label: "on the table" }, Choice { id: "gone", label: "gone" }],
        fate: |_| 0,
        numbers: &[],
        notes: &[],
        ends: |_| false,
    };
}

/// A number of a unit, such as its counters.
#[derive(Debug)]
pub struct Number {
    /// Its id.
    pub id: &'static str,
    /// Its name for players: `counters`.
    pub label: &'static str,
    /// Its value; `None` for units that do not have it.
    pub of: fn(&Facts) -> Option<i32>,
}

/// A choice of players that comes up on the way.
#[derive(Debug)]
pub struct Policy {
    /// Its id.
    pub id: &'static str,
    /// The question, for players: `Answer to a charge`.
    pub label: &'static str,
    /// The answers, at least two. The first is the default.
    pub choices: &'static [Choice],
    /// The act that the answer leads to now, if there is one.
    pub plan: fn(&Plan) -> Option<Planned>,
}

/// A moment at which policies are asked.
pub struct Plan<'a> {
    /// The table.
    pub table: &'a Table,
    /// Ids of the units that the chain is about, those that began it first.
    pub units: &'a [String],
    /// Duties that concern them.
    pub due: &'a [Duty],
    /// Id of the answer to the policy that is asked, for sentences and answers; [`chose`](Self::chose) compares it.
    pub choice: &'a str,
    /// Number of rounds of melee fought so far, for those that ask.
    pub rounds: &'a dyn Fn() -> usize,
}

impl Plan<'_> {
    /// True if players chose this answer.
    pub fn chose(&self, answer: Choice) -> bool {
        self.choice == answer.id
    }

    /// The first duty of a procedure.
    pub fn duty(&self, procedure: &str) -> Option<Planned> {
        self.due.iter().find(|duty| duty.procedure == procedure).cloned().map(Planned::Act)
    }

    /// The first unit that a duty names in a role.
    pub fn unit_of(&self, duty: &Duty, role: &str) -> Option<&TableUnit> {
        duty.units(role).first().and_then(|id| self.table.unit(id))
    }

    /// True if a unit is one of the chain.
    pub fn concerns(&self, unit: &str) -> bool {
        self.units.iter().any(|own| own == unit)
    }
}

/// An act that a policy leads to.
#[derive(Debug)]
pub enum Planned {
    /// A procedure.
    Act(Duty),
    /// Trackers that players set by hand, as they see it on the table.
    Set(Vec<Change>),
}
