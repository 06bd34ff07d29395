//! Numbers of dice in words.

use crate::core::text::Text;
use crate::text;

/// `1 die`, `7 dice`.
pub fn dice_in_words(dice: i32) -> Text {
    if dice == 1 { "1 die".into() } else { text!("{n} dice", n = dice) }
}
