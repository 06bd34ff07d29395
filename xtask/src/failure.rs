//! What is said when a step fails.

use std::fmt;

/// A step that failed, with what its user can do about it.
#[derive(Debug)]
pub struct Failure {
    what: String,
    next: String,
}

impl Failure {
    /// `what` failed, as a sentence; `next` is what to do now, as a sentence.
    pub fn new(what: impl Into<String>, next: impl Into<String>) -> Self {
        Self { what: what.into(), next: next.into() }
    }

    /// The same failure, said to be of `step`.
    pub fn in_step(self, step: &str) -> Self {
        Self { what: format!("{step}: {}", self.what), ..self }
    }

    /// What failed.
    pub fn what(&self) -> &str {
        &self.what
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FAILED: {}\nWhat to do: {}", self.what, self.next)
    }
}

impl std::error::Error for Failure {}
