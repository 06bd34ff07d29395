//! The clock that players can agree on: none, times without a limit, a limit for the whole battle, or one for each side.
//!
//! Trackers of the battle record the agreement, and acts set them. Times are read from the log; nothing else stores times.

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

/// The agreement. If it is not set, it is [`ClockKind::Off`].
pub const CLOCK: Fact<ClockKind> = crate::fact!("clock", "Clock");
/// The limit, in minutes: 1 to [`MOST_MINUTES`].
pub const CLOCK_MINUTES: Fact<i32> = crate::fact!("clock_minutes", "Minutes of the clock");
/// The longest limit in minutes: half a day.
pub const MOST_MINUTES: i32 = 720;
/// The proposed limit in minutes, for each side: half an evening.
pub const USUAL_MINUTES: i32 = 90;

impl ClockKind {
    /// Returns the agreement, from the trackers of the battle.
    pub fn of(battle: &Facts) -> Self {
        battle.value(CLOCK).unwrap_or(Self::Off)
    }

    /// True if time is limited.
    pub fn has_limit(self) -> bool {
        matches!(self, Self::Battle | Self::Sides)
    }
}

/// Returns the limit in minutes, from the trackers of the battle; [`USUAL_MINUTES`] if it is not set.
pub fn minutes(battle: &Facts) -> i32 {
    battle.value(CLOCK_MINUTES).unwrap_or(USUAL_MINUTES).clamp(1, MOST_MINUTES)
}

/// The trackers of the agreement. They belong to no ruleset: a battle has them once players have made an agreement.
pub(super) static TRACKERS: [Tracker; 2] = [
    Tracker::new(CLOCK, Tracks::Word(ClockKind::CHOICES), Constant::Word("off")),
    Tracker::new(CLOCK_MINUTES, Tracks::Reading { max: MOST_MINUTES }, Constant::Whole(USUAL_MINUTES)),
];
