//! The examples of the source of *Arquebusier!* and of the ruleset's description. Odds are written as fractions.

mod army_lists;
mod commands;
mod irregulars;
mod melees;
mod moves;
mod sharing;
mod shooting;
mod targets;
mod the_end;

use testing::asked::{Rules, assert_chance};

const RULES: Rules = Rules("arquebusier");
