//! Bans that several procedures share.

use super::facts::*;
use crate::ids::{phases, procedures, procedures_of};
use rules::prelude::*;

/// Forbids acts once the battle is decided.
pub const BATTLE_OVER: Ban =
    Ban::table("battle_over", "Melee Combat", "The battle is decided.", |act| is_decided(&act.scene.table.battle));

/// Forbids procedures in the steps of the turn that do not list them. (R25)
pub const WRONG_PHASE: Ban = wrong_phase(|act| {
    let phase = act.scene.table.phase;
    // In the step of commands, the choice of a target shows if it needs a command.
    let shows_need = phase == phases::COMMANDS && act.procedure == procedures::TARGET_CHOICE;
    !shows_need && !procedures_of::phase(phase).contains(&act.procedure)
});

/// Returns a ban on acts that belong to another step of the turn. Steps follow the order of the source's headings; moves come after
/// shooting. (R10, R25)
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
    let gone = act.scene.everybody().find(|unit| !has_elements(&unit.facts) && !still_shoots_in_step(act, unit))?;
    Some(text!("Nothing of {name} is left.", name = name(&gone.facts)))
});

/// True if the act is shooting, and the unit was shot at in this step. Shooting in a step is simultaneous, so a unit destroyed in it still
/// shoots. Other formations may still shoot at it, without effect. (R9, R16)
fn still_shoots_in_step(act: &Attempt, unit: &TableUnit) -> bool {
    [procedures::SHOOTING, procedures::TARGET_CHOICE].contains(&act.procedure) && was_shot_at_in_step(&unit.facts)
}
