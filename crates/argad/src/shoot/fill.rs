//! Prefill of shots.

use super::super::command;
use super::super::input::{
    AIMED, CONTACT, COUNT, EDITION, GROUP, Input, MOVEMENT, REAR_RANKS, RELOAD_LEFT, RUN_UP, SALVO, SHOOTER_RANK,
    SHOT_WITH, TARGET, answer, each, put,
};
use super::super::loading::reload_left;
use super::super::rulings::{MIXED_GROUP, MixedGroup};
use super::super::terms::{Armour, Contact, Edition, Missile, ShooterRank};
use super::super::unit::{able, began_in_contact, figures, in_contact, usual_movement};
use super::MOST_SHOTS;
use super::usual::{used_by_player, usual_count, weapon};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;
use serde_json::Value as Json;

/// Fills in weapons, numbers and movement of the shooters, and the group that they shoot at.
pub fn shoot(scene: &Scene, input: &mut Input) {
    let mut left = MOST_SHOTS;
    let mut over_friends = false;
    let ids = scene.ids(roles::SHOOTERS);
    for (place, (shooter, unit)) in each(input, "shooters", scene.units(roles::SHOOTERS)).enumerate() {
        // The melee weapon has the same name in a fighter's facts.
        let said = shooter.remove("weapon").as_ref().and_then(Missile::read);
        let on_table = ids.get(place).and_then(|id| scene.table.unit(id));
        let usual = || on_table.and_then(|unit| weapon(&scene.table, unit));
        // With every spear thrown the panel still tells that none is left.
        let thrown = || unit.knows(LIGHT_SPEAR).then_some(Missile::Javelin);
        let Some(missile) = said.or_else(usual).or_else(thrown) else { continue };
        put(shooter, SHOT_WITH, missile);
        if let Some(turns) = reload_left(unit, missile) {
            put(shooter, RELOAD_LEFT, turns);
        }
        let count = usual_count(unit, missile).min(left.max(1));
        left -= count;
        put(shooter, COUNT, count);
        // Of a group, those shoot who did not begin the turn in contact. *Firearms.*
        if unit.holds(IN_CONTACT_AT_START) {
            put(shooter, IN_CONTACT_AT_START, count > figures(unit) - began_in_contact(unit));
        }
        if says(shooter, SALVO) {
            command::fill(scene, shooter);
        }
        put(shooter, MOVEMENT, usual_movement(unit));
        let contacts = unit.value(CONTACTS).unwrap_or_default();
        if scene.ids(roles::TARGET).iter().any(|target| contacts.contains(target)) {
            // Those behind throw over their friends who fight. *Throwing spear or javelin.*
            if throws_over_friends(scene, unit, missile, count) {
                put(shooter, SHOOTER_RANK, ShooterRank::Behind);
                over_friends = true;
            } else {
                put(shooter, CONTACT, Contact::Touching);
            }
        }
        put(shooter, DISABLED, able(unit) == 0);
    }
    let on_table = ids.iter().filter_map(|id| scene.table.unit(id));
    let plus_one = |unit| used_by_player(&scene.table, unit, MUSKET_PLUS_ONE_USED, PLUS_ONE);
    // The +1 goes to the first who have it left. *Matchlock musket with fork.*
    let used: Vec<bool> = on_table.map(plus_one).collect();
    if used.iter().any(|used| !used) {
        put(input, MUSKET_PLUS_ONE_USED, false);
    }
    target(scene, input, over_friends);
}

/// Fills in the group that is shot at: its figures, or those behind the others where only they are reached.
fn target(scene: &Scene, input: &mut Input, over_friends: bool) {
    let aimed = each(input, "shooters", scene.units(roles::SHOOTERS)).any(|(shooter, _)| says(shooter, AIMED));
    let targets = scene.units(roles::TARGET);
    let Some(most) = most(targets) else { return };
    let said = answer(input, TARGET).and_then(|target| answer(&target, REAR_RANKS));
    let rear_ranks = said.unwrap_or(over_friends);
    let exposed = |unit: &Facts| if rear_ranks { behind(unit) } else { figures(unit) };
    // A fighter with several life points has them all, in front or behind.
    let lives_of = |unit: &Facts| unit.value(LIFE_POINTS).filter(|_| exposed(unit) > 0);
    let has_lives = targets.iter().any(|unit| unit.knows(LIFE_POINTS));
    if let Some(target) = input.get_mut("target").and_then(Json::as_object_mut) {
        let all: i32 = if aimed { 1 } else { targets.iter().map(exposed).sum() };
        put(target, FIGURES, all.max(1));
        if has_lives {
            let sum = targets.iter().map(|unit| lives_of(unit).unwrap_or_else(|| exposed(unit))).sum();
            put(target, LIFE_POINTS, if aimed { targets.first().map_or(1, lives_of_one) } else { sum });
        }
        if rear_ranks {
            put(target, REAR_RANKS, true);
        }
        copy_protection(most, target);
    }
    // Of a mixed group it may be drawn first who is shot at (R47).
    let drawn = scene.table.ruling(MIXED_GROUP) == Some(MixedGroup::Drawn.id());
    if drawn && !aimed && targets.iter().any(|unit| !are_alike(unit, most)) {
        let member = |unit: &Facts| {
            let mut member = Input::new();
            put(&mut member, FIGURES, exposed(unit));
            lives_of(unit).into_iter().for_each(|lives| put(&mut member, LIFE_POINTS, lives));
            copy_protection(unit, &mut member);
            member
        };
        put(input, GROUP, targets.iter().map(member).collect::<Vec<Input>>());
    }
}

/// Life points of one character of a unit.
fn lives_of_one(unit: &Facts) -> i32 {
    unit.value(LIFE_POINTS).unwrap_or(1)
}

/// Copies what decides how shots meet a unit.
fn copy_protection(unit: &Facts, into: &mut Input) {
    let fields = [MOUNT.id(), ARMOUR.id(), EQUIVALENT_ARMOUR.id()].into_iter();
    into.extend(fields.filter_map(|field| unit.get(field).map(|fact| (field.to_owned(), fact.clone()))));
}

/// Figures of a unit behind those that fight.
fn behind(unit: &Facts) -> i32 {
    (figures(unit) - in_contact(unit)).max(0)
}

/// True if some of a unit fight this enemy and others stand behind them, on both sides, so that they can throw over their friends
/// at those behind. *Throwing spear or javelin.*
fn throws_over_friends(scene: &Scene, unit: &Facts, missile: Missile, count: i32) -> bool {
    let has_ranks = |unit: &Facts| in_contact(unit) > 0 && behind(unit) > 0;
    missile == Missile::Javelin
        && has_ranks(unit)
        && count <= behind(unit)
        && !scene.units(roles::TARGET).is_empty()
        && scene.units(roles::TARGET).iter().all(has_ranks)
}

/// True for the number of shots of a single figure, for what shooters did this turn, which their marks say, and for the
/// figures of targets that are picked.
pub fn known_of_shots(scene: &Scene, place: &str) -> bool {
    match scene.unit_at(roles::SHOOTERS, "shooters", place) {
        Some((unit, field)) => field == MOVEMENT.id() || field == COUNT.id() && able(unit) <= 1,
        None => place == "target.figures" && !scene.units(roles::TARGET).is_empty(),
    }
}

/// Index of the unit whose armour and mount count for shots at a group, if its units differ in them (R47).
pub fn counted_unit(targets: &[Facts]) -> Option<usize> {
    let most = most(targets)?;
    let differs = targets.iter().any(|unit| !are_alike(unit, most));
    targets.iter().position(|unit| are_alike(unit, most)).filter(|_| differs)
}

/// The unit whose armour and mount most figures of a group have; in a tie the lighter armour, then the earlier unit (R47).
fn most(targets: &[Facts]) -> Option<&Facts> {
    let all = |kind: &Facts| -> i32 { targets.iter().filter(|unit| are_alike(unit, kind)).map(figures).sum() };
    // Of equals, the first is the least.
    targets.iter().min_by_key(|unit| (-all(unit), protection(unit)))
}

/// True for units that shots meet alike.
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

/// The range bands that players choose between: those of the weapon as it is used.
pub fn bands(input: &Input, shooter: &Input) -> Vec<Band> {
    let says = |field| answer(shooter, field) == Some(true);
    let edition = answer(input, EDITION).unwrap_or(Edition::April2025);
    let weapon = answer(shooter, SHOT_WITH).map(|weapon| weapon.in_edition(edition));
    let bands = weapon.map_or(&[][..], |weapon| weapon.bands(says(SALVO), says(RUN_UP)));
    Band::each_up_to(bands.iter().map(|band| band.to_cm).collect())
}
