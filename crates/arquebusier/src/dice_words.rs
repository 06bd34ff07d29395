//! Numbers of dice in words.

use rules::prelude::*;
/// True if the number needed is above 6, which players' own modifiers can cause.
pub const fn is_beyond_the_die(need: i32) -> bool {
    need > 6
}

/// Number of dice in words: `1 die`, `7 dice`.
pub fn dice_in_words(dice: i32) -> Text {
    text!("{n} {n|die|dice}", n = dice)
}
