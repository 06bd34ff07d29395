//! Sign of a unit: its figures.

use super::facts::loads::LOADS;
use super::unit::{down_figures, figures, is_down, is_out};
use crate::facts::*;
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::{Bearing, Body, Muzzle, Sign, Troops};

/// Draws each figure. Stunned figures and a wounded player character are drawn hollow.
pub fn sign(unit: &Facts, raised: &Facts) -> Sign {
    let all = if is_out(unit) { 0 } else { count(figures(unit)) };
    let is_hurt = is_down(unit) || unit.holds(WOUNDED);
    let down = if is_hurt { all } else { count(down_figures(unit)).min(all) };
    let is_mounted = unit.value(MOUNT).is_some_and(|mount| mount.is_mounted());
    let body = Body::Figures {
        troops: if is_mounted { Troops::Horse } else { Troops::Blades },
        class: count(unit.value(CLASS).unwrap_or(1)),
        sound: all - down,
        down,
        raised: count(raised.value(FIGURES).unwrap_or(1)).max(all),
    };
    Sign { body, bearing: bearing(unit), muzzle: muzzle(unit) }
}

fn bearing(unit: &Facts) -> Bearing {
    if is_out(unit) {
        Bearing::Gone
    } else if unit.holds(DISORDER) {
        Bearing::Shaken
    } else {
        Bearing::Steady
    }
}

/// Returns the best state among the unit's kinds of weapons, because one loaded weapon is enough to shoot. `None` for a unit without weapons
/// that take turns to load.
fn muzzle(unit: &Facts) -> Option<Muzzle> {
    let stocks = LOADS.iter().filter_map(|loads| loads.stock(unit)).filter(|stock| stock.all > 0);
    let muzzles = stocks.map(|stock| match (stock.loaded, stock.loading) {
        (loaded, _) if loaded >= stock.all => Muzzle::Loaded,
        (0, 0) => Muzzle::Empty,
        _ => Muzzle::Half,
    });
    muzzles.reduce(|first, other| match (first, other) {
        (Muzzle::Loaded, _) | (_, Muzzle::Loaded) => Muzzle::Loaded,
        (Muzzle::Half, _) | (_, Muzzle::Half) => Muzzle::Half,
        (Muzzle::Empty, Muzzle::Empty) => Muzzle::Empty,
    })
}
