//! The crate `dice` with the refusals and texts of this crate.

use crate::refusal::{Code, Refusal};
use crate::text;
use crate::text::Text;
pub use ::dice::{Detail, Dist, Equal, GoOn, HashIndex, LuckSample, Memo, Modifier, Roll, RollRequest, Tally};
use ::dice::{Game, Paths};
pub use ::dice::{bounded, done, gave_up, rng, spend};
use std::hash::Hash;

/// Selects this crate's types for the generic code in `dice`: reasons to stop, and texts.
pub struct Rules;

impl Game for Rules {
    type Halt = Halt;
    type Words = Text;
}

/// The dice of one procedure.
pub type Dice<'a> = ::dice::Dice<'a, Rules>;

/// Result and records of a procedure that ran with given faces.
pub type Played<T> = ::dice::Played<T, Halt, Text>;

/// The meaning of the face of a die.
pub type Meaning = ::dice::Meaning<Text>;

/// Reason why a procedure stopped before its outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// These dice must be rolled first.
    Needs(Box<RollRequest>),
    /// The request is refused.
    Refused(Refusal),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Halt::Refused(refusal)
    }
}

impl From<::dice::Stop> for Halt {
    fn from(stop: ::dice::Stop) -> Self {
        use ::dice::Stop;
        match stop {
            Stop::Needs(roll) => Halt::Needs(roll),
            Stop::NoSuchFace { sides, face } => {
                let message = text!("A die with {sides} sides has no {face}.", sides = sides, face = face);
                Refusal::new(Code::BadFace, "faces", message).into()
            }
            Stop::FacesLeft(count) => {
                let message = text!("{n} {n|face|faces} too many.", n = count as f64);
                Refusal::new(Code::UnusedDice, "faces", message).into()
            }
            // The refusal is not shown, because `bounded` returns `None`.
            Stop::GaveUp => Refusal::bad("", "").into(),
        }
    }
}

/// Returns number and kind of dice: `2 dice`, or `2 D8` for dice that are not six-sided.
pub fn dice_words(count: usize, sides: u8) -> Text {
    match sides {
        6 => text!("{n} {n|die|dice}", n = count),
        _ => named_dice(count, sides),
    }
}

/// Returns number and kind of dice, also if they are six-sided: `1 D6`.
pub fn named_dice(count: usize, sides: u8) -> Text {
    text!("{n} D{sides}", n = count, sides = sides)
}

/// Returns the distribution of the results of `rule`, which runs once for every branch of its dice.
///
/// # Errors
/// The rule's refusal, if there is one on any path.
pub fn odds<T: Clone + Eq + Hash>(rule: impl Fn(&mut Dice) -> Result<T, Halt>) -> Result<Dist<T>, Halt> {
    ::dice::odds(rule)
}

/// Follows every branch of the dice of `rule`, and passes each result with its probability to `end`. `detail` selects the wanted parts of the result.
///
/// # Errors
/// The rule's refusal, if there is one on any path.
pub fn follow<T>(
    detail: Detail,
    rule: impl Fn(&mut Dice) -> Result<T, Halt>,
    end: impl FnMut(T, f64, &Paths),
) -> Result<(), Halt> {
    ::dice::follow(detail, rule, end)
}

/// Runs `rule` with `faces`, in the order in which it rolls them. Refuses faces that are left over.
pub fn play<T>(faces: &[u8], rule: impl FnOnce(&mut Dice) -> Result<T, Halt>) -> Played<T> {
    ::dice::play(faces, rule)
}

/// Returns a value of a rule that does not depend on any die. `rule` must not roll.
pub fn without_rolls<T>(rule: impl FnOnce(&mut Dice) -> T) -> T {
    ::dice::without_rolls(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_that_do_not_fit_are_refused() {
        let code = |faces: &[u8]| match play(faces, |dice| dice.die("test", 6)).result {
            Err(Halt::Refused(refusal)) => refusal.code,
            other => panic!("{other:?}"),
        };
        assert_eq!(code(&[1, 2]), Code::UnusedDice);
        assert_eq!(code(&[7]), Code::BadFace);
        assert_eq!(code(&[0]), Code::BadFace);
    }
}
