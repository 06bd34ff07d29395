//! Pool of shots: the result of each die, and the value of several sixes. *Shooting; rules of many sixes.*

use super::super::terms::Sixes;
use super::{Shoot, Shooter};
use rules::prelude::*;

/// Most entries of shooters in a request.
pub const ENTRIES: usize = 3;

/// Dice of a request, in classes. All dice of a class need the same value. A class is an entry of shooters. If victims are drawn, it is the
/// part of an entry that is shot at one unit of the target.
pub struct ShotPool<const CLASSES: usize, const UNITS: usize> {
    classes: Vec<Aim>,
}

/// Rules for the dice of a class.
pub struct Aim {
    /// Natural value needed.
    need: i32,
    /// True if the player's +1 may be used for one of these dice.
    plus_one: bool,
    /// True if sixes always count 6.
    disorder: bool,
    /// Index of the unit in the target.
    unit: usize,
}

impl Aim {
    /// Rules for the dice of a shooter at a unit that need this value.
    pub fn of(shoot: &Shoot, shooter: &Shooter, unit: usize, need: i32) -> Self {
        Self { need, plus_one: shoot.has_plus_one(shooter), disorder: shooter.disorder, unit }
    }
}

/// Numbers of dice by result, before several sixes are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sorted<const CLASSES: usize, const UNITS: usize> {
    /// Dice that hit, by unit.
    hits: [i32; UNITS],
    /// The first class with a die that would hit with the +1.
    one_short: Option<usize>,
    /// Natural sixes that may count more, by class.
    sixes: [i32; CLASSES],
}

/// Result of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShotsLanded<const UNITS: usize> {
    /// Dice that hit, by unit.
    pub hits: [i32; UNITS],
    /// True if the +1 made one of them.
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

impl<const UNITS: usize> ShotsLanded<UNITS> {
    /// Number of dice that hit.
    pub fn all(&self) -> i32 {
        self.hits.iter().sum()
    }
}

/// A value higher than any die needs.
const ENOUGH: i32 = 100;

impl<const CLASSES: usize, const UNITS: usize> ShotPool<CLASSES, UNITS> {
    /// Returns a pool of these classes.
    pub fn of(classes: Vec<Aim>) -> Self {
        Self { classes }
    }

    /// Returns the result of one die of a class.
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

    /// Counts several sixes as 6, 7, 8 and so on, one value each. A single six may be rolled again while a higher value would help, and
    /// never becomes worse (R9).
    pub fn many_sixes(
        &self,
        dice: &mut Dice,
        sorted: &Sorted<CLASSES, UNITS>,
        single: Sixes,
    ) -> Result<ShotsLanded<UNITS>, Halt> {
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

    /// Indexes of the dice that hit although their faces are too low: the die with the +1, and dice of several sixes that count more than 6.
    /// `class_of` returns the class of a die, and `hits` is the number of all dice that hit.
    pub fn helped(&self, class_of: impl Fn(usize) -> usize, faces: &[u8], hits: i32) -> Vec<usize> {
        let dice = || faces.iter().enumerate().map(|(die, face)| (die, class_of(die), i32::from(*face)));
        let fails = |(_, class, face): &(usize, usize, i32)| *face < self.classes[*class].need;
        let own = dice().filter(|die| !fails(die)).count();
        let left = usize::try_from(hits).unwrap_or(0).saturating_sub(own);
        let adds_up = |class: usize, face: i32| face == 6 && !self.classes[class].disorder;
        let is_short = |(_, class, face): &(usize, usize, i32)| {
            let aim = &self.classes[*class];
            !adds_up(*class, *face) && aim.plus_one && face + 1 >= aim.need
        };
        let short = dice().filter(fails).filter(is_short).min_by_key(|(_, class, _)| *class);
        let mut sixes: Vec<_> = dice().filter(fails).filter(|(_, class, face)| adds_up(*class, *face)).collect();
        sixes.sort_by_key(|(_, class, _)| self.classes[*class].need - i32::from(self.classes[*class].plus_one));
        short.into_iter().chain(sixes).take(left).map(|(die, ..)| die).collect()
    }

    /// Returns the most hits that are possible if the sixes have these values, and whether the +1 made one of them.
    fn landed(&self, sorted: &Sorted<CLASSES, UNITS>, values: &[i32]) -> ShotsLanded<UNITS> {
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
        ShotsLanded { hits, plus_one_used }
    }

    /// Returns the value that each six needs, lowest first, with its unit. One six of the class `helped` needs 1 less.
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

/// Returns the units of as many needs as these values can satisfy. Both lists are sorted, lowest first.
fn placed(needs: &[(i32, usize)], values: &[i32]) -> Vec<usize> {
    let mut open = needs.iter().peekable();
    values.iter().filter_map(|value| open.next_if(|(need, _)| need <= value)).map(|(_, unit)| *unit).collect()
}
