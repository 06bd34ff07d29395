//! Cards, notes, phases and outcomes. The expected values follow from the description of the ruleset; they were not copied from results.

mod acts;
mod blocks;
mod cards;
mod contacts;
mod ground;
mod limits;
mod turn;
mod words;
