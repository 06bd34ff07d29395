//! Numbers of dice in words.

use rules::prelude::*;
/// True if no face is enough. Own rules of the players may ask for more than there is on a die.
pub const fn is_beyond_the_die(need: i32) -> bool {
    need > 6
}

/// `1 die`, `7 dice`.
pub fn dice_in_words(dice: i32) -> Text {
    text!("{n} {n|die|dice}", n = dice)
}
