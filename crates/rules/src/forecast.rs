//! Settings for forecasts: the choices that a forecast makes for the players while it follows a chain of acts, and descriptions of the end.
//!
//! Between the acts of a chain, players may have choices. A ruleset declares each as a [`Policy`] with a default answer. The forecast asks the
//! policies first, and otherwise follows the referee's duties.

use super::table::{Change, Table, TableUnit};
use super::turn::Duty;
use crate::facts::Facts;
use crate::form::Choice;

/// Settings of a ruleset for forecasts.
#[derive(Debug)]
pub struct ForecastRules {
    /// Choices of players. They are asked in this order.
    pub policies: &'static [Policy],
    /// Ids of the procedures that count as a round of melee.
    pub rounds: &'static [&'static str],
    /// Fates of a unit, from best to worst. The last one also applies to a unit that has left the table. A label may depend on the number
    /// `n` of units: `{n|fights|fight} on`.
    pub fates: &'static [Choice],
    /// Returns the index of a unit's fate in `fates`.
    pub fate: fn(&Facts) -> usize,
    /// Numbers of a unit whose averages are shown.
    pub numbers: &'static [Number],
    /// Sentences on further assumptions of the forecast.
    pub notes: &'static [&'static str],
    /// Returns true if the chain ends although the turn goes on, such as when players must roll for the initiative.
    /// Only *Pikette Squared* needs it, because its initiative is rolled for.
    pub ends: fn(&Table) -> bool,
}

impl ForecastRules {
    /// No policies: duties are resolved as they become due.
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

/// A number of a unit that is averaged, such as its counters.
#[derive(Debug)]
pub struct Number {
    /// Its id.
    pub id: &'static str,
    /// Label for players: `counters`.
    pub label: &'static str,
    /// Returns its value; `None` for units without it.
    pub of: fn(&Facts) -> Option<i32>,
}

/// A choice of players during a chain.
#[derive(Debug)]
pub struct Policy {
    /// Its id.
    pub id: &'static str,
    /// The question for players: `Answer to a charge`.
    pub label: &'static str,
    /// The answers: at least two. The first is the default.
    pub choices: &'static [Choice],
    /// Returns the act that follows from the answer now. `None` if there is none.
    pub plan: fn(&Plan) -> Option<Planned>,
}

/// The state of a chain when policies are asked.
pub struct Plan<'a> {
    /// The table.
    pub table: &'a Table,
    /// Ids of the units in the chain. Those that began it come first.
    pub units: &'a [String],
    /// Duties of these units.
    pub due: &'a [Duty],
    /// Id of the chosen answer to the policy. [`chose`](Self::chose) compares it.
    pub choice: &'a str,
    /// Returns the number of rounds of melee so far.
    pub rounds: &'a dyn Fn() -> usize,
}

impl Plan<'_> {
    /// True if this answer was chosen.
    pub fn chose(&self, answer: Choice) -> bool {
        self.choice == answer.id
    }

    /// Returns the first duty of a procedure. `None` if there is none.
    pub fn duty(&self, procedure: &str) -> Option<Planned> {
        self.due.iter().find(|duty| duty.procedure == procedure).cloned().map(Planned::Act)
    }

    /// Returns the first unit of a role in a duty. `None` if the role is empty.
    pub fn unit_of(&self, duty: &Duty, role: &str) -> Option<&TableUnit> {
        duty.units(role).first().and_then(|id| self.table.unit(id))
    }

    /// True if a unit is part of the chain.
    pub fn concerns(&self, unit: &str) -> bool {
        self.units.iter().any(|known| known == unit)
    }
}

/// An act that follows from a policy.
#[derive(Debug)]
pub enum Planned {
    /// A procedure.
    Act(Duty),
    /// Changes of trackers that players would make by hand.
    Set(Vec<Change>),
}
