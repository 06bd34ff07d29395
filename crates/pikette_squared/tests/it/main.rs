//! Tests of *Pikette Squared*.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod conformance;
mod examples;
mod on_the_table;
mod scripts;
mod situations;
