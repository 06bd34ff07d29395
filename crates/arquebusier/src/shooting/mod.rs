//! All shooting at one formation in a turn. *Shooting; Melee Combat* (Dragoons changing).

pub mod allocation;
mod bans;
mod describe;
mod input;
mod permit;
mod play;
mod scene;
pub mod target_choice;

pub use bans::{OF_SHOOTERS, may_shoot};
pub use input::{Shooter, ShooterGroup, Shooting, ShootingRulings, Target, TargetGroup};
pub use play::Shot;

use super::bans::{BATTLE_OVER, DESTROYED, WRONG_PHASE};
use super::terms::Order;
use super::unit;
use crate::ids::{procedures, roles};
use rules::input::word_at;
use rules::prelude::*;

/// Value of a shooter that players' own modifiers can change.
const DICE: Adjustable = Adjustable::of("dice", "Dice of the shooter").at(field!(Shooting, shooters, "[]"));
/// Values of the target that players' own modifiers can change.
const KILLS: Adjustable = Adjustable::of("kills_on", "Number that kills an element").at(field!(Shooting, target));
const COMMANDER: Adjustable =
    Adjustable::of("commander_on", "Number that kills its commander").at(field!(Shooting, target));

/// Procedure that resolves all shooting at one formation in a turn.
pub const SHOOTING: Procedure = Procedure::of::<Shooting>(procedures::SHOOTING, "Shoot")
    .heading("Shooting; Melee Combat")
    .about(
        "All formations that shoot at one target, together: dice, losses, its commander, whether it becomes Irregular.",
    )
    .participants(&[
        Role::own(roles::SHOOTERS, "Shooters", field!(Shooting, shooters, "[]"))
            .tag("shooter ")
            .several(1, 8)
            .fits(unit::is_armed),
        Role::enemy(roles::TARGET, "Target: the nearest enemy", field!(Shooting, target))
            .tag("target ")
            .ordered_by_rules(),
    ])
    .assumes(&[Assumption {
        path: field!(Shooting, shooters, "[].range_in"),
        value: Constant::Number(12.0),
        words: "at {n}″",
    }])
    .chances(&[
        Chance::of("loses an element", field!(Shot, losses), Is::AtLeast(1)).for_own(),
        Chance::of("loses two or more", field!(Shot, losses), Is::AtLeast(2)),
        Chance::of("becomes Irregular", field!(Shot, new_causes), Is::Any)
            .fateful("{foe} became Irregular under fire", "{foe} kept order under fire")
            .moot(|input| word_at(input, field!(Shooting, target.state)) == Some(Order::Irregular.id())),
        Chance::of("loses its commander", field!(Shot, commander_lost), Is::True)
            .fateful("{foe} lost the commander", "{foe} kept the commander"),
        Chance::of("destroyed", field!(Shot, destroyed), Is::True)
            .fateful("{foe} fell to the last element", "{foe} survived the fire")
            .for_own(),
        Chance::of("its General killed", field!(Shot, general_killed), Is::True)
            .fateful("the General with {foe} fell", "the General with {foe} survived"),
    ])
    .axes(&[Axis::of("elements lost", field!(Shot, losses))])
    .adjustable(&[DICE, KILLS, COMMANDER])
    .rulings(&[
        "R1", "R2", "R3", "R5", "R6", "R7", "R8", "R9", "R12", "R14", "R16", "R19", "R21", "R22", "R24", "R25", "R29",
    ])
    // All shots of the step are simultaneous (R9): the table keeps each formation as the step began, and losses of several shots add up.
    .grouping(Grouping::in_turn())
    .bans(&[&[BATTLE_OVER, WRONG_PHASE, DESTROYED], OF_SHOOTERS, &[bans::NOT_NEAREST]])
    .roll_label(describe::roll_label)
    .fill(scene::fill)
    .known(scene::known);
