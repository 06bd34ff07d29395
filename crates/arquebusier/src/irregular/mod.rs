//! Irregulars: who becomes one, what it costs those who were so before, and a side that has nobody else. *Shooting; Melee Combat.*

pub mod check;
pub mod end_of_turn;
pub mod general_death;
pub mod rout;
