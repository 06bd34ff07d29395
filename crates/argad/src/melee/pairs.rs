//! Several equal pairs of two groups, which fight side by side, each with its own dice. *Resolution of the melee: fights are resolved
//! one by one.*

use super::super::unit::{able, blows, figures};
use super::Status;
use super::length::{Fates, Fight};
use crate::facts::*;
use crate::ids::roles;
use rules::outcome::Outcome;
use rules::prelude::*;
use std::collections::BTreeMap;

/// Most pairs in one act.
pub const MOST: i32 = 6;

/// Purposes of rolls before which players choose whether a single six is rolled again, for one pair and for each of several.
pub const REROLLS: &[&str] = &[
    "reroll_one",
    "reroll_many",
    "pair_1_reroll_one",
    "pair_1_reroll_many",
    "pair_2_reroll_one",
    "pair_2_reroll_many",
    "pair_3_reroll_one",
    "pair_3_reroll_many",
    "pair_4_reroll_one",
    "pair_4_reroll_many",
    "pair_5_reroll_one",
    "pair_5_reroll_many",
    "pair_6_reroll_one",
    "pair_6_reroll_many",
];

outcome! {
    /// Result of one pair: a fighter and all opponents.
    pub struct Pair {
        /// Status of the fighter.
        pub one_status: Status,
        /// Status of each opponent.
        pub many_status: Vec<Status>,
        /// Life points that the fighter lost.
        pub one_wounds: i32,
        /// Life points that each opponent lost.
        pub many_wounds: Vec<i32>,
    }
}

outcome! {
    /// Result of several pairs. They are equal, so their order has no meaning.
    pub struct Pairs {
        /// Number of fighters killed or taken prisoner.
        pub fighters_out: i32,
        /// Number of opponents killed or taken prisoner.
        pub opponents_out: i32,
        /// Result of each pair.
        pub pairs: Vec<Pair>,
    }
}

/// Result of a fight of one or more pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// Results of the pairs, in the order of their dice.
    pub pairs: Vec<Pair>,
}

impl Outcome for Fought {
    /// Names of the outcome of one pair.
    const NAMES: &'static [&'static str] = Pair::NAMES;

    fn names(&self) -> &'static [&'static str] {
        if self.pairs.len() == 1 { Pair::NAMES } else { Pairs::NAMES }
    }

    fn write(self, into: &mut Vec<Value>) {
        match <[Pair; 1]>::try_from(self.pairs) {
            Ok([only]) => only.write(into),
            Err(pairs) => Pairs::of(pairs).write(into),
        }
    }
}

impl Pairs {
    fn of(mut pairs: Vec<Pair>) -> Self {
        pairs.sort_by_key(Pair::order);
        Self {
            fighters_out: pairs.iter().map(|pair| i32::from(pair.one_status.is_out())).sum(),
            opponents_out: pairs.iter().map(Pair::opponents_out).sum(),
            pairs,
        }
    }
}

impl Pair {
    fn opponents_out(&self) -> i32 {
        self.many_status.iter().map(|status| i32::from(status.is_out())).sum()
    }

    /// Sort key: pairs with the worst results for the opponents come first.
    fn order(&self) -> (Vec<u8>, u8, Vec<i32>, i32) {
        let many = self.many_status.iter().map(|status| status.rank()).collect();
        (many, self.one_status.rank(), self.many_wounds.clone(), self.one_wounds)
    }
}

impl Fight<'_> {
    /// Resolves one fight, from the longest weapon to the shortest.
    pub fn fought(&self, dice: &mut Dice) -> Result<Dist<Fates>, Halt> {
        let mut fates = Dist::certain(Fates::default());
        for length in self.lengths() {
            fates = dice.and_then_in_steps(&fates, |dice, fates| self.strike(dice, fates, length))?;
        }
        Ok(fates)
    }

    /// Resolves several equal fights, each with its own dice. When odds are computed, the fights are sorted, because their order has no meaning.
    pub fn side_by_side(&self, dice: &mut Dice, pairs: i32) -> Result<Dist<Vec<Fates>>, Halt> {
        let numbers: Vec<i32> = (1..=pairs).collect();
        let fight = |dice: &mut Dice, number: &i32| {
            dice.prefixed(format_args!("pair_{number}_"), |dice| dice.in_steps(|dice| self.fought(dice)))
        };
        let fights = dice.independently(&numbers, fight)?;
        let is_certain = fights.iter().all(|fates| fates.len() == 1);
        let add = |all: &Vec<Fates>, next: &Fates| {
            let mut all = all.clone();
            all.push(*next);
            if !is_certain {
                all.sort_unstable();
            }
            all
        };
        Ok(fights.iter().fold(Dist::certain(Vec::new()), |all, next| all.with(next, add)))
    }
}

/// Number of the pair, and purpose of the roll within the pair, from a purpose such as `pair_2_strike_one`. `None` for a fight of one pair.
pub fn of_pair(purpose: &str) -> Option<(i32, &str)> {
    let (number, roll) = purpose.strip_prefix("pair_")?.split_once('_')?;
    Some((number.parse().ok()?, roll))
}

/// Label of a roll of one of several pairs. `own` is the label of the same roll in a single fight, if it has one.
pub fn roll_label(number: i32, roll: &str, own: Option<Text>) -> Text {
    let who = own.unwrap_or_else(|| match roll {
        "strike_friends" => text!("friends"),
        "strike_many" => text!("opponents"),
        "reroll_one" => text!("side of {who}, the single 6 again", who = Gap::Unit("fighter ", 1)),
        "reroll_many" => text!("the opponents' single 6 again"),
        _ => Gap::Unit("fighter ", 1).into(),
    });
    text!("Pair {n}: {who}", n = number, who = who)
}

/// Most equal pairs that these figures of units can still make, 1 to `MOST`. Each further pair needs as many figures that strike, and as
/// many that charge, as the first.
pub fn most<'a>(parts: impl Iterator<Item = (&'a str, &'a Facts)>) -> i32 {
    let mut units: BTreeMap<&str, (&Facts, i32)> = BTreeMap::new();
    for (id, facts) in parts {
        units.entry(id).or_insert((facts, 0)).1 += 1;
    }
    units.values().map(|(facts, parts)| most_of(facts, *parts)).min().unwrap_or(1).clamp(1, MOST)
}

/// Most equal pairs of the units in a scene.
pub fn most_in(scene: &Scene) -> i32 {
    let roles = [roles::ONE, roles::FRIENDS, roles::MANY].into_iter();
    most(roles.flat_map(|role| scene.units(role)).map(|unit| (unit.id.as_str(), &*unit.facts)))
}

/// Most equal pairs if each contains `parts` figures of the unit. 0 if the unit has fewer figures.
pub fn most_of(unit: &Facts, parts: i32) -> i32 {
    let strikers = able(unit) - blows(unit);
    // Figures without a blow left can still be struck.
    let standing = if strikers > 0 { strikers } else { figures(unit) };
    let chargers = figures(unit) - unit.value(CHARGE_LOST).unwrap_or(0) - blows(unit);
    let alike = if unit.holds(CHARGING) && chargers > 0 { standing.min(chargers) } else { standing };
    alike / parts.max(1)
}
