//! Bans of shooters and of shots.

use super::super::bans::{BUSY_FORMING, HELD_UP, SAID_TO_BE_IDLE, STUNNED_SOLDIERS};
use super::super::input::{COUNT, EDITION, MOVEMENT, REAR_RANKS, RELOAD_LEFT, SHOT_WITH, TARGET, answer};
use super::super::loading::{fit, fouled_of, left_to_throw, stock_of};
use super::super::terms::missiles::Handling;
use super::super::terms::{Edition, Missile, Movement};
use super::super::unit::{able, began_apart, figures, has_moved, in_contact, shot_figures};
use super::shots;
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Bans of shooters. In a group, only figures that have not acted yet may shoot.
pub const OF_SHOOTERS: &[Ban] = &[
    STUNNED_SOLDIERS,
    HELD_UP,
    SAID_TO_BE_IDLE,
    BUSY_FORMING,
    Ban::unit("fired", "Firearms; R46", "all shots taken this turn", |unit| {
        Some(unit.record().map(left_to_shoot)? <= 0)
    }),
    Ban::unit("fired", "Firearms; R46", "fewer may still shoot", |unit| {
        Some(are_too_few(unit.record().map(left_to_shoot)?, unit))
    }),
    Ban::unit("fouled", "Matchlock musket", "musket useless for the rest of the day", |unit| {
        let said = missile(unit)?.is_heavy_musket() && unit.answer(FOULED) == Some(true);
        Some(said || left_to_fire(unit).is_some_and(|left| left <= 0))
    })
    .at(FOULED),
    Ban::unit("fouled", "Matchlock musket", "fewer muskets are fit to be fired", |unit| {
        Some(are_too_few(left_to_fire(unit)?, unit))
    }),
    Ban::unit("in_contact", "Pistol; Firearms", "only pistols, because of contact at the start of the turn", |unit| {
        let said = unit.answer(IN_CONTACT_AT_START) == Some(true);
        let near = said || unit.record().is_some_and(|facts| too_many_are_near(unit, facts));
        Some(missile(unit)? != Missile::Pistol && near)
    })
    .at(IN_CONTACT_AT_START),
    // A weapon emptied this turn cannot be loaded before the next turn, so it is not fired again.
    Ban::unit("not_loaded", "Weapon cards", "emptied this turn, and not loaded before the next", |unit| {
        Some(is_emptied(unit))
    })
    .even_if_overridden(),
    Ban::unit("not_loaded", "Weapon cards", "nothing is loaded, or left to throw", |unit| {
        let said = unit.answer(RELOAD_LEFT).is_some_and(|turns| turns > 0);
        Some((said || loaded_or_left(unit).is_some_and(|left| left <= 0)) && !is_emptied(unit))
    })
    .at(RELOAD_LEFT),
    Ban::unit("not_loaded", "Weapon cards", "fewer weapons are loaded, or left to throw", |unit| {
        Some(are_too_few(loaded_or_left(unit)?, unit))
    }),
    Ban::unit("moved", "Weapon cards", "already moved", moved_too_far).at(MOVEMENT),
    Ban::unit("reloaded", "Firearms", "loading this turn", |unit| unit.get(RELOADED)),
];

/// Bans of shots that depend on the target or on other shooters.
pub const OF_SHOTS: &[Ban] = &[
    Ban::found("rear_ranks", "Throwing spear or javelin", "nobody stands behind a fighting figure", |act| {
        let rear_ranks = answer(act.input, TARGET).and_then(|target| answer(&target, REAR_RANKS)) == Some(true);
        let is_unprotected = |unit: &&TableUnit| in_contact(&unit.facts) >= figures(&unit.facts);
        act.scene.units(roles::TARGET).iter().find(|unit| rear_ranks && is_unprotected(unit))
    })
    .on_acts(),
    Ban::found("struck", "Simple and fast actions; R43", "a blow struck instead", |act| {
        shots::find(act, |shot| shot.has_struck(&act.scene.table))
    }),
    Ban::table("elite_used", "Elite shooter", "The elite shot of the turn is made", |act| {
        shots::any(act, |shot| shot.elite && shot.elite_shot_made(act))
    })
    .on_acts(),
    // Reported only while an elite shot is left, because the ban above is reported first.
    Ban::table("elite_shooter", "Elite shooter", "Only an elite shooter", |act| {
        shots::any(act, |shot| shot.elite && !shot.facts().holds(ELITE_SHOOTER))
    })
    .on_acts(),
];

fn missile(unit: &Judged) -> Option<Missile> {
    unit.answer(SHOT_WITH)
}

fn count(unit: &Judged) -> i32 {
    unit.answer(COUNT).unwrap_or(1)
}

/// True if the unit makes more shots than the number left, unless none are left.
fn are_too_few(left: i32, unit: &Judged) -> bool {
    (1..count(unit)).contains(&left)
}

/// Number of figures that may still shoot this turn.
fn left_to_shoot(facts: &Facts) -> i32 {
    able(facts) - shot_figures(facts)
}

/// Weapons of the kind that are not fouled, less those fired this turn; `None` if none is fouled.
fn left_to_fire(unit: &Judged) -> Option<i32> {
    let (facts, missile) = (unit.record()?, missile(unit)?);
    let shot = stock_of(facts, missile).map_or(0, |stock| stock.shot);
    (fouled_of(facts, missile) > 0).then(|| fit(facts, missile) - shot)
}

/// True if the unit makes more shots than it has figures that did not begin the turn in contact.
fn too_many_are_near(unit: &Judged, facts: &Facts) -> bool {
    facts.holds(IN_CONTACT_AT_START) && count(unit) > began_apart(facts)
}

/// Weapons that are loaded, or left to throw; `None` for bows, which have no limit.
fn loaded_or_left(unit: &Judged) -> Option<i32> {
    let facts = unit.record()?;
    match missile(unit)? {
        Missile::Javelin => Some(left_to_throw(facts).iter().sum()),
        missile => Some(stock_of(facts, missile)?.loaded),
    }
}

/// True if no weapon is loaded, and at least one was emptied this turn.
fn is_emptied(unit: &Judged) -> bool {
    let stock = || stock_of(unit.record()?, missile(unit)?);
    stock().is_some_and(|stock| stock.loaded <= 0 && stock.shot > 0)
}

/// True if the weapon must be fired standing still and the unit moved. Also true if players entered less movement than the unit made.
fn moved_too_far(unit: &Judged) -> Option<bool> {
    let said = unit.answer(MOVEMENT);
    let close_order = unit.get(CLOSE_ORDER) == Some(true);
    let moves = said.is_some_and(|movement| movement.is_moving(close_order));
    let on_record = |flag: fn(&Facts) -> bool| unit.record().is_some_and(flag);
    let (has_moved, stepped) = (on_record(has_moved), on_record(|facts| facts.holds(STEPPED)));
    let is_still = said == Some(Movement::Immobile);
    let is_at_two_paces = said == Some(Movement::TwoPaces) && !stepped;
    let must_stand = must_stand(missile(unit)?, unit.answer(EDITION).unwrap_or(Edition::April2025));
    let said_less = has_moved && (is_still || is_at_two_paces) || stepped && is_still;
    Some(must_stand && (moves || has_moved) || said_less)
}

/// True of weapons that are fired only standing still. In 2024, the long arquebus counts as a short arquebus. *Weapon cards.*
fn must_stand(missile: Missile, edition: Edition) -> bool {
    missile.in_edition(edition).handling() != Handling::Easy
}
