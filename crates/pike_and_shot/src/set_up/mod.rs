//! Agreements of players before a battle: kinds of ground, and a scenario's own morale classes.

pub mod classes;
pub mod ground;
