//! A unit: its profile in a roster, its trackers, the facts that follow from them, and its card.

pub mod profile;
pub mod words;

mod card;
mod derive;
mod row;
mod sign;
mod trackers;

use crate::form::{Filled, Form};

pub use card::{GLANCE, describe, status_tags};
pub use derive::derive;
pub use trackers::{BATTLE_TRACKERS, SIDE_TRACKERS, TRACKERS};

/// A unit as a roster enters it.
pub const PROFILE: &Form = profile::Unit::FORM;

#[cfg(test)]
mod tests;
