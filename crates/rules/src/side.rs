//! Sides, relative to the side that acts.

pub use dice::Whose;
