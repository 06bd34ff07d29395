//! Consequences that several procedures share: sentences, changes of trackers, and checks of participants.

use super::casualties::Losses;
use super::terms::MoraleClass;
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::{Filled, Origin};
use crate::rules::consequences::ConsequencesBuilder;
use crate::text;
use serde_json::{Map, Value as Json};

/// Describes losses: `one pikeman and 2 musketeers fall`.
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

/// Describes a number: `one counter`, `3 counters`; `None` for 0.
pub fn count(count: i32, one: &'static str, several: &'static str) -> Option<Text> {
    match count {
        0 => None,
        1 => Some(one.into()),
        n => Some(text!(several, n = n)),
    }
}

/// `3 counters`, or `no counter`.
pub fn counters(held: i32) -> Text {
    count(held, "one counter", "{n} counters").unwrap_or_else(|| "no counter".into())
}

/// How near a unit is to breaking: `3 counters of 6.`
pub fn counters_held(held: i32, class: Option<MoraleClass>) -> Text {
    match class {
        Some(class) => text!("{counters} of {limit}.", counters = counters(held), limit = class.breaking_number()),
        None => text!("{counters}; its morale class is not known yet.", counters = counters(held)),
    }
}

/// Takes the figures that fell off a unit.
pub fn take_off(consequences: &mut ConsequencesBuilder, role: &'static str, index: usize, losses: Losses) {
    let others = losses.figures - losses.pikes - losses.muskets;
    consequences.add_nth(role, index, "pikes", -losses.pikes);
    consequences.add_nth(role, index, "muskets", -losses.muskets);
    consequences.add_nth(role, index, "figures", -others);
}

/// Gives a unit counters before the melees of the bound, which one reading of R10 remembers.
pub fn give_before_melee(consequences: &mut ConsequencesBuilder, role: &'static str, counters: i32) {
    consequences.add(role, "counters", counters).add(role, "earlier_counters", counters);
}

/// A unit at its breaking number breaks.
pub fn breaking_due(consequences: &mut ConsequencesBuilder, role: &'static str, index: usize) {
    consequences
        .due("break_unit", "At its breaking number: it breaks.")
        .participant_nth("unit", role, index)
        .field("cause", "counters");
}

/// A unit that cannot act any more.
pub fn in_battle(unit: &Facts) -> Result<(), Text> {
    match () {
        () if unit.flag("lost") => Err("It is out of the battle.".into()),
        () if unit.flag("dead") => Err("He is dead.".into()),
        () if unit.flag("destroyed") => Err("Nobody is left of it.".into()),
        () => Ok(()),
    }
}

/// Any unit but a general.
pub fn is_unit(unit: &Facts) -> Result<(), Text> {
    in_battle(unit)?;
    if unit.is("troop_type", &["general"]) { Err("A general is not a unit.".into()) } else { Ok(()) }
}

/// A unit whose morale class is known.
pub fn has_class(unit: &Facts) -> Result<(), Text> {
    is_unit(unit)?;
    if unit.is("morale_class", &["unknown"]) { Err("Its morale class must be rolled first.".into()) } else { Ok(()) }
}

/// A general.
pub fn is_general(unit: &Facts) -> Result<(), Text> {
    in_battle(unit)?;
    if unit.is("troop_type", &["general"]) { Ok(()) } else { Err("This is for generals.".into()) }
}

/// Keeps the facts of `own` where two units' facts fill one form by name.
pub fn keep_facts_of<F: Filled>(own: &Facts, other: &Facts, input: &mut Map<String, Json>) {
    for field in F::FORM.fields.iter().filter(|field| field.origin == Origin::Unit) {
        match (own.get(field.id), other.get(field.id)) {
            (Some(fact), _) => {
                input.insert(field.id.to_owned(), fact.clone());
            }
            (None, Some(_)) => {
                input.remove(field.id);
            }
            (None, None) => {}
        }
    }
}

/// Sets a field that nobody has answered yet.
pub fn suggest(input: &mut Map<String, Json>, field: &str, value: impl Into<Json>) {
    input.entry(field).or_insert_with(|| value.into());
}
