//! Successes and failures of rolls, from which the luck of a battle is computed.
//!
//! A rule records them next to its roll, so that luck cannot differ from the rule. Rolls that decide which or how many, rather than success
//! or failure, are not recorded and do not count as luck.

use super::meanings::group_of;
use super::{Dice, Dist, Game, Source, Table, Whose};
use std::hash::Hash;
use std::ops::Range;

/// An event that dice decided, with its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckSample {
    /// The dice that decided it, as a range of indexes among all faces, from 0.
    pub dice: Range<usize>,
    /// Its probability, from 0 to 1.
    pub chance: f64,
    /// True if it happened.
    pub success: bool,
    /// The side that the event is good for, relative to the acting side.
    pub whose: Whose,
    /// Owner of the die, as a path in the input such as `many[0]`, if dice of several owners are rolled together. Empty if the purpose of
    /// the roll shows the owner.
    pub owner: String,
}

/// The side that wins if two dice are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equal {
    /// The side that rolls first.
    Own,
    /// The other side.
    Other,
    /// Nobody.
    Nobody,
}

impl<'a, G: Game> Dice<'a, G> {
    /// Records luck for each die of the last roll. `good` takes the index and the face of a die, and returns true for a success.
    pub fn record_luck(&mut self, good: &dyn Fn(usize, i32) -> bool) {
        self.record_luck_of_sides(&|nth, face| (Whose::Own, good(nth, face)));
    }

    /// Like [`record_luck`](Self::record_luck), for a roll with dice of both sides. `good` also returns the side of the die.
    pub fn record_luck_of_sides(&mut self, good: &dyn Fn(usize, i32) -> (Whose, bool)) {
        self.record_luck_of_owners(&|_| String::new(), good);
    }

    /// Like [`record_luck_of_sides`](Self::record_luck_of_sides), for a roll with dice of several units. `owner` returns the unit of a die,
    /// as a path in the input.
    fn record_luck_of_owners(&mut self, owner: &dyn Fn(usize) -> String, good: &dyn Fn(usize, i32) -> (Whose, bool)) {
        let by_enemy = self.by_enemy;
        let Some((table, rolled)) = self.rolled() else { return };
        let Some(roll) = table.rolls.last() else { return };
        let ways = |nth| (1..=i32::from(roll.sides)).filter(|face| good(nth, *face).1).count();
        let luck = roll.faces.iter().enumerate().map(|(nth, face)| {
            let (whose, success) = good(nth, i32::from(*face));
            let place = rolled.start + nth;
            let chance = ratio(ways(nth), usize::from(roll.sides));
            LuckSample { dice: place..place + 1, chance, success, whose: seen(whose, by_enemy), owner: owner(nth) }
        });
        let luck: Vec<LuckSample> = luck.collect();
        table.luck.extend(luck);
    }

    /// Like [`record_luck`](Self::record_luck), for [groups](Self::roll_groups) of dice. `owner` returns the unit of a group, as a path in
    /// the input. `good` takes the index of the group and the face.
    pub fn record_luck_of_groups(
        &mut self,
        groups: &[i32],
        owner: &dyn Fn(usize) -> String,
        good: &dyn Fn(usize, i32) -> bool,
    ) {
        let group_of = |nth| group_of(groups, nth);
        self.record_luck_of_owners(&|nth| group_of(nth).map(owner).unwrap_or_default(), &|nth, face| {
            (Whose::Own, group_of(nth).is_some_and(|group| good(group, face)))
        });
    }

    /// Records dice of the latest roll with this purpose that succeed although their own faces do not, because a rule helps one die or
    /// counts several together. `helped` takes the faces of the roll, and returns indexes of its dice. Their luck stays that of their faces.
    pub fn record_helped(&mut self, purpose: &str, helped: impl FnOnce(&[u8]) -> Vec<usize>) {
        let Source::Table(table) = &mut self.source else { return };
        let Some(place) = table.rolls.iter().rposition(|roll| roll.purpose == purpose) else { return };
        let first: usize = table.rolls[..place].iter().map(|roll| roll.faces.len()).sum();
        let dice = helped(&table.rolls[place].faces);
        table.helped.extend(dice.into_iter().map(|die| first + die));
    }

    /// Rolls `count` dice together. Returns true if `good` holds for their sum. Only for few dice: odds try every combination.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn sum_is(
        &mut self,
        purpose: &str,
        sides: u8,
        count: i32,
        good: &dyn Fn(i32) -> bool,
    ) -> Result<bool, G::Halt> {
        let sums = (0..count).fold(vec![0], |sums: Vec<i32>, _| {
            let faces = 1..=i32::from(sides);
            sums.iter().flat_map(|sum| faces.clone().map(move |face| sum + face)).collect()
        });
        let chance = ratio(sums.iter().filter(|sum| good(**sum)).count(), sums.len());
        if let Source::Odds(paths) = &mut self.source {
            return Ok(paths.yes(chance));
        }
        let success = good(self.faces(purpose, sides, count)?.iter().sum());
        let by_enemy = self.by_enemy;
        if let Some((table, dice)) = self.rolled() {
            table.luck.push(LuckSample {
                dice,
                chance,
                success,
                whose: seen(Whose::Own, by_enemy),
                owner: String::new(),
            });
        }
        Ok(success)
    }

    /// Rolls a die of each side and returns both faces. Luck counts the higher one as good for its side.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn against(&mut self, [own, other]: [(&str, u8); 2], equal: Equal) -> Result<[i32; 2], G::Halt> {
        let faces = [self.die(own.0, own.1)?, self.die(other.0, other.1)?];
        let by_enemy = self.by_enemy;
        if let Some((table, rolled)) = self.rolled() {
            let dice = rolled.start - 1..rolled.end;
            for (whose, when_equal) in [(Whose::Own, Equal::Own), (Whose::Enemy, Equal::Other)] {
                let good = |own: i32, other: i32| match whose {
                    Whose::Own => own > other || own == other && equal == when_equal,
                    Whose::Enemy => other > own || own == other && equal == when_equal,
                };
                let all = (1..=i32::from(own.1)).flat_map(|a| (1..=i32::from(other.1)).map(move |b| (a, b)));
                let ways = all.filter(|(a, b)| good(*a, *b)).count();
                let chance = ratio(ways, usize::from(own.1) * usize::from(other.1));
                let success = good(faces[0], faces[1]);
                table.luck.push(LuckSample {
                    dice: dice.clone(),
                    chance,
                    success,
                    whose: seen(whose, by_enemy),
                    owner: String::new(),
                });
            }
        }
        Ok(faces)
    }

    /// Like [`against`](Self::against), for a value computed from both faces. Odds branch by the value alone.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn against_for<T: Clone + Eq + Hash + 'static>(
        &mut self,
        dice: [(&str, u8); 2],
        equal: Equal,
        came_to: impl Fn([i32; 2]) -> T,
    ) -> Result<T, G::Halt> {
        match &mut self.source {
            Source::Table(_) => Ok(came_to(self.against(dice, equal)?)),
            Source::Odds(paths) => Ok(paths.take(|| {
                let [own, other] = dice.map(|(_, sides)| i32::from(sides));
                let chance = 1.0 / f64::from(own * other);
                let faces = (1..=own).flat_map(|own| (1..=other).map(move |other| [own, other]));
                Dist::gather(faces.map(|faces| (came_to(faces), chance)))
            })),
        }
    }

    /// Rolls a die of each side. Returns true if the first is higher, or equal if `equal` is [`Equal::Own`].
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn beats(&mut self, dice: [(&str, u8); 2], equal: Equal) -> Result<bool, G::Halt> {
        self.against_for(dice, equal, |[own, other]| own > other || own == other && equal == Equal::Own)
    }

    /// Runs `act` with the rolls of a side. `whose` is relative to the side that rolled before.
    pub fn rolled_by<T>(&mut self, whose: Whose, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.by_enemy;
        self.by_enemy ^= whose == Whose::Enemy;
        let done = act(self);
        self.by_enemy = before;
        done
    }

    /// Returns the table and the range of the last roll's faces. `None` for odds, and if no faces were rolled.
    pub(super) fn rolled(&mut self) -> Option<(&mut Table<'a, G>, Range<usize>)> {
        let Source::Table(table) = &mut self.source else { return None };
        let rolled = table.last.clone()?;
        Some((table, rolled))
    }
}

fn ratio(ways: usize, of: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "faces of a die, or of two")]
    let ratio = ways as f64 / of as f64;
    ratio
}

fn seen(whose: Whose, by_enemy: bool) -> Whose {
    match (whose, by_enemy) {
        (Whose::Own, false) | (Whose::Enemy, true) => Whose::Own,
        _ => Whose::Enemy,
    }
}
