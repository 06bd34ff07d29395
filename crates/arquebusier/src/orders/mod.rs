//! Commands, and the moves that they order. *Manoeuvre Commands.*

pub mod command;
pub mod movement;
