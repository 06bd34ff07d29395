//! Irregulars: causes, attrition, and the rout of a side without Regular formations. *Shooting; Melee Combat.*

pub mod check;
pub mod end_of_turn;
pub mod general_death;
pub mod rout;
