//! Tests of the whole: sources, texts, descriptions of all rulesets, the handbook, and the native program.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod descriptions;
mod facts;
mod folders;
mod glossary;
mod handbook;
mod layout;
mod names;
mod own_process;
mod paper;
mod questions;
mod rulesets;
mod sentences;
mod settings;
mod standard_input;
mod translated;
mod words;
