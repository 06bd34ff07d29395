//! Conditions of firers, by their kind.

use super::super::conditions::{BROKEN, IN_MELEE, MOVE_AND_FIRE_IN, PURSUING, RALLYING, is_on_horseback};
use super::super::facts;
use super::super::terms::Weapon;
use crate::facts::*;
use rules::prelude::*;

/// Conditions of infantry.
pub const OF_INFANTRY: &[Condition] = &[BROKEN, RALLYING, PURSUING, IN_MELEE, FIRED, MOVED, BAYONETS_FIXED];
/// Conditions of cavalry.
pub const OF_CAVALRY: &[Condition] =
    &[BROKEN, RALLYING, PURSUING, IN_MELEE, FIRED, HAS_CHARGED, MOVED_NINE_INCHES, PISTOLS_EMPTY];
/// Conditions of guns.
pub const OF_GUNS: &[Condition] = &[BROKEN, RALLYING, PURSUING, IN_MELEE, FIRED, MOVED, GUN_NOT_READY];
/// Conditions of firers of any kind.
pub const OF_FIRERS: &[Condition] = &[
    BROKEN,
    RALLYING,
    PURSUING,
    IN_MELEE,
    FIRED,
    HAS_CHARGED,
    MOVED,
    MOVED_NINE_INCHES,
    PISTOLS_EMPTY,
    GUN_NOT_READY,
    BAYONETS_FIXED,
];

/// Each unit fires once a bound. (R24)
const FIRED: Condition =
    Condition::new("fired_already", "Move Sequence 3 and 6", "It has fired this bound.", |unit| unit.get(facts::FIRED));

const HAS_CHARGED: Condition =
    Condition::new("charged", "Cavalry Firing; Bows", "Cavalry does not fire in the move of a charge.", |unit| {
        unit.get(CHARGED)
    })
    .at(CHARGED);

const MOVED: Condition =
    Condition::new("moved", "Infantry Firing; Artillery Movement", "It moved this bound, and may not fire.", |unit| {
        Some(unit.get(facts::MOVED)? && is_on_horseback(unit) != Some(true))
    })
    .at(facts::MOVED);

/// The limit on movement for pistols applies to bows, too. (R24)
const MOVED_NINE_INCHES: Condition = Condition::new(
    "moved_nine_inches",
    "Cavalry Firing; Bows",
    "Cavalry that fires moves no more than 9 inches.",
    |unit| Some(is_on_horseback(unit) != Some(false) && unit.get(MOVED_IN)? > MOVE_AND_FIRE_IN),
)
.at(MOVED_IN);

const PISTOLS_EMPTY: Condition = Condition::new(
    "pistols_empty",
    "Cavalry Firing",
    "Pistols fire once; then they take a bound of rest to load.",
    |unit| Some(unit.get(WEAPON)? == Weapon::Pistol && !unit.get(PISTOLS_LOADED)?),
)
.at(PISTOLS_LOADED);

const GUN_NOT_READY: Condition =
    Condition::new("gun_not_ready", "Artillery Movement", "The gun is not unlimbered and prepared.", |unit| {
        Some(!unit.get(READY)?)
    })
    .at(READY);

/// A musket with a plug bayonet in its muzzle cannot fire. (R25)
const BAYONETS_FIXED: Condition =
    Condition::new("bayonets_fixed", "Musket with Bayonet", "Plug bayonets are fixed.", |unit| unit.get(PLUG_FIXED))
        .at(PLUG_FIXED);
