//! Summaries of odds and of battles.

pub mod act_words;
pub mod battle_stats;
pub mod calibration;
pub mod candidates;
pub mod chronicle;
pub mod clock;
pub mod dice_sheet;
pub mod house_rules;
pub mod last_roll;
pub mod luck;
pub mod markdown;
pub mod needs;
pub mod odds;
pub mod own_words;
pub mod report;
pub mod result_words;
pub mod roll_labels;
mod scenario_words;
pub mod search;
pub mod seat_words;
pub mod variants;
