//! Situations, and what is said of them: cards, notes, phases, outcomes and the ends of chains. The expectations are written from the
//! descriptions of the rulesets, not from answers.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test, as it should")]

mod argad;
mod arquebusier;
#[allow(dead_code, reason = "other tests share more")]
#[path = "../common/asked.rs"]
mod asked;
mod before_next;
mod chains;
#[allow(dead_code, reason = "other tests share more")]
#[path = "../common/mod.rs"]
mod common;
mod on_the_way;
mod pike_and_shot;
mod pike_generals;
mod pikette_acts;
mod pikette_blocks;
mod pikette_contacts;
mod pikette_ground;
mod pikette_limits;
mod pikette_squared;
mod pikette_turn;
mod pikette_words;
mod positions;
mod rows;
mod rulesets;
mod said_before;
mod signs;
mod small_things;
mod table;
mod turn;
