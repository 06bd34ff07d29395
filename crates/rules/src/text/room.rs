//! Number of letters that still fit in a text field.

use super::Text;

/// Fields shorter than this hold codes and short numbers. Their count is shown only when they are full.
const SHORT_FIELD: usize = 15;

/// Returns the number of letters in a field and its limit. `None` while the limit is not near. For a full field the text says that no more
/// letters fit, because the end of a pasted text may be lost.
pub fn room_words(length: usize, most: usize) -> Option<Text> {
    let near = if most < SHORT_FIELD { 0 } else { (most / 10).max(5) };
    match most.saturating_sub(length) {
        0 => Some(crate::text!("{most} of {most} letters: no more fit here.", most = most)),
        left if left <= near => Some(crate::text!("{length} of {most} letters", length = length, most = most)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(length: usize, most: usize) -> String {
        room_words(length, most).map_or_else(String::new, |words| words.to_string())
    }

    #[test]
    fn letters_are_counted_near_the_limit_and_a_full_field_says_so() {
        assert_eq!([words(0, 200), words(179, 200)], ["", ""]);
        assert_eq!([words(180, 200), words(199, 200)], ["180 of 200 letters", "199 of 200 letters"]);
        assert_eq!(words(200, 200), "200 of 200 letters: no more fit here.");
        assert_eq!([words(51, 60), words(54, 60)], ["", "54 of 60 letters"]);
        assert_eq!(words(15, 20), "15 of 20 letters", "five letters before the end of a short name");
        assert_eq!([words(3, 4), words(4, 4)], ["", "4 of 4 letters: no more fit here."], "a short number");
    }
}
