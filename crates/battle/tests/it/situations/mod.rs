//! Situations of several rulesets, with the expected cards, notes, phases, outcomes and ends of chains. The expectations follow from the
//! descriptions of the rulesets and were not copied from results.

mod before_next;
mod certain_results;
mod chains;
mod policies;
mod positions;
mod rows;
mod signs;
mod small_things;
mod turn;
