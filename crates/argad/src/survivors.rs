//! Profile of a unit after a battle, with its losses and the wounded who recover.

use super::unit::figures;
use crate::facts::*;
use rules::prelude::*;
use serde_json::{Map, Value as Json};

/// Profile fields of a unit that a battle changed, except fields copied from trackers; empty if there are none. *Wound healing.*
///
/// Fallen figures of a group whose wounds heal rejoin the group. A player character with two wounds survives only if the last wound was
/// treated and heals.
pub fn survivor(_: &Facts, now: &Facts) -> Map<String, Json> {
    let healed = now.value(HEALED).unwrap_or(0);
    let mut left = Facts::default();
    if now.equals(LIFE_POINTS, 0) {
        if healed == 0 || now.holds(WOUNDED) || now.holds(DIED) {
            left.put(FIGURES, 0);
        }
    } else if healed > 0 && !now.knows(LIFE_POINTS) {
        left.put(FIGURES, figures(now) + healed);
    }
    left.into()
}
