//! A unit's profile after a battle, with its losses.

use crate::facts::*;
use rules::prelude::*;
use serde_json::{Map, Value as Json};

/// Returns the fields of a foot unit's profile for its pikes, muskets and command figures left. Empty without losses, and for other troops.
///
/// In a battle, command figures count among pikes or muskets, so the trackers start higher than the fields. Command figures fall after all
/// other figures with the same weapon. *Armour and Organization.*
pub fn survivor(profile: &Facts, now: &Facts) -> Map<String, Json> {
    let of = |fact: Fact<i32>| profile.value(fact).unwrap_or(0);
    let mut left = Facts::default();
    let (Some(pikes), Some(muskets)) = (now.value(PIKES), now.value(MUSKETS)) else { return left.into() };
    let as_pikes = of(COMMAND_AS_PIKES);
    let as_muskets = of(COMMAND) - as_pikes;
    // Dragoons on foot have the fact `muskets`, but their profile has neither pikes nor muskets.
    let began = (of(PIKES) + as_pikes, of(MUSKETS) + as_muskets);
    if began == (0, 0) || (pikes, muskets) == began {
        return left.into();
    }
    let (as_pikes_left, as_muskets_left) = (as_pikes.min(pikes), as_muskets.min(muskets));
    left.put(PIKES, pikes - as_pikes_left);
    left.put(MUSKETS, muskets - as_muskets_left);
    if of(COMMAND) > 0 {
        left.put(COMMAND, as_pikes_left + as_muskets_left);
        left.put(COMMAND_AS_PIKES, as_pikes_left);
    }
    left.into()
}
