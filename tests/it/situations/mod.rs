//! Situations, and what is said of them: cards, notes, phases, outcomes and the ends of chains. The expectations are written from the
//! descriptions of the rulesets, not from answers.

mod argad;
mod arquebusier;
mod before_next;
mod chains;
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
