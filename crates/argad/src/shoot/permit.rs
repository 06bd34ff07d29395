//! Checks of a shot, in the order of the source.

use super::super::rulings::{ArquebusOnTheMove, DragoonOnTheMove, MountedCaliver};
use super::super::terms::missiles::Handling;
use super::super::terms::{Contact, Edition, Missile, Mount, ShooterRank};
use super::{Cover, MOST_SHOTS, Shoot, Shooter, modifiers, victims};
use rules::prelude::*;

/// Fewest muskets of a salvo.
const SALVO: i32 = 3;
/// Greatest distance at which bases can meet this turn, in cm.
const CONTACT_CM: f64 = 10.0;

/// Refuses shots that the rules forbid. Impossible values are refused here, too, not by the form, because the bans of shooters are reported
/// before them.
pub fn permit(shoot: &Shoot) -> Result<(), Refusal> {
    let shots: i32 = shoot.shooters.iter().map(Shooter::shots).sum();
    bad_if(shots > MOST_SHOTS, field!(Shoot, shooters), "Twenty shots at most are rolled together.")?;
    victims::permit(shoot)?;
    for (index, shooter) in shoot.shooters.iter().enumerate() {
        let far = shooter.contact != Contact::None && shooter.range_cm > CONTACT_CM;
        bad_if(far, field!(Shooter, range_cm), "A unit that is in contact, or comes into it, is within 10 cm.")
            .map_err(|refusal| refusal.at_index(index).within(field!(Shoot, shooters)))?;
    }
    permit_target(shoot)?;
    for (index, shooter) in shoot.shooters.iter().enumerate() {
        permit_shooter(shoot, shooter, index)
            .map_err(|refusal| refusal.at_index(index).within(field!(Shoot, shooters)))?;
        permit_salvo_target(shoot, shooter)?;
        permit_rear_ranks(shoot, shooter)?;
    }
    let salvo: i32 = shoot.shooters.iter().filter(|shooter| shooter.salvo).map(|shooter| shooter.count).sum();
    forbid_if((1..SALVO).contains(&salvo), field!(Shoot, shooters), "A salvo takes three muskets at least.")
}

/// Refuses targets that cannot be seen. *Terrain.*
fn permit_target(shoot: &Shoot) -> Result<(), Refusal> {
    let target = &shoot.target;
    bad_if(
        target.cover == Cover::Crouched && target.mount.is_mounted(),
        field!(Shoot, target.cover),
        "Riders do not crouch in bushes.",
    )?;
    forbid_if(
        target.cover == Cover::Crouched,
        field!(Shoot, target.cover),
        "Nobody sees somebody who crouches in bushes or crops and does nothing.",
    )?;
    forbid_if(
        target.cover == Cover::DeepWood,
        field!(Shoot, target.cover),
        "Nobody sees through more than 10 cm of wood.",
    )
}

fn permit_shooter(shoot: &Shoot, shooter: &Shooter, index: usize) -> Result<(), Refusal> {
    permit_in_contact(shooter)?;
    permit_position(shoot, shooter)?;
    permit_movement(shoot, shooter)?;
    permit_line(shoot, shooter)?;
    permit_elite(shoot, shooter, index)?;
    permit_salvo(shoot, shooter)
}

/// Refuses elite shots that break their limit. Each player has one a turn, which either has +1 or picks out one figure of a group. *Elite shooter.*
fn permit_elite(shoot: &Shoot, shooter: &Shooter, index: usize) -> Result<(), Refusal> {
    const ONE: &str = "A player makes one elite shot a turn.";
    let earlier = shoot.shooters.iter().take(index).any(|shooter| shooter.elite || shooter.aimed);
    let another = shooter.count > 1 || earlier;
    forbid_if(shooter.elite && another, field!(Shooter, elite), ONE)?;
    forbid_if(shooter.aimed && (another || shooter.elite), field!(Shooter, aimed), ONE)?;
    forbid_if(
        shooter.aimed && shoot.target.figures > 1,
        field!(Shooter, aimed),
        "An aimed shot has one target: enter one figure, and shoot at the others with another request.",
    )
}

/// Refuses shots at an enemy in contact, except with pistols. Units that began the turn in contact are refused by a ban. If players
/// overrode that ban, such a unit may shoot at any target.
fn permit_in_contact(shooter: &Shooter) -> Result<(), Refusal> {
    let pistol = shooter.weapon == Missile::Pistol;
    forbid_if(
        shooter.contact == Contact::Touching && !pistol && !shooter.in_contact_at_start,
        field!(Shooter, contact),
        "Only a pistol is fired at somebody who is already in contact.",
    )
}

/// Refuses shots that the weapon does not allow mounted or on the move, and targets beyond its range.
fn permit_position(shoot: &Shoot, shooter: &Shooter) -> Result<(), Refusal> {
    let weapon = shooter.weapon_in(shoot.edition);
    // The card lets riders fire a caliver; the sheet does not (R6).
    let caliver = weapon == Missile::LongArquebus && shoot.rulings.r6_caliver_mounted == MountedCaliver::NotAllowed;
    let on_foot_only = caliver || weapon.handling() == Handling::OnFootStill;
    forbid_if(shooter.mount.is_mounted() && on_foot_only, field!(Shooter, mount), "This weapon is used on foot.")?;
    forbid_if(
        shooter.run_up && (shooter.weapon != Missile::Javelin || shooter.mount != Mount::Cavalry),
        field!(Shooter, run_up),
        "A straight run helps cavalry that throws javelins, and nobody else.",
    )?;
    forbid_if(
        modifiers::band(shoot, shooter).is_none(),
        field!(Shooter, range_cm),
        "That is beyond the weapon's reach.",
    )
}

fn permit_movement(shoot: &Shoot, shooter: &Shooter) -> Result<(), Refusal> {
    let moving = shooter.is_moving();
    let weapon = shooter.weapon_in(shoot.edition);
    if weapon.handling() != Handling::Easy {
        // A ban already refuses shooters who have moved. If players overrode that ban, only the threat to a rider is checked here.
        let uneasy = moving && !shooter.movement.is_moving(shooter.close_order);
        return forbid_if(uneasy, field!(Shooter, movement), "This weapon needs a shooter who stands still.");
    }
    let dragoon = moving && shooter.mount.is_mounted_infantry() && weapon != Missile::Javelin;
    let why = match shoot.edition {
        Edition::April2025 => "Mounted infantry shoots standing still; a rider who may be attacked counts as moving.",
        Edition::Sheet2024 => "Mounted infantry shoots standing still, or as it comes into contact.",
    };
    forbid_if(dragoon && !dragoon_may_fire_moving(shoot, shooter), field!(Shooter, movement), why)?;
    let arquebus = moving && shooter.mount == Mount::Foot && weapon == Missile::ShortArquebus;
    let short = modifiers::band(shoot, shooter) == weapon.bands(false, false).first();
    let any_range =
        shoot.edition == Edition::April2025 && shoot.rulings.r2_foot_arquebus_moving == ArquebusOnTheMove::AnyRange;
    forbid_if(
        arquebus && !short && !any_range,
        field!(Shooter, movement),
        "On foot and on the move, an arquebus reaches 10 cm.",
    )
}

/// R5: true if mounted infantry may fire on the move. In 2025, players choose. In 2024, it may only as it comes into contact, or in contact.
fn dragoon_may_fire_moving(shoot: &Shoot, shooter: &Shooter) -> bool {
    match shoot.edition {
        Edition::April2025 => shoot.rulings.r5_mounted_infantry_moving == DragoonOnTheMove::MinusTwo,
        Edition::Sheet2024 => shooter.contact != Contact::None,
    }
}

/// Refuses shots past friends or through openings that the weapon does not allow.
fn permit_line(shoot: &Shoot, shooter: &Shooter) -> Result<(), Refusal> {
    forbid_if(
        shooter.rank == ShooterRank::Behind && shooter.weapon.is_heavy_musket(),
        field!(Shooter, rank),
        "Heavy muskets do not fire in two ranks, unless the first kneels.",
    )?;
    let in_the_open = modifiers::band(shoot, shooter).is_some_and(|band| band.in_the_open);
    forbid_if(
        shooter.through_opening && in_the_open,
        field!(Shooter, through_opening),
        "So high a shot does not go through a window or slit.",
    )
}

/// Refuses salvoes with other weapons, without command, or without close order or protection. *Matchlock musket with fork.*
fn permit_salvo(shoot: &Shoot, shooter: &Shooter) -> Result<(), Refusal> {
    if !shooter.salvo {
        return Ok(());
    }
    let wider = shoot.edition == Edition::April2025;
    forbid_if(
        shooter.weapon != Missile::MatchlockMusket,
        field!(Shooter, salvo),
        "Only matchlock muskets fire in salvo.",
    )?;
    forbid_if(!shooter.officer, field!(Shooter, officer), "A salvo is fired on the word of an officer or sergeant.")?;
    let why = match shoot.edition {
        Edition::April2025 => "A salvo is fired in close order, or from behind something solid.",
        Edition::Sheet2024 => "A salvo is fired in close order.",
    };
    forbid_if(!(shooter.close_order || wider && shooter.protected), field!(Shooter, close_order), why)
}

/// Refuses shots at rear ranks alone, except javelins thrown over friends. *Throwing spear or javelin.*
fn permit_rear_ranks(shoot: &Shoot, shooter: &Shooter) -> Result<(), Refusal> {
    let over_friends = shooter.weapon == Missile::Javelin && shooter.rank != ShooterRank::Front;
    forbid_if(
        shoot.target.rear_ranks && !over_friends,
        field!(Shoot, target.rear_ranks),
        "Rear ranks alone are reached by javelins thrown over friends.",
    )
}

/// Refuses salvoes at fewer than three figures. In 2025, targets on foot partly hidden by a wall or building are allowed, too.
fn permit_salvo_target(shoot: &Shoot, shooter: &Shooter) -> Result<(), Refusal> {
    let target = &shoot.target;
    let behind_a_wall = matches!(target.cover, Cover::LowObstacle | Cover::Opening | Cover::NarrowOpening);
    let fit = target.is_group() || shoot.edition == Edition::April2025 && target.on_foot() && behind_a_wall;
    let why = match shoot.edition {
        Edition::April2025 => "A salvo is fired at a group of three or more, or at people behind a wall.",
        Edition::Sheet2024 => "A salvo is fired at a group of three or more.",
    };
    forbid_if(shooter.salvo && !fit, field!(Shoot, target.figures), why)
}
