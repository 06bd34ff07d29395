//! The first format of code sequences. The app reads it but no longer writes it.
//!
//! `DRUM1 3/12 1a2b3c4d letters`: the third of twelve parts, the CRC-32 of the whole, and the letters of this part.

use super::codes::NoPart;
use rules::hashes;

const SIGN: &str = "DRUM1";
/// The greatest number of letters in a part.
const LETTERS: usize = 560;
/// The greatest number of parts.
const MOST: usize = 120;

/// A part of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    nth: usize,
    count: usize,
    sum: u32,
    letters: &'a str,
}

impl<'a> Part<'a> {
    /// Parses a code. `None` if it is not a part.
    pub fn read(code: &'a str) -> Option<Self> {
        let mut words = code.strip_prefix(SIGN)?.strip_prefix(' ')?.splitn(3, ' ');
        let (nth, count) = words.next()?.split_once('/')?;
        let (nth, count): (usize, usize) = (nth.parse().ok()?, count.parse().ok()?);
        let sum = u32::from_str_radix(words.next()?, 16).ok()?;
        let letters = words.next().filter(|letters| letters.is_ascii() && (1..=LETTERS).contains(&letters.len()))?;
        ((1..=count).contains(&nth) && count <= MOST).then(|| Self { nth: nth - 1, count, sum, letters })
    }
}

/// The parts of a sequence that were read.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    sum: u32,
    parts: Vec<Option<String>>,
}

impl Parts {
    /// Returns an empty reading of the sequence that a part belongs to. The part itself is not added.
    pub fn of(part: &Part<'_>) -> Self {
        Self { sum: part.sum, parts: vec![None; part.count] }
    }

    /// Adds a part. Returns the fragment of the link when all parts are there.
    ///
    /// # Errors
    /// If the part belongs to another sequence, or the checksum of the parts is wrong.
    pub fn take(&mut self, part: &Part<'_>) -> Result<Option<String>, NoPart> {
        if (self.sum, self.parts.len()) != (part.sum, part.count) {
            return Err(NoPart::Other);
        }
        self.parts[part.nth].get_or_insert_with(|| part.letters.to_owned());
        if self.read() < self.count() {
            return Ok(None);
        }
        let whole: String = self.parts.iter().flatten().map(String::as_str).collect();
        if hashes::of(&[whole.as_bytes()]) == self.sum { Ok(Some(whole)) } else { Err(NoPart::Damaged) }
    }

    /// Returns the number of parts that were read.
    pub fn read(&self) -> usize {
        self.parts.iter().flatten().count()
    }

    /// Returns the number of parts in the sequence.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// Returns the numbers of the missing parts, from 1.
    pub fn missing(&self) -> Vec<usize> {
        self.parts.iter().enumerate().filter(|(_, part)| part.is_none()).map(|(nth, _)| nth + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::codes::Reading;
    use super::*;
    use proptest::prelude::*;

    fn fragment(letters: usize) -> String {
        let all = ('a'..='z')
            .cycle()
            .zip(0..)
            .map(|(c, n)| if n % 7 == 0 { char::from(b'0' + (n / 7 % 10) as u8) } else { c });
        format!("s=1.{}", all.take(letters).collect::<String>())
    }

    /// Returns the parts of a fragment, as earlier versions wrote them.
    fn parts(fragment: &str) -> Vec<String> {
        let sum = hashes::of(&[fragment.as_bytes()]);
        let chunks: Vec<&[u8]> = fragment.as_bytes().chunks(LETTERS).collect();
        let part = |(nth, chunk): (usize, &&[u8])| {
            format!("{SIGN} {}/{} {sum:08x} {}", nth + 1, chunks.len(), std::str::from_utf8(chunk).unwrap())
        };
        chunks.iter().enumerate().map(part).collect()
    }

    proptest! {
        #[test]
        fn parts_in_any_order_and_repeated_restore_the_link(letters in 1..9000_usize, order in any::<u64>()) {
            let whole = fragment(letters);
            let mut codes = parts(&whole);
            codes.extend(codes.clone());
            let mut key = order;
            codes.sort_by_cached_key(|_| { key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); key >> 33 });
            let mut reading = Reading::default();
            let ends: Vec<_> = codes.iter().filter_map(|code| reading.take(code).unwrap()).collect();
            prop_assert!(!ends.is_empty() && ends.iter().all(|end| *end == whole));
        }
    }

    #[test]
    fn parts_of_another_link_are_refused_without_effect() {
        let (mut reading, codes) = (Reading::default(), parts(&fragment(2000)));
        assert_eq!(reading.take(&codes[2]), Ok(None));
        assert_eq!(reading.take(&parts(&fragment(2001))[0]), Err(NoPart::Other));
        for strange in ["DRUM1 0/3 00000000 a", "DRUM1 4/3 00000000 a", "DRUM1 1/999999999999 00000000 a"] {
            assert_eq!(reading.take(strange), Err(NoPart::Strange), "{strange}");
        }
        assert_eq!((reading.read(), reading.missing()), (1, Some(vec![1, 2, 4])));
    }

    #[test]
    fn empty_long_and_too_many_parts_are_refused() {
        let part = |letters: &str| format!("{SIGN} 1/2 0000abcd {letters}");
        assert!(Part::read(&part(&"a".repeat(LETTERS))).is_some());
        for strange in [String::new(), "a".repeat(LETTERS + 1), "Für Gott".into()] {
            assert_eq!(Part::read(&part(&strange)), None, "{} letters", strange.len());
        }
        let many = |nth: usize, count: usize| format!("{SIGN} {nth}/{count} 0000abcd a");
        assert!(Part::read(&many(MOST, MOST)).is_some());
        assert_eq!(Part::read(&many(1, MOST + 1)), None);
    }

    #[test]
    fn inconsistent_parts_are_refused() {
        let mut codes = parts(&fragment(1000));
        codes[0].pop();
        codes[0].push('#');
        let mut reading = Reading::default();
        assert_eq!(reading.take(&codes[0]), Ok(None));
        assert_eq!(reading.take(&codes[1]), Err(NoPart::Damaged));
        assert_eq!(reading.count(), 0);
    }
}
