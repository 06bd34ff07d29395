//! CRC-32 as in zip and PNG, to detect damaged texts.

use crc::{CRC_32_ISO_HDLC, Crc};

/// Uses a table of 1 kB. Faster variants use 16 kB, which do not compress and would slow down the first load.
const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// Returns the checksum of the joined parts.
pub fn of(parts: &[&[u8]]) -> u32 {
    let mut digest = CRC.digest();
    for part in parts {
        digest.update(part);
    }
    digest.finalize()
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_checksum_is_that_of_the_published_example() {
        assert_eq!(of(&[b"1234", b"56789"]), 0xcbf4_3926);
    }
}
