//! Tests of battles of all rulesets.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod candidates;
mod chains;
mod corrections;
mod expected;
mod groups;
mod guides;
mod log_words;
mod long_odds;
mod luck;
mod melees;
mod needs;
mod oracle;
mod own_limits;
mod own_rules;
mod panels;
mod random_battles;
mod report_and_luck;
mod roll_labels;
mod scenarios;
mod seats;
mod situations;
mod variants;
