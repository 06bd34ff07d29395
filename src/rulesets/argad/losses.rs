//! Losses of shots: who of a group falls, and what a unit loses.

use super::facts::{CHARGE_LOST, CHARGING, FALLEN, FALLING, LIFE_POINTS, WOUNDED};
use super::rulings::{Falling, SHOTS_OF_A_TURN};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::dice::{Dice, Halt};
use crate::form::Choices;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::{Scene, Table};
use crate::text;

/// Draws one of the figures that stand, each of which has one face of the die, and hands back the index of its unit. Without a die if
/// all belong to one unit. *Shooting.*
///
/// # Errors
/// The dice's.
pub fn unit_of_victim(dice: &mut Dice, standing: &[i32]) -> Result<usize, Halt> {
    let mut left = (0..standing.len()).filter(|&unit| standing[unit] > 0);
    if let (Some(only), None) = (left.next(), left.next()) {
        return Ok(only);
    }
    let unit = |face: i32| {
        let mut last = 0;
        let reaches = |figures: &i32| {
            last += figures;
            face <= last
        };
        standing.iter().position(reaches).unwrap_or(0)
    };
    let sides = u8::try_from(standing.iter().sum::<i32>()).unwrap_or(u8::MAX);
    let drawn = dice.sorted("victim", sides, 1, standing.len(), unit)?;
    Ok(drawn.iter().position(|&drawn| drawn == 1).unwrap_or(0))
}

/// Says how many of a unit fall; `None` if nobody does.
pub fn words(who: Text, figures: i32, fallen: i32) -> Option<Text> {
    match (fallen, figures) {
        (0, _) => None,
        (_, 1) => Some(text!("{who}: out, unless a second life is left.", who = who)),
        (1, _) => Some(text!("{who}: one out.", who = who)),
        (fallen, _) => Some(text!("{who}: {n} out.", who = who, n = fallen)),
    }
}

/// True if all shots of a phase fall at the same moment, so that whoever is hit stays until it ends (R45).
pub fn fall_at_once(table: &Table) -> bool {
    table.ruling(SHOTS_OF_A_TURN) == Some(Falling::AtOnce.id())
}

/// Figures that are hit and fall as the phase ends.
pub fn falling(unit: &Facts) -> i32 {
    unit.value(FALLING).unwrap_or(0)
}

/// Takes fallen figures off the unit; a player character loses a life point first. Those who take the place of chargers shot
/// down have no bonus (R55).
pub fn fall(
    scene: &Scene,
    (role, index): (&'static str, usize),
    unit: &Facts,
    fallen: i32,
    consequences: &mut ConsequencesBuilder,
) {
    if fall_at_once(&scene.table) {
        consequences.raise_nth(role, index, FALLING, fallen);
        return;
    }
    consequences.raise_nth(role, index, LIFE_POINTS, -fallen).raise_nth(role, index, FALLEN, fallen);
    if fallen > 0 {
        consequences.put_nth(role, index, WOUNDED, true);
    }
    if unit.holds(CHARGING) && !unit.knows(LIFE_POINTS) {
        consequences.raise_nth(role, index, CHARGE_LOST, fallen);
    }
}
