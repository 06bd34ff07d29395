//! A unit: its profile in a roster, its trackers, what follows from them, and the words for its card.

pub mod profile;
pub mod words;

mod card;
mod facts;
mod trackers;

use crate::form::{Filled, Form};

pub use card::{describe, standing};
pub use facts::derive;
pub use trackers::TRACKERS;

/// A unit as a roster enters it.
pub const PROFILE: &Form = profile::Unit::FORM;

#[cfg(test)]
mod tests;
