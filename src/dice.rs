//! Dice: the one place where chance enters the rules.
//!
//! A procedure is an ordinary function that rolls [`Dice`]. On the table, the faces come from a list: typed in, rolled by
//! the app, or replayed from a log. Where the list ends, the answer is the missing roll. For odds, the same
//! function runs once for every branch of the dice, each with its probability. A rule never asks which of the two it is. It may
//! ask which parts of its outcome are [wanted](Dice::detail), and leave out the others. The handbook has a
//! [table of rolls](crate#choosing-a-roll).
//!
//! Five things keep the odds fast without a second version of any rule:
//! - a roll branches by the number that counts ([`Dice::hits`], [`Dice::sorted`]), not by face;
//! - things that go through the same rolls independently are evaluated once and multiplied ([`Dice::repeat`]);
//! - a long rule goes [in steps](Dice::in_steps): it rules on things [independently](Dice::independently), rolls
//!   [groups](Dice::roll_groups) of dice, goes [on](Dice::and_then) from each value, and merges equal results after each step;
//! - work that no die decides is done [once](Dice::once), and distributions that come up again are [memoised](Dice::memoised).

mod compose;
mod dist;
mod hash_index;
mod luck;
mod meanings;
mod memo;
mod paths;
pub mod rng;
mod rolling;
mod work;

pub use dist::{Dist, Tally};
pub(crate) use hash_index::HashIndex;
pub use luck::{Equal, LuckSample};
pub use meanings::Meaning;
pub use memo::Memo;
pub(crate) use paths::follow;
pub use paths::odds;
pub use work::{GoOn, bounded, done, gave_up, spend};

use crate::core::number::serialize_number;
use crate::core::refusal::{Code, Refusal};
use crate::core::text::Text;
use crate::text;
use paths::Paths;
use serde::Serialize;
use std::fmt::Display;
use std::ops::Range;

/// A roll to be made: dice of one kind, for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollRequest {
    /// Purpose: an id of the procedure, such as `kill_pikes`.
    pub purpose: String,
    /// Sides of each die: 2 or more.
    pub sides: u8,
    /// Number of dice (or of further dice): 1 or more.
    pub count: usize,
    /// The lowest face that succeeds, from 2 to `sides`, where nothing but the number of successes matters.
    #[serde(skip)]
    pub counts_from: Option<u8>,
}

/// Number and kind of dice: `2 dice`, of another kind than six-sided ones `2 D8`.
pub fn dice_words(count: usize, sides: u8) -> Text {
    match sides {
        6 => text!("{n} {n|die|dice}", n = count),
        _ => named_dice(count, sides),
    }
}

/// Number and kind of dice, also of six-sided ones: `1 D6`.
pub fn named_dice(count: usize, sides: u8) -> Text {
    text!("{n} D{sides}", n = count, sides = sides)
}

/// A roll that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// Purpose: an id of the procedure.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order rolled, each from 1 to `sides`.
    pub faces: Vec<u8>,
    /// The lowest face that succeeds: see [`RollRequest::counts_from`].
    #[serde(skip)]
    pub counts_from: Option<u8>,
}

/// A modifier that applied.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Modifier {
    /// Its id.
    pub id: String,
    /// Value added: a whole number, except where inches are halved.
    #[serde(serialize_with = "serialize_number")]
    pub value: f64,
    /// Owner, where the id does not say it, as a path in the input: `many[0]`. For players, not for the contract.
    #[serde(skip)]
    pub whose: String,
    /// Sides of the die before and after it, where it is a step on a ladder of dice. For players, not for the contract.
    #[serde(skip)]
    pub die: Option<[u8; 2]>,
}

/// Reason why a procedure stopped before its outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// These dice must be rolled first.
    Needs(Box<RollRequest>),
    /// The request cannot be ruled on.
    Refused(Refusal),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Halt::Refused(refusal)
    }
}

/// Parts of an outcome that are wanted. A rule may leave out the others, where they have far more values than it can list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Everything that has consequences.
    #[default]
    Whole,
    /// Parts that the request asks to be listed.
    Listed,
    /// Parts that the procedure's chances and axes are about.
    Chances,
}

/// The dice of one procedure.
pub struct Dice<'a> {
    source: Source<'a>,
    detail: Detail,
    prefix: String,
    /// Owner of the modifiers that are recorded now.
    whose: String,
    /// True if the enemy of the acting side rolls now.
    by_enemy: bool,
}

enum Source<'a> {
    Table(Table<'a>),
    Odds(&'a mut Paths),
}

/// Faces on the table, and the records made of them.
#[derive(Default)]
struct Table<'a> {
    faces: &'a [u8],
    rolls: Vec<Roll>,
    luck: Vec<LuckSample>,
    meanings: Vec<Meaning>,
    /// The faces of the last roll, by their range among all faces; `None` if it had no dice.
    last: Option<Range<usize>>,
    modifiers: Vec<Modifier>,
    /// Choices that the dice raised so far.
    raised: usize,
}

/// A procedure played out with the faces given.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<T> {
    /// The result, or the reason why it stopped.
    pub result: Result<T, Halt>,
    /// The rolls that were complete.
    pub rolls: Vec<Roll>,
    /// Good and bad luck in it, for each side.
    pub luck: Vec<LuckSample>,
    /// Meanings of faces, where a rule records them.
    pub meanings: Vec<Meaning>,
    /// The modifiers that applied, as far as it went.
    pub modifiers: Vec<Modifier>,
}

/// Plays `rule` with `faces`, in the order in which it rolls them. Refuses faces that are left over.
pub fn play<T>(faces: &[u8], rule: impl FnOnce(&mut Dice) -> Result<T, Halt>) -> Played<T> {
    let mut dice = Dice::of(Source::Table(Table { faces, ..Table::default() }));
    let result = rule(&mut dice);
    let Source::Table(table) = dice.source else { unreachable!("dice stay what they were made") };
    let left = table.faces.len();
    let result = match result {
        Ok(_) if left > 0 => {
            let message = text!("{n} {n|face|faces} too many.", n = left as f64);
            Err(Halt::Refused(Refusal::new(Code::UnusedDice, "faces", message)))
        }
        result => result,
    };
    Played { result, rolls: table.rolls, luck: table.luck, meanings: table.meanings, modifiers: table.modifiers }
}

/// Values that a rule works out before any dice, such as those that the dice need. `rule` rolls none.
pub fn without_rolls<T>(rule: impl FnOnce(&mut Dice) -> T) -> T {
    rule(&mut Dice::of(Source::Table(Table::default())))
}

impl<'a> Dice<'a> {
    fn of(source: Source<'a>) -> Self {
        Self { source, detail: Detail::Whole, prefix: String::new(), whose: String::new(), by_enemy: false }
    }

    /// Parts of the outcome that are wanted. The rolls are the same for all.
    pub fn detail(&self) -> Detail {
        self.detail
    }

    /// A choice that the dice raise: the next of the players' answers `said`, in the order in which such choices come up, or
    /// `otherwise`. Odds take `otherwise` every time.
    pub fn mid_roll_choice<T: Copy>(&mut self, said: &[T], otherwise: T) -> T {
        match &mut self.source {
            Source::Table(table) => {
                table.raised += 1;
                said.get(table.raised - 1).copied().unwrap_or(otherwise)
            }
            Source::Odds(_) => otherwise,
        }
    }

    /// Records a modifier where it applies, and returns its value. One of 0 does not apply.
    pub fn modify(&mut self, id: &str, value: i32) -> i32 {
        self.modify_by(id, f64::from(value));
        value
    }

    /// Like [`modify`](Self::modify), for a modifier that may be fractional, such as inches.
    pub fn modify_by(&mut self, id: &str, value: f64) -> f64 {
        if let (Source::Table(table), true) = (&mut self.source, value != 0.0) {
            let id = format!("{}{id}", self.prefix);
            table.modifiers.push(Modifier { id, value, whose: self.whose.clone(), die: None });
        }
        value
    }

    /// Works out the steps by which a die changes on a ladder of dice, given by their sides, and records with each modifier the die
    /// before and after it. Returns the sum of the steps, which may lead beyond the ladder's ends.
    pub fn stepped(&mut self, ladder: &[u8], from: u8, steps: impl FnOnce(&mut Self) -> i32) -> i32 {
        let recorded = |dice: &Self| if let Source::Table(table) = &dice.source { table.modifiers.len() } else { 0 };
        let first = recorded(self);
        let all = steps(self);
        let start = ladder.iter().position(|sides| *sides == from);
        if let (Source::Table(table), Some(start), Some(last)) = (&mut self.source, start, ladder.len().checked_sub(1))
        {
            let die_at = |steps: f64| ladder[(start as f64 + steps).clamp(0.0, last as f64) as usize];
            let mut so_far = 0.0;
            for modifier in &mut table.modifiers[first..] {
                let before = die_at(so_far);
                so_far += modifier.value;
                modifier.die = Some([before, die_at(so_far)]);
            }
        }
        all
    }

    /// Runs `act`, whose modifiers belong to the unit in a field of the input, or to a member of a list there.
    pub fn with_owner<T>(&mut self, field: &str, nth: Option<usize>, act: impl FnOnce(&mut Self) -> T) -> T {
        if let Source::Table(_) = self.source {
            self.whose = nth.map_or_else(|| field.to_owned(), |nth| format!("{field}[{nth}]"));
        }
        let done = act(self);
        self.whose.clear();
        done
    }

    /// Runs `act` with `prefix` before the id of every roll and modifier.
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
