//! Conversions between units on the table and a procedure: from participants to its scene, and from its consequences
//! back to changes on the table.

mod effects;
mod scene;

pub use effects::changes;
pub(super) use effects::{own_changes, own_changes_elsewhere};
pub use scene::{empty_scene, scene};
