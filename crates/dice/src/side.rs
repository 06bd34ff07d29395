//! Sides, seen from the one that acts.

/// One of two sides, seen from the one that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The side that acts.
    Own,
    /// The other side.
    Enemy,
}
