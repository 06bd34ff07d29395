//! Tests of the whole: one program, as each would link all of the project.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod argad_examples;
mod argad_table;
mod arquebusier_examples;
mod arquebusier_rules;
mod battles;
mod candidates;
mod chains;
mod common;
mod conformance;
mod corrections;
mod descriptions;
mod expected;
mod facts;
mod glossary;
mod guides;
mod handbook;
mod layout;
mod limits;
mod log_words;
mod long_odds;
mod luck;
mod melees;
mod memory;
mod names;
mod needs;
mod oracle;
mod own_rules;
mod panels;
mod pike_and_shot_examples;
mod pikette_squared_examples;
mod pikette_squared_table;
mod random_battles;
mod roll_labels;
mod said;
mod situations;
mod standard_input;
mod stored;
mod toy;
mod translated;
mod variants;
mod words;
