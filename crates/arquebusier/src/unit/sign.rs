//! Sign of a formation: elements in front and behind.

use super::super::facts::{MOUNTED, has_elements, is_shaken};
use super::super::terms::TroopType;
use super::derive::{left, raised_groups};
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::{Bearing, Body, Files, Sign, Troops, Weight};

/// Draws the elements of each type in front, and those behind them.
pub fn sign(unit: &Facts, _: &Facts) -> Sign {
    let bearing = if !has_elements(unit) {
        Bearing::Gone
    } else if is_shaken(unit) {
        Bearing::Shaken
    } else {
        Bearing::Steady
    };
    Sign { body: body(unit), bearing, muzzle: None }
}

fn body(unit: &Facts) -> Body {
    let raised = raised_groups(unit);
    if let [only] = raised.as_slice()
        && matches!(only.troop, TroopType::Gun | TroopType::Mortar)
    {
        let weight = if only.troop == TroopType::Mortar { Weight::Heavy } else { Weight::Medium };
        return Body::Gun { weight, crew: left(unit).first().map_or(0, |group| count(group.elements)) };
    }
    let (mut front, mut behind) = (Vec::new(), Vec::new());
    for group in raised {
        let now = left(unit).into_iter().find(|now| now.troop == group.troop);
        let (elements, in_front) = now.map_or((0, 0), |now| (now.elements, now.front));
        let troops = drawn(group.troop, unit.holds(MOUNTED));
        // Losses come off the rear. If the front has changed since, the present front is drawn.
        let front_raised = group.front.max(in_front);
        let rows =
            [(&mut front, in_front, front_raised), (&mut behind, elements - in_front, group.elements - front_raised)];
        for (row, here, at_first) in rows {
            if here.max(at_first) > 0 {
                row.push(Files::new(troops, count(here), count(at_first)));
            }
        }
    }
    Body::Block { front, behind }
}

fn drawn(troop: TroopType, mounted: bool) -> Troops {
    match troop {
        TroopType::Pike => Troops::Pikes,
        TroopType::Firearm => Troops::Shot,
        TroopType::Sword | TroopType::Bill => Troops::Blades,
        TroopType::Mob => Troops::Mob,
        TroopType::Pistolier | TroopType::Lancer => Troops::Horse,
        TroopType::Harquebusier => Troops::LightHorse,
        TroopType::Dragoon if mounted => Troops::Dragoons,
        TroopType::Dragoon => Troops::DragoonsOnFoot,
        TroopType::Gun | TroopType::Mortar => Troops::Guns,
    }
}
