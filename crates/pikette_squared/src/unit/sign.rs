//! Sign of a unit: its stands.

use super::super::terms::{DieOrNone, Fate, TroopType};
use crate::facts::*;
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::{Bearing, Body, Files, Muzzle, Sign, Troops, Weight};

/// Draws the stands of a unit; a phalanx and a tercio as one body.
pub fn sign(unit: &Facts, _: &Facts) -> Sign {
    let shoots = unit.value(SHOOT_DIE).is_some_and(|die| die != DieOrNone::None);
    let muzzle = shoots.then(|| if unit.holds(FIRED) { Muzzle::Empty } else { Muzzle::Loaded });
    Sign { body: body(unit), bearing: bearing(unit), muzzle }
}

fn body(unit: &Facts) -> Body {
    let kind = unit.value(TYPE).unwrap_or(TroopType::Pike);
    let full = count(kind.full_stands());
    // Without the tracker, as in a roster, a unit has all stands.
    let left = unit.value(STANDS).map_or(full, count);
    match kind {
        TroopType::Cannon => Body::Gun { weight: Weight::Medium, crew: left },
        TroopType::Phalanx => Body::block(Troops::Pikes, left, full),
        // The two stands of arquebus are lost first. *TERCIO.*
        TroopType::Tercio => {
            let shot = left.saturating_sub(4);
            let front = vec![
                Files::new(Troops::Shot, shot.min(1), 1),
                Files::new(Troops::Pikes, left.min(4), 4),
                Files::new(Troops::Shot, shot.saturating_sub(1), 1),
            ];
            Body::Block { front, behind: Vec::new() }
        }
        _ => Body::Stands { troops: drawn(kind), left, full: full.max(left) },
    }
}

fn drawn(kind: TroopType) -> Troops {
    match kind {
        TroopType::Knights | TroopType::Lancers => Troops::Horse,
        TroopType::Reiters | TroopType::Carabins | TroopType::LightHorse => Troops::LightHorse,
        TroopType::DismountedKnights => Troops::Blades,
        TroopType::Pike | TroopType::Phalanx | TroopType::Tercio => Troops::Pikes,
        TroopType::Arquebus | TroopType::Longbowmen | TroopType::Crossbows | TroopType::Skirmishers => Troops::Shot,
        TroopType::Militia => Troops::Mob,
        TroopType::Cannon => Troops::Guns,
        TroopType::WarWagons => Troops::Wagons,
    }
}

fn bearing(unit: &Facts) -> Bearing {
    match unit.value(STATE) {
        Some(Fate::Destroyed | Fate::LeftTable) => Bearing::Gone,
        Some(Fate::Routed) => Bearing::Running,
        Some(Fate::Disordered) => Bearing::Shaken,
        Some(Fate::Ok) | None => Bearing::Steady,
    }
}
