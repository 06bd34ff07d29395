//! The rulesets that Drumhead knows, one folder each.

pub mod argad;
pub mod pike_and_shot;

use crate::ruleset::Ruleset;

/// Every ruleset, in the order in which they are offered.
pub const ALL: &[&Ruleset] = &[&pike_and_shot::RULESET, &argad::RULESET];

/// The ruleset with this id.
pub fn find(id: &str) -> Option<&'static Ruleset> {
    ALL.iter().copied().find(|ruleset| ruleset.id == id)
}
