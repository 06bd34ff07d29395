//! Packs text into the letters of a link: deflated with a preset dictionary, with a checksum, in base64url.

use data_encoding::BASE64URL_NOPAD;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use rules::hashes;
use std::borrow::Cow;

/// The first dictionary: fields and choices of the rulesets, and the JSON of rosters and battles. It halves the length of a short text. It
/// must never change: any change would make all existing links unreadable.
const FIRST: &[u8] = include_bytes!("dictionary_1.txt");
/// The second dictionary, which follows the first: the JSON of scenarios, and words of briefings. It must never change, either.
const SECOND: &[u8] = include_bytes!("dictionary_2.txt");

/// The longest text after inflating, in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;
/// The greatest number of letters that are read. Real links are far shorter.
pub const LONGEST_PACK: usize = 256 << 10;

/// Reasons why letters cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoText {
    /// Letters are missing or changed.
    Damaged,
    /// It is longer than any link of Drumhead.
    TooLong,
}

/// A preset dictionary: a text to which packed texts refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dictionary {
    /// The dictionary of rosters and battles.
    First,
    /// The dictionary of scenarios.
    Second,
}

impl Dictionary {
    fn bytes(self) -> Cow<'static, [u8]> {
        match self {
            Self::First => FIRST.into(),
            Self::Second => [FIRST, SECOND].concat().into(),
        }
    }

    /// Returns the checksum of a text. With the second dictionary it includes a letter, so that a text packed with one dictionary is never unpacked
    /// with the other.
    fn sum(self, text: &[u8]) -> u32 {
        match self {
            Self::First => hashes::of(&[text]),
            Self::Second => hashes::of(&[b"2", text]),
        }
    }
}

/// Packs a text with the first dictionary. `None` if it is too long for a link.
pub fn pack(text: &str) -> Option<String> {
    pack_with(Dictionary::First, text)
}

/// Packs a text. `None` if it is too long for a link.
pub fn pack_with(dictionary: Dictionary, text: &str) -> Option<String> {
    if text.len() > LONGEST_TEXT {
        return None;
    }
    let mut bytes = dictionary.sum(text.as_bytes()).to_le_bytes().to_vec();
    bytes.extend(deflate(&dictionary.bytes(), text.as_bytes())?);
    Some(BASE64URL_NOPAD.encode(&bytes)).filter(|letters| letters.len() <= LONGEST_PACK)
}

/// Unpacks letters that were packed with any dictionary.
///
/// # Errors
/// As for [`unpack_with`].
pub fn unpack(letters: &str) -> Result<String, NoText> {
    match unpack_with(Dictionary::First, letters) {
        Err(NoText::Damaged) => unpack_with(Dictionary::Second, letters),
        unpacked => unpacked,
    }
}

/// Unpacks letters. The text is never longer than [`LONGEST_TEXT`], even if the letters are malicious.
///
/// # Errors
/// If the letters are damaged, are not packed text, were packed with another dictionary, or are too long.
pub fn unpack_with(dictionary: Dictionary, letters: &str) -> Result<String, NoText> {
    if letters.len() > LONGEST_PACK {
        return Err(NoText::TooLong);
    }
    let bytes = BASE64URL_NOPAD.decode(letters.as_bytes()).map_err(|_| NoText::Damaged)?;
    let (sum, deflated) = bytes.split_first_chunk::<4>().ok_or(NoText::Damaged)?;
    let text = inflate(&dictionary.bytes(), deflated)?;
    if dictionary.sum(&text) != u32::from_le_bytes(*sum) {
        return Err(NoText::Damaged);
    }
    String::from_utf8(text).map_err(|_| NoText::Damaged)
}

/// Deflates with a preset dictionary. The dictionary is deflated first, up to the end of a byte, and that part is removed.
fn deflate(dictionary: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    const BEST: i32 = 10;
    const RAW: i32 = -15;
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(BEST, RAW, 0));
    // Incompressible data grows by a few bytes for each block, and at a sync.
    let mut out = vec![0; 64 + dictionary.len().max(bytes.len()) * 9 / 8];
    let (status, taken, _) = compress(&mut compressor, dictionary, &mut out, TDEFLFlush::Sync);
    if status != TDEFLStatus::Okay || taken != dictionary.len() {
        return None;
    }
    let (status, _, written) = compress(&mut compressor, bytes, &mut out, TDEFLFlush::Finish);
    out.truncate(written);
    (status == TDEFLStatus::Done).then_some(out)
}

/// Inflates into a buffer that begins with the dictionary and ends at the limit.
fn inflate(dictionary: &[u8], deflated: &[u8]) -> Result<Vec<u8>, NoText> {
    let mut out = vec![0; dictionary.len() + LONGEST_TEXT];
    out[..dictionary.len()].copy_from_slice(dictionary);
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, taken, written) =
        decompress(&mut DecompressorOxide::new(), deflated, &mut out, dictionary.len(), flags);
    match status {
        TINFLStatus::Done if taken == deflated.len() => Ok(out[dictionary.len()..][..written].to_vec()),
        TINFLStatus::HasMoreOutput => Err(NoText::TooLong),
        _ => Err(NoText::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_dictionaries_have_not_changed() {
        assert_eq!(hashes::of(&[FIRST]), 0xd1da_235e, "links that were sent would not open any more");
        assert_eq!(hashes::of(&[SECOND]), 0x3aee_a74a, "links of scenarios that were sent would not open any more");
    }

    #[test]
    fn inflating_stops_at_the_limit() {
        let bomb = pack_unbounded(&" ".repeat(LONGEST_TEXT + 1));
        assert!(bomb.len() < 4000, "{}", bomb.len());
        assert_eq!(unpack(&bomb), Err(NoText::TooLong));
        assert_eq!(unpack(&pack_unbounded(&" ".repeat(LONGEST_TEXT))).map(|text| text.len()), Ok(LONGEST_TEXT));
        assert_eq!(unpack(&"A".repeat(LONGEST_PACK)), Err(NoText::Damaged), "it is looked into");
        assert_eq!(unpack(&"A".repeat(LONGEST_PACK + 1)), Err(NoText::TooLong));
        assert_eq!(pack(&" ".repeat(LONGEST_TEXT + 1)), None);
    }

    #[test]
    fn every_changed_bit_and_every_truncation_of_a_pack_is_detected() {
        let text = "Waller’s horse, and a field gun";
        let whole = BASE64URL_NOPAD.decode(pack(text).unwrap().as_bytes()).unwrap();
        for place in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[place / 8] ^= 1 << (place % 8);
            // A padding bit of the last byte has no effect.
            assert!(unpack(&BASE64URL_NOPAD.encode(&changed)).map_or(true, |unpacked| unpacked == text), "bit {place}");
        }
        for length in 0..whole.len() {
            assert!(unpack(&BASE64URL_NOPAD.encode(&whole[..length])).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn letters_after_the_end_of_a_pack_are_detected() {
        let mut more = BASE64URL_NOPAD.decode(pack("Waller’s horse").unwrap().as_bytes()).unwrap();
        more.push(0);
        assert_eq!(unpack(&BASE64URL_NOPAD.encode(&more)), Err(NoText::Damaged));
    }

    fn pack_unbounded(text: &str) -> String {
        let mut bytes = hashes::of(&[text.as_bytes()]).to_le_bytes().to_vec();
        bytes.extend(deflate(FIRST, text.as_bytes()).unwrap());
        BASE64URL_NOPAD.encode(&bytes)
    }

    proptest! {
        #[test]
        fn every_packed_text_is_restored(text in ".{0,400}") {
            for (dictionary, other) in [(Dictionary::First, Dictionary::Second), (Dictionary::Second, Dictionary::First)] {
                let letters = pack_with(dictionary, &text).unwrap();
                prop_assert_eq!(unpack_with(dictionary, &letters), Ok(text.clone()));
                prop_assert_eq!(unpack(&letters), Ok(text.clone()));
                prop_assert_eq!(unpack_with(other, &letters), Err(NoText::Damaged));
            }
        }

        #[test]
        fn a_changed_or_missing_letter_is_detected(at in 0..60_usize, letter in "[A-Za-z0-9_-]") {
            let whole = pack("Waller’s horse, and a field gun, and what else there is to say of them").unwrap();
            let at = at % whole.len();
            let mut changed = whole.clone();
            changed.replace_range(at..=at, &letter);
            prop_assert!(changed == whole || unpack(&changed).is_err());
            prop_assert!(unpack(&whole[..at]).is_err());
        }
    }
}
