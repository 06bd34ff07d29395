//! Numbers as rules count them, and as JSON has them.

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

/// A count that rules keep as a signed number; one below 0 is 0.
pub fn count(number: i32) -> u32 {
    number.max(0).unsigned_abs()
}

/// A number as JSON has it: a whole one without a fraction, `6` and not `6.0`.
pub fn json(number: f64) -> Json {
    #[expect(clippy::cast_possible_truncation, reason = "whole and within range, as just tested")]
    if number.fract() == 0.0 && number.abs() < f64::from(i32::MAX) { (number as i32).into() } else { number.into() }
}

pub(crate) fn serialize_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    json(*number).serialize(serializer)
}
