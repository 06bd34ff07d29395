//! The clock that players can agree on: none, times alone, a limit for the whole battle, or one for each side.
//!
//! The agreement is made of trackers of the battle, set by acts. The times are those of the log: nothing else is kept.

use super::ruleset::{Tracker, Tracks};
use crate::choices;
use crate::facts::{Fact, Facts};
use crate::form::{Choices, Constant};

choices! {
    /// Agreement on the clock.
    pub enum ClockKind {
        Off = "off" "No clock",
        Times = "times" "Times alone",
        Battle = "battle" "A limit for the battle",
        Sides = "sides" "A limit for each side",
    }
}

/// The agreement; unknown while players have made none, which is [`ClockKind::Off`].
pub const CLOCK: Fact<ClockKind> = Fact::new("clock").labelled("Clock");
/// The limit, in minutes: 1 to [`MOST_MINUTES`].
pub const CLOCK_MINUTES: Fact<i32> = Fact::new("clock_minutes").labelled("Minutes of the clock");
/// The longest limit: half a day.
pub const MOST_MINUTES: i32 = 720;
/// The limit that is proposed, in minutes: half an evening for each side.
pub const USUAL_MINUTES: i32 = 90;

impl ClockKind {
    /// The agreement that holds, from the trackers of the battle.
    pub fn of(battle: &Facts) -> Self {
        battle.value(CLOCK).unwrap_or(Self::Off)
    }

    /// True if time is limited.
    pub fn has_limit(self) -> bool {
        matches!(self, Self::Battle | Self::Sides)
    }
}

/// The limit in minutes, from the trackers of the battle.
pub fn minutes(battle: &Facts) -> i32 {
    battle.value(CLOCK_MINUTES).unwrap_or(USUAL_MINUTES).clamp(1, MOST_MINUTES)
}

/// The trackers of the agreement. They are no trackers of any ruleset: a battle has them once players have agreed on something.
pub(super) static TRACKERS: [Tracker; 2] = [
    Tracker::new(CLOCK, Tracks::Word(ClockKind::CHOICES), Constant::Word("off")),
    Tracker::new(CLOCK_MINUTES, Tracks::Count { max: MOST_MINUTES }, Constant::Whole(USUAL_MINUTES)).measured(),
];
