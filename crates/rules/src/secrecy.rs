//! Counters that the other general does not see, as those kept in matchboxes: what players agree on.
//!
//! A ruleset says which of its trackers count what figures on the table do not show
//! ([`Tracker::secret`](super::ruleset::Tracker::secret)). The agreement is a tracker of the battle, so it is set by an act like
//! any other, by both sides.

use super::closing::is_closed;
use super::ruleset::{Tracker, Tracks};
use crate::choices;
use crate::facts::{Fact, Facts};
use crate::form::{Choices, Constant};
use crate::own::OwnRules;
use crate::ruleset::Ruleset;
use crate::subject::{Side, Subject};

choices! {
    /// Agreement on who sees secret trackers. *Pike & Shot*, Equipment (d), and likewise in any rules that have some.
    pub enum Secrecy {
        Open = "open" "Everybody sees all counters",
        OwnSide = "own_side" "Each side sees its own counters",
        Umpire = "umpire" "The umpire sees all; a player sees units that his General is with",
    }
}

/// The agreement; unknown while players have made none, which is [`Secrecy::Open`].
pub const SECRECY: Fact<Secrecy> = Fact::new("secrecy").labelled("Hidden counters");

impl Secrecy {
    /// The agreement that holds, from the trackers of the battle. At the end everything is shown.
    pub fn of(battle: &Facts) -> Self {
        if is_closed(battle) { Self::Open } else { battle.value(SECRECY).unwrap_or(Self::Open) }
    }

    /// True if it hides the secret trackers of a unit of a side from somebody. Those of a unit that has left stay hidden: what it had
    /// tells what others may have.
    pub fn hides(self, ruleset: &Ruleset, unit: &Facts, of: Side, from: Onlooker) -> bool {
        match self {
            Self::Open => false,
            Self::OwnSide => from != Onlooker::Side(of),
            Self::Umpire => from != Onlooker::Side(of) || !ruleset.general_with.is_some_and(|with| unit.holds(with)),
        }
    }

    /// True if it hides the secret trackers of a side from somebody.
    pub fn hides_side(self, of: Side, from: Onlooker) -> bool {
        self != Self::Open && from != Onlooker::Side(of)
    }
}

/// Somebody who looks at a battle without being its umpire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onlooker {
    /// The player of a side.
    Side(Side),
    /// Anybody: players of both sides, or spectators.
    Anybody,
}

/// The tracker of the agreement. It is no tracker of any ruleset: a battle has it once players have agreed on something.
pub(super) static AGREEMENT: Tracker = Tracker::new(SECRECY, Tracks::Word(Secrecy::CHOICES), Constant::Word("open"));

impl Ruleset {
    /// The agreements that players can make: none if figures on the table show everything, and no own rule hides something.
    pub fn secrecies(&self, own: &OwnRules) -> Vec<Secrecy> {
        let hides = own.trackers.iter().any(|tracker| tracker.secret);
        if !hides && !self.trackers.iter().chain(self.side_trackers).any(|tracker| tracker.secret) {
            return Vec::new();
        }
        let umpire = self.general_with.map(|_| Secrecy::Umpire);
        [Secrecy::Open, Secrecy::OwnSide].into_iter().chain(umpire).collect()
    }
}

impl Ruleset {
    /// The secret trackers of a unit, of a side or of the battle, given the trackers of the battle, which hold the own rules.
    pub fn secret_trackers(&self, of: &Subject, battle: &Facts) -> impl Iterator<Item = &'static Tracker> + use<> {
        let trackers = if *of == Subject::Battle { Vec::new() } else { self.trackers_in(of, battle) };
        trackers.into_iter().filter(|tracker| tracker.secret)
    }
}

impl Tracker {
    /// True if somebody has it whose value is hidden in these facts.
    pub fn is_hidden_in(&self, facts: &Facts) -> bool {
        self.secret && facts.get(self.id).is_some_and(serde_json::Value::is_null)
    }
}
