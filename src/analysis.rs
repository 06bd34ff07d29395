//! Summaries of odds and of battles: what may come, and how a log reads afterwards.

pub mod battle_stats;
pub mod luck;
pub mod odds;
pub mod report;
pub mod variants;
