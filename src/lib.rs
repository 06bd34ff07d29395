//! Drumhead: a table-side referee for pike-and-shot wargames.

pub mod battle;
pub mod cast;
pub mod chance;
pub mod contract;
pub mod dice;
pub mod facts;
pub mod form;
pub mod limits;
pub mod outcome;
pub mod procedure;
pub mod refusal;
pub mod roster;
pub mod ruleset;
pub mod rulesets;
pub mod share;
pub mod store;
pub mod story;
pub mod text;
