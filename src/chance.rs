//! The dice that the app throws.
//!
//! A battle has a seed of 32 bytes, and its throws are numbered from 0. The faces of a throw come from the keystream of
//! ChaCha20 with the seed as key, the number of the throw as the 64-bit stream (nonce) and the block counter at 0. Bytes are
//! taken one by one: a byte of at least 256 − (256 mod sides) is passed over, of any other the face is its remainder by the
//! number of sides, plus 1. So every face is equally likely, and whoever knows the seed can throw every throw again.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The seed of a battle's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The faces of throw number `throw`: `count` dice with `sides` sides.
    pub fn faces(&self, throw: u64, sides: u8, count: usize) -> Vec<u8> {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_stream(throw);
        let sides = u16::from(sides.max(1));
        let fair = 256 - 256 % sides;
        let mut faces = Vec::with_capacity(count);
        let mut block = [0; 64];
        while faces.len() < count {
            stream.fill_bytes(&mut block);
            let fair_bytes = block.iter().map(|byte| u16::from(*byte)).filter(|byte| *byte < fair);
            faces.extend(fair_bytes.map(|byte| u8::try_from(byte % sides).unwrap_or(0) + 1));
        }
        faces.truncate(count);
        faces
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl TryFrom<String> for Seed {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut seed = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return Err("a seed is 64 hexadecimal digits");
        }
        for (i, byte) in seed.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| "a seed is 64 hexadecimal digits")?;
        }
        Ok(Self(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_is_the_same_whenever_it_is_thrown_again() {
        let seed = Seed([7; 32]);
        assert_eq!(seed.faces(3, 6, 12), seed.faces(3, 6, 12));
        assert_ne!(seed.faces(3, 6, 12), seed.faces(4, 6, 12));
        assert_eq!(seed.faces(3, 6, 12)[..5], seed.faces(3, 6, 5));
    }

    #[test]
    fn the_published_vectors_hold() {
        // The keystream of ChaCha20 with key and nonce of zero begins 76 b8 e0 ad a0 f1 3d 90 (RFC 8439, A.1).
        let bytes = [0x76u8, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90];
        let faces: Vec<u8> = bytes.iter().filter(|byte| **byte < 252).map(|byte| byte % 6 + 1).collect();
        assert_eq!(Seed([0; 32]).faces(0, 6, 8), faces);
    }

    #[test]
    fn every_face_comes_up_about_as_often() {
        for sides in [4u8, 6, 8, 10, 12] {
            let faces = Seed([1; 32]).faces(0, sides, 12_000);
            for face in 1..=sides {
                let times = faces.iter().filter(|own| **own == face).count() as f64;
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
