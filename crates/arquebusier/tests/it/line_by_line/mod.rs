//! *Arquebusier!* line by line: every modifier, refusal, cause and switch of the ruleset's description, and their order.

mod commands;
mod irregulars;
mod melees;
mod moves;
mod shooting;
mod targets;
mod the_end;
mod years;

use testing::asked::{Rules, assert_chance, with};

const RULES: Rules = Rules("arquebusier");
