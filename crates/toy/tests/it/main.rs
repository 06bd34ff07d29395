//! Tests of *The Nursery Floor*.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod conformance;
mod played;
mod scripts;
