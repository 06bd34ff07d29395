//! What pages are made of.

pub mod arrival;
pub mod bars;
pub mod dice;
pub mod field;
pub mod frame;
pub mod grid;
pub mod hint;
pub mod icon;
pub mod keys;
pub mod notice;
pub mod sheet;
pub mod sides;
pub mod stood;
pub mod tidings;
pub mod trackers;
pub mod update;

pub use drumhead::form::path;
