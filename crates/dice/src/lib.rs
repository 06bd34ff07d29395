//! Dice: the one place where chance enters the rules.
//!
//! A procedure is an ordinary function that rolls [`Dice`]. On the table, the faces come from a list: typed in, rolled by
//! the app, or replayed from a log. Where the list ends, the answer is the missing roll. For odds, the same
//! function runs once for every branch of the dice, each with its probability. A rule never asks which of the two it is. It may
//! ask which parts of its outcome are [wanted](Dice::detail), and leave out the others. The list of [rolls](Dice#implementations) says
//! what each is for.
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
mod side;
mod work;

pub use dist::{Dist, Tally};
pub use hash_index::HashIndex;
pub use luck::{Equal, LuckSample};
pub use meanings::Meaning;
pub use memo::Memo;
pub use paths::{Paths, follow, odds};
pub use work::{GoOn, bounded, done, gave_up, spend};

pub use side::Whose;

use serde::{Serialize, Serializer};
use std::fmt::{Debug, Display};
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

/// Reason why dice stop a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// These dice must be rolled first.
    Needs(Box<RollRequest>),
    /// A die has no such face.
    NoSuchFace {
        /// Sides of the die.
        sides: u8,
        /// The face that was given.
        face: u8,
    },
    /// This many faces were given that no roll asked for.
    FacesLeft(usize),
    /// The evaluation was [given up](bounded).
    GaveUp,
}

/// The types that a game brings to its dice.
pub trait Game {
    /// Reason why a rule stops: because of its dice, or for a reason of the game's own.
    type Halt: From<Stop>;
    /// A few words for the [meaning](Meaning) of a face.
    type Words;
}

/// A game without reasons of its own.
impl Game for () {
    type Halt = Stop;
    type Words = String;
}

/// Writes a whole number without a fraction: `6` and not `6.0`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match whole(*number) {
        Some(whole) => serializer.serialize_i32(whole),
        None => serializer.serialize_f64(*number),
    }
}

/// The number as an integer, if it is whole and not too large.
pub fn whole(number: f64) -> Option<i32> {
    let is_whole = number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "whole and within range, as just tested")]
    let whole = number as i32;
    is_whole.then_some(whole)
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
pub struct Dice<'a, G: Game = ()> {
    source: Source<'a, G>,
    detail: Detail,
    prefix: String,
    /// Owner of the modifiers that are recorded now.
    whose: String,
    /// True if the enemy of the acting side rolls now.
    by_enemy: bool,
}

enum Source<'a, G: Game> {
    Table(Table<'a, G>),
    Odds(&'a mut Paths),
}

/// Faces on the table, and the records made of them.
struct Table<'a, G: Game> {
    faces: &'a [u8],
    rolls: Vec<Roll>,
    luck: Vec<LuckSample>,
    meanings: Vec<Meaning<G::Words>>,
    /// The faces of the last roll, by their range among all faces; `None` if it had no dice.
    last: Option<Range<usize>>,
    modifiers: Vec<Modifier>,
    /// Choices that the dice raised so far.
    raised: usize,
}

/// A procedure played out with the faces given.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<T, H, W> {
    /// The result, or the reason why it stopped.
    pub result: Result<T, H>,
    /// The rolls that were complete.
    pub rolls: Vec<Roll>,
    /// Good and bad luck in it, for each side.
    pub luck: Vec<LuckSample>,
    /// Meanings of faces, where a rule records them.
    pub meanings: Vec<Meaning<W>>,
    /// The modifiers that applied, as far as it went.
    pub modifiers: Vec<Modifier>,
}

/// Plays `rule` with `faces`, in the order in which it rolls them. Refuses faces that are left over.
pub fn play<G: Game, T>(
    faces: &[u8],
    rule: impl FnOnce(&mut Dice<'_, G>) -> Result<T, G::Halt>,
) -> Played<T, G::Halt, G::Words> {
    let mut dice = Dice::of(Source::Table(Table::with(faces)));
    let result = rule(&mut dice);
    let Source::Table(table) = dice.source else { unreachable!("dice stay what they were made") };
    let left = table.faces.len();
    let result = match result {
        Ok(_) if left > 0 => Err(Stop::FacesLeft(left).into()),
        result => result,
    };
    Played { result, rolls: table.rolls, luck: table.luck, meanings: table.meanings, modifiers: table.modifiers }
}

/// Values that a rule works out before any dice, such as those that the dice need. `rule` rolls none.
pub fn without_rolls<G: Game, T>(rule: impl FnOnce(&mut Dice<'_, G>) -> T) -> T {
    rule(&mut Dice::of(Source::Table(Table::with(&[]))))
}

impl<'a, G: Game> Table<'a, G> {
    fn with(faces: &'a [u8]) -> Self {
        Self {
            faces,
            rolls: Vec::new(),
            luck: Vec::new(),
            meanings: Vec::new(),
            last: None,
            modifiers: Vec::new(),
            raised: 0,
        }
    }
}

impl<'a, G: Game> Dice<'a, G> {
    fn of(source: Source<'a, G>) -> Self {
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
