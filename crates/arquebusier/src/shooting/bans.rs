//! Bans of shooters.

use super::super::facts::*;
use super::super::terms::Aiming;
use super::{SHOOTING, Shooting};
use crate::ids::roles;
use rules::form::path;
use rules::prelude::*;

/// Bans of shooters, except those about the choice of a target.
pub const OF_SHOOTERS: &[Ban] = &[
    Ban::unit("shot", "Shooting", "already shot this turn.", |unit| unit.get(SHOT_THIS_TURN)),
    Ban::unit("in_melee", "Shooting", "in melee, so no shooting.", |unit| unit.get(IN_MELEE))
        .at(IN_MELEE)
        .even_if_overridden(),
    Ban::unit("restored", "Melee Combat", "order restored this turn, instead of a move or a shot.", |unit| {
        unit.get(RESTORED)
    })
    .at(RESTORED)
    .even_if_overridden(),
    Ban::unit("holding_fire", "Shooting", "told to hold fire.", |unit| unit.get(HOLDING_FIRE)),
    Ban::unit("cannot_shoot", "Shooting", "Nothing in {name} can shoot as it stands.", |unit| {
        // A formation without a nature has no groups that shoot.
        Some(unit.get(SHOOTING_GROUPS).is_none_or(|groups| groups.is_empty()))
    }),
    Ban::unit(
        "not_stationary",
        "Shooting",
        "Guns and Mortars shoot only if they keep still, last turn and this: {name} did not, or must move by order.",
        |unit| {
            Some(unit.get(SHOOTING_GROUPS)?.iter().any(|group| group.troop.is_artillery()) && !unit.get(STATIONARY)?)
        },
    ),
];

/// Forbids a target that is neither the nearest enemy nor a second nearest that the shooter is free to choose. A passed command to change
/// target lifts this.
pub const NOT_NEAREST: Ban = Ban::worded("not_nearest", "Shooting", |act| {
    let target = act.scene.unit(roles::TARGET)?;
    let mut shooters = act.scene.units(roles::SHOOTERS).iter().enumerate();
    let (_, tied) = shooters.find(|(index, shooter)| !may_aim_at(&shooter.facts, &target.id, aims_at(act, *index)))?;
    let name = name(&tied.facts);
    Some(text!("Another formation is nearer to {name}: only a command changes the target.", name = name))
})
.on_acts();

/// Rank of a shooter's target among its enemies, from the input.
fn aims_at(act: &Attempt, shooter: usize) -> Option<Aiming> {
    let shooter = path::get(act.input, &format!("{}[{shooter}]", field!(Shooting, shooters)))?.as_object()?;
    answer(shooter, AIMING)
}

fn may_aim_at(shooter: &Facts, target: &str, said: Option<Aiming>) -> bool {
    let is_free = match shooter.value(AIM).flatten() {
        Some(aim) => aim.automatic == target || aim.free_second.as_deref() == Some(target),
        None => said != Some(Aiming::Commanded),
    };
    is_free || shooter.holds(TARGET_OVERRIDE)
}

/// True if no ban of a unit forbids a formation to shoot. Formations destroyed in a step still shoot in it, because shooting is
/// simultaneous. (R9)
pub fn may_shoot(unit: &Facts) -> bool {
    (has_elements(unit) || was_shot_at_in_step(unit)) && SHOOTING.may(unit, &[])
}
