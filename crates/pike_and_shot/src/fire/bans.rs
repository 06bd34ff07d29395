//! Bans of firers, by their kind.

use super::super::bans::{BROKEN, IN_MELEE, MOVE_AND_FIRE_IN, PHASE, PURSUING, RALLYING, fires_as_cavalry};
use super::super::facts;
use super::super::facts::has_charged;
use super::super::relations::is_charged;
use super::super::terms::Weapon;
use crate::facts::*;
use crate::ids::{phases, roles};
use rules::prelude::*;

/// Bans of infantry.
pub const OF_INFANTRY: &[Ban] = &[BROKEN, RALLYING, PURSUING, IN_MELEE, FIRED, MOVED, BAYONETS_FIXED];
/// Bans of cavalry.
pub const OF_CAVALRY: &[Ban] =
    &[BROKEN, RALLYING, PURSUING, IN_MELEE, FIRED, HAS_CHARGED, MOVED_NINE_INCHES, PISTOLS_EMPTY];
/// Bans of guns.
pub const OF_GUNS: &[Ban] = &[BROKEN, RALLYING, PURSUING, IN_MELEE, FIRED, MOVED, GUN_NOT_READY];
/// Bans of firers of any kind.
pub const OF_FIRERS: &[Ban] = &[
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

/// In the phase of charge fire, the target must charge or be charged.
const CHARGE_FIRE_TARGET: Ban = Ban::table(
    "charge_fire_target",
    "Move Sequence 3",
    "Fire at units that charge or are charged. Other fire comes in the sixth phase.",
    |act| {
        let in_charge = |unit: &TableUnit| has_charged(&unit.facts) || is_charged(&act.scene.table, &unit.id);
        act.scene.table.phase == phases::CHARGE_FIRE
            && act.scene.unit(roles::TARGET).is_some_and(|target| !in_charge(target))
    },
)
.on_acts();

/// Bans that depend on the target or on the phase.
pub const OF_FIRE: &[Ban] = &[CHARGE_FIRE_TARGET, PHASE];

/// Each unit fires once a bound. (R24)
const FIRED: Ban =
    Ban::unit("fired_already", "Move Sequence 3 and 6", "already fired this bound.", |unit| unit.get(facts::FIRED));

const HAS_CHARGED: Ban =
    Ban::unit("charged", "Cavalry Firing; Bows", "cavalry does not fire in the move of a charge.", |unit| {
        unit.get(CHARGED)
    })
    .at(CHARGED);

const MOVED: Ban = Ban::unit("moved", "Infantry Firing; Artillery Movement", "moved this bound, so no fire.", |unit| {
    Some(unit.get(facts::MOVED)? && fires_as_cavalry(unit) != Some(true))
})
.at(facts::MOVED);

/// The limit on movement for pistols applies to bows, too. (R24)
const MOVED_NINE_INCHES: Ban =
    Ban::unit("moved_nine_inches", "Cavalry Firing; Bows", "cavalry that fires moves no more than 9 inches.", |unit| {
        Some(fires_as_cavalry(unit) != Some(false) && unit.get(MOVED_IN)? > MOVE_AND_FIRE_IN)
    })
    .at(MOVED_IN);

const PISTOLS_EMPTY: Ban = Ban::unit(
    "pistols_empty",
    "Cavalry Firing",
    "pistols fire once; then they take a bound of rest to load.",
    |unit| Some(unit.get(WEAPON)? == Weapon::Pistol && !unit.get(PISTOLS_LOADED)?),
)
.at(PISTOLS_LOADED);

const GUN_NOT_READY: Ban =
    Ban::unit("gun_not_ready", "Artillery Movement", "not unlimbered and prepared.", |unit| Some(!unit.get(READY)?))
        .at(READY);

/// A musket with a plug bayonet in its muzzle cannot fire. (R25)
const BAYONETS_FIXED: Ban =
    Ban::unit("bayonets_fixed", "Musket with Bayonet", "plug bayonets are fixed.", |unit| unit.get(PLUG_FIXED))
        .at(PLUG_FIXED);
