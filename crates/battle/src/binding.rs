//! Binding of a procedure to the table: participants become the procedure's scene, and its consequences become changes of the table.

mod effects;
mod scene;

pub use effects::changes;
pub(super) use effects::{own_changes, own_changes_elsewhere};
pub use scene::scene;
pub(super) use scene::scene_on_table;
