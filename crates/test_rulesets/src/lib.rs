//! Every ruleset and the [toy] one, for tests.

pub use {argad, arquebusier, pike_and_shot, pikette_squared, toy};

use rules::registry::Registry;
use rules::ruleset::{Named, Ruleset};

/// Every ruleset by name.
pub const LIST: &[Named] =
    &[pike_and_shot::NAMED, pikette_squared::NAMED, argad::NAMED, arquebusier::NAMED, toy::NAMED];

/// Every ruleset, in the order of [`LIST`].
pub const ALL: &[&Ruleset] =
    &[&pike_and_shot::RULESET, &pikette_squared::RULESET, &argad::RULESET, &arquebusier::RULESET, &toy::RULESET];

/// Every ruleset.
pub const RULESETS: Registry = Registry::of(LIST, ALL);
