//! Fills in shots from the table.

use super::super::command;
use super::super::input::{
    AIMED, CONTACT, COUNT, EDITION, GROUP, Input, MOVEMENT, PLUS_ONE_USED, REAR_RANKS, RELOAD_LEFT, RUN_UP, SALVO,
    SHOOTER_RANK, SHOOTERS, SHOT_WITH, TARGET, answer, each, put,
};
use super::super::loading::reload_left;
use super::super::rulings::{MIXED_GROUP, MixedGroup};
use super::super::terms::{Armour, Contact, Edition, Missile, ShooterRank};
use super::super::unit::{able, began_in_contact, figures, in_contact, usual_movement};
use super::usual::{player, used_by_player, usual_count, weapon};
use super::{MOST_SHOTS, Shoot};
use crate::facts::*;
use crate::ids::roles;
use rules::input::part;
use rules::prelude::*;

/// Fills in weapons, numbers and movement of the shooters, and the group that is the target.
pub fn shoot(scene: &Scene, input: &mut Input) {
    let mut left = MOST_SHOTS;
    let mut over_friends = false;
    for (shooter, on_table) in each(input, SHOOTERS, scene.units(roles::SHOOTERS)) {
        let unit = &on_table.facts;
        // The melee weapon has the same id in a unit's facts, so it is removed.
        let said = shooter.remove(SHOT_WITH.id()).as_ref().and_then(Missile::read);
        let usual = || weapon(&scene.table, on_table);
        // After its last spear is thrown, a unit still gets a javelin as its weapon, so that the panel can report that none is left.
        let thrown = || unit.knows(LIGHT_SPEAR).then_some(Missile::Javelin);
        let Some(missile) = said.or_else(usual).or_else(thrown) else { continue };
        put(shooter, SHOT_WITH, missile);
        if let Some(turns) = reload_left(unit, missile) {
            put(shooter, RELOAD_LEFT, turns);
        }
        let count = usual_count(unit, missile).min(left.max(1));
        left -= count;
        put(shooter, COUNT, count);
        // In a group, figures that did not begin the turn in contact shoot first. *Firearms.*
        if unit.holds(IN_CONTACT_AT_START) {
            put(shooter, IN_CONTACT_AT_START, count > figures(unit) - began_in_contact(unit));
        }
        if says(shooter, SALVO) {
            command::fill(scene, shooter);
        }
        put(shooter, MOVEMENT, usual_movement(unit));
        let contacts = unit.value(CONTACTS).unwrap_or_default();
        if scene.units(roles::TARGET).iter().any(|target| contacts.contains(&target.id)) {
            // Figures behind throw over friends who fight. *Throwing spear or javelin.*
            if throws_over_friends(scene, unit, missile, count) {
                put(shooter, SHOOTER_RANK, ShooterRank::Behind);
                over_friends = true;
            } else {
                put(shooter, CONTACT, Contact::Touching);
            }
        }
        put(shooter, DISABLED, able(unit) == 0);
    }
    // The +1 is available if any shooter's player still has it. *Matchlock musket with fork.*
    let has_used = |unit: &TableUnit| used_by_player(&scene.table, unit, MUSKET_PLUS_ONE_USED, PLUS_ONE);
    if !scene.units(roles::SHOOTERS).iter().all(has_used) {
        put(input, MUSKET_PLUS_ONE_USED, false);
        allot_plus_one(scene, input);
    }
    target(scene, input, over_friends);
}

/// Leaves the +1 to one player, because an act adds it to one die: to the player of the first shooter at will who still has it.
fn allot_plus_one(scene: &Scene, input: &mut Input) {
    let units = scene.units(roles::SHOOTERS);
    let is_at_will =
        |shooter: &Input| answer(shooter, SHOT_WITH) == Some(Missile::MatchlockMusket) && !says(shooter, SALVO);
    let has_used = |unit: &TableUnit| used_by_player(&scene.table, unit, MUSKET_PLUS_ONE_USED, PLUS_ONE);
    let first = each(input, SHOOTERS, units).find(|(shooter, unit)| is_at_will(shooter) && !has_used(unit));
    let first = first.map(|(_, unit)| player(&unit.facts));
    for (shooter, unit) in each(input, SHOOTERS, units) {
        if is_at_will(shooter) && first != Some(player(&unit.facts)) {
            put(shooter, PLUS_ONE_USED, true);
        }
    }
}

/// Fills in the target: all figures of the group, or only figures in rear ranks for shots over friends.
fn target(scene: &Scene, input: &mut Input, over_friends: bool) {
    let aimed = each(input, SHOOTERS, scene.units(roles::SHOOTERS)).any(|(shooter, _)| says(shooter, AIMED));
    let targets: Vec<&Facts> = scene.units(roles::TARGET).iter().map(|unit| &*unit.facts).collect();
    let (Some(first), Some(most)) = (targets.first().copied(), most(&targets)) else { return };
    let said = answer(input, TARGET).and_then(|target| answer(&target, REAR_RANKS));
    let rear_ranks = said.unwrap_or(over_friends);
    let exposed = |unit: &Facts| if rear_ranks { behind(unit) } else { figures(unit) };
    // If any figure of a unit can be hit, all its life points count.
    let lives_of = |unit: &Facts| unit.value(LIFE_POINTS).filter(|_| exposed(unit) > 0);
    let has_lives = targets.iter().any(|unit| unit.knows(LIFE_POINTS));
    if let Some(target) = part(input, TARGET.id()) {
        let all: i32 = if aimed { 1 } else { targets.iter().copied().map(exposed).sum() };
        put(target, FIGURES, all.max(1));
        if has_lives {
            let sum = targets.iter().map(|unit| lives_of(unit).unwrap_or_else(|| exposed(unit))).sum();
            put(target, LIFE_POINTS, if aimed { lives_of_one(first) } else { sum });
        }
        if rear_ranks {
            put(target, REAR_RANKS, true);
        }
        // An aimed shot is at a figure of the first unit. *Elite shooter.*
        copy_protection(if aimed { first } else { most }, target);
    }
    // In a mixed group, the victims may be drawn before the dice (R47).
    let drawn = scene.table.ruling(MIXED_GROUP) == Some(MixedGroup::Drawn.id());
    if drawn && !aimed && targets.iter().any(|unit| !are_alike(unit, most)) {
        let member = |unit: &Facts| {
            let mut member = Input::new();
            put(&mut member, FIGURES, exposed(unit));
            lives_of(unit).into_iter().for_each(|lives| put(&mut member, LIFE_POINTS, lives));
            copy_protection(unit, &mut member);
            member
        };
        put(input, GROUP, targets.into_iter().map(member).collect::<Vec<Input>>());
    }
}

/// Life points of one figure of a unit.
fn lives_of_one(unit: &Facts) -> i32 {
    unit.value(LIFE_POINTS).unwrap_or(1)
}

/// Copies the facts that decide how hard a unit is to hit.
fn copy_protection(unit: &Facts, into: &mut Input) {
    let fields = [MOUNT.id(), ARMOUR.id(), EQUIVALENT_ARMOUR.id()].into_iter();
    into.extend(fields.filter_map(|field| unit.get(field).map(|fact| (field.to_owned(), fact.clone()))));
}

/// Figures of a unit behind those that fight.
fn behind(unit: &Facts) -> i32 {
    (figures(unit) - in_contact(unit)).max(0)
}

/// True if, on both sides, some figures fight and others stand behind them, so that javelins can be thrown over friends at the figures
/// behind. *Throwing spear or javelin.*
fn throws_over_friends(scene: &Scene, unit: &Facts, missile: Missile, count: i32) -> bool {
    let has_ranks = |unit: &Facts| in_contact(unit) > 0 && behind(unit) > 0;
    missile == Missile::Javelin
        && has_ranks(unit)
        && count <= behind(unit)
        && !scene.units(roles::TARGET).is_empty()
        && scene.units(roles::TARGET).iter().all(|unit| has_ranks(&unit.facts))
}

/// True for fields that the table decides: shots of a single figure, movement of shooters this turn, use of their player's +1, and figures
/// of chosen targets.
pub fn known_of_shots(scene: &Scene, place: &str) -> bool {
    match scene.unit_at(SHOOTERS.id(), roles::SHOOTERS, place) {
        Some((unit, field)) => {
            [MOVEMENT.id(), PLUS_ONE_USED.id()].contains(&field) || field == COUNT.id() && able(unit) <= 1
        }
        None => place == field!(Shoot, target.figures) && !scene.units(roles::TARGET).is_empty(),
    }
}

/// Index of the unit whose armour and mount count for shots at a group. `None` if all units have the same (R47).
pub fn counted_unit(targets: &[TableUnit]) -> Option<usize> {
    let targets: Vec<&Facts> = targets.iter().map(|unit| &*unit.facts).collect();
    let most = most(&targets)?;
    let differs = targets.iter().any(|unit| !are_alike(unit, most));
    targets.iter().position(|unit| are_alike(unit, most)).filter(|_| differs)
}

/// The unit with the armour and mount of most figures of a group. Among equals, the lighter armour counts, then the earlier unit (R47).
fn most<'a>(targets: &[&'a Facts]) -> Option<&'a Facts> {
    let alike = |kind: &'a Facts| targets.iter().copied().filter(move |unit| are_alike(unit, kind));
    let all = |kind: &'a Facts| -> i32 { alike(kind).map(figures).sum() };
    // `min_by_key` returns the first of equal units.
    targets.iter().copied().min_by_key(|unit| (-all(unit), protection(unit)))
}

/// True of units that are equally hard to hit.
fn are_alike(one: &Facts, other: &Facts) -> bool {
    protection(one) == protection(other) && one.value(MOUNT) == other.value(MOUNT)
}

/// Value of a unit's armour against shots; 0 without armour.
fn protection(unit: &Facts) -> i32 {
    let armour = unit.value(ARMOUR).unwrap_or(Armour::None);
    armour.against_shots(unit.value(EQUIVALENT_ARMOUR).unwrap_or(0))
}

fn says(object: &Input, field: Fact<bool>) -> bool {
    answer(object, field) == Some(true)
}

/// Range bands that players choose from: the bands of the shooter's weapon in this edition, for a salvo or after a run if entered.
pub fn bands(input: &Input, shooter: &Input) -> Vec<Band> {
    let says = |field| answer(shooter, field) == Some(true);
    let edition = answer(input, EDITION).unwrap_or(Edition::April2025);
    let weapon = answer(shooter, SHOT_WITH).map(|weapon| weapon.in_edition(edition));
    let bands = weapon.map_or(&[][..], |weapon| weapon.bands(says(SALVO), says(RUN_UP)));
    Band::each_up_to(bands.iter().map(|band| band.to_cm).collect())
}
