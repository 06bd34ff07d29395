//! Losses of shots: who of a group falls, and what a unit loses. A hit takes a life point (R33).

use super::rulings::{DrawnAgain, Falling, SHOTS_OF_A_TURN};
use super::unit::figures;
use crate::facts::*;
use rules::prelude::*;

/// Draws one of the figures that stand, each of which has one face of the die, and returns the index of its unit. Without a die if
/// all belong to one unit. `name` gives the name of a unit. *Shooting.*
///
/// # Errors
/// The dice's.
pub fn unit_of_victim(dice: &mut Dice, standing: &[i32], name: fn(usize) -> Text) -> Result<usize, Halt> {
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
    dice.record_meanings(&|_, face| Some(name(unit(face))));
    Ok(drawn.iter().position(|&drawn| drawn == 1).unwrap_or(0))
}

/// Life points that a unit has left: those of a player character, or one for each figure. *Wound healing.*
pub fn lives(unit: &Facts) -> i32 {
    unit.value(LIFE_POINTS).unwrap_or_else(|| figures(unit))
}

/// Figures of a unit, and the hits that it takes, in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Figures that still stand.
    pub figures: i32,
    /// Hits that put all of them out: each takes a life point (R33).
    pub lives: i32,
}

impl Strength {
    /// Reads the fields of a request. Without life points, each figure has one.
    pub fn of(figures: i32, life_points: i32) -> Self {
        Self { figures, lives: if life_points == 0 { figures } else { life_points } }
    }

    /// Faces of the die that draws who is hit next, after so many hits on this unit and on the whole group. Everybody is drawn once
    /// before anybody is drawn again, unless players have agreed otherwise (R61).
    pub fn faces(self, hits: i32, is_first_round: bool, again: DrawnAgain) -> i32 {
        match (again, is_first_round) {
            (DrawnAgain::OnceFirst, true) => (self.figures.min(self.lives) - hits).max(0),
            _ => (self.lives - hits).clamp(0, self.figures),
        }
    }

    /// Describes so many hits; `None` for none.
    pub fn words(self, who: Text, hits: i32) -> Option<Text> {
        match (hits, self.figures) {
            (0, _) => None,
            (_, 1) if hits < self.lives => Some(text!("{who}: wounded, with one life point left.", who = who)),
            (_, 1) => Some(text!("{who}: out.", who = who)),
            (1, _) => Some(text!("{who}: one out.", who = who)),
            (hits, _) => Some(text!("{who}: {n} out.", who = who, n = hits)),
        }
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
