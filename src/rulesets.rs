//! The rulesets that Drumhead knows, one folder each.

pub mod argad;
pub mod arquebusier;
pub mod pike_and_shot;
pub mod pikette_squared;

use crate::ruleset::Ruleset;

/// Every ruleset, in the order in which they are offered.
pub const ALL: &[&Ruleset] =
    &[&pike_and_shot::RULESET, &pikette_squared::RULESET, &argad::RULESET, &arquebusier::RULESET];

/// The ruleset with this id.
pub fn find(id: &str) -> Option<&'static Ruleset> {
    ALL.iter().copied().find(|ruleset| ruleset.id == id)
}
