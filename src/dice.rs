//! The one seam of chance.
//!
//! A procedure is an ordinary function that throws [`Dice`]. On the table, the faces come from a list: typed in, thrown by
//! the app, or replayed from a log; where the list ends, the throw that is missing is the answer. For odds, the same
//! function is run once for every branch that the dice can take, and the branches are weighed.
//!
//! Four things keep the odds fast without a second version of any rule:
//! - a throw branches by what is counted ([`Dice::hits`], [`Dice::sorted`]), not by face;
//! - like things that each go through the same throws are ruled once and multiplied ([`Dice::like`]);
//! - a long rule [settles](Dice::settle) in steps: things that do not touch each other are ruled [apart](Dice::apart), groups of
//!   dice are thrown [together](Dice::together), what follows goes [onward](Dice::onward), and what comes to the same is merged
//!   after each step;
//! - what no die decides is worked out [once](Dice::once).

mod compose;
mod dist;
mod hash_index;
mod luck;
mod paths;
pub mod rng;
mod throws;
mod work;

pub use dist::{Dist, Tally};
pub(crate) use hash_index::HashIndex;
pub use luck::{Equal, LuckSample};
pub(crate) use paths::follow;
pub use paths::odds;
pub use work::{GoOn, bounded, done, spend};

use crate::core::number::serialize_number;
use crate::core::refusal::{Code, Refusal};
use crate::text;
use paths::Paths;
use serde::Serialize;
use std::fmt::Display;
use std::ops::Range;

/// Dice of one kind thrown together, for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Throw {
    /// What they decide: an id of the procedure, such as `kill_pikes`.
    pub purpose: String,
    /// Sides of each die: 2 or more.
    pub sides: u8,
    /// How many (or how many more) are thrown together: 1 or more.
    pub count: usize,
}

/// A throw that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// What it decided.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order thrown, each from 1 to `sides`.
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
    Needs(Box<Throw>),
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
    luck: Vec<LuckSample>,
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
    pub luck: Vec<LuckSample>,
    /// The modifiers that applied, as far as it went.
    pub modifiers: Vec<Modifier>,
}

/// Plays `rule` with `faces`, in the order in which it throws them. Faces left over are refused.
pub fn play<T>(faces: &[u8], rule: impl FnOnce(&mut Dice) -> Result<T, Halt>) -> Played<T> {
    let mut dice = Dice::of(Source::Table(Table { faces, ..Table::default() }));
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
    Played { result, rolls: table.rolls, luck: table.luck, modifiers: table.modifiers }
}

impl<'a> Dice<'a> {
    fn of(source: Source<'a>) -> Self {
        Self { source, prefix: String::new(), whose: String::new(), by_enemy: false }
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
    pub fn evaluates_all(&self) -> bool {
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

    /// Does something whose modifiers are those of whoever stands in a field of the input, or at a place of a list there.
    pub fn belonging<T>(&mut self, field: &str, nth: Option<usize>, act: impl FnOnce(&mut Self) -> T) -> T {
        if let Source::Table(_) = self.source {
            self.whose = nth.map_or_else(|| field.to_owned(), |nth| format!("{field}[{nth}]"));
        }
        let done = act(self);
        self.whose.clear();
        done
    }

    /// Does something with `prefix` before the name of every throw and modifier.
    pub fn prefixed<T>(&mut self, prefix: impl Display, act: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.prefix.len();
        if let Source::Table(_) = self.source {
            self.prefix += &prefix.to_string();
        }
        let done = act(self);
        self.prefix.truncate(length);
        done
    }
}

#[cfg(test)]
mod tests;
