//! Breaking, resting and rallying. *Morale.*

pub mod breaking;
pub mod rest;
