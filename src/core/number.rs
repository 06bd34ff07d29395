//! Numbers as rules count them, and as JSON has them.

use serde::Serializer;

/// A count that rules keep as a signed number; one below 0 is 0.
pub fn count(number: i32) -> u32 {
    number.max(0).unsigned_abs()
}

/// Writes a whole number without a fraction: `6`, not `6.0`.
pub(crate) fn serialize_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let number = *number;
    if number.fract() == 0.0 && number.abs() < f64::from(i32::MAX) {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within range, as just tested")]
        serializer.serialize_i32(number as i32)
    } else {
        serializer.serialize_f64(number)
    }
}
