//! The rulesets that Drumhead knows, one folder each.
//!
//! What every page shows of them is in [`LIST`]. The rules themselves are large, and few players play all four: in a browser
//! each ruleset is a part of its own that is fetched when it is first needed, and [`put`] here. Natively all are there.

pub mod argad;
pub mod arquebusier;
pub mod pike_and_shot;
pub mod pikette_squared;

use crate::ruleset::{Named, Ruleset};
use std::sync::OnceLock;

/// Every ruleset by name, in the order in which they are offered.
pub const LIST: [Named; 4] = [pike_and_shot::NAMED, pikette_squared::NAMED, argad::NAMED, arquebusier::NAMED];

/// Every ruleset, in the order of [`LIST`].
#[cfg(not(target_arch = "wasm32"))]
pub const ALL: &[&Ruleset] =
    &[&pike_and_shot::RULESET, &pikette_squared::RULESET, &argad::RULESET, &arquebusier::RULESET];

static SHELF: [OnceLock<&'static Ruleset>; 4] = [const { OnceLock::new() }; 4];

/// Puts a ruleset where [`find`] finds it.
pub fn put(ruleset: &'static Ruleset) {
    if let Some(place) = place(ruleset.id) {
        SHELF[place].get_or_init(|| ruleset);
    }
}

/// The ruleset with this id, if there is one and it is [there](put).
pub fn find(id: &str) -> Option<&'static Ruleset> {
    let place = place(id)?;
    #[cfg(not(target_arch = "wasm32"))]
    put(ALL[place]);
    SHELF[place].get().copied()
}

/// The name of the ruleset with this id.
pub fn named(id: &str) -> Option<Named> {
    place(id).map(|place| LIST[place])
}

fn place(id: &str) -> Option<usize> {
    LIST.iter().position(|named| named.id == id)
}
