//! What the log of a battle tells.

use crate::chronicle::Chronicle;
use crate::facts::Facts;

/// What the log of a battle tells.
pub const CHRONICLE: Chronicle = Chronicle {
    strength,
    counts: "elements",
    uncounted: &[],
    fateful: &["destroyed", "its General killed", "loses its commander", "shaken by its losses", "becomes Irregular"],
};

/// The elements that are left.
fn strength(unit: &Facts) -> i32 {
    super::unit::left(unit).iter().map(|group| group.elements).sum()
}
