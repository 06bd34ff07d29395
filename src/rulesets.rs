//! The rulesets that Drumhead knows, a crate each.
//!
//! [`LIST`] holds their titles, which every page shows. The rules themselves are large: a browser fetches them after the page
//! that the app opens with.
//!
//! # Floors
//!
//! Inside a ruleset's crate, a file uses only files on its floor and below. `tests/it/layout.rs` checks this. The floors, from the top:
//!
//! | floor | contents |
//! | --- | --- |
//! | `lib.rs` | the description |
//! | `texts`, guide, trackers, comparisons | lists that the description names |
//! | `turn` | phases, duties, bars of the whole table, upkeep |
//! | procedures | groups that do not use each other |
//! | shared | what several procedures share: fields of inputs, conditions, losses |
//! | `unit` | profile, derived facts, card |
//! | `facts` | the table of facts |
//! | `terms`, `rulings` | words and choices |

use rules::registry::Registry;
use rules::ruleset::{Named, Ruleset};

/// Every ruleset by name, in the order in which they are offered.
pub const LIST: &[Named] = &[pike_and_shot::NAMED, pikette_squared::NAMED, argad::NAMED, arquebusier::NAMED];

/// Every ruleset, in the order of [`LIST`].
pub const ALL: &[&Ruleset] =
    &[&pike_and_shot::RULESET, &pikette_squared::RULESET, &argad::RULESET, &arquebusier::RULESET];

/// Every ruleset, for battles, storage, sharing and the contract.
pub const RULESETS: Registry = Registry::of(LIST, ALL);

/// The titles without the rules, for pages that are shown before the rules are fetched.
pub const TITLES: Registry = Registry::of(LIST, &[]);
