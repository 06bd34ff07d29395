//! Shots that a unit would make, and what a player has only once a turn.

use super::super::input::{EDITION, SHOT_WITH, answer};
use super::super::loading::{at_hand, ready};
use super::super::rulings::{PISTOL_AND_BLOW, ShotAndBlow};
use super::super::terms::Missile;
use super::super::unit::{able, began_in_contact, blows, figures, shot_figures};
use super::SHOOT;
use crate::facts::*;
use rules::prelude::*;

/// The weapon that they would shoot with: the first that nothing forbids, or the first. `None` if they have none.
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

/// Shots that are prefilled: as many as are loaded, of those who have not shot.
pub fn usual_count(unit: &Facts, missile: Missile) -> i32 {
    let left = able(unit) - shot_figures(unit);
    let others = figures(unit) - began_in_contact(unit);
    let left = if missile == Missile::Pistol { left } else { left.min(others) };
    ready(unit, missile).map_or(left, |ready| ready.min(left)).max(1)
}

/// True if too few of a unit have a blow left for so many shots, each of which takes the place of a blow (R43).
pub fn has_struck(table: &Table, unit: &Facts, missile: Missile, count: i32) -> bool {
    let spares_blow = missile == Missile::Pistol && pistols_spare_blows(table);
    !spares_blow && blows(unit) + count > able(unit)
}

/// R43: true if a pistol shot leaves the blow.
pub fn pistols_spare_blows(table: &Table) -> bool {
    table.ruling(PISTOL_AND_BLOW) == Some(ShotAndBlow::Both.id())
}

/// True if a player has used something that he has once a turn: the units of his that used it are marked by `of_unit`, and his
/// side by `of_side`, which stands for all of its players while no unit is marked. *Elite shooter; Matchlock musket with fork.*
pub fn used_by_player(table: &Table, unit: &TableUnit, of_side: Fact<bool>, of_unit: Fact<bool>) -> bool {
    let mut marked =
        table.of(unit.side).filter(|unit| unit.facts.holds(of_unit)).map(|unit| player(&unit.facts)).peekable();
    if marked.peek().is_none() {
        table.side(unit.side).holds(of_side)
    } else {
        marked.any(|marked| marked == player(&unit.facts))
    }
}

/// Which of its side's players leads a unit.
pub fn player(unit: &Facts) -> i32 {
    unit.value(PLAYER).unwrap_or(1)
}
