//! Losses to shots: the figures of a group that fall, and their effect on a unit. Each hit takes a life point (R33).

use super::rulings::{DrawnAgain, Falling, SHOTS_OF_A_TURN};
use super::unit::figures;
use crate::facts::*;
use rules::prelude::*;

/// Draws a figure of a group and returns the index of its unit. `standing` is the number of figures of each unit, each with one face of the
/// die. Rolls no die if all figures belong to one unit. `name` returns the name of a unit. *Shooting.*
///
/// # Errors
/// Missing dice.
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

/// Life points that a unit has left: the tracker of a player character, otherwise one for each figure. *Wound healing.*
pub fn lives(unit: &Facts) -> i32 {
    unit.value(LIFE_POINTS).unwrap_or_else(|| figures(unit))
}

/// Figures of a unit in a request, and the number of hits that put all of them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Figures left.
    pub figures: i32,
    /// Hits that put all figures out: each takes a life point (R33).
    pub lives: i32,
}

impl Strength {
    /// Returns the strength from the fields of a request. If `life_points` is 0, each figure has one life point.
    pub fn of(figures: i32, life_points: i32) -> Self {
        Self { figures, lives: if life_points == 0 { figures } else { life_points } }
    }

    /// Faces of this unit on the die that draws the next figure, after `hits` on the unit. In the first round, until every figure of
    /// the group has been drawn once, only figures not yet drawn have a face. Later, or if the players agreed so (R61), each figure
    /// with a life point left has one.
    pub fn faces(self, hits: i32, is_first_round: bool, again: DrawnAgain) -> i32 {
        match (again, is_first_round) {
            (DrawnAgain::OnceFirst, true) => (self.figures.min(self.lives) - hits).max(0),
            _ => (self.lives - hits).clamp(0, self.figures),
        }
    }

    /// Sentence about the hits on a unit; `None` for no hits.
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

/// True if all shots of a phase take effect at once, so that figures that were hit stay until the phase ends (R45).
pub fn fall_at_once(table: &Table) -> bool {
    table.ruling(SHOTS_OF_A_TURN) == Some(Falling::AtOnce.id())
}

/// Hits on the unit that take effect as the phase ends.
pub fn falling(unit: &Facts) -> i32 {
    unit.value(FALLING).unwrap_or(0)
}

/// Takes a life point for each hit from a player character, or a figure from another unit, and records the fallen and wounded. If figures
/// fall only as the phase ends (R45), just records the hits. Figures that take the place of chargers who were shot have no bonus (R55).
pub fn take_losses(
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
