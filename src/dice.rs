//! The one seam of chance.
//!
//! A procedure is an ordinary function that throws [`Dice`]. On the table, the faces come from a list: typed in, thrown by
//! the app, or replayed from a log; where the list ends, the throw that is missing is the answer. For odds, the same
//! function is run once for every branch that the dice can take, and the branches are weighed.
//!
//! Three things keep the odds fast without a second version of any rule:
//! - a throw branches by what is counted ([`Dice::hits`], [`Dice::sorted`]), not by face;
//! - like things that each go through the same throws are ruled once and multiplied ([`Dice::like`]);
//! - things that do not touch each other are weighed apart and then added or joined ([`Dice::total`], [`Dice::apart`],
//!   [`Dice::joined`], [`Dice::dealt`]);
//! - a long rule goes in steps from one distribution to the next, and what comes to the same is merged after each step
//!   ([`Dice::settle`], [`Dice::together`], [`Dice::onward`]).

mod dist;
mod judged;
mod paths;

pub use dist::{Dist, Tally};
pub use judged::{Equal, Judged};
pub use paths::odds;

use crate::outcome::serialize_number;
use crate::refusal::{Code, Refusal};
use crate::text;
use paths::Paths;
use serde::Serialize;
use std::hash::Hash;
use std::ops::Range;
use std::rc::Rc;

/// Dice of one kind thrown together, for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Throw {
    /// What they decide: an id of the procedure, such as `kill_pikes`.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// How many (or how many more) are thrown together.
    pub count: usize,
}

/// A throw that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// What it decided.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order thrown.
    pub faces: Vec<u8>,
}

/// A modifier that applied.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Modifier {
    /// Its id.
    pub id: String,
    /// What it added: a whole number, except where inches are halved.
    #[serde(serialize_with = "serialize_number")]
    pub value: f64,
    /// Whose it is, where its id does not say it, as the place in the input: `many[0]`. For players, not for the contract.
    #[serde(skip)]
    pub whose: String,
}

/// Why a procedure stopped before its outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// These dice must be thrown first.
    Needs(Throw),
    /// The request cannot be ruled on.
    Refused(Refusal),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Halt::Refused(refusal)
    }
}

/// The dice of one procedure.
pub struct Dice<'a> {
    source: Source<'a>,
    prefix: String,
    /// Whose modifiers are recorded now.
    whose: String,
    /// Whether it is the enemy of whoever acts who throws now.
    by_enemy: bool,
}

enum Source<'a> {
    Table(Table<'a>),
    Odds(&'a mut Paths),
}

/// Faces on the table, and what was done with them.
#[derive(Default)]
struct Table<'a> {
    faces: &'a [u8],
    rolls: Vec<Roll>,
    judged: Vec<Judged>,
    /// The throw just made, if a die was thrown for it.
    last: Option<Range<usize>>,
    modifiers: Vec<Modifier>,
    /// Choices that the dice raised so far.
    raised: usize,
}

/// A procedure played out with the faces given.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<T> {
    /// What it came to, or why it stopped.
    pub result: Result<T, Halt>,
    /// The throws that were complete.
    pub rolls: Vec<Roll>,
    /// What of it was good or bad luck, and whose.
    pub judged: Vec<Judged>,
    /// The modifiers that applied, as far as it went.
    pub modifiers: Vec<Modifier>,
}

/// Plays `rule` with `faces`, in the order in which it throws them. Faces left over are refused.
pub fn play<T>(faces: &[u8], rule: impl FnOnce(&mut Dice) -> Result<T, Halt>) -> Played<T> {
    let mut dice = Dice::from(Source::Table(Table { faces, ..Table::default() }));
    let result = rule(&mut dice);
    let Source::Table(table) = dice.source else { unreachable!("dice stay what they were made") };
    let left = table.faces.len();
    let result = match result {
        Ok(_) if left > 0 => {
            let message = text!("{n} faces more than are thrown.", n = left as f64);
            Err(Halt::Refused(Refusal::new(Code::UnusedDice, "faces", message)))
        }
        result => result,
    };
    Played { result, rolls: table.rolls, judged: table.judged, modifiers: table.modifiers }
}

impl Dice<'_> {
    /// Throws one die.
    pub fn die(&mut self, purpose: &str, sides: u8) -> Result<i32, Halt> {
        let prefix = &self.prefix;
        match &mut self.source {
            Source::Table(table) => Ok(i32::from(table.throw(prefix, purpose, sides, 1)?[0])),
            Source::Odds(paths) => Ok(paths.face(sides)),
        }
    }

    /// Throws `count` dice together; how many show `need` or more?
    pub fn hits(&mut self, purpose: &str, sides: u8, count: i32, need: i32) -> Result<i32, Halt> {
        let below = (need - 1).clamp(0, i32::from(sides));
        let hits = self.sorted(purpose, sides, count, 2, |face| usize::from(face > below))?[1];
        self.judge(&|_, face| face >= need);
        Ok(hits)
    }

    /// Throws `count` dice together; does any of them show `need` or more?
    pub fn any(&mut self, purpose: &str, sides: u8, count: i32, need: i32) -> Result<bool, Halt> {
        if let Source::Table(_) = self.source {
            return Ok(self.hits(purpose, sides, count, need)? > 0);
        }
        let below = f64::from((need - 1).clamp(0, i32::from(sides))) / f64::from(sides);
        let none = below.powi(count);
        self.weighed(|| Ok(Dist::gather([(false, none), (true, 1.0 - none)])))
    }

    /// Throws `count` dice together and sorts them into `classes` by face; how many fall into each class?
    pub fn sorted(
        &mut self,
        purpose: &str,
        sides: u8,
        count: i32,
        classes: usize,
        class: impl Fn(i32) -> usize,
    ) -> Result<Vec<i32>, Halt> {
        let prefix = &self.prefix;
        match &mut self.source {
            Source::Table(table) => {
                let mut sorted = vec![0; classes];
                for face in table.throw(prefix, purpose, sides, usize::try_from(count).unwrap_or(0))? {
                    sorted[class(i32::from(face))] += 1;
                }
                Ok(sorted)
            }
            Source::Odds(paths) => {
                let mut chances = vec![0.0; classes];
                for face in 1..=i32::from(sides) {
                    chances[class(face)] += 1.0 / f64::from(sides);
                }
                Ok(paths.take(|| dist::multinomial(count, &chances)))
            }
        }
    }

    /// Throws `count` dice together where each face matters by itself. Odds branch by every sequence of faces: few dice only.
    pub fn faces(&mut self, purpose: &str, sides: u8, count: i32) -> Result<Vec<i32>, Halt> {
        let prefix = &self.prefix;
        match &mut self.source {
            Source::Table(table) => {
                let faces = table.throw(prefix, purpose, sides, usize::try_from(count).unwrap_or(0))?;
                Ok(faces.into_iter().map(i32::from).collect())
            }
            Source::Odds(paths) => Ok((0..count).map(|_| paths.face(sides)).collect()),
        }
    }

    /// Rules on `count` like things that do not touch each other and adds up what they come to.
    ///
    /// `rule` is given how many there are. On the table it rules on all of them at once, pool by pool; for odds it rules on
    /// one, and the rest follow by multiplication, so it must treat each of them alike.
    pub fn like<T: Tally>(&mut self, count: i32, rule: impl Fn(&mut Dice, i32) -> Result<T, Halt>) -> Result<T, Halt> {
        match self.source {
            Source::Table(_) => rule(self, count),
            Source::Odds(_) => self.weighed(|| Ok(odds(|dice| rule(dice, 1))?.times(count))),
        }
    }

    /// Rules on things that do not touch each other and adds up what they come to.
    pub fn total<T: Tally, I>(
        &mut self,
        items: impl IntoIterator<Item = I>,
        rule: impl Fn(&mut Dice, I) -> Result<T, Halt>,
    ) -> Result<T, Halt>
    where
        I: Clone,
    {
        if let Source::Table(_) = self.source {
            return items.into_iter().try_fold(T::default(), |sum, item| Ok(sum.plus(&rule(self, item)?)));
        }
        self.weighed(|| {
            items.into_iter().try_fold(Dist::certain(T::default()), |sum, item| {
                Ok(sum.plus(&odds(|dice| rule(dice, item.clone()))?))
            })
        })
    }

    /// Rules on things that do not touch each other and keeps them apart: what each of them can come to. On the table, each
    /// is certain.
    pub fn apart<T: Clone + Eq + Hash + 'static, I: Clone>(
        &mut self,
        items: impl IntoIterator<Item = I>,
        rule: impl Fn(&mut Dice, I) -> Result<T, Halt>,
    ) -> Result<Vec<Dist<T>>, Halt> {
        let on_the_table = matches!(self.source, Source::Table(_));
        items
            .into_iter()
            .map(|item| {
                if on_the_table { Ok(Dist::certain(rule(self, item)?)) } else { odds(|dice| rule(dice, item.clone())) }
            })
            .collect()
    }

    /// Rules on a part by itself: its branches are followed once, not once for each branch before it, and those that end alike
    /// are one. Also for what dice do not touch but takes time to work out.
    pub fn part<T: Clone + Eq + Hash + 'static>(
        &mut self,
        rule: impl Fn(&mut Dice) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        match self.source {
            Source::Table(_) => rule(self),
            Source::Odds(_) => self.weighed(|| odds(rule)),
        }
    }

    /// Rules on things that do not touch each other, and joins what each of them can come to.
    ///
    /// Where adding them all up as [`total`](Self::total) does would be slow, `join` can first add up those that belong
    /// together. It is worked out once, not once for each branch. On the table, each is certain.
    pub fn joined<T: Clone + Eq + Hash + 'static, U: Clone + 'static, I: Clone>(
        &mut self,
        items: impl IntoIterator<Item = I>,
        rule: impl Fn(&mut Dice, I) -> Result<T, Halt>,
        join: impl FnOnce(Vec<Dist<T>>) -> Dist<U>,
    ) -> Result<U, Halt> {
        if let Source::Table(_) = self.source {
            return Ok(join(self.apart(items, rule)?).only());
        }
        self.weighed(|| {
            let each = items.into_iter().map(|item| odds(|dice| rule(dice, item.clone()))).collect::<Result<_, _>>()?;
            Ok(join(each))
        })
    }

    /// Throws one die for each of `items`, all together: the first die belongs to the first item, and so on. `rule` says what
    /// an item comes to with its face; the rest is as with [`joined`](Self::joined).
    pub fn dealt<T: Clone + Eq + Hash + 'static, U: Clone + 'static, I>(
        &mut self,
        purpose: &str,
        sides: u8,
        items: &[I],
        rule: impl Fn(&I, i32) -> T,
        join: impl FnOnce(Vec<Dist<T>>) -> Dist<U>,
    ) -> Result<U, Halt> {
        if let Source::Table(_) = self.source {
            let faces = self.faces(purpose, sides, i32::try_from(items.len()).unwrap_or(i32::MAX))?;
            let each = items.iter().zip(faces).map(|(item, face)| Dist::certain(rule(item, face))).collect();
            return Ok(join(each).only());
        }
        let chance = 1.0 / f64::from(sides);
        let dist = |item| Dist::gather((1..=i32::from(sides)).map(|face| (rule(item, face), chance)));
        self.weighed(|| Ok(join(items.iter().map(dist).collect())))
    }

    /// Takes one of the values that `dist` can have: the only one, where it is certain.
    pub fn weighed<T: Clone + 'static>(&mut self, dist: impl FnOnce() -> Result<Dist<T>, Halt>) -> Result<T, Halt> {
        match &mut self.source {
            Source::Table(_) => Ok(dist()?.only()),
            Source::Odds(paths) => paths.try_take(dist),
        }
    }

    /// Works out something that no die decides: for odds once, not once a path.
    pub fn once<T: 'static>(&mut self, work: impl FnOnce() -> T) -> Rc<T> {
        match &mut self.source {
            Source::Table(_) => Rc::new(work()),
            Source::Odds(paths) => paths.take(|| Dist::certain(Rc::new(work()))),
        }
    }

    /// Throws groups of dice together, in their order, and keeps the groups apart: for each, what its dice come to in sum.
    /// On the table, each is certain. Odds do not branch here.
    pub fn together<T: Tally>(
        &mut self,
        purpose: &str,
        sides: u8,
        groups: &[i32],
        worth: impl Fn(usize, i32) -> T,
    ) -> Result<Vec<Dist<T>>, Halt> {
        let worth = &worth;
        match &mut self.source {
            Source::Table(table) => {
                let count = groups.iter().filter_map(|&count| usize::try_from(count).ok()).sum();
                let mut faces = table.throw(&self.prefix, purpose, sides, count)?.into_iter();
                let sum = |(group, &count): (usize, &i32)| {
                    let own = (0..count).filter_map(|_| faces.next());
                    Dist::certain(own.fold(T::default(), |sum, face| sum.plus(&worth(group, i32::from(face)))))
                };
                Ok(groups.iter().enumerate().map(sum).collect())
            }
            Source::Odds(_) => {
                let face = |group| {
                    let chance = 1.0 / f64::from(sides);
                    Dist::gather((1..=i32::from(sides)).map(move |face| (worth(group, face), chance)))
                };
                Ok(groups.iter().enumerate().map(|(group, &count)| face(group).times(count)).collect())
            }
        }
    }

    /// Rules on what follows each value of `from`; what comes to the same is merged. On the table there is one.
    pub fn onward<T: Clone, U: Clone + Eq + Hash>(
        &mut self,
        from: &Dist<T>,
        rule: impl Fn(&mut Dice, &T) -> Result<Dist<U>, Halt>,
    ) -> Result<Dist<U>, Halt> {
        if let (Source::Table(_), Some((value, _))) = (&self.source, from.iter().next()) {
            return rule(self, value);
        }
        paths::steps(from, rule)
    }

    /// Takes what a rule comes to that goes in steps from one distribution to the next. For odds the steps are gone once,
    /// not once for each end.
    pub fn settle<T: Clone + Eq + Hash + 'static>(
        &mut self,
        rule: impl Fn(&mut Dice) -> Result<Dist<T>, Halt>,
    ) -> Result<T, Halt> {
        match self.source {
            Source::Table(_) => Ok(rule(self)?.only()),
            Source::Odds(_) => self.weighed(|| paths::steps(&Dist::certain(()), |dice, ()| rule(dice))),
        }
    }

    /// A choice that the dice raise: what players `said` of this one, in the order in which such choices come up, or
    /// `otherwise`. Odds know of no moment, and take `otherwise` every time.
    pub fn raised<T: Copy>(&mut self, said: &[T], otherwise: T) -> T {
        match &mut self.source {
            Source::Table(table) => {
                table.raised += 1;
                said.get(table.raised - 1).copied().unwrap_or(otherwise)
            }
            Source::Odds(_) => otherwise,
        }
    }

    /// Whether every branch is being weighed, rather than one played.
    pub fn weighs_all(&self) -> bool {
        matches!(self.source, Source::Odds(_))
    }

    /// A modifier: records it where it applies, and hands back its value. One of 0 did not apply.
    pub fn modify(&mut self, id: &str, value: i32) -> i32 {
        self.modify_by(id, f64::from(value));
        value
    }

    /// The same for a modifier that may be fractional, such as inches.
    pub fn modify_by(&mut self, id: &str, value: f64) -> f64 {
        if let (Source::Table(table), true) = (&mut self.source, value != 0.0) {
            table.modifiers.push(Modifier { id: format!("{}{id}", self.prefix), value, whose: self.whose.clone() });
        }
        value
    }

    /// Does something with `prefix` before the name of every throw and modifier.
    pub fn prefixed<T>(&mut self, prefix: &str, act: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.prefix.len();
        if let Source::Table(_) = self.source {
            self.prefix.push_str(prefix);
        }
        let done = act(self);
        self.prefix.truncate(length);
        done
    }
}

impl<'a> Dice<'a> {
    /// Does something whose modifiers are those of whoever stands in a field of the input, or at a place of a list there.
    pub fn of<T>(&mut self, field: &str, nth: Option<usize>, act: impl FnOnce(&mut Self) -> T) -> T {
        if let Source::Table(_) = self.source {
            self.whose = nth.map_or_else(|| field.to_owned(), |nth| format!("{field}[{nth}]"));
        }
        let done = act(self);
        self.whose.clear();
        done
    }

    fn from(source: Source<'a>) -> Self {
        Self { source, prefix: String::new(), whose: String::new(), by_enemy: false }
    }
}

impl Table<'_> {
    fn throw(&mut self, prefix: &str, purpose: &str, sides: u8, count: usize) -> Result<Vec<u8>, Halt> {
        self.last = None;
        if count == 0 {
            return Ok(Vec::new());
        }
        let purpose = format!("{prefix}{purpose}");
        let (faces, left) = self.faces.split_at(count.min(self.faces.len()));
        if let Some(face) = faces.iter().find(|face| !(1..=sides).contains(face)) {
            let message = text!("A die with {sides} sides has no {face}.", sides = sides, face = *face);
            return Err(Halt::Refused(Refusal::new(Code::BadFace, "faces", message)));
        }
        self.faces = left;
        if faces.len() < count {
            return Err(Halt::Needs(Throw { purpose, sides, count: count - faces.len() }));
        }
        let thrown = self.rolls.iter().map(|roll| roll.faces.len()).sum();
        self.last = Some(thrown..thrown + count);
        self.rolls.push(Roll { purpose, sides, faces: faces.to_vec() });
        Ok(faces.to_vec())
    }
}

#[cfg(test)]
mod tests;
