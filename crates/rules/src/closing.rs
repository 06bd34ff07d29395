//! The end of a battle: the verdict on who has won, by the players or the rules.
//!
//! The verdict is a tracker of the battle, which every ruleset has in addition to its own. An act sets it, so it is shared, undone and
//! verified. A battle with a verdict is closed: acts are refused until it is reopened.

use super::ruleset::{Ruleset, Tracker, Tracks};
use super::secrecy::AGREEMENT;
use super::table::Table;
use super::{clock, own, scenario};
use crate::choices;
use crate::facts::{Fact, Facts};
use crate::form::{Choices, Constant};
use crate::subject::Side;
use crate::text;
use crate::text::{Gap, Text};

choices! {
    /// Verdict on a battle.
    #[derive(Default)]
    pub enum Verdict {
        #[default]
        Open = "open" "It goes on",
        A = "a" "{Side A} won",
        B = "b" "{Side B} won",
        Draw = "draw" "A draw",
        Undecided = "undecided" "No decision",
    }
}

/// The verdict. If it is not set, it is [`Verdict::Open`].
pub const VERDICT: Fact<Verdict> = crate::fact!("verdict", "Result");

/// Rule id of acts that are refused because the battle is closed.
pub const CLOSED: &str = "closed";

impl Verdict {
    /// Returns the verdict, from the trackers of the battle.
    pub fn of(battle: &Facts) -> Self {
        battle.value(VERDICT).unwrap_or_default()
    }

    /// Returns the verdict that a side has won.
    pub fn won_by(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }

    /// Returns the side that won. `None` for a draw, for no decision and for an open battle.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            Self::Open | Self::Draw | Self::Undecided => None,
        }
    }

    /// Returns the verdict in words, with the names of the sides: `The King won`.
    pub fn words(self, sides: [&str; 2]) -> Text {
        match self.winner() {
            Some(side) => text!("{side} won", side = sides[side.index()].to_owned()),
            None => self.label().into(),
        }
    }
}

/// True if the battle has a verdict.
pub fn is_closed(battle: &Facts) -> bool {
    Verdict::of(battle) != Verdict::Open
}

/// Returns the reason why acts are refused. `None` while the battle is open.
pub fn closed(battle: &Facts) -> Option<Text> {
    is_closed(battle).then(|| "The battle is closed. Reopen it to go on.".into())
}

/// A verdict from the rules, with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// Its reason, for players.
    pub because: Text,
    /// Its force.
    pub force: Force,
}

/// Force of a verdict from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// The battle is over.
    Final,
    /// The battle is over. Players choose whether this verdict counts, such as one by victory points.
    Optional,
    /// The battle goes on. If players end it now, they may count this verdict.
    Provisional,
}

/// The tracker of the verdict. It belongs to no ruleset: a battle has it once players have closed it.
static TRACKER: Tracker = Tracker::new(VERDICT, Tracks::Word(Verdict::CHOICES), Constant::Word("open"));

impl Ruleset {
    /// Returns the verdict of the scenario, else that of the rules unless it is provisional, else one against a side without fighting units. `None`
    /// if none applies.
    pub fn decided(&self, table: &Table) -> Option<Decided> {
        let is_over = |decided: &Decided| decided.force != Force::Provisional;
        let by_rules = || (self.verdict)(table).filter(is_over);
        scenario::ended(self, table).or_else(by_rules).or_else(|| self.nothing_left(table))
    }

    /// Returns the verdict that is proposed to players who close the battle. It is that of [`decided`](Self::decided), else one by the points of the
    /// scenario, else the provisional verdict of the rules.
    pub fn proposed(&self, table: &Table) -> Option<Decided> {
        self.decided(table).or_else(|| scenario::by_points(self, table)).or_else(|| (self.verdict)(table))
    }

    /// Returns the verdict if a side has no fighting units left, on the table or off it. `None` unless both sides have units on the table now.
    fn nothing_left(&self, table: &Table) -> Option<Decided> {
        let strength = |side: Side| {
            let off_table = table.off_table.iter().filter(|unit| unit.side == side);
            table.of(side).chain(off_table).map(|unit| self.battle_stats.fighting(&unit.facts)).sum::<i32>()
        };
        let is_there = |side: &Side| table.of(*side).next().is_some();
        if !Side::BOTH.iter().all(is_there) {
            return None;
        }
        let beaten = |side: Side| Decided {
            verdict: Verdict::won_by(side.other()),
            because: text!("{side} has nothing left that fights.", side = Gap::Side(side.id())),
            force: Force::Final,
        };
        match Side::BOTH.map(|side| strength(side) == 0) {
            [false, false] => None,
            [true, false] => Some(beaten(Side::A)),
            [false, true] => Some(beaten(Side::B)),
            [true, true] => {
                let because = "Neither side has anything left that fights.".into();
                Some(Decided { verdict: Verdict::Draw, because, force: Force::Final })
            }
        }
    }

    /// Returns the trackers of the battle that every ruleset has in addition to its own. They record the agreement on hidden counters, the players'
    /// own rules, reminders, the clock and the verdict.
    pub fn common_trackers(&self) -> impl Iterator<Item = &'static Tracker> + use<> {
        [&AGREEMENT, &own::TRACKER, &own::REMINDERS_TRACKER].into_iter().chain(&clock::TRACKERS).chain([&TRACKER])
    }
}
