//! The rulesets that Drumhead knows, one folder each.
//!
//! [`LIST`] holds their titles, which every page shows. The rules themselves are large: a browser fetches them after the page
//! that the app opens with, and [`put`] here. Natively they are there.
//!
//! # Floors
//!
//! Inside a ruleset's folder, too, a file uses only those on its floor and below, which `tests/layout.rs` names:
//!
//! | floor | contents |
//! | --- | --- |
//! | `mod.rs` | the description |
//! | `texts`, guide, trackers, comparisons | lists that the description names |
//! | `turn` | phases, duties, bars of the whole table, upkeep |
//! | procedures | groups that do not use each other |
//! | shared | what several procedures share: fields of inputs, conditions, losses |
//! | `unit` | profile, derived facts, card |
//! | `facts` | the table of facts |
//! | `terms`, `rulings` | words and choices |

pub mod argad;
pub mod arquebusier;
pub mod pike_and_shot;
pub mod pikette_squared;
#[cfg(feature = "toy")]
#[path = "../tests/toy/ruleset.rs"]
pub mod toy;

use rules::ruleset::{Named, Ruleset};
use std::sync::OnceLock;

macro_rules! rulesets {
    ($($(#[$only:meta])? $ruleset:ident),*) => {
        /// Every ruleset by name, in the order in which they are offered.
        pub const LIST: &[Named] = &[$($(#[$only])? $ruleset::NAMED),*];

        /// Every ruleset, in the order of [`LIST`].
        pub const ALL: &[&Ruleset] = &[$($(#[$only])? &$ruleset::RULESET),*];
    };
}
rulesets! { pike_and_shot, pikette_squared, argad, arquebusier, #[cfg(feature = "toy")] toy }

static HERE: OnceLock<&'static [&'static Ruleset]> = OnceLock::new();

/// Puts the rulesets where [`find`] finds them.
pub fn put(all: &'static [&'static Ruleset]) {
    HERE.get_or_init(|| all);
}

/// The ruleset with this id, if there is one and they are [here](put).
pub fn find(id: &str) -> Option<&'static Ruleset> {
    #[cfg(not(target_arch = "wasm32"))]
    put(ALL);
    HERE.get()?.iter().copied().find(|ruleset| ruleset.id == id)
}

/// The title of the ruleset with this id; the id itself if there is none.
pub fn title(id: &str) -> &str {
    named(id).map_or(id, |named| named.title)
}

/// The name of the ruleset with this id.
pub fn named(id: &str) -> Option<Named> {
    LIST.iter().copied().find(|named| named.id == id)
}
