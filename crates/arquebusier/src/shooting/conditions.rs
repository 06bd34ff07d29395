//! Conditions of shooters.

use super::super::facts::*;
use super::SHOOTING;
use rules::prelude::*;

/// Conditions of shooters, except those about the choice of a target.
pub const OF_SHOOTERS: &[Condition] = &[
    Condition::new("shot", "Shooting", "{name}: already shot this turn.", |unit| unit.get(SHOT_THIS_TURN)),
    Condition::new("in_melee", "Shooting", "{name}: in melee, so no shooting.", |unit| unit.get(IN_MELEE))
        .at(IN_MELEE)
        .even_if_overridden(),
    Condition::new(
        "restored",
        "Melee Combat",
        "{name}: order restored this turn, instead of a move or a shot.",
        |unit| unit.get(RESTORED),
    )
    .at(RESTORED)
    .even_if_overridden(),
    Condition::new("holding_fire", "Shooting", "{name}: told to hold fire.", |unit| unit.get(HOLDING_FIRE)),
    Condition::new("cannot_shoot", "Shooting", "Nothing in {name} can shoot as it stands.", |unit| {
        // A formation without a nature has no groups that shoot.
        Some(unit.get(SHOOTING_GROUPS).is_none_or(|groups| groups.is_empty()))
    }),
    Condition::new(
        "not_stationary",
        "Shooting",
        "Guns and Mortars shoot only if they keep still, last turn and this: {name} did not, or must move by order.",
        |unit| {
            Some(unit.get(SHOOTING_GROUPS)?.iter().any(|group| group.troop.is_artillery()) && !unit.get(STATIONARY)?)
        },
    ),
];

/// True if no condition forbids a formation to shoot, except those about its target. Formations that fall in a step shoot in it,
/// because shooting is simultaneous. (R9)
pub fn may_shoot(unit: &Facts) -> bool {
    (has_elements(unit) || fell_in_this_step(unit)) && SHOOTING.may(unit, &[])
}
