//! Error messages with advice.

use std::fmt;

/// A failure, with advice for the user.
#[derive(Debug)]
pub struct Failure {
    problem: String,
    advice: String,
}

impl Failure {
    /// A failure of two sentences. `advice` begins with a small letter, because it follows "What to do:".
    pub fn new(problem: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { problem: problem.into(), advice: advice.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FAILED: {}\nWhat to do: {}", self.problem, self.advice)
    }
}
