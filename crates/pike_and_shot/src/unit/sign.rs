//! Sign of a unit: the drawing of its troops, its losses and its state.

use super::super::terms::{Arm, FirerKind, Gun, Pistols};
use crate::facts::*;
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::{Bearing, Body, Files, Muzzle, Sign, Troops, Weight};

/// Returns the sign of a unit. `raised` has the facts of the unit as it joined the battle. Foot is drawn as pikes between two halves of its
/// muskets.
pub fn sign(unit: &Facts, raised: &Facts) -> Sign {
    Sign { body: body(unit, raised), bearing: bearing(unit), muzzle: muzzle(unit) }
}

fn body(unit: &Facts, raised: &Facts) -> Body {
    let other = |troops: Troops| Body::block(troops, count(figures_left(unit)), number(raised, FIGURES));
    match unit.value(ROSTER_ARM).or_else(|| unit.value(ARM)).unwrap_or(Arm::Foot) {
        Arm::General => Body::Flag,
        Arm::Foot => foot(unit, raised),
        Arm::Halberds => other(Troops::Blades),
        Arm::Horse => other(Troops::Horse),
        Arm::IrregularLightCavalry => other(Troops::LightHorse),
        Arm::Dragoons if unit.holds(MOUNTED) => other(Troops::Dragoons),
        Arm::Dragoons => other(Troops::DragoonsOnFoot),
        Arm::Artillery => {
            let weight = match unit.value(GUN).unwrap_or(Gun::Medium) {
                Gun::Light => Weight::Light,
                Gun::Medium => Weight::Medium,
                Gun::Heavy => Weight::Heavy,
            };
            Body::Gun { weight, crew: count(figures_left(unit)) }
        }
    }
}

fn foot(unit: &Facts, raised: &Facts) -> Body {
    let pikes = Files::new(Troops::Pikes, number(unit, PIKES), number(raised, PIKES));
    let (left, at_first) = (number(unit, MUSKETS), number(raised, MUSKETS));
    if pikes.raised == 0 {
        return Body::block(Troops::Shot, left, at_first);
    }
    // If the number of muskets is odd, the right half has one more.
    let first = Files::new(Troops::Shot, left / 2, at_first / 2);
    let last = Files::new(Troops::Shot, left.div_ceil(2), at_first.div_ceil(2));
    let front = [first, pikes, last].into_iter().filter(|files| files.raised > 0).collect();
    Body::Block { front, behind: Vec::new() }
}

fn bearing(unit: &Facts) -> Bearing {
    if is_out(unit) {
        Bearing::Gone
    } else if unit.holds(BROKEN) {
        Bearing::Running
    } else {
        Bearing::Steady
    }
}

/// Returns the state of a gun, or of pistols: loaded or empty. `None` for other units, because the rules do not track loads of muskets.
fn muzzle(unit: &Facts) -> Option<Muzzle> {
    if unit.equals(KIND, FirerKind::Artillery) {
        return Some(if unit.holds(READY) { Muzzle::Loaded } else { Muzzle::Empty });
    }
    match unit.value(PISTOLS)? {
        Pistols::None => None,
        Pistols::Loaded => Some(Muzzle::Loaded),
        Pistols::Empty => Some(Muzzle::Empty),
    }
}

fn number(facts: &Facts, fact: Fact<i32>) -> u32 {
    count(facts.value(fact).unwrap_or(0))
}
