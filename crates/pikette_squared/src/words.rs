//! Small parts of sentences, and sentences that several procedures share.

use super::terms::Die;
use rules::dice::play;
use rules::prelude::*;

/// "1 hit", "2 hits".
pub fn hits(n: i32) -> Text {
    text!("{n} {n|hit|hits}", n = n)
}

/// "1 morale chip", "2 morale chips".
pub fn chips(n: i32) -> Text {
    text!("{n} morale {n|chip|chips}", n = n)
}

/// "1 square", "2.5 squares".
pub fn squares(n: f64) -> Text {
    text!("{n} {n|square|squares}", n = n)
}

/// "1 pip", "2 pips".
pub fn pips(n: i32) -> Text {
    text!("{n} {n|pip|pips}", n = n)
}

/// The die that a rule returns, without rolling it; `None` if the rule stops for a roll.
pub fn unrolled(die: impl FnOnce(&mut Dice) -> Die) -> Option<Die> {
    play(&[], |dice| Ok(die(dice))).result.ok()
}

/// Dice changed by modifiers, each with its owner: "Attacker: D8 → D10".
pub fn dice_changed(dice: impl IntoIterator<Item = (Text, Die, Option<Die>)>) -> Vec<Text> {
    let changed = dice.into_iter().filter_map(|(who, from, to)| {
        let to = to.filter(|to| *to != from)?;
        Some(text!("{who}: {from} → {to}.", who = who, from = from.label(), to = to.label()))
    });
    changed.collect()
}

/// Label of a choice.
pub fn word(choice: impl Choices) -> &'static str {
    choice.label()
}

/// Names of the rolls in a roll-off between the unit's side and the enemy.
pub const BY_SIDES: &[(&str, &str)] = &[("owner", "{Its side}"), ("opponent", "{The enemy}")];

/// Sentence for acts that end marching. *Marching.*
pub const MARCHES_NO_MORE: &str = "Its army marches no more.";

/// True if the variant sets a field to this word.
pub fn says(variant: Option<&Variant>, word: &str) -> bool {
    variant.is_some_and(|variant| variant.fields.iter().any(|(_, said)| said.json() == word))
}
