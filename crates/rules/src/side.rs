//! Sides, seen from the one that acts.

pub use dice::Whose;
