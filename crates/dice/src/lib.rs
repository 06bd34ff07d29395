//! Dice: rolls, their probabilities, and the luck in them. All chance of a game's rules passes through this crate.
//!
//! A rule is an ordinary function that rolls [`Dice`]. At the table, the faces come from a list: typed in, rolled by the app, or replayed
//! from a log. If the list is too short, the function stops with the roll that is missing. For odds, the same function runs once for every
//! branch of the dice, and each branch has its probability. A rule cannot find out in which of the two modes it runs. It may ask which
//! parts of its outcome are [wanted](Dice::detail), and leave out the others. The [methods](Dice#implementations) of `Dice` describe each
//! kind of roll.
//!
//! Five things keep the odds fast without a second version of any rule:
//! - a roll branches by the number that the rule needs, such as the number of hits ([`Dice::hits`], [`Dice::sorted`]), not by each face;
//! - if equal and independent things go through the same rolls, one of them is evaluated, and its distribution is multiplied
//!   ([`Dice::repeat`]);
//! - a long rule goes [in steps](Dice::in_steps), and equal results merge after each step. A step evaluates things
//!   [independently](Dice::independently), rolls [groups](Dice::roll_groups) of dice, or goes [on](Dice::and_then) from each value;
//! - work that depends on no die is done [once](Dice::once);
//! - distributions that are needed again are [memoised](Dice::memoised).

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

/// A roll that is still to be made: dice of one kind, for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollRequest {
    /// Id of the roll in its procedure, such as `kill_pikes`.
    pub purpose: String,
    /// Sides of each die: 2 or more.
    pub sides: u8,
    /// Number of dice, 1 or more. If some of the faces are given already, the number that is missing.
    pub count: usize,
    /// The lowest face that succeeds, from 2 to `sides`, if only the number of successes matters; otherwise `None`.
    #[serde(skip)]
    pub counts_from: Option<u8>,
}

/// A roll that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// Id of the roll in its procedure.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order rolled, each from 1 to `sides`.
    pub faces: Vec<u8>,
    /// The lowest face that succeeds: see [`RollRequest::counts_from`].
    #[serde(skip)]
    pub counts_from: Option<u8>,
}

/// A modifier that applied to a roll or a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Modifier {
    /// Id of the modifier.
    pub id: String,
    /// Value that is added. A whole number, except for halves of inches.
    #[serde(serialize_with = "serialize_number")]
    pub value: f64,
    /// Unit that the modifier belongs to, as a path in the input such as `many[0]`. Empty if the id is clear without it. For players, not
    /// for the contract.
    #[serde(skip)]
    pub whose: String,
    /// Sides of the die before and after the modifier, if it changes the die. For players, not for the contract.
    #[serde(skip)]
    pub die: Option<[u8; 2]>,
}

/// A reason to stop a rule that comes from its dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// These dice must be rolled first.
    Needs(Box<RollRequest>),
    /// A face was given that the die does not have.
    NoSuchFace {
        /// Number of sides of the die.
        sides: u8,
        /// The face that was given.
        face: u8,
    },
    /// More faces were given than the rule rolled: this many are left.
    FacesLeft(usize),
    /// The evaluation was [given up](bounded).
    GaveUp,
}

/// The types that a game adds to its dice.
pub trait Game {
    /// Reason why a rule stops: a [`Stop`], or a refusal of the game.
    type Halt: From<Stop>;
    /// Text of the [meaning](Meaning) of a face.
    type Words;
}

/// For rules that stop only because of their dice.
impl Game for () {
    type Halt = Stop;
    type Words = String;
}

/// Serializes a number, a whole one without a fraction: `6`, not `6.0`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match whole(*number) {
        Some(whole) => serializer.serialize_i32(whole),
        None => serializer.serialize_f64(*number),
    }
}

/// Returns the number as an integer. `None` if it has a fraction or is out of the range of `i32`.
pub fn whole(number: f64) -> Option<i32> {
    let is_whole = number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "whole and within range, as just tested")]
    let whole = number as i32;
    is_whole.then_some(whole)
}

/// Parts of an outcome that are wanted. A rule may leave out the others if they have too many values to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Every part that has consequences.
    #[default]
    Whole,
    /// The parts that the request lists.
    Listed,
    /// The parts that chances and axes of the procedure use.
    Chances,
}

/// The dice of one procedure.
pub struct Dice<'a, G: Game = ()> {
    source: Source<'a, G>,
    detail: Detail,
    prefix: String,
    /// Owner of the modifiers that are being recorded.
    whose: String,
    /// True while the enemy of the acting side rolls.
    by_enemy: bool,
}

enum Source<'a, G: Game> {
    Table(Table<'a, G>),
    Odds(&'a mut Paths),
}

/// The given faces, and records of the rolls made with them.
struct Table<'a, G: Game> {
    faces: &'a [u8],
    rolls: Vec<Roll>,
    luck: Vec<LuckSample>,
    meanings: Vec<Meaning<G::Words>>,
    helped: Vec<usize>,
    /// Range of the last roll's faces among all faces; `None` if that roll had no dice.
    last: Option<Range<usize>>,
    modifiers: Vec<Modifier>,
    /// Number of mid-roll choices so far.
    mid_roll_choices: usize,
}

/// Result and records of a rule that ran with given faces.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<T, H, W> {
    /// The result, or the reason why it stopped.
    pub result: Result<T, H>,
    /// The rolls whose faces were all given.
    pub rolls: Vec<Roll>,
    /// Good and bad luck of each side in these rolls.
    pub luck: Vec<LuckSample>,
    /// Meanings of faces that the rule recorded.
    pub meanings: Vec<Meaning<W>>,
    /// Indexes of the dice that succeeded although their own faces do not: a rule helped one die, or counted several together.
    pub helped: Vec<usize>,
    /// The modifiers that the rule recorded before it ended or stopped.
    pub modifiers: Vec<Modifier>,
}

/// Runs `rule` with `faces`, in the order in which it rolls them. Stops with [`Stop::FacesLeft`] if it rolls fewer.
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
    let Table { rolls, luck, meanings, helped, modifiers, .. } = table;
    Played { result, rolls, luck, meanings, helped, modifiers }
}

/// Returns a value of a rule that does not depend on any die. `rule` must not roll.
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
            helped: Vec::new(),
            last: None,
            modifiers: Vec::new(),
            mid_roll_choices: 0,
        }
    }
}

impl<'a, G: Game> Dice<'a, G> {
    fn of(source: Source<'a, G>) -> Self {
        Self { source, detail: Detail::Whole, prefix: String::new(), whose: String::new(), by_enemy: false }
    }

    /// Returns the parts of the outcome that are wanted. A rule makes the same rolls for each.
    pub fn detail(&self) -> Detail {
        self.detail
    }

    /// Returns the players' answer to a choice that comes up between rolls. `answers` is in the order of the choices, and each call takes
    /// the next one. Returns `otherwise` if there is none, and always for odds.
    pub fn mid_roll_choice<T: Copy>(&mut self, answers: &[T], otherwise: T) -> T {
        match &mut self.source {
            Source::Table(table) => {
                table.mid_roll_choices += 1;
                answers.get(table.mid_roll_choices - 1).copied().unwrap_or(otherwise)
            }
            Source::Odds(_) => otherwise,
        }
    }

    /// Records a modifier and returns its value. A modifier of 0 is not recorded.
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

    /// Runs `steps`, and returns its result: the number of steps by which a die with `from` sides changes along a ladder of dice. The number may lead
    /// beyond the ends of the ladder. Each modifier that `steps` records gets the die before and after it.
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

    /// Runs `act`, and records its modifiers as those of a unit. The unit is the object in the input field `field`, or the member `nth` of the list
    /// there.
    pub fn with_owner<T>(&mut self, field: &str, nth: Option<usize>, act: impl FnOnce(&mut Self) -> T) -> T {
        if let Source::Table(_) = self.source {
            self.whose = nth.map_or_else(|| field.to_owned(), |nth| format!("{field}[{nth}]"));
        }
        let done = act(self);
        self.whose.clear();
        done
    }

    /// Runs `act`, and puts `prefix` before the id of each of its rolls and modifiers.
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
