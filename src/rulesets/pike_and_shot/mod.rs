//! *Pike & Shot*, English Civil War Wargames Rules, by John Armatys (amended edition, March 2005).

mod reactions;
mod reference;
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
    about: "English Civil War battles of several players in an evening; with its appendix, other wars of the seventeenth century. \
            Inches, six-sided dice, and one kind of counter. Free to copy on paper, not to sell.",
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
    reference: reference::CHAPTERS,
    samples: include_str!("samples.json"),
};
