//! The rulesets that Drumhead knows, one folder each.
//!
//! What every page shows of them is in [`LIST`]. The rules themselves are large, and few players play all four: in a browser
//! each ruleset is a part of its own that is fetched when it is first needed, and [`put`] here. Natively all are there.

pub mod argad;
pub mod arquebusier;
pub mod pike_and_shot;
pub mod pikette_squared;
#[cfg(feature = "toy")]
#[path = "../tests/toy/ruleset.rs"]
pub mod toy;

use crate::ruleset::{Named, Ruleset};
use std::sync::OnceLock;

/// Hands every ruleset's module to a macro, in the order in which they are offered. Whatever is one of each ruleset is made
/// from this list.
#[macro_export]
macro_rules! every_ruleset {
    ($of_each:ident) => {
        $of_each! { pike_and_shot, pikette_squared, argad, arquebusier, #[cfg(feature = "toy")] toy }
    };
}

macro_rules! lists {
    ($($(#[$only:meta])? $ruleset:ident),*) => {
        /// Every ruleset by name, in the order in which they are offered.
        pub const LIST: &[Named] = &[$($(#[$only])? $ruleset::NAMED),*];

        /// Every ruleset, in the order of [`LIST`].
        #[cfg(not(target_arch = "wasm32"))]
        pub const ALL: &[&Ruleset] = &[$($(#[$only])? &$ruleset::RULESET),*];
    };
}
every_ruleset!(lists);

static SHELF: [OnceLock<&'static Ruleset>; LIST.len()] = [const { OnceLock::new() }; LIST.len()];

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
