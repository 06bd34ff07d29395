//! Bans that several procedures share.

use super::facts::*;
use crate::ids::procedures;
use rules::prelude::*;

/// Forbids acts once the battle is decided.
pub const BATTLE_OVER: Ban =
    Ban::table("battle_over", "Melee Combat", "The battle is decided.", |act| is_decided(&act.scene.table.battle));

/// Returns the ban of acts in other steps of the turn. Steps have the order of the headings; moves come after shooting. (R10, R25)
pub const fn wrong_phase(is_another: fn(&Attempt) -> bool) -> Ban {
    Ban::table(
        "wrong_phase",
        "Manoeuvre Commands; Shooting; Melee Combat",
        "This belongs to another step of the turn.",
        is_another,
    )
}

/// Forbids acts of formations without elements.
pub const DESTROYED: Ban = Ban::worded("destroyed", "Representation", |act| {
    let gone = act.scene.everybody().find(|unit| !has_elements(&unit.facts) && !is_in_step(act, unit))?;
    Some(text!("Nothing of {name} is left.", name = name(&gone.facts)))
});

/// True of a unit that fell in this step and now shoots or is shot at: shooting in a step is simultaneous. Further shots at it have no
/// effect, but they are shot. (R9, R16)
fn is_in_step(act: &Attempt, unit: &TableUnit) -> bool {
    [procedures::SHOOTING, procedures::TARGET_CHOICE].contains(&act.procedure) && fell_in_this_step(&unit.facts)
}
