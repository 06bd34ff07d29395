//! Weapons and numbers of shots suggested for a unit, and the options that a player has once a turn.

use super::super::input::{EDITION, SHOT_WITH, answer};
use super::super::loading::{at_hand, ready};
use super::super::rulings::{PISTOL_AND_BLOW, ShotAndBlow};
use super::super::terms::Missile;
use super::super::unit::{able, began_apart, blows, shot_figures};
use super::SHOOT;
use crate::facts::*;
use rules::prelude::*;

/// Weapon suggested for a unit: the first weapon that may be fired now; if there is none, the first at hand. `None` if no weapon is at hand.
pub fn weapon(table: &Table, unit: &TableUnit) -> Option<Missile> {
    let kinds = at_hand(&unit.facts);
    let edition = answer(&table.rulings, EDITION).map(|edition| (EDITION.id(), edition.write()));
    let free = |missile: &&Missile| {
        let mut shot = vec![(SHOT_WITH.id(), missile.write())];
        shot.extend(edition.clone());
        SHOOT.may(&unit.facts, &shot) && !has_struck(table, &unit.facts, **missile, 1)
    };
    kinds.iter().find(free).or(kinds.first()).copied()
}

/// Number of shots suggested: loaded weapons, at most one for each figure that has not shot; at least 1. Figures that began the turn in
/// contact count only for pistols.
pub fn usual_count(unit: &Facts, missile: Missile) -> i32 {
    let left = able(unit) - shot_figures(unit);
    let left = if missile == Missile::Pistol { left } else { left.min(began_apart(unit)) };
    ready(unit, missile).map_or(left, |ready| ready.min(left)).max(1)
}

/// True if fewer than `count` figures have a blow left. Each shot takes the place of a blow (R43).
pub fn has_struck(table: &Table, unit: &Facts, missile: Missile, count: i32) -> bool {
    let spares_blow = missile == Missile::Pistol && pistols_spare_blows(table);
    !spares_blow && blows(unit) + count > able(unit)
}

/// R43: true if a figure that fires a pistol can still strike.
pub fn pistols_spare_blows(table: &Table) -> bool {
    table.ruling(PISTOL_AND_BLOW) == Some(ShotAndBlow::Both.id())
}

/// True if the player of `unit` has used an option that each player has once a turn. `of_unit` is the flag of the unit that used the option.
/// If no unit of the side has that flag, the flag `of_side` counts for all players of the side. *Elite shooter; Matchlock musket with fork.*
pub fn used_by_player(table: &Table, unit: &TableUnit, of_side: Fact<bool>, of_unit: Fact<bool>) -> bool {
    let mut marked =
        table.of(unit.side).filter(|unit| unit.facts.holds(of_unit)).map(|unit| player(&unit.facts)).peekable();
    if marked.peek().is_none() {
        table.side(unit.side).holds(of_side)
    } else {
        marked.any(|marked| marked == player(&unit.facts))
    }
}

/// Number of the player who leads a unit, among the players of its side.
pub fn player(unit: &Facts) -> i32 {
    unit.value(PLAYER).unwrap_or(1)
}
