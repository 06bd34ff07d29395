//! Error messages: what failed, and what to do about it.

use std::fmt;

/// A failure, with advice for the user.
#[derive(Debug)]
pub struct Failure {
    what: String,
    next: String,
}

impl Failure {
    /// Builds a failure from two sentences: `what` failed, and what to do `next`.
    pub fn new(what: impl Into<String>, next: impl Into<String>) -> Self {
        Self { what: what.into(), next: next.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FAILED: {}\nWhat to do: {}", self.what, self.next)
    }
}
