//! Moving: how far, over bridges, with guns, and into the saddle.

pub mod allowance;
pub mod bridges;
pub mod limbering;
pub mod mounting;
