//! Counters that the other general does not see, as those kept in matchboxes: what players agree on.
//!
//! A ruleset says which of its trackers count what figures on the table do not show
//! ([`Tracker::secret`](super::ruleset::Tracker::secret)). The agreement is a tracker of the battle, so it is set by an act like
//! any other, by both sides.

use super::ruleset::Tracker;
use crate::choices;
use crate::core::facts::{Fact, Facts};
use crate::core::subject::Side;
use crate::rules::ruleset::Ruleset;

choices! {
    /// Agreement on who sees secret trackers. *Pike & Shot*, Equipment (d), and likewise in any rules that have some.
    pub enum Secrecy {
        Open = "open" "Everybody sees all counters",
        OwnSide = "own_side" "Each side sees its own counters",
        Umpire = "umpire" "The umpire sees all; a player sees units that his General is with",
    }
}

/// The agreement; unknown while players have made none, which is [`Secrecy::Open`].
pub const SECRECY: Fact<Secrecy> = Fact::new("secrecy");

impl Secrecy {
    /// The agreement that holds, from the trackers of the battle.
    pub fn of(battle: &Facts) -> Self {
        battle.value(SECRECY).unwrap_or(Self::Open)
    }

    /// True if it hides the secret trackers of a unit from a side. A unit that is out of the battle has none any more: everybody sees
    /// it leave.
    pub fn hides(self, ruleset: &Ruleset, unit: &Facts, [of, from]: [Side; 2]) -> bool {
        let is_hidden = match self {
            Self::Open => false,
            Self::OwnSide => of != from,
            Self::Umpire => of != from || !ruleset.general_with.is_some_and(|with| unit.holds(with)),
        };
        is_hidden && !(ruleset.glance.is_out)(unit)
    }

    /// True if it hides the secret trackers of a side from the other.
    pub fn hides_side(self, [of, from]: [Side; 2]) -> bool {
        self != Self::Open && of != from
    }
}

impl Ruleset {
    /// The agreements that players can make: none if figures on the table show everything.
    pub fn secrecies(&self) -> Vec<Secrecy> {
        if !self.trackers.iter().chain(self.side_trackers).any(|tracker| tracker.secret) {
            return Vec::new();
        }
        let umpire = self.general_with.map(|_| Secrecy::Umpire);
        [Secrecy::Open, Secrecy::OwnSide].into_iter().chain(umpire).collect()
    }
}

impl Tracker {
    /// True if somebody has it whose value is hidden in these facts.
    pub fn is_hidden_in(&self, facts: &Facts) -> bool {
        self.secret && facts.get(self.id).is_some_and(serde_json::Value::is_null)
    }
}
