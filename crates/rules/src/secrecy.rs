//! Counters hidden from the other general, for instance in matchboxes: the agreement between the players.
//!
//! A ruleset marks the trackers whose values the figures do not show ([`Tracker::secret`](super::ruleset::Tracker::secret)). The agreement
//! is a tracker of the battle. An act sets it for both sides, like any other tracker.

use super::closing::is_closed;
use super::ruleset::{Tracker, Tracks};
use crate::choices;
use crate::facts::{Fact, Facts};
use crate::form::{Choices, Constant};
use crate::own::OwnRules;
use crate::ruleset::Ruleset;
use crate::subject::{Side, Subject};

choices! {
    /// Agreement on who sees secret trackers. It comes from *Pike & Shot*, Equipment (d), and applies to all rules with secret trackers.
    pub enum Secrecy {
        Open = "open" "Everybody sees all counters",
        OwnSide = "own_side" "Each side sees its own counters",
        Umpire = "umpire" "The umpire sees all; a player sees units that his General is with",
    }
}

/// The agreement. If it is not set, it is [`Secrecy::Open`].
pub const SECRECY: Fact<Secrecy> = crate::fact!("secrecy", "Hidden counters");

impl Secrecy {
    /// Returns the agreement, from the trackers of the battle. When the battle is closed, nothing is hidden.
    pub fn of(battle: &Facts) -> Self {
        if is_closed(battle) { Self::Open } else { battle.value(SECRECY).unwrap_or(Self::Open) }
    }

    /// True if the secret trackers of a unit of side `of` are hidden from an onlooker. Those of a unit that has left stay hidden, because
    /// they would hint at the values of others.
    pub fn hides(self, ruleset: &Ruleset, unit: &Facts, of: Side, from: Onlooker) -> bool {
        match self {
            Self::Open => false,
            Self::OwnSide => from != Onlooker::Side(of),
            Self::Umpire => from != Onlooker::Side(of) || !ruleset.general_with.is_some_and(|with| unit.holds(with)),
        }
    }

    /// True if the secret trackers of side `of` are hidden from an onlooker.
    pub fn hides_side(self, of: Side, from: Onlooker) -> bool {
        self != Self::Open && from != Onlooker::Side(of)
    }
}

/// A person who sees a battle and is not its umpire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onlooker {
    /// The player of a side.
    Side(Side),
    /// Any person: players of both sides, or spectators.
    Anybody,
}

/// The tracker of the agreement. It belongs to no ruleset: a battle has it once players have made an agreement.
pub(super) static AGREEMENT: Tracker = Tracker::new(SECRECY, Tracks::Word(Secrecy::CHOICES), Constant::Word("open"));

impl Ruleset {
    /// Returns the agreements that players can choose. Empty if neither the ruleset nor an own rule has a secret tracker.
    pub fn secrecies(&self, own: &OwnRules) -> Vec<Secrecy> {
        let hides = own.trackers.iter().any(|tracker| tracker.secret);
        if !hides && !self.trackers.unit.iter().chain(self.trackers.side).any(|tracker| tracker.secret) {
            return Vec::new();
        }
        let umpire = self.general_with.map(|_| Secrecy::Umpire);
        [Secrecy::Open, Secrecy::OwnSide].into_iter().chain(umpire).collect()
    }
}

impl Ruleset {
    /// Returns the secret trackers of a unit, a side or the battle. `battle` holds the trackers of the battle, with the own rules.
    pub fn secret_trackers(&self, of: &Subject, battle: &Facts) -> impl Iterator<Item = &'static Tracker> + use<> {
        let trackers = if *of == Subject::Battle { Vec::new() } else { self.trackers_in(of, battle) };
        trackers.into_iter().filter(|tracker| tracker.secret)
    }
}

impl Tracker {
    /// True if the owner of these facts has the tracker, but its value is hidden.
    pub fn is_hidden_in(&self, facts: &Facts) -> bool {
        self.secret && facts.get(self.id).is_some_and(serde_json::Value::is_null)
    }
}
