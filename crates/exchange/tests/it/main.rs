//! Tests of storage, links and codes.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

mod limits;
mod stored;
