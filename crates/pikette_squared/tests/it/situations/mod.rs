//! Cards, notes, phases, outcomes and ends of chains. The expectations follow from the description of the ruleset and were not copied from
//! results.

mod acts;
mod blocks;
mod cards;
mod contacts;
mod ground;
mod limits;
mod turn;
mod words;
