//! Situations of several rulesets, and what is said of them: cards, notes, phases, outcomes and the ends of chains. The expectations are written from the
//! descriptions of the rulesets, not from answers.

mod before_next;
mod chains;
mod on_the_way;
mod positions;
mod rows;
mod said_before;
mod signs;
mod small_things;
mod turn;
