//! The end of a battle: what players, or the rules, say of who has won.
//!
//! The verdict is a tracker of the battle, which every ruleset has besides its own, so it is set by an act like any other: it is
//! shared, undone and verified. A battle that has one is closed: nothing is done in it until it is reopened.

use super::ruleset::{Ruleset, Tracker, Tracks};
use super::secrecy::AGREEMENT;
use super::table::Table;
use super::{clock, own};
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

/// The verdict; unknown while a battle has never been closed, which is [`Verdict::Open`].
pub const VERDICT: Fact<Verdict> = Fact::new("verdict").labelled("Result");

/// Rule id of acts that are refused because the battle is closed.
pub const CLOSED: &str = "closed";

impl Verdict {
    /// The verdict, from the trackers of the battle.
    pub fn of(battle: &Facts) -> Self {
        battle.value(VERDICT).unwrap_or_default()
    }

    /// The victory of a side.
    pub fn won_by(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }

    /// The side that won, if one did.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            Self::Open | Self::Draw | Self::Undecided => None,
        }
    }

    /// In words, with the names of the sides: `The King won`.
    pub fn words(self, sides: [&str; 2]) -> Text {
        match self.winner() {
            Some(side) => text!("{side} won", side = sides[side.index()].to_owned()),
            None => self.label().into(),
        }
    }
}

/// True if players, or the rules, have closed the battle.
pub fn is_closed(battle: &Facts) -> bool {
    Verdict::of(battle) != Verdict::Open
}

/// Reason why nothing is done in a battle; `None` while it goes on.
pub fn closed(battle: &Facts) -> Option<Text> {
    is_closed(battle).then(|| "The battle is closed. Reopen it to go on.".into())
}

/// A verdict that follows from the rules, with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// Its reason, for players.
    pub because: Text,
    /// True if the rules let the players choose whether to count it, such as victory points.
    pub is_optional: bool,
}

/// The tracker of the verdict. It is no tracker of any ruleset: a battle has it once players have closed it.
static TRACKER: Tracker = Tracker::new(VERDICT, Tracks::Word(Verdict::CHOICES), Constant::Word("open"));

impl Ruleset {
    /// The verdict as the table stands: by the rules where they have one, else if a side has nothing left that fights.
    pub fn decided(&self, table: &Table) -> Option<Decided> {
        (self.result)(table).or_else(|| self.nothing_left(table))
    }

    /// The verdict that is proposed to players who close the battle: the one of [`decided`](Self::decided), else one that the rules
    /// let players count at the end of any battle.
    pub fn proposed(&self, table: &Table) -> Option<Decided> {
        self.decided(table).or_else(|| (self.proposal)(table))
    }

    /// The verdict if a side has nothing left that fights. Before both have come onto the table, nothing is decided.
    fn nothing_left(&self, table: &Table) -> Option<Decided> {
        let strength = |side: Side| table.of(side).map(|unit| self.battle_stats.fighting(&unit.facts)).sum::<i32>();
        let is_there = |side: &Side| table.of(*side).next().is_some();
        if !Side::BOTH.iter().all(is_there) {
            return None;
        }
        let beaten = |side: Side| Decided {
            verdict: Verdict::won_by(side.other()),
            because: text!("{side} has nothing left that fights.", side = Gap::Side(side.id())),
            is_optional: false,
        };
        match Side::BOTH.map(|side| strength(side) == 0) {
            [false, false] => None,
            [true, false] => Some(beaten(Side::A)),
            [false, true] => Some(beaten(Side::B)),
            [true, true] => {
                let because = "Neither side has anything left that fights.".into();
                Some(Decided { verdict: Verdict::Draw, because, is_optional: false })
            }
        }
    }

    /// Trackers of the battle that rulesets have besides their own: the agreement on hidden counters, the players' own rules and
    /// reminders, the clock, and the verdict.
    pub fn common_trackers(&self) -> impl Iterator<Item = &'static Tracker> + use<> {
        [&AGREEMENT, &own::TRACKER, &own::REMINDERS_TRACKER].into_iter().chain(&clock::TRACKERS).chain([&TRACKER])
    }
}
