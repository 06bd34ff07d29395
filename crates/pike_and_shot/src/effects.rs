//! Consequences that several procedures share: sentences, changes of trackers, and checks of participants.

use super::casualties::Losses;
use super::facts;
use super::relations::{general_recovers, is_general_with};
use super::terms::{MoraleClass, TargetType};
use crate::facts::*;
use rules::prelude::*;

/// Losses in words: `one pikeman and 2 musketeers fall`.
pub fn fallen(losses: Losses) -> Text {
    let others = losses.figures - losses.pikes - losses.muskets;
    let arms = [
        count(losses.pikes, "one pikeman", "{n} pikemen"),
        count(losses.muskets, "one musketeer", "{n} musketeers"),
        count(others, "one figure", "{n} figures"),
    ];
    let mut fell = arms.into_iter().flatten();
    match (fell.next(), fell.next()) {
        (Some(one), Some(other)) => text!("{one} and {other} fall", one = one, other = other),
        (Some(one), None) if losses.figures == 1 => text!("{one} falls", one = one),
        (Some(one), None) => text!("{one} fall", one = one),
        (None, _) => "nobody falls".into(),
    }
}

/// A number in words: `one counter`, `3 counters`; `None` for 0.
pub fn count(count: i32, one: &'static str, several: &'static str) -> Option<Text> {
    match count {
        0 => None,
        1 => Some(one.into()),
        n => Some(text!(several, n = n)),
    }
}

/// A number of counters in words: `3 counters`, `no counters`.
pub fn counters(held: i32) -> Text {
    count(held, "one counter", "{n} counters").unwrap_or_else(|| "no counters".into())
}

/// Counters and breaking number in words: `3 counters of 6.` Above the breaking number: `9 counters: it breaks at 8.`
pub fn counters_held(held: i32, class: Option<MoraleClass>) -> Text {
    match class {
        Some(class) if held > class.breaking_number() => {
            text!("{counters}: it breaks at {limit}.", counters = counters(held), limit = class.breaking_number())
        }
        Some(class) if held == 0 => text!("0 counters of {limit}.", limit = class.breaking_number()),
        Some(class) => text!("{counters} of {limit}.", counters = counters(held), limit = class.breaking_number()),
        None => text!("{counters}; its morale class is not known yet.", counters = counters(held)),
    }
}

/// Subtracts losses from the trackers of the unit at this index of a role.
pub fn take_off(consequences: &mut ConsequencesBuilder, role: &'static str, index: usize, losses: Losses) {
    let others = losses.figures - losses.pikes - losses.muskets;
    consequences.raise_nth(role, index, PIKES, -losses.pikes);
    consequences.raise_nth(role, index, MUSKETS, -losses.muskets);
    consequences.raise_nth(role, index, FIGURES, -others);
}

/// Help of a general to a unit that tests or hears a speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneralHelp {
    /// No general is with the unit.
    None,
    /// A general is with the unit and can help it.
    Fit,
    /// Every general with the unit is recovering from a wound, so none lends a modifier (R20).
    Recovering,
}

/// Returns the help of a general to the first unit of a role.
pub fn general_with(scene: &Scene, role: &str) -> GeneralHelp {
    match scene.unit(role) {
        Some(unit) if general_recovers(&scene.table, unit) => GeneralHelp::Recovering,
        Some(unit) if is_general_with(&scene.table, unit) => GeneralHelp::Fit,
        _ => GeneralHelp::None,
    }
}

/// Accepts units other than generals.
pub fn is_unit(unit: &Facts) -> Result<(), Text> {
    if facts::is_general(unit) { Err("A general is not a unit.".into()) } else { Ok(()) }
}

/// Accepts generals.
pub fn is_general(unit: &Facts) -> Result<(), Text> {
    if facts::is_general(unit) { Ok(()) } else { Err("This is for generals.".into()) }
}

/// Accepts guns.
pub fn is_gun(unit: &Facts) -> Result<(), Text> {
    if unit.equals(TROOPS, TargetType::Artillery) { Ok(()) } else { Err("This is for guns.".into()) }
}
