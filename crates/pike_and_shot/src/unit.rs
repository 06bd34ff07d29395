//! A unit: profile in a roster, trackers, derived facts, and card.

use rules::prelude::*;
pub mod figures;
pub mod profile;

mod card;
mod derive;
mod sign;
mod states;
mod survivors;
mod trackers;

pub use card::{GLANCE, describe};
pub use derive::derive;
pub use states::STATES;
pub use survivors::survivor;
pub use trackers::TRACKERS;

/// A unit as a roster enters it.
pub const PROFILE: &Form = profile::Unit::FORM;
