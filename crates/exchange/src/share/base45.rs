//! Base45 (RFC 9285): encodes bytes in the letters that QR codes store most densely. Two bytes take three letters.

const LETTERS: &[u8; 45] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut letters = String::with_capacity(bytes.len().div_ceil(2) * 3);
    for pair in bytes.chunks(2) {
        let mut value = pair.iter().fold(0, |value, byte| 256 * value + usize::from(*byte));
        for _ in 0..=pair.len() {
            letters.push(char::from(LETTERS[value % 45]));
            value /= 45;
        }
    }
    letters
}

/// True for a letter of base45.
pub fn has(letter: char) -> bool {
    u8::try_from(letter).is_ok_and(|letter| LETTERS.contains(&letter))
}

/// Decodes letters. `None` if they do not encode bytes.
pub fn decode(letters: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(letters.len() / 3 * 2 + 1);
    for three in letters.as_bytes().chunks(3) {
        let mut value = 0;
        for letter in three.iter().rev() {
            value = 45 * value + u32::try_from(LETTERS.iter().position(|known| known == letter)?).ok()?;
        }
        match three.len() {
            3 => bytes.extend(u16::try_from(value).ok()?.to_be_bytes()),
            2 => bytes.push(u8::try_from(value).ok()?),
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_examples_of_the_standard_are_written_and_read() {
        for (bytes, letters) in [("AB", "BB8"), ("Hello!!", "%69 VD92EX0"), ("base-45", "UJCLQE7W581"), ("", "")] {
            assert_eq!(encode(bytes.as_bytes()), letters);
            assert_eq!(decode(letters).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn letters_that_encode_no_bytes_are_refused() {
        for letters in ["A", "BB8A", "GGW", ":::", "::", "ab8", "é00"] {
            assert_eq!(decode(letters), None, "{letters}");
        }
    }

    #[test]
    fn every_block_of_letters_encodes_one_block_of_bytes_or_none() {
        let one = |letters: &[usize]| -> String { letters.iter().map(|&place| char::from(LETTERS[place])).collect() };
        let mut read = [0; 2];
        for first in 0..45 {
            for second in 0..45 {
                let both = one(&[first, second]);
                let bytes = decode(&both);
                assert_eq!(bytes.is_some(), first + 45 * second <= 0xff, "{both}");
                read[0] += usize::from(bytes.is_some_and(|bytes| encode(&bytes) == both));
                for third in 0..45 {
                    let three = one(&[first, second, third]);
                    let bytes = decode(&three);
                    assert_eq!(bytes.is_some(), first + 45 * second + 45 * 45 * third <= 0xffff, "{three}");
                    read[1] += usize::from(bytes.is_some_and(|bytes| encode(&bytes) == three));
                }
            }
        }
        assert_eq!(read, [1 << 8, 1 << 16], "and each block of bytes is written as the letters that it is read from");
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }
    }
}
