//! Values needed to hit, by the weapon's table and the modifiers. *Shooting modifiers.*

use super::super::terms::missiles::{Band, Handling};
use super::super::terms::{Contact, Edition, Missile};
use super::{Cover, HITS_ON, STRUCK_ON, Shoot, Shooter, Target};
use rules::prelude::*;

/// Limit of the modifiers for terrain and target together.
const CAP: i32 = -2;

/// Natural value that each die of these shooters needs against this target; at least 1.
pub fn needs(shoot: &Shoot, shooter: &Shooter, target: &Target, dice: &mut Dice) -> i32 {
    let band = band(shoot, shooter);
    let minus = |applies: bool| -i32::from(applies);
    let hidden = dice.modify("cover", cover(target, shooter))
        + dice.modify("armour", band.map_or(0, |band| armour(target, shooter, band)))
        + dice.modify("furtive_target", minus(target.furtive))
        + dice.modify("flying_target", minus(target.flying))
        + dice.modify("magical_target", minus(target.magical_protection));
    let sum = hidden
        + dice.modify("cap", (CAP - hidden).max(0))
        // Skin beyond armour 5 counts in addition to the limit (R19). *Large fantasy creatures.*
        + dice.modify("skin", -(target.equivalent_armour - 5).max(0))
        + dice.modify("movement_or_furtive", minus(shooter.furtive || hurried(shoot.edition, shooter)))
        + dice.modify("mounted_or_class", minus(unsteady(shoot.edition, shooter) || clumsy(shooter)))
        + dice.modify("elite", i32::from(shooter.elite));
    let usual = band.map_or(0, |band| band.need) - sum;
    (usual + shooter.own.sum(HITS_ON) + target.own.sum(STRUCK_ON)).max(1)
}

/// Range band of the shot; `None` beyond the last band.
pub fn band(shoot: &Shoot, shooter: &Shooter) -> Option<&'static Band> {
    let bands = shooter.weapon_in(shoot.edition).bands(shooter.salvo, shooter.run_up);
    bands.iter().find(|band| shooter.range_cm <= band.to_cm)
}

/// Modifier for terrain. Only the worst cover counts. Most cover hides less of a rider than of a target on foot. *Modifiers caused by terrain.*
fn cover(target: &Target, shooter: &Shooter) -> i32 {
    match target.cover {
        Cover::None | Cover::Crouched | Cover::DeepWood => 0,
        // A shooter in contact across a low wall shoots over the wall.
        Cover::LowObstacle => -i32::from(target.on_foot() && shooter.contact == Contact::None),
        Cover::Opening | Cover::WoodEdge => -i32::from(target.on_foot()),
        Cover::Swimming | Cover::ThinWood => -1,
        Cover::NarrowOpening => {
            if target.on_foot() {
                -2
            } else {
                0
            }
        }
    }
}

/// Modifier for armour; 0 for a pistol in contact. *Firearms; weapon cards.*
fn armour(target: &Target, shooter: &Shooter, band: &Band) -> i32 {
    if shooter.weapon == Missile::Pistol && shooter.contact != Contact::None {
        return 0;
    }
    match target.armour.against_shots(target.equivalent_armour) {
        0..=3 => 0,
        4 => band.at_4,
        _ => band.at_5,
    }
}

/// True if the shot has the penalty for movement. *Modifiers caused by shooter.*
fn hurried(edition: Edition, shooter: &Shooter) -> bool {
    let bases_meet_on_foot = !shooter.mount.is_mounted() && shooter.contact != Contact::None;
    let suffers = match shooter.weapon_in(edition) {
        Missile::Pistol | Missile::LightCrossbow => !bases_meet_on_foot,
        Missile::ShortArquebus | Missile::TraditionalBow => true,
        _ => false,
    };
    suffers && shooter.is_moving()
}

/// True if the shot has the penalty for riders, which counts once (R20). Javelins do not have this penalty (R21).
fn unsteady(edition: Edition, shooter: &Shooter) -> bool {
    let weapon = shooter.weapon_in(edition);
    let no_rider = shooter.mount.is_mounted_infantry() && weapon != Missile::Javelin;
    no_rider || shooter.mount.is_mounted() && weapon.handling() == Handling::MountedStill
}

/// True if the shooter lacks practice with firearms. *Modifiers caused by shooter.*
fn clumsy(shooter: &Shooter) -> bool {
    shooter.class <= 2 && shooter.weapon.is_firearm()
}
