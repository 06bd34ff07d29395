//! Texts of a unit's row, except its states, and of the status line.

use super::facts::loads::LOADS;
use super::loading::carried;
use super::terms::{Missile, Weapon};
use super::unit::{captured, fallen, figures, is_out};
use crate::facts::*;
use rules::number::count;
use rules::prelude::*;
use rules::ruleset::{Look, StatusItem};

/// Parts of a description that are read at a glance. Player characters are counted by lives, others by figures.
pub const GLANCE: Glance = Glance {
    sign: super::sign::sign,
    arms,
    remaining,
    has_acted: |unit| {
        [MOVED, RAN_UP, FIRED, RELOADED].iter().any(|flag| unit.holds(*flag))
            || unit.value(BLOWS).is_some_and(|n| n > 0)
    },
    has_occasion: |_, _| true,
    left: |unit| {
        Some(match (unit.value(LIFE_POINTS).filter(|_| unit.holds(PLAYER_CHARACTER)), figures(unit)) {
            (Some(n), _) => text!("{n} life {n|point|points}", n = n),
            (None, n) => text!("{n} {n|figure|figures}", n = n),
        })
    },
    is_out,
    main_tracker: |unit| {
        let player = unit.holds(PLAYER_CHARACTER) && unit.knows(LIFE_POINTS);
        Some(if player { LIFE_POINTS.id() } else { FIGURES.id() }).filter(|_| unit.knows(FIGURES))
    },
    status: |table| Side::BOTH.into_iter().map(|side| figures_left(table, side)).collect(),
};

/// Figures of a side that are not out. They are shown as low at a third or less of all figures of the side.
fn figures_left(table: &Table, side: Side) -> StatusItem {
    let left = table.of(side).filter(|unit| !is_out(&unit.facts)).map(|unit| figures(&unit.facts)).sum::<i32>();
    let all = table.of(side).map(|unit| all_figures(&unit.facts)).sum::<i32>();
    StatusItem::number("Figures left", left, Look::Counter).of(side).low_if(left * 3 <= all)
}

/// Figures of a unit: those left, the fallen, those whose wounds heal, and prisoners. A player character counts even without life points. A
/// soldier of a group who died of a wound is not counted, because the table has no record of that.
fn all_figures(unit: &Facts) -> i32 {
    let healed = if unit.knows(LIFE_POINTS) { 0 } else { unit.value(HEALED).unwrap_or(0) };
    figures(unit) + fallen(unit) + healed + captured(unit)
}

fn arms(unit: &Facts) -> Option<Text> {
    let missile = carried(unit).first().map(|missile| missile.label());
    missile.or_else(|| unit.value(WEAPON).map(Weapon::noun)).map(Text::from)
}

/// Lives left of a player character, or figures left of another unit, followed by the number at the start.
fn remaining(unit: &Facts, raised: &Facts) -> Option<(u32, u32)> {
    let lives = unit.value(LIFE_POINTS).filter(|_| unit.holds(PLAYER_CHARACTER)).map(|lives| (lives, LIVES));
    let (left, all) = lives.unwrap_or_else(|| (figures(unit), raised.value(FIGURES).unwrap_or(1)));
    Some((count(left), count(all).max(count(left))))
}

/// A character's card on paper: what puts it out of action, what its weapons need by range, and boxes for lives, figures and loads.
pub const PAPER: PaperCard = PaperCard {
    numbers: |unit| {
        let falls = unit.value(CLASS).map(|n| text!("struck in melee on {n}", n = n + 1));
        falls.into_iter().chain(carried(unit).into_iter().filter_map(by_range)).collect()
    },
    boxes: &[
        FIGURES.id(),
        LIFE_POINTS.id(),
        LOADS[0].loaded.id(),
        LOADS[1].loaded.id(),
        LOADS[2].loaded.id(),
        LOADS[3].loaded.id(),
        LOADS[4].loaded.id(),
        LOADS[5].loaded.id(),
        LOADS[6].loaded.id(),
        LOADS[7].loaded.id(),
        JAVELINS.id(),
        STUNNED.id(),
        WOUNDED.id(),
    ],
};

/// The value that a die needs with a weapon, by range: `Pistol: 5 to 10 cm, 7 to 20 cm`.
fn by_range(weapon: Missile) -> Option<Text> {
    let bands = weapon.bands(false, false).iter().map(|band| text!("{n} to {cm} cm", n = band.need, cm = band.to_cm));
    let bands = bands.reduce(|near, far| text!("{near}, {far}", near = near, far = far))?;
    Some(text!("{weapon}: {bands}", weapon = weapon.label(), bands = bands))
}
