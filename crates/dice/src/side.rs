//! Sides, relative to the side that acts.

/// One of the two sides, relative to the side that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The side that acts.
    Own,
    /// The other side.
    Enemy,
}
