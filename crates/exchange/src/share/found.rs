//! Finds links and codes in a text: among the words of a message, in brackets or quotes, with parameters that services append, or broken
//! into lines by a messenger. Everything else is cut off.

use super::pairing::{NoPairing, Pairing};
use super::{MARK, news, pack, pairing};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Prefixes of the fragments of links.
const MARKS: [&str; 3] = [MARK, news::MARK, pairing::MARK];
/// The longest text that is searched, in bytes. Even the longest link is shorter, broken into lines and among words.
const LONGEST: usize = 2 * pack::LONGEST_PACK;
/// The greatest number of possible beginnings of links that are tried in a text, and of possible ends that are tried for a link.
const ENDS: usize = 400;

/// A link or code that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The fragment of a link, without its `#`.
    Link(String),
    /// The fragments of several links, in the order of the text. Each of them can be unpacked.
    Links(Vec<String>),
    /// One end of a direct connection.
    Pairing(Pairing),
}

/// Finds links or the code of a connection in a text. `None` if it contains neither.
///
/// # Errors
/// If the code of a connection is invalid.
pub fn find(text: &str) -> Option<Result<Found, NoPairing>> {
    let whole = links(text);
    if whole.len() > 1 {
        return Some(Ok(Found::Links(whole)));
    }
    match whole.into_iter().next().or_else(|| link(text)) {
        Some(fragment) if Pairing::is_link(&fragment) => Some(Pairing::read_link(&fragment).map(Found::Pairing)),
        Some(fragment) => Some(Ok(Found::Link(fragment))),
        None => Pairing::in_text(text).map(|read| read.map(Found::Pairing)),
    }
}

/// Returns the fragment of the first link in a text or an address, without its `#`. The link may be damaged. `None` if there is none.
pub fn link(text: &str) -> Option<String> {
    let mut damaged = None;
    for text in decoded(text) {
        match Compact::of(&text).link() {
            Some((link, true)) => return Some(link),
            Some((link, false)) => damaged = damaged.or(Some(link)),
            None => {}
        }
    }
    damaged
}

/// Returns the fragments of all links in a text that can be unpacked, without duplicates.
fn links(text: &str) -> Vec<String> {
    decoded(text).map(|text| Compact::of(&text).links()).find(|links| !links.is_empty()).unwrap_or_default()
}

/// Returns a text, and the text with percent-encoding decoded once and twice: some services put an address inside another. Empty if the
/// text is too long or cannot contain a link.
fn decoded(text: &str) -> impl Iterator<Item = String> {
    let is_able = text.len() <= LONGEST && text.contains(['=', '%']);
    let next = |text: &String| match percent_decode_str(text).decode_utf8_lossy() {
        Cow::Owned(decoded) => Some(decoded),
        Cow::Borrowed(_) => None,
    };
    std::iter::successors(is_able.then(|| text.to_owned()), next).take(3)
}

/// True for characters that a messenger may insert between letters: spaces, line breaks and zero-width characters.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// True for letters of packed texts.
fn is_packed(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

/// A text without gaps, and the positions of the gaps.
struct Compact {
    text: String,
    gaps: Vec<usize>,
}

impl Compact {
    fn of(text: &str) -> Self {
        let mut compact = Self { text: String::with_capacity(text.len()), gaps: Vec::new() };
        for letter in text.chars() {
            if !is_gap(letter) {
                compact.text.push(letter);
            } else if compact.gaps.last() != Some(&compact.text.len()) {
                compact.gaps.push(compact.text.len());
            }
        }
        compact
    }

    /// Iterates over the positions at which a link can begin.
    fn beginnings(&self) -> impl Iterator<Item = usize> {
        let mut places: Vec<usize> =
            MARKS.iter().flat_map(|mark| self.text.match_indices(mark).map(|(place, _)| place)).collect();
        places.sort_unstable();
        places.into_iter().filter(|place| self.begins_at(*place)).take(ENDS)
    }

    /// Returns all links that can be unpacked, without duplicates.
    fn links(&self) -> Vec<String> {
        let (mut links, mut end) = (Vec::new(), 0);
        for place in self.beginnings() {
            // A possible beginning inside a link belongs to that link.
            if let Some((link, true)) = (place >= end).then(|| self.link_at(place)).flatten() {
                end = place + link.len();
                if !links.contains(&link) {
                    links.push(link);
                }
            }
        }
        links
    }

    /// Returns the first link that can be unpacked, and true. If there is none, returns the first that cannot, and false.
    fn link(&self) -> Option<(String, bool)> {
        let mut damaged = None;
        for place in self.beginnings() {
            match self.link_at(place) {
                Some((link, true)) => return Some((link, true)),
                Some(found) => damaged = damaged.or(Some(found)),
                None => {}
            }
        }
        damaged
    }

    /// True if a link can begin here: after `#`, after a gap, or at the start of the text.
    fn begins_at(&self, place: usize) -> bool {
        place == 0 || self.text[..place].ends_with('#') || self.gaps.binary_search(&place).is_ok()
    }

    fn link_at(&self, place: usize) -> Option<(String, bool)> {
        let link = &self.text[place..];
        let (head, letters) = link.split_once('.')?;
        let (_, version) = head.split_once('=')?;
        if version.is_empty() || !version.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let from = place + head.len() + 1;
        let length = letters.find(|letter| !is_packed(letter)).unwrap_or(letters.len());
        let gaps = self.gaps.iter().map(|gap| gap.saturating_sub(from)).filter(|gap| (1..length).contains(gap));
        // Most links end at the first gap or at the end of the letters. Words may follow.
        let gaps: Vec<usize> = gaps.collect();
        let first = gaps.first().copied().unwrap_or(length);
        let unmarked = |end: usize| letters[..end].trim_end_matches(['-', '_']).len();
        let ends = [first, unmarked(first), length, unmarked(length)].into_iter().chain(gaps.iter().rev().copied());
        let found =
            ends.take(ENDS).find(|end| pack::unpack(&letters[..*end]).is_ok() || is_code(head, &letters[..*end]));
        let is_whole = found.is_some();
        Some((format!("{head}.{}", &letters[..found.unwrap_or(first)]), is_whole))
    }
}

/// True if it is the complete link of a connection.
fn is_code(head: &str, letters: &str) -> bool {
    Pairing::read_link(&format!("{head}.{letters}")).is_ok()
}

#[cfg(test)]
mod tests;
