//! *Pike & Shot*, English Civil War Wargames Rules, by John Armatys (amended edition, March 2005).

mod reactions;
mod rulings;
mod terms;
mod turn;
pub mod unit;

use crate::ruleset::Ruleset;

/// The ruleset.
pub const RULESET: Ruleset = Ruleset {
    id: "pike_and_shot",
    title: "Pike & Shot",
    authors: "John Armatys",
    edition: "March 2005",
    about: "English Civil War battles, and with its appendix the other wars of the seventeenth century. Free to copy, not to sell.",
    turn: "Bound",
    unit_noun: "unit",
    profile: unit::PROFILE,
    trackers: unit::TRACKERS,
    side_trackers: &[],
    battle_trackers: &[],
    derive: unit::derive,
    describe: unit::describe,
    standing: unit::standing,
    phases: turn::PHASES,
    rulings: rulings::RULINGS,
    procedures: &[&reactions::CHARGE],
    reference: &[],
    samples: "",
};
