//! The dice that the app rolls, and the scheme by which anyone can check them.
//!
//! # The scheme
//!
//! 1. **The seed.** When players set up a battle, the app draws 32 bytes from the device's randomness. It shows their SHA-256, the
//!    *commitment*, before any player enters a phrase. Players who see the seed later can check that it matches the commitment.
//! 2. **The phrases.** Then each side may type a phrase. Spaces around it are ignored; the key depends on the other bytes, in UTF-8.
//! 3. **The key.** If no phrase was entered, the key of the dice is the seed. Otherwise it is the SHA-256 of these bytes: the 17 bytes
//!    `Drumhead dice v1.` in ASCII, the 32 bytes of the seed, then for each side the length of its phrase and the phrase. The first side comes
//!    first. A length is in bytes, written as four bytes with the highest first. Because of the lengths, different pairs of phrases never give
//!    the same bytes. Neither the app nor one side alone chooses the dice.
//! 4. **The rolls** are numbered. In a log that begins with version 1.1.0, each owner has 2,000 numbers of its own, from 1,000,000 on. The
//!    owners are, in this order: the battle, the first side, the second side, and the units as at the beginning of the battle. A roll takes
//!    the lowest free number of the unit that acts. In logs that began earlier, all rolls are numbered together, from 0. The faces come from
//!    the keystream of ChaCha20 with the key. The number of the roll is the 64-bit stream (the nonce, lowest byte first), and the 64-bit block
//!    counter starts at 0.
//! 5. **The faces.** Bytes are taken one by one. A byte of at least 256 − (256 mod sides) is skipped. For any other byte, the face is its
//!    remainder by the number of sides, plus 1. So every face is equally likely.
//!
//! If an act is undone or a roll discarded, its numbers become free: the same unit gets the same dice again. Two tabs that roll for one
//! unit at the same moment use the same numbers.
//!
//! # Test vectors
//!
//! [`VECTORS`] holds them. The app shows them on the page about the scheme, and a test recomputes each with other code.
//!
//! # Limits
//!
//! The device that keeps the battle also keeps the seed. A player who extracts it from the device can compute future rolls. The scheme
//! shows only that nobody *chose* the rolls.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Prefix of the bytes that are hashed into a key. Nothing else in Drumhead is hashed with it.
const PREFIX: &[u8; 17] = b"Drumhead dice v1.";

/// The longest phrase, in characters.
pub const LONGEST_PHRASE: usize = 80;

/// The phrases of the first and of the second side; empty if a side entered none.
pub type Phrases = [String; 2];

/// True if no side entered a phrase.
pub fn is_silent(phrases: &Phrases) -> bool {
    phrases.iter().all(|phrase| phrase.trim().is_empty())
}

/// The seed of a battle's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// Returns the commitment: the SHA-256 of the seed, in 64 hexadecimal digits. It is shown before play, so that the seed cannot be
    /// changed later.
    pub fn commitment(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// Returns the key of the dice, computed from the seed and the phrases. Returns the seed itself if no phrase was entered.
    #[must_use]
    pub fn key(&self, phrases: &Phrases) -> Self {
        if is_silent(phrases) {
            return *self;
        }
        let mut hash = Sha256::new_with_prefix(PREFIX);
        hash.update(self.0);
        for phrase in phrases.each_ref().map(|phrase| phrase.trim()) {
            hash.update(u32::try_from(phrase.len()).unwrap_or(u32::MAX).to_be_bytes());
            hash.update(phrase);
        }
        Self(hash.finalize().into())
    }

    /// Returns the faces of the roll with number `roll`: `count` dice, each face from 1 to `sides`. The same arguments always give the same
    /// faces.
    pub fn faces(&self, roll: u64, sides: u8, count: usize) -> Vec<u8> {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_stream(roll);
        let sides = u16::from(sides.max(1));
        let fair = 256 - 256 % sides;
        let block = || {
            let mut block = [0; 64];
            stream.fill_bytes(&mut block);
            block
        };
        let fair_bytes = std::iter::repeat_with(block).flatten().map(u16::from).filter(|byte| *byte < fair);
        fair_bytes.map(|byte| u8::try_from(byte % sides).unwrap_or(0) + 1).take(count).collect()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        HEXLOWER.encode(&seed.0)
    }
}

impl TryFrom<String> for Seed {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let seed = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        seed.map(Self).ok_or("a seed is 64 hexadecimal digits")
    }
}

/// A test vector: input and results of the scheme.
#[derive(Debug)]
pub struct Vector {
    /// The seed, in hexadecimal digits.
    pub seed: &'static str,
    /// The phrases of the first and of the second side.
    pub phrases: [&'static str; 2],
    /// The commitment, in hexadecimal digits.
    pub commitment: &'static str,
    /// The key of the dice, in hexadecimal digits.
    pub key: &'static str,
    /// The number of a roll.
    pub roll: u64,
    /// Sides of each die.
    pub sides: u8,
    /// The first faces of the roll.
    pub faces: &'static [u8],
}

/// The published test vectors.
pub const VECTORS: &[Vector] = &[
    Vector {
        seed: "0000000000000000000000000000000000000000000000000000000000000000",
        phrases: ["", ""],
        commitment: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        key: "0000000000000000000000000000000000000000000000000000000000000000",
        roll: 0,
        sides: 6,
        faces: &[5, 5, 3, 6, 5, 2, 2, 1],
    },
    Vector {
        seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        phrases: ["", ""],
        commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        roll: 1,
        sides: 10,
        faces: &[8, 5, 2, 3, 1, 9, 3, 8, 3, 3],
    },
    Vector {
        seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        phrases: ["God with us", "Have at you"],
        commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        key: "369f6b9ba976db565bbb948c61f91f01a82ba0b5609bb6adc6676dbbefedd53b",
        roll: 0,
        sides: 6,
        faces: &[4, 5, 2, 4, 4, 2, 2, 5, 5, 6, 5, 2],
    },
    Vector {
        seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        phrases: ["", "Für Gott und König"],
        commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        key: "22e645d9e195db79f901c4890105d3d1964ede53af756c5c6bfeeda0bcc98ddd",
        roll: 4294967296,
        sides: 12,
        faces: &[3, 3, 5, 11, 6, 2, 3, 8, 3, 1, 5, 9],
    },
    Vector {
        seed: "a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5",
        phrases: ["one", "die"],
        commitment: "fc8b64001c5fdd0f2f40fb67dae4a865a2c5bd17836676d6d5b58b7917e33717",
        key: "715f0f2f30b0184b2544943b9dc3f8f7979f6297d89af8b1b5de73b6ed723359",
        roll: 7,
        sides: 6,
        faces: &[
            3, 2, 4, 3, 4, 5, 5, 3, 3, 5, 4, 4, 6, 6, 6, 4, 2, 1, 2, 6, 2, 1, 5, 2, 5, 4, 5, 3, 6, 1, 6, 1, 3, 5, 4, 1,
            5, 2, 2, 5, 2, 6, 2, 6, 6, 6, 2, 3, 1, 1, 6, 6, 4, 5, 4, 6, 5, 1, 4, 6, 1, 4, 5, 2, 4, 1, 1, 6, 5, 4,
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_repeats_with_the_same_number() {
        let seed = Seed([7; 32]);
        assert_eq!(seed.faces(3, 6, 12), seed.faces(3, 6, 12));
        assert_ne!(seed.faces(3, 6, 12), seed.faces(4, 6, 12));
        assert_eq!(seed.faces(3, 6, 12)[..5], seed.faces(3, 6, 5));
    }

    #[test]
    fn the_first_published_vector_has_the_keystream_of_the_rfc() {
        // The keystream of ChaCha20 with key and nonce of zero begins 76 b8 e0 ad a0 f1 3d 90 (RFC 8439, A.1).
        let bytes = [0x76u8, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90];
        let faces: Vec<u8> = bytes.iter().filter(|byte| **byte < 252).map(|byte| byte % 6 + 1).collect();
        assert_eq!(Seed([0; 32]).faces(0, 6, 8), faces);
    }

    /// A block of ChaCha20 after Bernstein's specification, without the library that rolls the dice.
    fn block(key: &[u8; 32], counter: u64, nonce: u64) -> Vec<u8> {
        const QUARTERS: [[usize; 4]; 8] = [
            [0, 4, 8, 12],
            [1, 5, 9, 13],
            [2, 6, 10, 14],
            [3, 7, 11, 15],
            [0, 5, 10, 15],
            [1, 6, 11, 12],
            [2, 7, 8, 13],
            [3, 4, 9, 14],
        ];
        let bytes = [b"expand 32-byte k", &key[..], &counter.to_le_bytes(), &nonce.to_le_bytes()].concat();
        let start: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        let mut words = start.clone();
        for _ in 0..10 {
            for [a, b, c, d] in QUARTERS {
                for (to, from, turned, by) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                    words[to] = words[to].wrapping_add(words[from]);
                    words[turned] = (words[turned] ^ words[to]).rotate_left(by);
                }
            }
        }
        words.iter().zip(start).flat_map(|(word, start)| word.wrapping_add(start).to_le_bytes()).collect()
    }

    #[test]
    fn every_published_vector_can_be_computed_without_this_code() {
        for vector in VECTORS {
            let seed = Seed::try_from(vector.seed.to_owned()).unwrap();
            let phrases = vector.phrases.map(str::to_owned);
            let key = seed.key(&phrases);
            assert_eq!((seed.commitment(), String::from(key)), (vector.commitment.into(), vector.key.into()));
            assert_eq!(key.faces(vector.roll, vector.sides, vector.faces.len()), vector.faces);
            let bytes = (0..).flat_map(|counter| block(&key.0, counter, vector.roll));
            let (sides, fair) = (u16::from(vector.sides), 256 - 256 % u16::from(vector.sides));
            let faces = bytes.map(u16::from).filter(|byte| *byte < fair).map(|byte| byte % sides + 1);
            let faces: Vec<u16> = faces.take(vector.faces.len()).collect();
            assert_eq!(faces, vector.faces.iter().map(|face| u16::from(*face)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn different_pairs_of_phrases_give_different_keys() {
        let key = |a: &str, b: &str| Seed([3; 32]).key(&[a.into(), b.into()]);
        let all = [key("", ""), key("ab", "c"), key("a", "bc"), key("abc", ""), key("", "abc"), key("c", "ab")];
        for (index, key) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other != key));
        }
        assert_eq!(key("  ", "\t"), Seed([3; 32]), "silence leaves the dice as they were");
        assert_eq!(key(" a ", "b"), key("a", "b"));
    }

    #[test]
    fn every_face_comes_up_about_as_often() {
        for sides in [4u8, 6, 8, 10, 12] {
            let faces = Seed([1; 32]).faces(0, sides, 12_000);
            for face in 1..=sides {
                let times = faces.iter().filter(|shown| **shown == face).count() as f64;
                let expected = 12_000.0 / f64::from(sides);
                // Seven standard deviations: a generator that fails this is wrong, not unlucky.
                assert!((times - expected).abs() < 7.0 * expected.sqrt(), "{face} of {sides}: {times}");
            }
        }
    }

    #[test]
    fn a_seed_survives_being_written_down() {
        let seed = Seed([0xa5; 32]);
        assert_eq!(Seed::try_from(String::from(seed)), Ok(seed));
        assert!(Seed::try_from("zz".repeat(32)).is_err());
        assert!(Seed::try_from("é".repeat(32)).is_err());
    }
}
