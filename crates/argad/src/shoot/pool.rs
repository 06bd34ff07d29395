//! The pool of shots: what each die comes to, and what many sixes are worth. *Shooting; rules of many sixes.*

use super::super::terms::Sixes;
use super::{Shoot, Shooter};
use rules::prelude::*;

/// The most entries that shoot together.
pub const ENTRIES: usize = 3;

/// Dice of a request in classes, each of which needs one value: an entry's dice, or those of them at one unit of the target.
pub struct Pool<const CLASSES: usize, const UNITS: usize> {
    classes: Vec<Aim>,
}

/// Rules by which the dice of a class count.
pub struct Aim {
    /// The natural value needed.
    need: i32,
    /// The player's +1 may go to one of these dice.
    plus_one: bool,
    /// A six is a six and no more.
    disorder: bool,
    /// Index of the unit that they are shot at.
    unit: usize,
}

impl Aim {
    /// Rules for the dice of a shooter at a unit, of which each needs this value.
    pub fn of(shoot: &Shoot, shooter: &Shooter, unit: usize, need: i32) -> Self {
        Self { need, plus_one: shoot.has_plus_one(shooter), disorder: shooter.disorder, unit }
    }
}

/// Dice sorted by what they come to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sorted<const CLASSES: usize, const UNITS: usize> {
    /// They hit without more ado, by unit.
    hits: [i32; UNITS],
    /// The first class of which one would hit with the +1.
    one_short: Option<usize>,
    /// Natural sixes that may be worth more, by class.
    sixes: [i32; CLASSES],
}

/// Result of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Landed<const UNITS: usize> {
    /// Dice that hit, by unit.
    pub hits: [i32; UNITS],
    /// The +1 made one of them.
    pub plus_one_used: bool,
}

impl<const CLASSES: usize, const UNITS: usize> Default for Sorted<CLASSES, UNITS> {
    fn default() -> Self {
        Self { hits: [0; UNITS], one_short: None, sixes: [0; CLASSES] }
    }
}

impl<const CLASSES: usize, const UNITS: usize> Tally for Sorted<CLASSES, UNITS> {
    fn plus(&self, other: &Self) -> Self {
        Self {
            hits: std::array::from_fn(|unit| self.hits[unit] + other.hits[unit]),
            one_short: self.one_short.into_iter().chain(other.one_short).min(),
            sixes: std::array::from_fn(|class| self.sixes[class] + other.sixes[class]),
        }
    }
}

impl<const UNITS: usize> Landed<UNITS> {
    /// Dice that hit.
    pub fn all(&self) -> i32 {
        self.hits.iter().sum()
    }
}

/// More than any die needs.
const ENOUGH: i32 = 100;

impl<const CLASSES: usize, const UNITS: usize> Pool<CLASSES, UNITS> {
    /// The pool of these classes.
    pub fn of(classes: Vec<Aim>) -> Self {
        Self { classes }
    }

    /// Sorts one die of a class.
    pub fn sort(&self, class: usize, face: i32) -> Sorted<CLASSES, UNITS> {
        let aim = &self.classes[class];
        let mut sorted = Sorted::default();
        if face == 6 && !aim.disorder {
            sorted.sixes[class] = 1;
        } else if face >= aim.need {
            sorted.hits[aim.unit] = 1;
        } else if aim.plus_one && face + 1 >= aim.need {
            sorted.one_short = Some(class);
        }
        sorted
    }

    /// Several sixes are worth 6, 7, 8 and so on, one each. A single one may be rolled again as long as more would help; what
    /// it has it keeps (R9).
    pub fn many_sixes(
        &self,
        dice: &mut Dice,
        sorted: &Sorted<CLASSES, UNITS>,
        single: Sixes,
    ) -> Result<Landed<UNITS>, Halt> {
        let sixes: i32 = sorted.sixes.iter().sum();
        if sixes != 1 {
            return Ok(self.landed(sorted, &(6..6 + sixes).collect::<Vec<_>>()));
        }
        let best = self.landed(sorted, &[ENOUGH]).all();
        let mut value = 6;
        while self.landed(sorted, &[value]).all() < best && single.another(dice, "reroll")? {
            value += 1;
        }
        Ok(self.landed(sorted, &[value]))
    }

    /// The most hits that these values of the sixes allow, and whether the +1 is needed for one of them.
    fn landed(&self, sorted: &Sorted<CLASSES, UNITS>, values: &[i32]) -> Landed<UNITS> {
        let without = placed(&self.needs_of_sixes(sorted, None), values);
        let mut hits = sorted.hits;
        if let Some(class) = sorted.one_short {
            hits[self.classes[class].unit] += 1;
        }
        let helped = || {
            let classes =
                (0..self.classes.len()).filter(|&class| self.classes[class].plus_one && sorted.sixes[class] > 0);
            classes
                .map(|class| placed(&self.needs_of_sixes(sorted, Some(class)), values))
                .find(|placed| placed.len() > without.len())
        };
        let with = if sorted.one_short.is_none() { helped() } else { None };
        let plus_one_used = sorted.one_short.is_some() || with.is_some();
        for unit in with.unwrap_or(without) {
            hits[unit] += 1;
        }
        Landed { hits, plus_one_used }
    }

    /// Returns the value that each six needs, least first, with its unit. One six of the class `helped` needs 1 less.
    fn needs_of_sixes(&self, sorted: &Sorted<CLASSES, UNITS>, helped: Option<usize>) -> Vec<(i32, usize)> {
        let mut needs = Vec::new();
        for (class, aim) in self.classes.iter().enumerate() {
            for nth in 0..sorted.sixes[class] {
                needs.push((aim.need - i32::from(nth == 0 && helped == Some(class)), aim.unit));
            }
        }
        needs.sort_unstable();
        needs
    }
}

/// The units of the needs that the values satisfy at best. Both are sorted, least first.
fn placed(needs: &[(i32, usize)], values: &[i32]) -> Vec<usize> {
    let mut open = needs.iter().peekable();
    values.iter().filter_map(|value| open.next_if(|(need, _)| need <= value)).map(|(_, unit)| *unit).collect()
}
