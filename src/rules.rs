//! Descriptions of rules: rulesets, procedures, trackers, phases, terms, and the consequences of an outcome.

pub mod battle_stats;
pub mod clock;
pub mod closing;
pub mod condition;
pub mod consequences;
pub mod filling;
pub mod forecast;
pub mod glossary;
pub mod guide;
pub mod input;
pub mod own;
pub mod procedure;
pub mod ruleset;
pub mod secrecy;
pub mod table;
pub mod turn;
