//! Scenarios: battles as a game master prepares them, and what a battle takes from them.
//!
//! # Design
//!
//! **A scenario is plain data.** It has two parts. The armies, the house rules and the texts are needed until the battle begins; they are in
//! `exchange::storage::scenario`, next to rosters, and are stored and shared like these. The [`Course`] is needed during the battle:
//! briefings, arrivals, events, the end and the points. Both refuse fields that they do not know, so a scenario of a newer version is
//! reported instead of being read in part. [`Course::check`] bounds it, and [`Course::check_for`] compares it with a ruleset and with both
//! armies. A refusal names the path of the fault.
//!
//! **A battle copies the course.** "Play it" writes it into the header, so all devices have it and a later change of the scenario changes
//! no battle. The units of the scenario become the units of the header, with their ids and commands. The state keeps the course as a
//! [`Planned`], with the armies as they began, and gives it to the rules as a part of the [`Table`].
//!
//! **A scenario stores its state in trackers.** No ruleset describes these trackers, and a battle without a scenario has none:
//!
//! | tracker | of | value |
//! | --- | --- | --- |
//! | [`OFF_TABLE`] | a unit | true until it arrives. It begins true for the units of the arrivals |
//! | `arrival:<id>` | the battle | turn in which the dice for an arrival were last rolled |
//! | `event:<id>` | the battle | turn in which an event last happened |
//! | `skipped:<tracker>` | the battle | turn in which an arrival or an event was last skipped. The end of a phase sets it |
//! | `switched:<name>` | the battle | last turn in which an own modifier is switched on |
//! | `ground:<id>` | the battle | side that holds a piece of ground: `a`, `b` or empty |
//! | `points:<id>` | a side | points that it has got by an event |
//!
//! Acts set them, so they are undone, merged and verified like any other tracker. What happens later is computed from them and from the
//! turn. Nothing has to be cleared at the end of a turn.
//!
//! **The hooks are few.**
//!
//! - `State` leaves units that are off the table out of the [`Table`]. They are in [`Table::off_table`]. So no rule, offer or
//!   choice of units sees them, and no ruleset needs a ban.
//! - [`Ruleset::procedure`] finds the two procedures of this module, [`ARRIVAL`] and [`EVENT`]. They are ordinary procedures: their odds, dice by
//!   hand, log entries, undo and verification need no code of their own. Their input contains everything that the roll depends on, copied from the
//!   course, so a logged act can be read without the course.
//! - The referee adds [`duties`] to those of the ruleset. They are in the strip, hold up `next`, and are part of the contract's answer.
//! - [`own::fill`](crate::own::fill()) applies modifiers that an event has switched on.
//! - [`Ruleset::decided`] and [`Ruleset::proposed`] ask the course first, by [`ended`] and [`by_points`].
//!
//! [`Ruleset::procedure`]: crate::ruleset::Ruleset::procedure
//! [`Ruleset::decided`]: crate::ruleset::Ruleset::decided
//! [`Ruleset::proposed`]: crate::ruleset::Ruleset::proposed

mod acts;
mod check;
mod course;
mod due;
mod planned;
mod result;
mod words;

pub use acts::{ARRIVAL, EVENT, PROCEDURES, item_of};
pub use check::{Army, ArmyUnit, is_id};
pub use course::{
    Agreement, Arrival, ArrivesAt, Briefings, Course, Effect, End, Event, EventRow, EventTime, ForSides, Ground,
    Points, Reader, TURN_START, UnitPoints,
};
pub use due::{at_will, duties, skipped};
pub(crate) use planned::is_switched_on;
pub use planned::{OFF_TABLE, Planned, PlannedUnit};
pub use result::{Score, ScoreLine, by_points, ended, last_turn, score};

/// True for the id of a procedure that all rulesets have in common: an arrival or an event.
pub fn is_of_scenario(procedure: &str) -> bool {
    PROCEDURES.iter().any(|known| known.id == procedure)
}

#[cfg(doc)]
use crate::table::Table;

/// Greatest length of a name, in letters.
pub const NAME_MAX: usize = 120;
/// Greatest length of a text, in letters.
pub const TEXT_MAX: usize = 4_000;
/// Greatest length of the text of an event's row and of the place of an arrival, in letters.
pub const SENTENCE_MAX: usize = 400;
/// Greatest length of an id, in letters.
pub const ID_MAX: usize = 32;
/// Greatest number of arrivals, of events, and of pieces of ground.
pub const ITEMS_MAX: usize = 24;
/// Greatest number of rows of an event.
pub const ROWS_MAX: usize = 24;
/// Greatest number of effects of a row.
pub const EFFECTS_MAX: usize = 8;
/// Greatest number of a turn in a scenario.
pub const LAST_TURN: i32 = 200;
/// Greatest number of points for one thing.
pub const POINTS_MAX: i32 = 100;
/// Greatest number of dice of an event or an arrival.
pub const DICE_MAX: i32 = 3;
/// Numbers of sides that a die can have.
pub const DIE_SIDES: &[i32] = &[3, 4, 6, 8, 10, 12, 20];

#[cfg(test)]
mod tests;
