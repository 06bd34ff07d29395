//! Tests of *Arquebusier!*.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod conformance;
mod examples;
mod line_by_line;
mod scripts;
mod situations;
