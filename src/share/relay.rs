//! Sequences of codes for a link that is too long for one: shown one after the other, read in any order.
//!
//! `DRUM1 3/12 1a2b3c4d letters`: the third part of twelve; the CRC-32 of the whole; the letters of this part.

use super::is_link;
use crate::core::hashes;
use crate::core::text::say;
use std::fmt;

const MARK: &str = "DRUM1";
/// Letters of a part: a code of so many is read off a phone's screen at arm's length.
const LETTERS: usize = 560;
/// The most parts that are shown: at a few a second, half a minute for a round.
pub const MOST: usize = 120;

/// The parts of a link's fragment; `None` if they would be too many.
pub fn parts(fragment: &str) -> Option<Vec<String>> {
    if fragment.is_empty() || !fragment.is_ascii() || fragment.len() > MOST * LETTERS {
        return None;
    }
    let sum = hashes::of(&[fragment.as_bytes()]);
    let count = fragment.len().div_ceil(LETTERS);
    let part = |nth: usize| {
        let letters = &fragment[nth * LETTERS..fragment.len().min((nth + 1) * LETTERS)];
        format!("{MARK} {}/{count} {sum:08x} {letters}", nth + 1)
    };
    Some((0..count).map(part).collect())
}

/// The parts of a sequence read so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    sum: u32,
    parts: Vec<Option<String>>,
}

/// Reasons why a code is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPart {
    /// It is not one of Drumhead's.
    Strange,
    /// It belongs to another sequence than the codes read before.
    Other,
    /// All parts are there, but the checksum differs.
    Damaged,
}

impl fmt::Display for NoPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPart::Strange => say("This code is not Drumhead’s."),
            NoPart::Other => say("This code belongs to another link than the codes read before."),
            NoPart::Damaged => say("The codes do not fit together. Begin again."),
        })
    }
}

impl Reading {
    /// Reads a code. Returns the fragment of the link once all parts are there, in any order and however often. A code that holds
    /// a whole link is enough by itself.
    ///
    /// # Errors
    /// If the code is of no use. The parts read before stay.
    pub fn take(&mut self, code: &str) -> Result<Option<String>, NoPart> {
        if let Some((_, fragment)) = code.split_once('#')
            && is_link(fragment)
        {
            return Ok(Some(fragment.to_owned()));
        }
        let (nth, count, sum, letters) = read(code).ok_or(NoPart::Strange)?;
        if self.parts.is_empty() {
            (self.sum, self.parts) = (sum, vec![None; count]);
        }
        if (self.sum, self.parts.len()) != (sum, count) {
            return Err(NoPart::Other);
        }
        self.parts[nth].get_or_insert_with(|| letters.to_owned());
        if self.read() < count {
            return Ok(None);
        }
        let whole: String = self.parts.iter().flatten().map(String::as_str).collect();
        if hashes::of(&[whole.as_bytes()]) != sum {
            *self = Self::default();
            return Err(NoPart::Damaged);
        }
        Ok(Some(whole))
    }

    /// Number of parts read.
    pub fn read(&self) -> usize {
        self.parts.iter().flatten().count()
    }

    /// Number of all parts; 0 as long as none was read.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// The numbers, from 1, of the parts that are missing.
    pub fn missing(&self) -> Vec<usize> {
        self.parts.iter().enumerate().filter(|(_, part)| part.is_none()).map(|(nth, _)| nth + 1).collect()
    }
}

/// A part: its number, the number of parts, the checksum of the whole, and the letters.
fn read(code: &str) -> Option<(usize, usize, u32, &str)> {
    let mut words = code.strip_prefix(MARK)?.strip_prefix(' ')?.splitn(3, ' ');
    let (nth, count) = words.next()?.split_once('/')?;
    let (nth, count): (usize, usize) = (nth.parse().ok()?, count.parse().ok()?);
    let sum = u32::from_str_radix(words.next()?, 16).ok()?;
    let letters = words.next().filter(|letters| letters.is_ascii() && (1..=LETTERS).contains(&letters.len()))?;
    ((1..=count).contains(&nth) && count <= MOST).then(|| (nth - 1, count, sum, letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::qr;
    use proptest::prelude::*;

    fn fragment(letters: usize) -> String {
        let all = ('a'..='z')
            .cycle()
            .zip(0..)
            .map(|(c, n)| if n % 7 == 0 { char::from(b'0' + (n / 7 % 10) as u8) } else { c });
        format!("s=1.{}", all.take(letters).collect::<String>())
    }

    proptest! {
        #[test]
        fn parts_in_any_order_and_more_than_once_make_the_whole(letters in 1..9000_usize, order in any::<u64>()) {
            let whole = fragment(letters);
            let mut codes = parts(&whole).unwrap();
            codes.extend(codes.clone());
            let mut key = order;
            codes.sort_by_cached_key(|_| { key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); key >> 33 });
            let mut reading = Reading::default();
            let ends: Vec<_> = codes.iter().filter_map(|code| reading.take(code).unwrap()).collect();
            prop_assert!(!ends.is_empty() && ends.iter().all(|end| *end == whole));
        }

        #[test]
        fn whatever_a_camera_sees_does_no_harm(code in ".{0,80}") {
            let _ = Reading::default().take(&code);
        }
    }

    #[test]
    fn each_part_fits_into_a_code_and_too_many_are_refused() {
        for part in parts(&fragment(40_000)).unwrap() {
            assert!(qr::code(&part).is_some(), "{}", part.len());
        }
        assert_eq!(parts(&fragment(MOST * LETTERS)), None);
    }

    #[test]
    fn parts_of_another_link_are_refused_and_change_nothing() {
        let (mut reading, own) = (Reading::default(), parts(&fragment(2000)).unwrap());
        assert_eq!(reading.take(&own[2]), Ok(None));
        assert_eq!(reading.take(&parts(&fragment(2001)).unwrap()[0]), Err(NoPart::Other));
        for strange in [
            "",
            "https://example.org",
            "DRUM1 0/3 00000000 a",
            "DRUM1 4/3 00000000 a",
            "DRUM1 1/999999999999 00000000 a",
        ] {
            assert_eq!(reading.take(strange), Err(NoPart::Strange), "{strange}");
        }
        assert_eq!((reading.read(), reading.missing()), (1, vec![1, 2, 4]));
        assert_eq!(
            reading.take("https://example.org/#s=1.A"),
            Ok(Some("s=1.A".into())),
            "a whole link is taken as it is"
        );
    }

    #[test]
    fn parts_that_do_not_fit_together_are_refused() {
        let mut own = parts(&fragment(1000)).unwrap();
        own[0].pop();
        own[0].push('#');
        let mut reading = Reading::default();
        assert_eq!(reading.take(&own[0]), Ok(None));
        assert_eq!(reading.take(&own[1]), Err(NoPart::Damaged));
        assert_eq!(reading.count(), 0);
    }
}
