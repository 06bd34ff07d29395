//! A unit: its profile in a roster, its trackers, and what follows from them.

use crate::facts::Facts;
use crate::form;
use crate::form::{Constant, Filled, Form};
use crate::ruleset::{Standing, Tracker, Tracks, Urgency};
use crate::text;
use crate::text::Text;

form! {
    /// A unit of a roster. *Classification of Troops; Armour and Organization.*
    pub struct Unit {
        /// Its name.
        name: String = unit(text(60)).label("Name"),
        /// Figures with a pike.
        pikes: i32 = unit(whole(0, 200)).or(0).label("Pikes"),
    }
}

/// A unit as a roster enters it.
pub const PROFILE: &Form = Unit::FORM;

/// What is tracked of a unit.
pub const TRACKERS: &[Tracker] = &[
    Tracker::new("counters", "Counters", Tracks::Pips { max: 30 }, Constant::Whole(0)),
    Tracker::count("pikes", "Pikes", 200),
];

/// Adds what follows from profile and trackers.
pub fn derive(facts: &mut Facts) {
    facts.set("front_pikes", facts.whole("pikes"));
}

/// A unit in a few words.
pub fn describe(facts: &Facts) -> Vec<Text> {
    vec![text!("{n} pikes", n = facts.whole("pikes"))]
}

/// How a unit stands.
pub fn standing(facts: &Facts) -> Vec<Standing> {
    if facts.whole("counters") > 4 {
        vec![Standing { words: "in trouble".into(), urgency: Urgency::Alarm }]
    } else {
        vec![]
    }
}
