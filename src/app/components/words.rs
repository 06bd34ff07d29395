//! Ids and labels as words.

use drumhead::core::text::{capital, say};

/// An id as words within others: `front_muskets` → `front muskets`.
pub fn spaced(id: &str) -> String {
    say(&id.replace('_', " ")).to_owned()
}

/// An id as words: `front_muskets` → `Front muskets`.
pub fn words(id: &str) -> String {
    capital(&spaced(id))
}

/// A label within a sentence: without its capital.
pub fn uncapital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}
