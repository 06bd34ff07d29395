//! Small parts of sentences, and sentences that several procedures share.

use super::terms::Die;
use crate::core::text::Text;
use crate::dice::{Dice, play};
use crate::form::Choices;
use crate::rules::procedure::Way;
use crate::text;

/// "1 hit", "2 hits": the template with `{n}` that suits the number.
pub fn counted(n: i32, one: &'static str, many: &'static str) -> Text {
    if n == 1 { one.into() } else { text!(many, n = n) }
}

/// "1 hit", "2 hits".
pub fn hits(n: i32) -> Text {
    counted(n, "1 hit", "{n} hits")
}

/// "1 morale chip", "2 morale chips".
pub fn chips(n: i32) -> Text {
    counted(n, "1 morale chip", "{n} morale chips")
}

/// "1 square", "2.5 squares".
pub fn squares(n: f64) -> Text {
    if n == 1.0 { "1 square".into() } else { text!("{n} squares", n = n) }
}

/// "1 pip", "2 pips".
pub fn pips(n: i32) -> Text {
    counted(n, "1 pip", "{n} pips")
}

/// A die as a rule works it out, without rolling.
pub fn unrolled(die: impl FnOnce(&mut Dice) -> Die) -> Option<Die> {
    play(&[], |dice| Ok(die(dice))).result.ok()
}

/// "Attacker: D8 → D10": dice that modifiers have changed, each with whose it is.
pub fn dice_changed(dice: impl IntoIterator<Item = (Text, Die, Option<Die>)>) -> Vec<Text> {
    let changed = dice.into_iter().filter_map(|(who, from, to)| {
        let to = to.filter(|to| *to != from)?;
        Some(text!("{who}: {from} → {to}.", who = who, from = from.label(), to = to.label()))
    });
    changed.collect()
}

/// The word for players of a choice.
pub fn word(choice: impl Choices) -> &'static str {
    choice.label()
}

/// The id of a choice, for the field of a procedure that is due.
pub fn id(choice: impl Choices) -> &'static str {
    choice.id()
}

/// The rolls of a roll-off between the side of the unit and the other.
pub const BY_SIDES: &[(&str, &str)] = &[("owner", "{Its side}"), ("opponent", "{The enemy}")];

/// Whatever moves by itself ends marching. *Marching.*
pub const MARCHES_NO_MORE: &str = "Its army marches no more.";

/// True of a way that says this word.
pub fn says(way: Option<&Way>, word: &str) -> bool {
    way.is_some_and(|way| way.says.iter().any(|(_, said)| said.json() == word))
}
