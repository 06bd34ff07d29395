//! Moving: how far, over bridges, and with guns.

pub mod allowance;
pub mod bridges;
pub mod limbering;
