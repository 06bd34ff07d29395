//! Cards, notes, phases, outcomes and the ends of chains. The expectations are written from the description of the ruleset, not from
//! answers.

mod acts;
mod blocks;
mod cards;
mod contacts;
mod ground;
mod limits;
mod turn;
mod words;
