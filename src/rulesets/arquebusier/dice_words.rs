//! Numbers of dice in words.

use crate::core::text::Text;
use crate::text;

/// `1 die`, `7 dice`.
pub fn dice_in_words(dice: i32) -> Text {
    text!("{n} {n|die|dice}", n = dice)
}
